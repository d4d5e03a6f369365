// SPDX-License-Identifier: MIT
import CCairo
import MapCanvas
import MapPlane

extension PDFTarget {
    /// The limit of cairo's 24.8 fixed-point coordinates.
    private static let maxCoordinate = 4_000_000.0

    func trace(_ path: Path) {
        cairo_new_path(context)
        append(path)
    }

    func append(_ path: Path) {
        for figure in path.figures {
            var rest = figure.points.makeIterator()
            func next() -> Point {
                let p = rest.next() ?? .zero
                return Point(
                    max(-Self.maxCoordinate, min(Self.maxCoordinate, p.x)),
                    max(-Self.maxCoordinate, min(Self.maxCoordinate, p.y)))
            }
            for verb in figure.verbs {
                switch verb {
                case .move:
                    let p = next()
                    cairo_move_to(context, p.x, p.y)
                case .line:
                    let p = next()
                    cairo_line_to(context, p.x, p.y)
                case .curve:
                    let (a, b, end) = (next(), next(), next())
                    cairo_curve_to(context, a.x, a.y, b.x, b.y, end.x, end.y)
                case .close: cairo_close_path(context)
                }
            }
        }
    }

    func use(_ color: Color) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, max(0, min(1, color.alpha)))
    }

    /// Strokes the current path and preserves it.
    func stroke(_ pen: VectorPen) {
        let style = pen.style
        use(pen.color)
        cairo_set_line_width(context, min(style.width, Self.maxCoordinate / 4))
        switch style.cap {
        case .butt: cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
        case .round: cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        case .square: cairo_set_line_cap(context, CAIRO_LINE_CAP_SQUARE)
        }
        switch style.join {
        case .miter: cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
        case .round: cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        case .bevel: cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL)
        }
        cairo_set_miter_limit(context, max(1, min(style.miterLimit, 1000)))
        cairo_set_dash(context, style.dash, Int32(style.dash.count), style.dashPhase)
        cairo_stroke_preserve(context)
    }

    /// Sets the source; false when there is none.
    func use(_ paint: Paint) -> Bool {
        switch paint {
        case .color(let color):
            use(color)
            return true
        case .linearGradient(let gradient):
            let (a, b) = (gradient.from, gradient.to)
            return use(cairo_pattern_create_linear(a.x, a.y, b.x, b.y), gradient.stops)
        case .radialGradient(let gradient):
            let c = gradient.center
            return use(cairo_pattern_create_radial(c.x, c.y, 0, c.x, c.y, max(0, gradient.radius)), gradient.stops)
        case .pattern(let bitmap, let transform, let opacity):
            guard let surface = surface(of: faded(bitmap, opacity)),
                let inverse = transform.inverse, let pattern = cairo_pattern_create_for_surface(surface)
            else { return false }
            defer { cairo_pattern_destroy(pattern) }
            var matrix = inverse.matrix
            cairo_pattern_set_matrix(pattern, &matrix)
            cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
            cairo_set_source(context, pattern)
            return true
        }
    }

    private func use(_ pattern: OpaquePointer?, _ stops: [GradientStop]) -> Bool {
        guard let pattern else { return false }
        defer { cairo_pattern_destroy(pattern) }
        for stop in stops {
            let c = stop.color
            cairo_pattern_add_color_stop_rgba(
                pattern, max(0, min(1, stop.offset)), c.red, c.green, c.blue, max(0, min(1, c.alpha)))
        }
        cairo_set_source(context, pattern)
        return true
    }
}

extension Transform {
    var matrix: cairo_matrix_t { cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty) }
}

extension String {
    /// Percent-encodes characters that are not allowed in a URL, or have a meaning in cairo's tag attributes.
    var asPrintableAddress: String {
        percentEncoded { $0.value > 0x20 && $0.value < 0x7F && !"\"'()<>\\^`{|}".unicodeScalars.contains($0) }
    }
}
