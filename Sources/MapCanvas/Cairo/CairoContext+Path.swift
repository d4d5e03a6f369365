// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

extension CairoContext {
    /// Cairo counts in 24.8 fixed point, ±2²³ pixels; half of that leaves room for strokes and translations. What lies
    /// further out is moved to the border.
    static let maxCoordinate = 4_194_304.0

    /// Adds the figures of a path to cairo's. Figures with a coordinate that is no number are left out.
    func append(_ path: Path) {
        append(path, .identity)
    }

    /// Adds the figures of a path under a transform.
    func append(_ path: Path, _ t: Transform) {
        PathReader.read(path) { figures in
            while let figure = figures.next() {
                let box = figure.bounds(under: t)
                if box.isFinite { feed(figure, t) }
            }
        }
    }

    /// Adds the figures that can show inside a rectangle, when what is painted reaches not further than `outset` pixels
    /// from the path; zero when it is filled. The pixels inside are the same as if all figures had been added.
    ///
    /// - Parameters:
    ///   - path: the figures.
    ///   - index: where they lie.
    ///   - visible: the rectangle.
    ///   - outset: pixels.
    /// - Returns: false when nothing shows and nothing was added.
    func append(_ path: Path, _ index: FigureIndex, touching visible: Rect, outset: Double) -> Bool {
        let window = visible.inset(by: -(outset + 2))
        // Cairo has a rasterizer of its own, with a finer grid, for paths that have only upright edges. Leaving figures
        // out must not change the choice.
        var kept = false
        var keptSlanted = false
        var leftSlanted = false
        PathReader.read(path, index) { figure, entry in
            guard entry.box.isFinite else { return }
            if entry.box.touches(window) {
                if outset > 0, entry.isStraight, figure.points.count >= Self.longLine, !window.contains(entry.box) {
                    // What is left of it may be upright.
                    leftSlanted = leftSlanted || figure.isSlanted(filled: false)
                    kept = feedParts(of: figure, touching: window) || kept
                    return
                }
                kept = true
                keptSlanted = keptSlanted || figure.isSlanted(filled: outset == 0)
                feed(figure, .identity)
            } else {
                leftSlanted = leftSlanted || figure.isSlanted(filled: outset == 0)
            }
        }
        guard kept, leftSlanted, !keptSlanted else { return kept }
        let (x, y) = (window.minX, window.minY - outset - 64)
        cairo_move_to(handle, x, y)
        cairo_line_to(handle, x + 1, y - 1)
        cairo_line_to(handle, x + 2, y)
        return true
    }

    /// From so many points on a line is cut into what touches a band and what does not.
    private static let longLine = 32

    /// Adds the parts of a line that touch a rectangle. They end outside of it, so that no cap shows that the line has not.
    ///
    /// - Returns: false when there are none.
    private func feedParts(of figure: PathReader.Figure, touching window: Rect) -> Bool {
        let points = figure.points
        var isClosed = false
        if case .close? = figure.verbs.last { isClosed = true }
        let count = isClosed ? points.count : points.count - 1
        func touches(_ i: Int) -> Bool {
            let (a, b) = (points[i], points[i + 1 < points.count ? i + 1 : 0])
            return max(a.x, b.x) >= window.minX && min(a.x, b.x) <= window.maxX && max(a.y, b.y) >= window.minY
                && min(a.y, b.y) <= window.maxY
        }
        // A ring is gone round from where it comes in.
        guard let gap = isClosed ? (0..<count).first(where: { !touches($0) }) : count - 1 else {
            feed(figure, .identity)
            return true
        }
        var kept = false
        var isOpen = false
        for step in 1...count {
            let i = (gap + step) % count
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
            (kept, isOpen) = (true, true)
        }
        return kept
    }

    /// As above, for a path that is painted but once.
    func append(_ path: Path, touching visible: Rect, outset: Double) -> Bool {
        append(path, FigureIndex(path), touching: visible, outset: outset)
    }

    private func feed(_ figure: PathReader.Figure, _ t: Transform) {
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
    /// The nearest multiple of 1/256 within bounds: cairo's own grid. Rounding here, before the band's translation,
    /// makes sure that a tie falls to the same side in every band.
    @inline(__always)
    var snappedToCairoGrid: Point {
        // Near 1.5·2⁴⁴ neighbouring doubles are 1/256 apart.
        let magic = 26_388_279_066_624.0
        let most = CairoContext.maxCoordinate
        return Point((max(-most, min(most, x)) + magic) - magic, (max(-most, min(most, y)) + magic) - magic)
    }
}

extension Rect {
    fileprivate var isFinite: Bool { minX > -.infinity && maxX < .infinity && minY > -.infinity && maxY < .infinity }

    /// As `intersects`, but a figure without height or width counts too.
    fileprivate func touches(_ r: Rect) -> Bool {
        minX <= r.maxX && r.minX <= maxX && minY <= r.maxY && r.minY <= maxY
    }
}
