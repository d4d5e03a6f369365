// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapScene

/// A decoration's marks; points from its top-left corner before `scale`.
struct DecorationArtwork {
    /// In points on the map.
    var size: Size
    var marks: [Mark]
    /// Below 1 for artwork that was shrunk to fit.
    var scale = 1.0
    /// What a legend does not list.
    var omittedEntries: [LegendArtwork.Entry] = []
}

/// Draws decorations in several sizes, so that the largest one that fits can be chosen.
struct DecorationArtworks {
    let viewport: Viewport
    let images: [ImageAsset: AnnotationImage]
    /// The annotations that a legend can list.
    let annotations: [Annotation]
    let palette: DecorationPalette
    let appearance: Appearance
    let text: AnnotationText

    /// One size of a decoration, for a frame in points or for an unknown one.
    typealias Variant = (Rect?) -> DecorationArtwork?

    /// The factors by which compasses and legends are shrunk.
    private static let scales = [1, 0.9, 0.8, 0.7]

    /// A narrower legend would show a few letters of each title.
    private static let minLegendWidth = 110.0

    /// From the largest to the smallest; empty when there is nothing to draw.
    func variants(of decoration: Decoration) -> [Variant] {
        switch decoration.content {
        case .scaleBar(let bar): return scaleBars(bar, maxWidth: maxWidth(of: decoration))
        case .compass(let compass):
            let isVisible =
                compass.visibility == .visible || compass.visibility == .adaptive && viewport.bearing != 0
            guard isVisible else { return [] }
            let marks = CompassArtwork(bearing: viewport.bearing, palette: palette, fonts: text.fonts).marks
            let artwork = DecorationArtwork(size: CompassArtwork.size, marks: marks)
            return Self.scales.map { scale in { _ in artwork.scaled(by: scale) } }
        case .image(let image):
            guard let bitmap = images[image.image] else { return [] }
            let frame = Rect(x: 0, y: 0, width: bitmap.size.width, height: bitmap.size.height)
            let artwork = DecorationArtwork(size: bitmap.size, marks: [bitmap.mark(in: frame)])
            return [{ _ in artwork }]
        case .rectangle(let rectangle):
            let size = rectangle.size(in: viewport.size)
            let marks = RectangleArtwork(rectangle: rectangle, size: size, palette: palette).marks
            let artwork = DecorationArtwork(size: size, marks: marks)
            return [{ _ in artwork }]
        case .legend(let legend): return legends(legend, maxWidth: maxWidth(of: decoration))
        case .text(let text):
            let artwork = artwork(text)
            return [{ _ in artwork }]
        }
    }

    private func artwork(_ decoration: ScreenText) -> DecorationArtwork {
        let builder = ArtworkBuilder(text: text, images: images, appearance: appearance, scale: viewport.scale)
        let label = builder.textLabel(decoration.text, decoration.style)
        let corner = Point(label.frame.minX, label.frame.minY)
        return DecorationArtwork(
            size: Size(width: label.frame.width, height: label.frame.height), marks: label.marks.moved(by: -corner))
    }

    /// The width of the output between the decoration's margins, in points.
    private func maxWidth(of decoration: Decoration) -> Double {
        let width = viewport.size.width
        let available =
            switch decoration.location {
            case .at(let position, let margin): position.fraction.x == 0.5 ? width : width - 2 * margin.width
            case .origin(let origin): width - origin.x - 2
            case .center(let center): 2 * min(center.x, width - center.x) - 4
            }
        return min(available, width - 4)
    }

    private func scaleBars(_ bar: ScaleBar, maxWidth: Double) -> [Variant] {
        [1, 0.7, 0.5, 0.35].map { fraction in
            { frame in
                // A globe has one scale, that of its center: at its edge and beside it there is none.
                let position =
                    viewport.isGlobe ? viewport.focus : frame.map { Point($0.center.x, $0.maxY) } ?? viewport.focus
                let coordinate = viewport.coordinate(at: position)
                var ground = WebMercator.metersPerPoint(at: coordinate.latitude, zoom: viewport.zoom)
                if viewport.perspective != nil { ground /= viewport.magnification(at: coordinate) }
                var limited = bar
                limited.maxWidth = min(bar.maxWidth, max(0, maxWidth)) * fraction
                return ScaleBarArtwork(limited, metersPerPoint: ground, palette: palette, fonts: text.fonts)
                    .map { DecorationArtwork(size: $0.size, marks: $0.marks) }
            }
        }
    }

    /// The whole legend in smaller sizes, then ever fewer of its entries in the smallest one.
    private func legends(_ legend: Legend, maxWidth: Double) -> [Variant] {
        let count = annotations.count { $0.legendSign != nil }
        guard count > 0 else { return [] }
        func artwork(_ scale: Double, _ entryCount: Int) -> DecorationArtwork? {
            var limited = legend
            limited.maxWidth = min(legend.maxWidth, maxWidth / scale)
            guard limited.maxWidth >= min(legend.maxWidth, Self.minLegendWidth) else { return nil }
            return LegendArtwork(
                limited, annotations, maxCount: entryCount, palette: palette, text: text, images: images
            ).map {
                DecorationArtwork(size: $0.size, marks: $0.marks, omittedEntries: $0.omittedEntries).scaled(by: scale)
            }
        }
        let smallest = Self.scales.last ?? 1
        // No more entries than the output is high: each takes at least 22 points before it is shrunk.
        let most = min(count - 1, Int(viewport.size.height / (22 * smallest)))
        return Self.scales.map { scale in { _ in artwork(scale, count) } }
            + stride(from: most, through: 1, by: -1).map { kept in { _ in artwork(smallest, kept) } }
    }
}

extension DecorationArtwork {
    fileprivate func scaled(by factor: Double) -> DecorationArtwork {
        var artwork = self
        artwork.scale = factor
        artwork.size = Size(width: size.width * factor, height: size.height * factor)
        return artwork
    }
}
