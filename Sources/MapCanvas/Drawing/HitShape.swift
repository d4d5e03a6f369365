// SPDX-License-Identifier: MIT
package import MapPlane

/// Where a target can be hit, in pixels.
package indirect enum HitShape: Hashable, Sendable {
    /// An upright rectangle, its edges included.
    case box(Rect)
    /// What a fill of the path covers.
    case area(Path, FillRule)
    /// All within a distance of a path.
    case line(Path, tolerance: Double)
    /// All of several.
    case any([HitShape])

    package func contains(_ p: Point) -> Bool {
        switch self {
        case .box(let rect): rect.contains(p)
        case .area(let path, let rule): path.bounds.contains(p) && path.winding(around: p).isInside(rule)
        case .line(let path, let tolerance):
            path.bounds.inset(by: -tolerance).contains(p)
                && path.flattened.contains { $0.distance(to: p) <= tolerance }
        case .any(let shapes): shapes.contains { $0.contains(p) }
        }
    }

    /// The box around it.
    package var bounds: Rect {
        switch self {
        case .box(let rect): rect
        case .area(let path, _): path.bounds
        case .line(let path, let tolerance): path.isEmpty ? .null : path.bounds.inset(by: -tolerance)
        case .any(let shapes): shapes.reduce(into: Rect.null) { $0 = $0.union($1.bounds) }
        }
    }

    /// The same shape elsewhere; lengths are multiplied with `scale`, as those of a map that keeps angles are.
    package func mapped(by map: Transform, scale: Double) -> HitShape {
        switch self {
        case .box(let rect):
            map.keepsRectangles
                ? .box(map.apply(rect)) : .area(Path.rectangle(rect).transformed(by: map), .nonZero)
        case .area(let path, let rule): .area(path.transformed(by: map), rule)
        case .line(let path, let tolerance): .line(path.transformed(by: map), tolerance: tolerance * scale)
        case .any(let shapes): .any(shapes.map { $0.mapped(by: map, scale: scale) })
        }
    }
}

/// A figure of straight lines.
package struct Figure: Hashable, Sendable {
    package var points: [Point]
    package var isClosed: Bool

    package init(points: [Point], isClosed: Bool) {
        self.points = points
        self.isClosed = isClosed
    }

    /// From a point to the nearest on its lines.
    package func distance(to p: Point) -> Double {
        guard let first = points.first else { return .infinity }
        var nearest = first.distance(to: p)
        var last = isClosed ? points[points.count - 1] : first
        for corner in points {
            let (d, v) = (corner - last, p - last)
            let length = d.x * d.x + d.y * d.y
            let share = length > 0 ? max(0, min(1, (v.x * d.x + v.y * d.y) / length)) : 0
            nearest = min(nearest, last.mix(corner, share).distance(to: p))
            last = corner
        }
        return nearest
    }
}

/// How often a path goes round a point.
struct Winding {
    /// Clockwise turns less the others.
    var turns = 0
    /// Edges to one side.
    var crossings = 0

    func isInside(_ rule: FillRule) -> Bool {
        switch rule {
        case .nonZero: turns != 0
        case .evenOdd: !crossings.isMultiple(of: 2)
        }
    }
}

extension Path {
    /// Its figures with curves as sixteen chords each, which is a tenth of a pixel off for a circle of 40.
    package var flattened: [Figure] {
        var figures: [Figure] = []
        var (at, figure) = (points.startIndex, Figure(points: [], isClosed: false))
        func finish() {
            if !figure.points.isEmpty { figures.append(figure) }
        }
        for verb in verbs {
            switch verb {
            case .move:
                finish()
                figure = Figure(points: [points[at]], isClosed: false)
                at += 1
            case .line:
                figure.points.append(points[at])
                at += 1
            case .curve:
                let start = figure.points.last ?? points[at]
                for step in 1...16 {
                    figure.points.append(
                        Path.onCurve(start, points[at], points[at + 1], points[at + 2], Double(step) / 16))
                }
                at += 3
            case .close:
                figure.isClosed = true
                finish()
                figure = Figure(points: figure.points.first.map { [$0] } ?? [], isClosed: false)
            }
        }
        // After a figure is closed, its start alone is none.
        if figure.points.count > 1 || verbs.last != .close { finish() }
        return figures
    }

    private static func onCurve(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ t: Double) -> Point {
        let (ab, bc, cd) = (a.mix(b, t), b.mix(c, t), c.mix(d, t))
        return ab.mix(bc, t).mix(bc.mix(cd, t), t)
    }

    /// Every figure counts as closed, as it does in a fill.
    func winding(around p: Point) -> Winding {
        var winding = Winding()
        for figure in flattened {
            guard var a = figure.points.last else { continue }
            for b in figure.points {
                if (a.y > p.y) != (b.y > p.y), p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
                    winding.crossings += 1
                    winding.turns += a.y < b.y ? 1 : -1
                }
                a = b
            }
        }
        return winding
    }
}
