// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

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
    func dashes(of path: Path) -> Path {
        isDashed ? path.dashed(dash, phase: dashPhase.isFinite ? dashPhase : 0) : path
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
