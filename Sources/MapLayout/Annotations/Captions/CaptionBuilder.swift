// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

extension AnnotationArtwork {
    /// A marker's title and subtitle; points around the coordinate.
    struct Caption {
        var marks: [Mark]
        var rect: Rect
        /// True for captions that are drawn even where they overlap others.
        var isRequired = false

        mutating func move(by v: Point) {
            guard v != .zero else { return }
            marks = marks.moved(by: v)
            rect = rect.offset(by: v)
        }
    }

    /// The side of the marker that the caption is on.
    enum CaptionPosition {
        case below, right, left
    }
}

extension ArtworkBuilder {
    /// Of a title and of a subtitle each.
    private static let maxCaptionLines = 3

    /// The caption of a marker; nil when it has none to draw.
    func caption(
        _ annotation: Annotation, _ artwork: AnnotationArtwork, _ position: AnnotationArtwork.CaptionPosition,
        maxWidth: Double
    ) -> AnnotationArtwork.Caption? {
        // An open callout already contains the title.
        guard let anchor = artwork.captionAnchor, annotation.openCallout == nil else { return nil }
        let marker = annotation.marker ?? Annotation.Marker()
        var (title, subtitle) = (annotation.title ?? "", annotation.subtitle ?? "")
        if marker.titleVisibility == .hidden { title = "" }
        // A cluster's subtitle is drawn with its title.
        let showsSubtitle =
            marker.subtitleVisibility == .visible
            || annotation.isCluster && marker.subtitleVisibility == .adaptive && !title.isEmpty
        if !showsSubtitle, marker.subtitleVisibility == .hidden || !annotation.selected { subtitle = "" }
        guard !(title.isEmpty && subtitle.isEmpty) else { return nil }

        let palette = CaptionPalette(appearance)
        let justify: TextBlockOptions.Justify = position == .below ? .center : position == .right ? .left : .right
        var (runs, height, width) = ([GlyphRun](), 0.0, 0.0)
        for (string, size, weight) in [(title, 11.5, 600), (subtitle, 10.5, 500)] where !string.isEmpty {
            let block = text.block(
                string, weight: weight,
                options: TextBlockOptions(size: size, maxWidth: maxWidth, lineHeight: size * 1.15, justify: justify),
                maxLines: Self.maxCaptionLines)
            let x = -block.width * (position == .below ? 0.5 : position == .right ? 0 : 1)
            runs += block.runs(
                anchor: .zero, at: Point(x, height), colors: [weight == 600 ? palette.title : palette.subtitle],
                halo: GlyphRun.Halo(color: palette.halo, width: 1.6))
            (height, width) = (height + block.height, max(width, block.width))
        }
        let corner =
            switch position {
            case .below: anchor
            case .right: Point(artwork.frame.maxX + 3, artwork.alignmentY - height / 2)
            case .left: Point(artwork.frame.minX - 3, artwork.alignmentY - height / 2)
            }
        let left = corner.x - width * (position == .below ? 0.5 : position == .right ? 0 : 1)
        let isRequired =
            marker.titleVisibility == .visible || marker.subtitleVisibility == .visible || annotation.selected
        return AnnotationArtwork.Caption(
            marks: runs.map { Mark.glyphs($0).moved(by: corner) },
            rect: Rect(x: left, y: corner.y, width: width, height: height), isRequired: isRequired)
    }
}

/// The colors of captions.
private struct CaptionPalette {
    var title: Color
    var subtitle: Color
    var halo: Color

    init(_ appearance: Appearance) {
        switch appearance {
        case .light:
            (title, subtitle) = (Color(rgb: 0x1C1C1E), Color(rgb: 0x55555A))
            halo = Color.white.opacity(0.92)
        case .dark:
            (title, subtitle) = (.white, Color(rgb: 0xC7C7CC))
            halo = Color(rgb: 0x1C1C1E).opacity(0.92)
        }
    }
}
