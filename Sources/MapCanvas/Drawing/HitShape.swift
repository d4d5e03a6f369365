// SPDX-License-Identifier: MIT
package import MapGeometry

/// The hit area of a target, in pixels.
package indirect enum HitShape: Hashable, Sendable {
    /// An axis-aligned rectangle, including its edges.
    case box(Rect)
    /// The area that filling the path covers.
    case area(Path, FillRule)
    /// All points within a distance of a path.
    case line(Path, tolerance: Double)
    /// The union of several shapes.
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

    /// The bounding box.
    package var bounds: Rect {
        switch self {
        case .box(let rect): rect
        case .area(let path, _): path.bounds
        case .line(let path, let tolerance): path.isEmpty ? .null : path.bounds.inset(by: -tolerance)
        case .any(let shapes): shapes.reduce(into: Rect.null) { $0 = $0.union($1.bounds) }
        }
    }

    /// The shape under a similarity transform, which multiplies lengths by `scale`.
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

/// A polyline or polygon.
package struct Figure: Hashable, Sendable {
    package var points: [Point]
    package var isClosed: Bool

    package init(points: [Point], isClosed: Bool) {
        self.points = points
        self.isClosed = isClosed
    }

    /// The distance from a point to the nearest point of the figure's lines.
    package func distance(to p: Point) -> Double {
        guard let first = points.first else { return .infinity }
        var nearest = first.distance(to: p)
        var previous = isClosed ? points[points.count - 1] : first
        for corner in points {
            let (d, v) = (corner - previous, p - previous)
            let length = d.x * d.x + d.y * d.y
            let fraction = length > 0 ? max(0, min(1, (v.x * d.x + v.y * d.y) / length)) : 0
            nearest = min(nearest, previous.mix(corner, fraction).distance(to: p))
            previous = corner
        }
        return nearest
    }
}

/// The winding of a path around a point.
struct Winding {
    /// The winding number: clockwise turns minus counterclockwise ones.
    var turns = 0
    /// The number of edges crossed by a ray from the point.
    var crossings = 0

    func isInside(_ rule: FillRule) -> Bool {
        switch rule {
        case .nonZero: turns != 0
        case .evenOdd: !crossings.isMultiple(of: 2)
        }
    }
}

extension Path {
    /// The figures with curves flattened to sixteen chords each, at most 0.1 pixel off for a circle with a radius of
    /// 40.
    package var flattened: [Figure] {
        var figures: [Figure] = []
        var (next, figure) = (points.startIndex, Figure(points: [], isClosed: false))
        func finish() {
            if !figure.points.isEmpty { figures.append(figure) }
        }
        for verb in verbs {
            switch verb {
            case .move:
                finish()
                figure = Figure(points: [points[next]], isClosed: false)
                next += 1
            case .line:
                figure.points.append(points[next])
                next += 1
            case .curve:
                let start = figure.points.last ?? points[next]
                for step in 1...16 {
                    figure.points.append(
                        Path.onCurve(start, points[next], points[next + 1], points[next + 2], Double(step) / 16))
                }
                next += 3
            case .close:
                figure.isClosed = true
                finish()
                figure = Figure(points: figure.points.first.map { [$0] } ?? [], isClosed: false)
            }
        }
        // The start point after a closed figure is no figure of its own.
        if figure.points.count > 1 || verbs.last != .close { finish() }
        return figures
    }

    private static func onCurve(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ t: Double) -> Point {
        let (ab, bc, cd) = (a.mix(b, t), b.mix(c, t), c.mix(d, t))
        return ab.mix(bc, t).mix(bc.mix(cd, t), t)
    }

    /// Every figure is closed implicitly, as in a fill.
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

/// A polygon with holes.
package struct Outline: Hashable, Sendable {
    package var ring: [Point]
    package var holes: [[Point]]

    package init(ring: [Point], holes: [[Point]]) {
        self.ring = ring
        self.holes = holes
    }
}

extension HitShape {
    /// The shape as polygons clipped to a rectangle; they may overlap.
    package func outlines(within rect: Rect) -> [Outline] {
        switch self {
        case .box(let box):
            let visible = box.intersection(rect)
            return visible.isNull || visible.width <= 0 || visible.height <= 0
                ? [] : [Outline(ring: visible.corners, holes: [])]
        case .area(let path, let rule):
            let rings = path.flattened.map { clippedRing($0.points, to: rect) }.filter { signedArea($0) != 0 }
            return rule == .evenOdd ? nested(rings, within: rect) : rings.map { Outline(ring: $0, holes: []) }
        case .line(let path, let tolerance):
            return path.flattened.flatMap { figure -> [Outline] in
                let line = figure.isClosed ? figure.points + figure.points.prefix(1) : figure.points
                return ribbons(along: simplified(line, tolerance: tolerance / 8), tolerance: tolerance)
                    .map { clippedRing($0, to: rect) }.filter { signedArea($0) != 0 }
                    .map { Outline(ring: $0, holes: []) }
            }
        case .any(let shapes): return shapes.flatMap { $0.outlines(within: rect) }
        }
    }
}

/// Rings that lie in an even number of others, with the rings directly inside of them as holes.
private func nested(_ rings: [[Point]], within rect: Rect) -> [Outline] {
    // Comparing all pairs takes too long for very many rings: those are returned without holes.
    guard rings.count <= 500 else { return rings.map { Outline(ring: $0, holes: []) } }
    let parents = rings.indices.map { index in
        rings.indices.filter { $0 != index && isInside(rings[index], rings[$0], rect) }
    }
    var outlines: [Int: Outline] = [:]
    for index in rings.indices where parents[index].count.isMultiple(of: 2) {
        outlines[index] = Outline(ring: rings[index], holes: [])
    }
    for index in rings.indices where !parents[index].count.isMultiple(of: 2) {
        // The innermost enclosing ring is the one that lies in the most others.
        let nearest = parents[index].max { parents[$0].count < parents[$1].count }
        if let nearest { outlines[nearest]?.holes.append(rings[index]) }
    }
    return rings.indices.compactMap { outlines[$0] }
}

/// Rings that do not cross: one corner decides. It must not lie on the clip rectangle.
private func isInside(_ ring: [Point], _ other: [Point], _ rect: Rect) -> Bool {
    let within = rect.inset(by: 1e-6)
    guard let corner = ring.first(where: within.contains) ?? ring.first else { return false }
    let path = Path(other, closed: true)
    return path.bounds.contains(corner) && path.winding(around: corner).isInside(.evenOdd)
}

/// Polygons along a line, as wide as its hit area. A line with many turns is split, so that no polygon overlaps
/// itself, which image maps would treat as a hole.
private func ribbons(along line: [Point], tolerance: Double) -> [[Point]] {
    var corners: [Point] = []
    for p in line where corners.last.map({ $0.distance(to: p) > 1e-6 }) ?? true { corners.append(p) }
    guard corners.count > 1, tolerance > 0 else { return [] }
    var (strips, part, accumulatedTurn) = ([[Point]](), [corners[0]], 0.0)
    for (index, p) in corners.enumerated().dropFirst() {
        part.append(p)
        guard index + 1 < corners.count else { break }
        let (a, b) = (p - corners[index - 1], corners[index + 1] - p)
        let cosine = (a.x * b.x + a.y * b.y) / (a.length * b.length)
        // 1 − cos 45° = 0.293.
        accumulatedTurn += 1 - cosine
        if accumulatedTurn > 0.293 {
            strips.append(strip(part, tolerance))
            (part, accumulatedTurn) = ([p], 0)
        }
    }
    strips.append(strip(part, tolerance))
    return strips
}

private func strip(_ line: [Point], _ tolerance: Double) -> [Point] {
    var line = line
    let last = line.count - 1
    let (start, end) = (line[0] - line[1], line[last] - line[last - 1])
    // Extended at the ends by the tolerance: the corners lie slightly outside of round ends.
    line[0] = line[0] + start * (tolerance / start.length)
    line[last] = line[last] + end * (tolerance / end.length)
    return offsetLine(line, by: tolerance, closed: false) + offsetLine(line, by: -tolerance, closed: false).reversed()
}
