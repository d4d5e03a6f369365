// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages

/// Lowers a drawing to the operations of a vector format: named parts, and marks as fills, strokes, glyphs and
/// images.
struct VectorRenderer<Target: VectorTarget> {
    var target: Target
    /// The image.
    private(set) var rect = Rect.null
    /// What earlier marks hide.
    var paintedFaces: [FacePiece] = []
    /// The simplification tolerance for the base map's lines in pixels, below what is visible.
    private var tolerance = 0.0

    init(_ target: Target) {
        self.target = target
    }

    mutating func render(_ drawing: Drawing) {
        rect = drawing.rect
        let baseTolerance = 0.12 * max(1, drawing.scale)
        var open: [VectorPart] = []
        var index = 0
        while index < drawing.items.count, !WorkContext.isCancelled {
            let item = drawing.items[index]
            let end = drawing.items[index...].firstIndex { $0.id != item.id } ?? drawing.items.count
            // What lies outside of the image has neither name nor link.
            guard drawing.items[index..<end].contains(where: { $0.bounds.isNull || $0.bounds.intersects(rect) }) else {
                index = end
                continue
            }
            var part = VectorPart(drawing.items[index..<end])
            while let last = open.last, !last.contains(part) {
                target.endPart()
                open.removeLast()
            }
            let original = part
            // Nested parts do not repeat the words of their container.
            if open.contains(where: { $0.title == part.title }) { part.title = nil }
            if open.contains(where: { $0.alt == part.alt }) { part.alt = nil }
            target.beginPart(part)
            open.append(original)
            tolerance = part.role.isTiledGeometry ? baseTolerance : 0
            if let href = part.href { target.beginLink(href) }
            render(drawing.items[index..<end].map(\.mark))
            if part.href != nil { target.endLink() }
            index = end
        }
        for _ in open { target.endPart() }
    }

    /// Renders the marks of one part, joining what was cut at tile borders.
    private mutating func render(_ marks: [Mark]) {
        var fills = TileFills()
        var clipped: (clip: Path, marks: [Mark])?
        for mark in marks {
            if case .group(let group) = mark, group.opacity >= 1, group.blend == .normal, group.placement == nil {
                if clipped == nil, fills.add(group) { continue }
                flush(&fills)
                if let clip = group.clip {
                    if clipped?.clip != clip {
                        flush(&clipped)
                        clipped = (clip, [])
                    }
                    clipped?.marks += group.marks
                    continue
                }
            }
            flush(&fills)
            flush(&clipped)
            render(mark)
        }
        flush(&fills)
        flush(&clipped)
    }

    private mutating func flush(_ fills: inout TileFills) {
        for step in OutlinedFills(fills.layers).steps {
            switch step {
            case .fill(let path, let color): fill(path, .nonZero, .color(color))
            case .outlined(let path, let color, let edge):
                target.fill(path.thinned(tolerance), color, outlined: .edge(edge))
            case .edge(let path, let color): target.stroke([path.thinned(tolerance)], .edge(color))
            }
        }
        fills = TileFills()
    }

    private mutating func flush(_ clipped: inout (clip: Path, marks: [Mark])?) {
        guard let (clip, marks) = clipped else { return }
        clipped = nil
        render(marks, in: [clip])
    }

    /// Renders marks inside of clips. What mixes with the marks below has the clips itself: viewers of SVG would mix it
    /// with the rest of a clipped group alone.
    private mutating func render(_ marks: [Mark], in clips: [Path]) {
        var rest = marks[...]
        while let first = rest.first {
            let plain = rest.prefix { !$0.mixes }
            guard plain.isEmpty else {
                for clip in clips { target.beginGroup(clip: clip, opacity: 1, blend: .normal) }
                render(Array(plain))
                for _ in clips { target.endGroup() }
                rest = rest[plain.endIndex...]
                continue
            }
            rest.removeFirst()
            switch first {
            case .image(let image): render(image.lightApart, in: clips)
            case .group(let group):
                let clips = clips + [group.clip].compactMap(\.self)
                guard group.blend != .normal else {
                    render(group.marks, in: clips)
                    continue
                }
                target.beginGroup(clip: clips.first, opacity: min(1, group.opacity), blend: group.blend)
                render(group.marks, in: Array(clips.dropFirst()))
                target.endGroup()
            default: break
            }
        }
    }

    private mutating func render(_ mark: Mark) {
        switch mark {
        case .fill(let path, let rule, let paint): fill(path, rule, paint)
        case .aliasedFill(let path, let paint): fill(path, .nonZero, paint)
        case .edge(let path, let paint):
            guard case .color(let color) = paint, !color.isInvisible else { return }
            target.stroke([path.thinned(tolerance)], .edge(color))
        case .stroke(let path, let style, let color):
            guard style.width > 0, !color.isInvisible else { return }
            target.stroke([path], VectorPen(style: style.withDrawableDashes, color: color))
        case .ribbon(let ribbon): render(RibbonStrokes(ribbon).strokes)
        case .circles(let circles):
            for circle in circles.instances { target.circle(circle.center, VectorCircle(circle.style)) }
        case .glyphs(let run):
            render(VectorGlyphs(run))
            for mark in run.colorMarks { render(mark) }
        case .sdf(let shapes): render(VectorGlyphs(shapes))
        case .image(let image):
            guard image.opacity > 0, image.transform.inverse != nil else { return }
            if image.addsLight { render(image.lightApart) } else { target.image(image) }
        case .group(let group):
            guard group.opacity > 0, !group.marks.isEmpty else { return }
            if Target.sharesArtwork, let placement = group.placement {
                target.beginArtwork()
                render(placement.marks)
                target.endArtwork(at: placement.position)
                return
            }
            guard group.clip != nil || group.opacity < 1 || group.blend != .normal else { return render(group.marks) }
            target.beginGroup(clip: group.clip, opacity: min(1, group.opacity), blend: group.blend)
            render(group.marks)
            target.endGroup()
        case .maskedFill(let maskedFill):
            guard !maskedFill.color.isInvisible else { return }
            target.maskedFill(maskedFill)
        case .faces(let faces): render(faces)
        }
    }

    private mutating func fill(_ path: Path, _ rule: FillRule, _ paint: Paint) {
        guard paint.isVisible else { return }
        let path = path.thinned(tolerance)
        if !path.isEmpty { target.fill(path, rule, paint) }
    }

    private mutating func render(_ glyphs: VectorGlyphs) {
        guard !glyphs.pieces.isEmpty, !glyphs.color.isInvisible || !glyphs.edges.isEmpty else { return }
        target.glyphs(glyphs)
    }

    private mutating func render(_ strokes: [RibbonStrokes.Stroke]) {
        for stroke in strokes {
            switch stroke {
            case .lines(let original, let pens):
                let paths = original.map { $0.thinned(tolerance) }
                if pens.count == 1 {
                    target.stroke(paths, pens[0])
                } else {
                    for path in paths { target.stroke(path, pens) }
                }
            case .area(let path, let paint): target.fill(path, .nonZero, paint)
            case .layer(let strokes, let opacity):
                target.beginGroup(clip: nil, opacity: opacity, blend: .normal)
                render(strokes)
                target.endGroup()
            }
        }
    }
}

extension VectorPart {
    /// True when the other part is nested in this one, as a callout in its annotation.
    fileprivate func contains(_ other: VectorPart) -> Bool {
        role.canContainItems && other.id.hasPrefix(id + "/")
    }
}

extension Paint {
    fileprivate var isVisible: Bool {
        switch self {
        case .color(let color): !color.isInvisible
        case .linearGradient(let gradient): gradient.stops.contains { !$0.color.isInvisible }
        case .radialGradient(let gradient): gradient.stops.contains { !$0.color.isInvisible }
        case .pattern(_, let transform, let opacity): opacity > 0 && transform.inverse != nil
        }
    }
}

extension VectorPen {
    /// The outline of a fill: one pixel wide.
    fileprivate static func edge(_ color: Color) -> VectorPen {
        VectorPen(style: StrokeStyle(width: 1, cap: .butt, join: .round), color: color)
    }
}

extension StrokeStyle {
    /// Without dash patterns that are invalid, or too fine to see.
    fileprivate var withDrawableDashes: StrokeStyle {
        var style = self
        if !isDashed { style.dash = [] }
        if !dashPhase.isFinite || style.dash.isEmpty { style.dashPhase = 0 }
        return style
    }
}

extension Mark {
    /// True for what is mixed with the marks below it, those outside of its group too.
    fileprivate var mixes: Bool {
        switch self {
        case .image(let image): image.addsLight
        case .group(let group):
            group.opacity > 0 && group.blend != .normal || group.opacity >= 1 && group.marks.contains(where: \.mixes)
        case .fill, .aliasedFill, .edge, .stroke, .ribbon, .circles, .glyphs, .sdf, .maskedFill, .faces: false
        }
    }
}

extension ImageMark {
    /// What covers the things behind the image, with pixels that are at most as bright as they are opaque, and the light that is
    /// added to them. No blend mode of all programs adds. A screen by l / (1 + l) and a color dodge by the same do: it makes
    /// (d + l) / (1 + l) of d, and of that d + l.
    fileprivate var lightApart: [Mark] {
        func image(_ change: (_ color: SIMD3<UInt32>, _ opacity: UInt32) -> (SIMD3<UInt32>, UInt32)) -> ImageMark {
            let pixels = bitmap.pixels.map { pixel in
                let (color, opacity) = change((SIMD3(repeating: pixel) &>> SIMD3(16, 8, 0)) & 0xFF, pixel >> 24)
                return opacity << 24 | color.x << 16 | color.y << 8 | color.z
            }
            var copy = self
            copy.bitmap = Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels)
            copy.addsLight = false
            return copy
        }
        func covering(_ color: SIMD3<UInt32>, _ opacity: UInt32) -> SIMD3<UInt32> {
            pointwiseMin(color, SIMD3(repeating: opacity))
        }
        let cover = image { (covering($0, $1), $1) }
        let light = image { color, opacity in
            let light = color &- covering(color, opacity)
            // Black changes nothing, but where there is nothing behind it.
            return ((light &* 255 &+ 127) / (light &+ 255), light == .zero ? 0 : 255)
        }
        return [.image(cover)]
            + [BlendMode.screen, .colorDodge].map { .group(Group(blend: $0, marks: [.image(light)])) }
    }
}
