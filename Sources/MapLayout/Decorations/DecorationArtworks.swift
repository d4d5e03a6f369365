// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
package import MapScene
package import MapStyle
import MapText

/// A decoration's marks; points from its top-left corner before `scale`.
struct DecorationArtwork {
    /// In points on the map.
    var size: Size
    var marks: [Mark]
    /// In pixels, in place of `marks`, for what is not to be scaled.
    var pixelMarks: [Mark]?
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
    /// The rectangles that were drawn so far, which others may lie on; in points.
    var panels: [(box: Rect, color: Color)] = []

    /// One size of a decoration, for a frame in points or for an unknown one.
    typealias Variant = (Rect?) -> DecorationArtwork?

    /// The factors by which compasses and legends are shrunk.
    static let scales = [1, 0.9, 0.8, 0.7]

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
            let frame = Rect(size: bitmap.size)
            let artwork = DecorationArtwork(size: bitmap.size, marks: [bitmap.mark(in: frame)])
            return [{ _ in artwork }]
        case .rectangle(let rectangle):
            let size = rectangle.size(in: viewport.size)
            let marks = RectangleArtwork(rectangle: rectangle, size: size, palette: palette).marks
            let artwork = DecorationArtwork(size: size, marks: marks)
            return [{ _ in artwork }]
        case .legend(let legend): return legends(legend, maxWidth: maxWidth(of: decoration))
        case .inset(let inset):
            let artwork = DecorationArtwork(size: inset.size, marks: [])
            return [{ _ in artwork }]
        case .profile(let profile):
            var fitting = profile
            fitting.size.width = min(profile.size.width, maxWidth(of: decoration))
            guard let artwork = ProfileArtwork(fitting, palette: palette, text: text) else { return [] }
            return [{ _ in DecorationArtwork(size: artwork.size, marks: artwork.marks) }]
        case .text(let text): return [{ box in artwork(text, on: box.flatMap { panel(at: $0.center) }) }]
        }
    }

    private func artwork(_ decoration: ScreenText, on panel: Color?) -> DecorationArtwork {
        let builder = ArtworkBuilder(text: text, images: images, appearance: appearance, scale: viewport.scale)
        let label = builder.textLabel(decoration.text, decoration.style, on: panel)
        let corner = Point(label.frame.minX, label.frame.minY)
        return DecorationArtwork(size: label.frame.size, marks: label.marks.moved(by: -corner))
    }

    /// The color of the topmost rectangle at a point, unless the map is seen through it.
    private func panel(at point: Point) -> Color? {
        panels.last { $0.box.contains(point) && $0.color.alpha > 0.5 }?.color
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
        if bar.style == .ratio {
            let artwork = ScaleRatioArtwork(viewport, palette: palette, fonts: text.fonts)
            return [{ _ in DecorationArtwork(size: artwork.size, marks: artwork.marks) }]
        }
        return [1, 0.7, 0.5, 0.35].map { fraction in
            { frame in
                // A globe has one scale, that of its center: at its edge and beside it there is none. So has a map in another
                // projection than Web Mercator. A map with a scale has a bar for that scale.
                let isForCenter = viewport.isCurved || viewport.isTrueToScale
                let position =
                    isForCenter ? viewport.focus : frame.map { Point($0.center.x, $0.maxY) } ?? viewport.focus
                let coordinate = viewport.coordinate(at: position)
                var ground =
                    viewport.isTrueToScale || viewport.projection.cartographic != nil
                    ? viewport.metersPerPoint
                    : WebMercator.metersPerPoint(at: coordinate.latitude, zoom: viewport.zoom)
                if viewport.perspective != nil { ground /= viewport.magnification(at: coordinate) }
                var limited = bar
                limited.maxWidth = min(bar.maxWidth, max(0, maxWidth)) * fraction
                let artwork = ScaleBarArtwork(limited, metersPerPoint: ground, palette: palette, fonts: text.fonts)
                    .map { DecorationArtwork(size: $0.size, marks: $0.marks) }
                guard viewport.isTrueToScale else { return artwork }
                return artwork?.below(ScaleRatioArtwork(viewport, palette: palette, fonts: text.fonts))
            }
        }
    }

    /// The whole legend in smaller sizes, then ever fewer of its entries in the smallest one.
    private func legends(_ legend: Legend, maxWidth: Double) -> [Variant] {
        let count = annotations.count { $0.legendTitle != nil && $0.legendSign != nil }
        guard count > 0 || !legend.sections.isEmpty else { return [] }
        // Most sizes have the same width.
        var artworks: [Double: LegendArtwork?] = [:]
        func card(_ scale: Double, _ entryCount: Int) -> DecorationArtwork? {
            var limited = legend
            limited.maxWidth = min(legend.maxWidth, maxWidth / scale)
            guard limited.maxWidth >= min(legend.maxWidth, Self.minLegendWidth) else { return nil }
            let artwork =
                artworks[limited.maxWidth]
                ?? LegendArtwork(limited, annotations, palette: palette, text: text, images: images)
            artworks[limited.maxWidth] = artwork
            return artwork?.card(maxCount: entryCount).scaled(by: scale)
        }
        let smallest = Self.scales.last ?? 1
        // No more entries than the output is high.
        let most = min(count - 1, LegendArtwork.mostEntries(in: viewport.size.height / smallest))
        return Self.scales.map { scale in { _ in card(scale, count) } }
            + stride(from: most, through: legend.sections.isEmpty ? 1 : 0, by: -1).map { kept in
                { _ in card(smallest, kept) }
            }
    }
}

extension DecorationArtwork {
    func scaled(by factor: Double) -> DecorationArtwork {
        var artwork = self
        artwork.scale = factor
        artwork.size = size * factor
        return artwork
    }
}

/// A plain rectangle; points from its top-left corner.
struct RectangleArtwork {
    let rectangle: ScreenRectangle
    let size: Size
    let palette: DecorationPalette

    var marks: [Mark] {
        let frame = Rect(size: size)
        let shape = Path.rectangle(frame, radii: rectangle.cornerRadius)
        let shadow =
            rectangle.hasShadow ? SoftShadow.blurred(shape, blur: 7, color: .black.opacity(0.2)) : []
        let body = Mark.fill(shape, .nonZero, .color(rectangle.fillColor ?? palette.background))
        guard let color = rectangle.strokeColor, rectangle.lineWidth > 0 else { return shadow + [body] }
        // The stroke lies inside the rectangle, like the border of a `CALayer`.
        let edge = Path.rectangle(frame.inset(by: rectangle.lineWidth / 2), radii: rectangle.cornerRadius)
        return shadow + [body, .stroke(edge, StrokeStyle(width: rectangle.lineWidth), color)]
    }
}

extension Path {
    /// A rectangle with individual corner radii, scaled down together where a side is too short for them.
    ///
    /// - SeeAlso: CSS Backgrounds and Borders 3, section 5.5.
    static func rectangle(_ r: Rect, radii: ScreenRectangle.CornerRadii) -> Path {
        guard r.width > 0, r.height > 0 else { return Path() }
        let pairs = [
            (r.width, radii.topLeft + radii.topRight), (r.width, radii.bottomLeft + radii.bottomRight),
            (r.height, radii.topLeft + radii.bottomLeft), (r.height, radii.topRight + radii.bottomRight),
        ]
        let fraction = pairs.reduce(1.0) { $1.1 > $1.0 ? min($0, $1.0 / $1.1) : $0 }
        // The control distance of a quarter circle: 4/3 tan(π/8).
        let k = 1 - 0.552_284_749_830_793_6
        var path = Path()
        /// Adds a corner; `before` and `after` point from it along its sides.
        func corner(_ p: Point, _ radius: Double, before: Point, after: Point, isFirst: Bool = false) {
            let radius = radius * fraction
            let start = p + before * radius
            if isFirst { path.move(to: start) } else { path.line(to: start) }
            if radius > 0 { path.curve(p + before * (radius * k), p + after * (radius * k), to: p + after * radius) }
        }
        let (right, down) = (Point(1, 0), Point(0, 1))
        corner(Point(r.minX, r.minY), radii.topLeft, before: down, after: right, isFirst: true)
        corner(Point(r.maxX, r.minY), radii.topRight, before: -right, after: down)
        corner(Point(r.maxX, r.maxY), radii.bottomRight, before: -down, after: -right)
        corner(Point(r.minX, r.maxY), radii.bottomLeft, before: right, after: -down)
        path.close()
        return path
    }
}

/// The neutral colors of all decorations and the attribution.
struct DecorationPalette: Hashable {
    /// Text and line art.
    let foreground: Color
    /// Primary text.
    let emphasis: Color
    /// Behind and around the foreground.
    let background: Color
    let hairline: Color
    let shadow: Color
    /// The compass needle.
    let accent = Color.systemRed

    init(_ appearance: Appearance) {
        switch appearance {
        case .light:
            (foreground, emphasis, background) = (Color(rgb: 0x3C3C43), Color(rgb: 0x1C1C1E), .white)
            (hairline, shadow) = (Color.black.opacity(0.14), Color.black.opacity(0.2))
        case .dark:
            (foreground, emphasis, background) = (Color(rgb: 0xEBEBF0), .white, Color(rgb: 0x1C1C1E))
            (hairline, shadow) = (Color.white.opacity(0.2), Color.black.opacity(0.4))
        }
    }

    /// Around letters that lie on the map.
    var halo: GlyphRun.Halo { GlyphRun.Halo(color: background.opacity(0.9), width: 1.6) }

    /// A rounded card with a hairline and a soft shadow; in points.
    func card(_ size: Size, radius: Double = 10) -> [Mark] {
        let frame = Rect(size: size)
        return SoftShadow.roundedRectangle(
            frame.offset(by: Point(0, 1.5)), radius: radius, blur: 5, color: shadow)
            + [
                .fill(.roundedRectangle(frame, radius: radius), .nonZero, .color(background)),
                .stroke(
                    .roundedRectangle(frame.inset(by: 0.25), radius: radius), StrokeStyle(width: 0.5), hairline),
            ]
    }
}

/// Derives the appearance of everything above the map from the style's background.
enum BackgroundAppearance {
    /// The luma (ITU-R BT.601) below which a background is dark: dark styles have about 0.2, blue seas more than 0.5.
    private static let threshold = 0.4

    /// Light for styles without a plain background color.
    static func of(_ layers: [StyleLayer], _ paint: EvaluationContext) -> Appearance {
        guard let ground = layers.first(where: { $0.kind == .background }), !ground.sets(.backgroundPattern) else {
            return .light
        }
        let color = ground.property(.backgroundColor).color(paint)
        let opacity = color.alpha * ground.property(.backgroundOpacity).number(paint)
        let luma = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue
        return opacity > 0.5 && luma < threshold ? .dark : .light
    }
}

extension StyleSheet {
    /// The appearance that suits the background, as far as it is known before the camera is.
    package var appearance: Appearance {
        var paint = EvaluationContext(zoom: Self.usualZoom)
        paint.globalState = globalState
        return BackgroundAppearance.of(layers, paint)
    }

    /// Backgrounds seldom change with the zoom; dark ones are dark at all of them.
    private static let usualZoom = 6.0
}

/// A 36-point dial with a red needle that points north; points from its top-left corner.
struct CompassArtwork {
    /// Degrees clockwise from north to the top of the output.
    let bearing: Double
    let palette: DecorationPalette
    let fonts: FontLibrary

    static let size = Size(width: 36, height: 36)
    private let center = Point(18, 18)
    private let radius = 18.0

    var marks: [Mark] {
        let disk = Path.circle(center: center, radius: radius)
        let shadow = SoftShadow.circle(
            center: center + Point(0, 1.2), radius: radius - 0.5, blur: 4.5, color: .black.opacity(0.24))
        return [
            shadow,
            .fill(disk, .nonZero, .color(palette.background.opacity(0.94))),
            .stroke(.circle(center: center, radius: radius - 0.25), StrokeStyle(width: 0.5), palette.hairline),
        ]
            + ticks + [needle] + letter
    }

    /// The dial, centered on the origin, to points; it rotates against the map's bearing.
    private var dialTransform: Transform { .rotation(-bearing * .pi / 180).then(.translation(center)) }

    private var ticks: [Mark] {
        (1..<24).map { step in
            let isMain = step % 6 == 0
            var path = Path()
            path.addLines([Point(0, -radius + 2.6), Point(0, -radius + (isMain ? 6 : 4.6))], closed: false)
            let angle = Double(step) * 15 * .pi / 180
            return .stroke(
                path.transformed(by: Transform.rotation(angle).then(dialTransform)),
                StrokeStyle(width: isMain ? 1.3 : 0.8, cap: .round), palette.foreground.opacity(isMain ? 0.75 : 0.35))
        }
    }

    private var needle: Mark {
        let path = Path([Point(0, -radius + 1.8), Point(3.6, -radius + 7.6), Point(-3.6, -radius + 7.6)], closed: true)
        let turned = path.transformed(by: dialTransform)
        return .group(
            Group(marks: [
                .fill(turned, .nonZero, .color(palette.accent)),
                .stroke(turned, StrokeStyle(width: 0.8, join: .round), palette.accent),
            ]))
    }

    /// The letter stays upright at any bearing.
    private var letter: [Mark] {
        let block = fonts.layout(
            [TextSection("N", font: .interface(weight: 700))],
            options: TextBlockOptions(size: 12.5, lineHeight: 15, justify: .center))
        let corner = Point(center.x - block.width / 2, center.y - block.height / 2)
        return block.marks(at: corner, [palette.foreground])
    }
}

extension TextBlock {
    /// The letters of a block with this top-left corner, in a color for each of its sections.
    func marks(at corner: Point, _ colors: [Color], halo: GlyphRun.Halo? = nil) -> [Mark] {
        runs(anchor: .zero, at: corner, colors: colors, halo: halo).map { .glyphs($0) }
    }
}
