// SPDX-License-Identifier: MIT
import MapGeometry

/// A convex polygon, such as a tile's, that straight-edged paths are clipped to.
struct ConvexClip {
    /// Clockwise on screen; empty for no clip.
    private let corners: [Point]

    /// Creates a clip that keeps everything for nil; returns nil for a path that is not a single convex polygon.
    init?(_ path: Path?) {
        guard let path else {
            self.init(unchecked: [])
            return
        }
        guard path.verbs.first == .move, path.verbs.last == .close,
            path.verbs.dropFirst().dropLast().allSatisfy({ $0 == .line })
        else { return nil }
        self.init(corners: path.points)
    }

    private init(unchecked corners: [Point]) {
        self.corners = corners
    }

    /// Returns nil when the polygon is not convex.
    init?(corners: [Point]) {
        var corners = corners
        if corners.first == corners.last { corners.removeLast() }
        let area = signedArea(corners)
        guard corners.count >= 3, corners.count <= 64, area.isFinite, area != 0 else { return nil }
        if area < 0 { corners.reverse() }
        for i in corners.indices {
            let (a, b, c) = (corners[i], corners[(i + 1) % corners.count], corners[(i + 2) % corners.count])
            guard (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) >= -1e-6 else { return nil }
        }
        self.corners = corners
    }

    /// The part of a filled path inside the clip; figures with curves are not clipped.
    func area(_ path: Path) -> Path {
        clipped(path) { figure, result in
            let ring = clippedRing(figure.points)
            if ring.count >= 3 { result.addLines(ring, closed: true) }
        }
    }

    /// The parts of a path's edges inside the clip.
    func edges(_ path: Path) -> Path {
        clipped(path) { figure, result in
            let line = figure.isClosed ? figure.points + figure.points.prefix(1) : figure.points
            for part in parts(of: line) { result.addLines(part.points, closed: false) }
        }
    }

    /// Cuts the figures that are partly outside.
    private func clipped(_ path: Path, _ cut: (PathFigure, inout Path) -> Void) -> Path {
        guard !corners.isEmpty else { return path }
        var result = Path()
        for figure in path.figures {
            if contains(figure.bounds) || !figure.isStraight {
                result.append(figure.path)
            } else {
                cut(figure, &result)
            }
        }
        return result
    }

    /// A part of a line inside the clip.
    struct Part {
        var points: [Point]
        /// The distance along the line at which it begins.
        var start: Double
        /// True where the line continues outside.
        var isCutAtStart: Bool
        var isCutAtEnd: Bool
    }

    /// The parts of a line inside the clip, in order.
    func parts(of line: [Point]) -> [Part] {
        guard line.count > 1 else { return [] }
        var parts: [Part] = []
        var current: Part?
        var distance = 0.0
        for (a, b) in zip(line, line.dropFirst()) {
            let length = a.distance(to: b)
            defer { distance += length }
            guard let (enter, leave) = clippedFractions(a, b) else {
                if let part = current { parts.append(part) }
                current = nil
                continue
            }
            if current == nil {
                current = Part(
                    points: [enter > 0 ? a.mix(b, enter) : a], start: distance + length * enter,
                    isCutAtStart: enter > 0 || distance > 0, isCutAtEnd: false)
            }
            current?.points.append(leave < 1 ? a.mix(b, leave) : b)
            if leave < 1, var part = current {
                part.isCutAtEnd = true
                parts.append(part)
                current = nil
            }
        }
        if let current { parts.append(current) }
        return parts.filter { $0.points.count > 1 && $0.points.contains { [first = $0.points[0]] in $0 != first } }
    }

    private func contains(_ box: Rect) -> Bool {
        !box.isNull && box.corners.allSatisfy { p in corners.indices.allSatisfy { depth(p, $0) >= 0 } }
    }

    /// The cross product of an edge and a point: positive inside.
    private func depth(_ p: Point, _ edge: Int) -> Double {
        let (a, b) = (corners[edge], corners[(edge + 1) % corners.count])
        return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }

    /// The fractions along a segment at which it enters and leaves the clip.
    private func clippedFractions(_ a: Point, _ b: Point) -> (Double, Double)? {
        var (enter, leave) = (0.0, 1.0)
        for edge in corners.indices {
            let (from, to) = (depth(a, edge), depth(b, edge))
            if from < 0 && to < 0 { return nil }
            if from < 0 { enter = max(enter, from / (from - to)) }
            if to < 0 { leave = min(leave, from / (from - to)) }
        }
        return enter <= leave ? (enter, leave) : nil
    }

    private func clippedRing(_ ring: [Point]) -> [Point] {
        corners.indices.reduce(ring) { ring, edge in cutting(ring) { depth($0, edge) } }
    }
}
