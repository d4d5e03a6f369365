// SPDX-License-Identifier: MIT
package import MapPlane

/// A part of the plane: all within a ring but what lies in holes of it.
package struct Outline: Hashable, Sendable {
    package var ring: [Point]
    package var holes: [[Point]]

    package init(ring: [Point], holes: [[Point]]) {
        self.ring = ring
        self.holes = holes
    }
}

extension HitShape {
    /// The shape as polygons, cut at a rectangle; they may overlap.
    package func outlines(within rect: Rect) -> [Outline] {
        switch self {
        case .box(let box):
            let seen = box.intersection(rect)
            return seen.isNull || seen.width <= 0 || seen.height <= 0 ? [] : [Outline(ring: seen.corners, holes: [])]
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

/// Rings that lie in an even number of others, with the rings right inside of them as holes.
private func nested(_ rings: [[Point]], within rect: Rect) -> [Outline] {
    // Comparing each with each takes too long for very many: those are told without holes.
    guard rings.count <= 500 else { return rings.map { Outline(ring: $0, holes: []) } }
    let parents = rings.indices.map { index in
        rings.indices.filter { $0 != index && isInside(rings[index], rings[$0], rect) }
    }
    var outlines: [Int: Outline] = [:]
    for index in rings.indices where parents[index].count.isMultiple(of: 2) {
        outlines[index] = Outline(ring: rings[index], holes: [])
    }
    for index in rings.indices where !parents[index].count.isMultiple(of: 2) {
        // The nearest ring around is the one that lies in the most others.
        let nearest = parents[index].max { parents[$0].count < parents[$1].count }
        if let nearest { outlines[nearest]?.holes.append(rings[index]) }
    }
    return rings.indices.compactMap { outlines[$0] }
}

/// Rings that do not cross each other: one corner tells. It must not lie where both were cut.
private func isInside(_ ring: [Point], _ other: [Point], _ rect: Rect) -> Bool {
    let within = rect.inset(by: 1e-6)
    guard let corner = ring.first(where: within.contains) ?? ring.first else { return false }
    var path = Path()
    path.addLines(other, closed: true)
    return path.bounds.contains(corner) && path.winding(around: corner).isInside(.evenOdd)
}

/// Strips along a line, as wide as it can be hit. A line that turns much is told in several strips, so that none of
/// them runs over itself, which image maps would take for a hole.
private func ribbons(along line: [Point], tolerance: Double) -> [[Point]] {
    var corners: [Point] = []
    for p in line where corners.last.map({ $0.distance(to: p) > 1e-6 }) ?? true { corners.append(p) }
    guard corners.count > 1, tolerance > 0 else { return [] }
    var (strips, run, turned) = ([[Point]](), [corners[0]], 0.0)
    for (index, p) in corners.enumerated().dropFirst() {
        run.append(p)
        guard index + 1 < corners.count else { break }
        let (a, b) = (p - corners[index - 1], corners[index + 1] - p)
        let cosine = (a.x * b.x + a.y * b.y) / (a.length * b.length)
        // Half a right angle is 0.293 short of straight on.
        turned += 1 - cosine
        if turned > 0.293 {
            strips.append(strip(run, tolerance))
            (run, turned) = ([p], 0)
        }
    }
    strips.append(strip(run, tolerance))
    return strips
}

private func strip(_ line: [Point], _ tolerance: Double) -> [Point] {
    var line = line
    let last = line.count - 1
    let (start, end) = (line[0] - line[1], line[last] - line[last - 1])
    // As far beyond the ends as beside the line: corners of the strip reach a little farther than the round ends.
    line[0] = line[0] + start * (tolerance / start.length)
    line[last] = line[last] + end * (tolerance / end.length)
    return offsetLine(line, by: tolerance, closed: false) + offsetLine(line, by: -tolerance, closed: false).reversed()
}
