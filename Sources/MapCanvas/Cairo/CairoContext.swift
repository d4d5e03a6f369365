// SPDX-License-Identifier: MIT
package import CCairo
import MapGeometry
import MapImages

/// Owns a cairo context. Arguments are sanitized first, so that cairo enters its sticky error state only when memory
/// runs out.
struct CairoContext: ~Copyable {
    let handle: OpaquePointer

    /// Creates a context whose user space is the output; `origin` is the output position of the surface's first
    /// pixel, in whole pixels.
    init(_ surface: borrowing CairoSurface, origin: Point) throws(CairoError) {
        guard let handle = cairo_create(surface.handle) else {
            throw CairoError("make a context", reason: "no context")
        }
        if let error = CairoError(status: cairo_status(handle).rawValue, during: "make a context") {
            cairo_destroy(handle)
            throw error
        }
        cairo_translate(handle, -origin.x, -origin.y)
        self.handle = handle
    }

    deinit { cairo_destroy(handle) }

    /// Throws when any call so far has failed.
    func check(_ operation: @autoclosure () -> String) throws(CairoError) {
        if let error = CairoError(status: cairo_status(handle).rawValue, during: operation()) { throw error }
    }
}

extension CairoContext {
    func setSource(_ color: Color) {
        cairo_set_source_rgba(
            handle, clampedToUnit(color.red), clampedToUnit(color.green), clampedToUnit(color.blue),
            clampedToUnit(color.alpha))
    }

    func setFillRule(_ rule: FillRule) {
        cairo_set_fill_rule(handle, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    }

    /// Accepts any values. Dashes are not cairo's: see `StrokeStyle.dashes`.
    func setStroke(_ style: StrokeStyle) {
        cairo_set_line_width(handle, min(style.width, CairoContext.maxCoordinate / 4))
        cairo_set_line_cap(handle, style.cap.cairoValue)
        cairo_set_line_join(handle, style.join.cairoValue)
        cairo_set_miter_limit(handle, style.miterLimit >= 1 ? min(style.miterLimit, 1000) : 1)
    }
}

extension StrokeStyle {
    /// The shortest dash period that is drawn, in pixels; a shorter one is drawn as a solid line, as it is slow and
    /// invisible.
    private static let finestPeriod = 0.25

    /// The path to stroke: dashed, unless the pattern is invalid.
    ///
    /// - Parameters:
    ///   - path: its figures are dashed on their own.
    ///   - region: all that is seen, if that is known: dashes far outside of it may be missing.
    /// - Returns: the dashes, or the path.
    func dashes(of path: Path, seenIn region: ConvexRegion? = nil) -> Path {
        guard isDashed else { return path }
        return path.dashed(
            dash, phase: dashPhase.isFinite ? dashPhase : 0, in: region.map { StrokeView($0, self) })
    }

    /// False where the pattern is drawn as a solid line.
    package var isDashed: Bool {
        !dash.isEmpty && dash.count <= 1024 && dash.allSatisfy { $0 >= 0 && $0 <= 1e6 }
            && dash.reduce(0, +) >= Self.finestPeriod
    }
}

extension StrokeStyle.Cap {
    fileprivate var cairoValue: cairo_line_cap_t {
        switch self {
        case .butt: CAIRO_LINE_CAP_BUTT
        case .round: CAIRO_LINE_CAP_ROUND
        case .square: CAIRO_LINE_CAP_SQUARE
        }
    }
}

extension StrokeStyle.Join {
    fileprivate var cairoValue: cairo_line_join_t {
        switch self {
        case .miter: CAIRO_LINE_JOIN_MITER
        case .round: CAIRO_LINE_JOIN_ROUND
        case .bevel: CAIRO_LINE_JOIN_BEVEL
        }
    }
}

extension CairoContext {
    /// Cairo's coordinates are 24.8 fixed point, ±2²³ pixels; half of that leaves room for strokes and translations.
    /// Coordinates beyond are clamped.
    static let maxCoordinate = 4_194_304.0

    /// Appends a path. Figures with a coordinate that is not finite are skipped.
    func append(_ path: Path) {
        append(path, .identity)
    }

    /// Appends a transformed path.
    func append(_ path: Path, _ t: Transform) {
        PathReader.read(path) { figures in
            while let figure = figures.next() {
                let box = figure.bounds(under: t)
                if box.isFinite { emit(figure, t) }
            }
        }
    }

    /// Appends the figures that can be visible inside a rectangle when painting extends at most `outset` pixels from
    /// the path (0 for a fill). The pixels inside are the same as if all figures had been appended.
    ///
    /// - Parameters:
    ///   - path: the path to append.
    ///   - index: its figures, if they are known.
    ///   - visible: the rectangle that is painted.
    ///   - outset: pixels by which painting extends beyond the path.
    /// - Returns: false when nothing is visible and nothing was appended.
    func append(_ path: Path, _ index: FigureIndex?, touching visible: Rect, outset: Double) -> Bool {
        let window = visible.inset(by: -(outset + 2))
        // Cairo uses a different rasterizer, with a finer grid, for paths that have only axis-aligned edges. Skipping
        // figures must not change that choice.
        var hasVisible = false
        var visibleIsSlanted = false
        var skippedIsSlanted = false
        PathReader.read(path, index, touching: .everything) { figure, entry in
            guard entry.box.isFinite else { return }
            if entry.box.touches(window) {
                if outset > 0, entry.isStraight, figure.points.count >= Self.minSplitPoints, !window.contains(entry.box)
                {
                    // The remaining part may be axis-aligned.
                    skippedIsSlanted = skippedIsSlanted || figure.isSlanted(filled: false)
                    hasVisible = emitParts(of: figure, touching: window) || hasVisible
                    return
                }
                hasVisible = true
                visibleIsSlanted = visibleIsSlanted || figure.isSlanted(filled: outset == 0)
                emit(figure, .identity)
            } else {
                skippedIsSlanted = skippedIsSlanted || figure.isSlanted(filled: outset == 0)
            }
        }
        guard hasVisible, skippedIsSlanted, !visibleIsSlanted else { return hasVisible }
        // Above the bitmap, to whose top the rectangle need not reach.
        appendSlantedEdges(at: Point(window.minX, min(0, window.minY) - outset - 64))
        return true
    }

    /// Appends a triangle of two pixels that is not visible, so that cairo rasterizes all of the path in one way.
    func appendSlantedEdges(at p: Point) {
        cairo_move_to(handle, p.x, p.y)
        cairo_line_to(handle, p.x + 1, p.y - 1)
        cairo_line_to(handle, p.x + 2, p.y)
    }

    /// Lines with at least this many points are reduced to the parts that touch a band.
    private static let minSplitPoints = 32

    /// Appends the parts of a line that touch a rectangle. They end outside of it, so that no additional cap becomes
    /// visible.
    ///
    /// - Returns: false when no part touches it.
    private func emitParts(of figure: PathReader.Figure, touching window: Rect) -> Bool {
        let points = figure.points
        var isClosed = false
        if case .close? = figure.verbs.last { isClosed = true }
        let count = isClosed ? points.count : points.count - 1
        func touches(_ i: Int) -> Bool {
            let (a, b) = (points[i], points[i + 1 < points.count ? i + 1 : 0])
            // Most lie above or below the band.
            return (a.y >= window.minY || b.y >= window.minY) && (a.y <= window.maxY || b.y <= window.maxY)
                && (a.x >= window.minX || b.x >= window.minX) && (a.x <= window.maxX || b.x <= window.maxX)
        }
        // A ring is walked from where it enters the rectangle.
        guard let gap = isClosed ? (0..<count).first(where: { !touches($0) }) : count - 1 else {
            emit(figure, .identity)
            return true
        }
        var hasVisible = false
        var isOpen = false
        var i = gap
        for _ in 0..<count {
            i = i + 1 < count ? i + 1 : 0
            guard touches(i) else {
                isOpen = false
                continue
            }
            if !isOpen || (!isClosed && i == 0) {
                let start = points[i].snappedToCairoGrid
                cairo_move_to(handle, start.x, start.y)
            }
            let end = points[i + 1 < points.count ? i + 1 : 0].snappedToCairoGrid
            cairo_line_to(handle, end.x, end.y)
            (hasVisible, isOpen) = (true, true)
        }
        return hasVisible
    }

    /// As above, for a path that is painted only once.
    func append(_ path: Path, touching visible: Rect, outset: Double) -> Bool {
        append(path, nil, touching: visible, outset: outset)
    }

    private func emit(_ figure: PathReader.Figure, _ t: Transform) {
        var points = figure.points.makeIterator()
        func next() -> Point {
            points.next().map { t.apply($0).snappedToCairoGrid } ?? .zero
        }
        for verb in figure.verbs {
            switch verb {
            case .move:
                let p = next()
                cairo_move_to(handle, p.x, p.y)
            case .line:
                let p = next()
                cairo_line_to(handle, p.x, p.y)
            case .curve:
                let (a, b, p) = (next(), next(), next())
                cairo_curve_to(handle, a.x, a.y, b.x, b.y, p.x, p.y)
            case .close:
                cairo_close_path(handle)
            }
        }
    }
}

extension Point {
    /// The nearest multiple of 1/256 within bounds: cairo's own grid. Rounding before the band's translation makes
    /// ties fall to the same side in every band.
    @inline(__always)
    var snappedToCairoGrid: Point {
        // Adding 1.5·2⁴⁴ rounds to multiples of 1/256.
        let magic = 26_388_279_066_624.0
        let limit = SIMD2(repeating: CairoContext.maxCoordinate)
        var p = SIMD2(x, y)
        p = limit.replacing(with: p, where: p .< limit)
        p.replace(with: -limit, where: p .< -limit)
        p = (p + magic) - magic
        return Point(p.x, p.y)
    }
}

extension Rect {
    fileprivate var isFinite: Bool { minX > -.infinity && maxX < .infinity && minY > -.infinity && maxY < .infinity }

    /// As `intersects`, but includes figures without width or height.
    fileprivate func touches(_ r: Rect) -> Bool {
        minX <= r.maxX && r.minX <= maxX && minY <= r.maxY && r.minY <= maxY
    }
}

extension CairoContext {
    /// Clips to whole pixels, which is free. Call between `cairo_save` and `cairo_restore`.
    func clip(to area: PixelRect) {
        cairo_new_path(handle)
        cairo_rectangle(
            handle, Double(area.minX), Double(area.minY), Double(max(0, area.width)), Double(max(0, area.height)))
        cairo_clip(handle)
    }

    /// Clips to the pixels whose centers lie inside a path. Call between `cairo_save` and `cairo_restore`.
    func clip(to path: Path) {
        cairo_new_path(handle)
        append(path)
        setFillRule(.nonZero)
        cairo_set_antialias(handle, CAIRO_ANTIALIAS_NONE)
        cairo_clip(handle)
        cairo_set_antialias(handle, CAIRO_ANTIALIAS_DEFAULT)
    }
}

extension Path {
    /// The rectangle that this path outlines, nil for any other shape.
    var box: Rect? {
        guard verbs.count == 5 || verbs.count == 6, verbs.last == .close, verbs.first == .move,
            verbs.dropFirst().dropLast().allSatisfy({ $0 == .line })
        else { return nil }
        let p = points
        if verbs.count == 6 && p[4] != p[0] { return nil }
        let turnsLevelFirst = p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x
        let turnsUprightFirst = p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y
        guard turnsLevelFirst || turnsUprightFirst else { return nil }
        return Rect(
            minX: min(p[0].x, p[2].x), minY: min(p[0].y, p[2].y), maxX: max(p[0].x, p[2].x),
            maxY: max(p[0].y, p[2].y))
    }
}

extension BlendMode {
    /// True for modes in which each component of the result depends on all of the colors.
    var mixesComponents: Bool {
        switch self {
        case .hue, .saturation, .color, .luminosity: true
        default: false
        }
    }

    package var cairoValue: cairo_operator_t {
        switch self {
        case .normal: CAIRO_OPERATOR_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        case .plusLighter: CAIRO_OPERATOR_ADD
        }
    }
}
