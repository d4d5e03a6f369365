// SPDX-License-Identifier: MIT
import MapPlane

/// A convex area, of a tile or the like, that paths of straight lines are cut to.
struct ConvexClip {
    /// Clockwise on screen; empty for no limit.
    private let corners: [Point]

    /// No limit for nil; no clip at all out of a path that is not one convex polygon.
    init?(_ path: Path?) {
        guard let path else {
            self.init(limits: [])
            return
        }
        guard path.verbs.first == .move, path.verbs.last == .close,
            path.verbs.dropFirst().dropLast().allSatisfy({ $0 == .line })
        else { return nil }
        self.init(corners: path.points)
    }

    private init(limits: [Point]) {
        corners = limits
    }

    /// Nil when the polygon is not convex.
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

    /// The part of a filled path that lies inside; what has curves is not cut.
    func area(_ path: Path) -> Path {
        guard !corners.isEmpty else { return path }
        var result = Path()
        for figure in path.figures {
            if contains(figure.bounds) || !figure.isStraight {
                result.append(figure.path)
            } else {
                let ring = cut(figure.points)
                if ring.count >= 3 { result.addLines(ring, closed: true) }
            }
        }
        return result
    }

    /// The parts of a path's edges that lie inside.
    func edges(_ path: Path) -> Path {
        guard !corners.isEmpty else { return path }
        var result = Path()
        for figure in path.figures {
            if contains(figure.bounds) || !figure.isStraight {
                result.append(figure.path)
            } else {
                let line = figure.isClosed ? figure.points + figure.points.prefix(1) : figure.points
                for part in parts(of: line) { result.addLines(part.points, closed: false) }
            }
        }
        return result
    }

    /// A stretch of a line that lies inside.
    struct Part {
        var points: [Point]
        /// How far along the line it begins.
        var start: Double
        /// True where the line goes on outside.
        var isCutAtStart: Bool
        var isCutAtEnd: Bool
    }

    /// The stretches of a line that lie inside, in order.
    func parts(of line: [Point]) -> [Part] {
        guard line.count > 1 else { return [] }
        var parts: [Part] = []
        var open: Part?
        var walked = 0.0
        for (a, b) in zip(line, line.dropFirst()) {
            let length = a.distance(to: b)
            defer { walked += length }
            guard let (enter, leave) = span(a, b) else {
                if let part = open { parts.append(part) }
                open = nil
                continue
            }
            if open == nil {
                open = Part(
                    points: [enter > 0 ? a.mix(b, enter) : a], start: walked + length * enter,
                    isCutAtStart: enter > 0 || walked > 0, isCutAtEnd: false)
            }
            open?.points.append(leave < 1 ? a.mix(b, leave) : b)
            if leave < 1, var part = open {
                part.isCutAtEnd = true
                parts.append(part)
                open = nil
            }
        }
        if let open { parts.append(open) }
        return parts.filter { $0.points.count > 1 && $0.points.contains { [first = $0.points[0]] in $0 != first } }
    }

    private func contains(_ box: Rect) -> Bool {
        !box.isNull && box.corners.allSatisfy { p in corners.indices.allSatisfy { depth(p, $0) >= 0 } }
    }

    /// Positive inside of an edge.
    private func depth(_ p: Point, _ edge: Int) -> Double {
        let (a, b) = (corners[edge], corners[(edge + 1) % corners.count])
        return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }

    /// Where a segment enters and leaves, as fractions of its length.
    private func span(_ a: Point, _ b: Point) -> (Double, Double)? {
        var (enter, leave) = (0.0, 1.0)
        for edge in corners.indices {
            let (from, to) = (depth(a, edge), depth(b, edge))
            if from < 0 && to < 0 { return nil }
            if from < 0 { enter = max(enter, from / (from - to)) }
            if to < 0 { leave = min(leave, from / (from - to)) }
        }
        return enter <= leave ? (enter, leave) : nil
    }

    /// Sutherland and Hodgman's cut of a ring.
    private func cut(_ ring: [Point]) -> [Point] {
        var ring = ring
        for edge in corners.indices {
            guard var a = ring.last else { return [] }
            var from = depth(a, edge)
            var kept: [Point] = []
            kept.reserveCapacity(ring.count + 4)
            for b in ring {
                let to = depth(b, edge)
                if (from >= 0) != (to >= 0) { kept.append(a.mix(b, from / (from - to))) }
                if to >= 0 { kept.append(b) }
                (a, from) = (b, to)
            }
            ring = kept
        }
        return ring
    }
}
