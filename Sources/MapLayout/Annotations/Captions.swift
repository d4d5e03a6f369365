// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapScene
import MapText

/// Positions captions below their markers, within the output, off all annotations and off each other. None is half
/// hidden by a callout or a decoration. In points.
struct CaptionFitter {
    /// The distance of captions to the output's edge.
    static let margin = 3.0
    /// The widths to wrap at, in order of preference.
    private static let widths = [defaultWidth, 92, 64]
    static let defaultWidth = 130.0

    let bounds: Rect
    let builder: ArtworkBuilder
    /// What is painted above captions.
    let obstacles: [Rect]
    /// Whether captions without room may stand at the end of lines.
    let leaders: Bool

    /// Sets the caption of each annotation; `stack` is in painting order, and the topmost is placed first.
    ///
    /// - Returns: the titles within the output that do not fit.
    func fit(_ stack: inout [PlacedAnnotation]) -> [Omission] {
        guard stack.contains(where: { $0.artwork.captionAnchor != nil }) else { return [] }
        var waiting: [(index: Int, fallback: AnnotationArtwork.Caption?)] = []
        var grid = BoxGrid(covering: bounds.inset(by: -200), cell: 48)
        for (index, placed) in stack.enumerated() { grid.insert(placed.frame.inset(by: 1), index) }
        for (index, obstacle) in obstacles.enumerated() { grid.insert(obstacle, 2 * stack.count + index) }
        for index in stack.indices.reversed() {
            let position = stack[index].position
            let isFree = { (caption: AnnotationArtwork.Caption) in
                var isFree = true
                grid.forEach(overlapping: caption.rect.offset(by: position)) { _, _ in isFree = false }
                return isFree
            }
            guard let preferred = caption(of: stack[index], .below, Self.defaultWidth) else { continue }
            let isHidden = { (caption: AnnotationArtwork.Caption) in
                obstacles.contains { $0.intersects(caption.rect.offset(by: position)) }
            }
            let caption = fitted(preferred, of: stack[index], isFree, isHidden)
            guard let caption, !isHidden(caption), !leaders || isFree(caption) else {
                if bounds.contains(position) { waiting.append((index, caption.flatMap { isHidden($0) ? nil : $0 })) }
                continue
            }
            grid.insert(caption.rect.offset(by: position), stack.count + index)
            stack[index].caption = caption
        }
        var lines = CaptionLeaders(bounds: bounds.inset(by: Self.margin), builder: builder)
        return waiting.compactMap { index, fallback in
            let placed = stack[index]
            guard let caption = leaders ? lines.caption(of: placed, index, of: stack.count, grid) ?? fallback : fallback
            else {
                return Omission(id: placed.id + "/title", text: placed.annotation.title, reason: .noRoom)
            }
            grid.insert(caption.rect.offset(by: placed.position), stack.count + index)
            stack[index].caption = caption
            return nil
        }
    }

    /// The caption centered below; else wrapped more tightly; near the output's edge moved sideways, or to a side of
    /// the marker. Nil where it would be clipped or overlap something; a required one may overlap annotations.
    private func fitted(
        _ preferred: AnnotationArtwork.Caption, of placed: PlacedAnnotation,
        _ isFree: (AnnotationArtwork.Caption) -> Bool, _ isHidden: (AnnotationArtwork.Caption) -> Bool
    ) -> AnnotationArtwork.Caption? {
        func isAcceptable(_ caption: AnnotationArtwork.Caption) -> Bool {
            preferred.isRequired ? !isHidden(caption) : isFree(caption)
        }
        let limits = bounds.inset(by: Self.margin).offset(by: -placed.position)
        guard bounds.contains(placed.position) else {
            return preferred.isRequired || limits.contains(preferred.rect) && isFree(preferred) ? preferred : nil
        }
        var fallback = preferred.isRequired ? preferred : nil
        var narrowest = preferred
        for width in Self.widths {
            let caption = width == Self.defaultWidth ? preferred : caption(of: placed, .below, width)
            guard let caption, width == Self.defaultWidth || caption.rect.width < narrowest.rect.width else { continue }
            narrowest = caption
            guard let shifted = shifted(caption, into: limits) else { continue }
            if isFree(shifted) { return shifted }
            if preferred.isRequired, fallback?.rect == preferred.rect { fallback = shifted }
        }
        if let shifted = shifted(narrowest, into: limits, mayLeaveMarker: true), isAcceptable(shifted) {
            return shifted
        }
        guard preferred.rect.maxY > limits.maxY || isHidden(preferred) else { return fallback }
        for side in [AnnotationArtwork.CaptionPosition.right, .left] {
            guard let caption = caption(of: placed, side, Self.defaultWidth), limits.contains(caption.rect) else {
                continue
            }
            if isAcceptable(caption) { return caption }
        }
        return fallback
    }

    private func caption(of placed: PlacedAnnotation, _ position: AnnotationArtwork.CaptionPosition, _ width: Double)
        -> AnnotationArtwork.Caption?
    {
        builder.caption(placed.annotation, placed.artwork, position, maxWidth: width)
    }

    /// The caption moved sideways into `limits`; nil where it is wider, or, unless `mayLeaveMarker`, where it would no
    /// longer be below its marker.
    private func shifted(_ caption: AnnotationArtwork.Caption, into limits: Rect, mayLeaveMarker: Bool = false)
        -> AnnotationArtwork
        .Caption?
    {
        let rect = caption.rect
        let (lower, upper) = (limits.minX - rect.minX, limits.maxX - rect.maxX)
        guard rect.maxY <= limits.maxY, lower <= upper else { return nil }
        let shift = max(lower, min(upper, 0))
        guard abs(shift) <= rect.width / 2 - 4 || mayLeaveMarker else { return nil }
        var caption = caption
        caption.move(by: Point(shift, 0))
        return caption
    }
}

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
        let marks = runs.map { Mark.glyphs($0).moved(by: corner) }
        return AnnotationArtwork.Caption(
            marks: annotation.alpha < 1 ? [.group(Group(opacity: annotation.alpha, marks: marks))] : marks,
            rect: Rect(x: left, y: corner.y, width: width, height: height), isRequired: isRequired)
    }
}

/// The colors of captions.
struct CaptionPalette {
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
