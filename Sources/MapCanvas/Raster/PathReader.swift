// SPDX-License-Identifier: MIT
import MapPlane

/// Walks over a path figure by figure without copying.
struct PathReader {
    /// From one `move` up to the next.
    struct Figure {
        let verbs: UnsafeBufferPointer<Path.Verb>
        let points: UnsafeBufferPointer<Point>
    }

    private let verbs: UnsafeBufferPointer<Path.Verb>
    private let points: UnsafeBufferPointer<Point>
    private var verb = 0
    private var point = 0
    /// Where the figure that `next` gave lies in the path.
    private(set) var lastVerbs = 0..<0
    private(set) var lastPoints = 0..<0

    /// Lends a reader for the length of a closure.
    static func read(_ path: borrowing Path, _ body: (inout PathReader) -> Void) {
        path.verbs.withUnsafeBufferPointer { verbs in
            path.points.withUnsafeBufferPointer { points in
                var reader = PathReader(verbs: verbs, points: points)
                body(&reader)
            }
        }
    }

    /// Lends the figures of an index of the same path, one by one.
    static func read(
        _ path: borrowing Path, _ index: FigureIndex, _ body: (Figure, FigureIndex.Entry) -> Void
    ) {
        path.verbs.withUnsafeBufferPointer { verbs in
            path.points.withUnsafeBufferPointer { points in
                for entry in index.entries {
                    let figure = Figure(
                        verbs: UnsafeBufferPointer(rebasing: verbs[entry.verbs]),
                        points: UnsafeBufferPointer(rebasing: points[entry.points]))
                    body(figure, entry)
                }
            }
        }
    }

    private init(verbs: UnsafeBufferPointer<Path.Verb>, points: UnsafeBufferPointer<Point>) {
        self.verbs = verbs
        self.points = points
    }

    mutating func next() -> Figure? {
        let (firstVerb, firstPoint) = (verb, point)
        while verb < verbs.count {
            switch verbs[verb] {
            case .move:
                if verb > firstVerb { return figure(firstVerb, firstPoint) }
                point += 1
            case .line: point += 1
            case .curve: point += 3
            case .close: break
            }
            verb += 1
        }
        return verb > firstVerb ? figure(firstVerb, firstPoint) : nil
    }

    private mutating func figure(_ firstVerb: Int, _ firstPoint: Int) -> Figure {
        lastVerbs = firstVerb..<verb
        lastPoints = min(firstPoint, points.count)..<min(point, points.count)
        return Figure(
            verbs: UnsafeBufferPointer(rebasing: verbs[lastVerbs]),
            points: UnsafeBufferPointer(rebasing: points[lastPoints]))
    }
}

extension PathReader.Figure {
    /// The box around all points, controls included; `everything` when a coordinate is infinite or no number.
    var bounds: Rect {
        var box = Rect.null
        var sum = 0.0
        for p in points {
            // Stays zero unless there is something that is no finite number.
            sum += (p.x - p.x) + (p.y - p.y)
            box.extend(to: p)
        }
        return sum == 0 ? box : .everything
    }

    /// The box around all points, controls included; with infinite edges when a coordinate is infinite or no number.
    func bounds(under t: Transform) -> Rect {
        var box = Rect.null
        for p in points {
            let q = t.apply(p)
            // A sum that is no number tells of either coordinate.
            guard (q.x + q.y) - (q.x + q.y) == 0 else { return .everything }
            box.extend(to: q)
        }
        return box
    }

    /// True when there are no curves.
    var isStraight: Bool {
        for verb in verbs { if case .curve = verb { return false } }
        return true
    }

    /// Hands out the figure's edges, curves as short lines, and the one that closes it.
    func forEachShortLine(_ body: (Point, Point) -> Void) {
        guard let start = points.first else { return }
        var here = start
        var next = 1
        for verb in verbs {
            switch verb {
            case .move: break
            case .line:
                guard next < points.count else { return }
                body(here, points[next])
                here = points[next]
                next += 1
            case .curve:
                guard next + 2 < points.count else { return }
                let (a, b, end) = (points[next], points[next + 1], points[next + 2])
                let length = here.distance(to: a) + a.distance(to: b) + b.distance(to: end)
                let steps = max(4, min(256, (2 * length.squareRoot()).rounded(.up)))
                var last = here
                for step in 1...Int(steps) {
                    let t = Double(step) / steps
                    let s = 1 - t
                    let p = here * (s * s * s) + a * (3 * s * s * t) + b * (3 * s * t * t) + end * (t * t * t)
                    body(last, p)
                    last = p
                }
                here = end
                next += 3
            case .close:
                body(here, start)
                here = start
            }
        }
        body(here, start)
    }

    /// True when an edge is curved, or neither level nor upright on cairo's grid. A filled figure has a closing edge.
    func isSlanted(filled: Bool) -> Bool {
        guard isStraight else { return true }
        guard let first = points.first, let end = points.last else { return false }
        var isClosed = filled
        if case .close? = verbs.last { isClosed = true }
        var last = Self.cell(isClosed ? end : first)
        for p in points {
            let cell = Self.cell(p)
            if cell.x != last.x && cell.y != last.y { return true }
            last = cell
        }
        return false
    }

    /// Rounds to the nearest multiple, ties to even: near 1.5·2⁵² neighbouring doubles are 1 apart.
    private static func cell(_ p: Point) -> Point {
        let magic = 6_755_399_441_055_744.0
        return Point((p.x * 256 + magic) - magic, (p.y * 256 + magic) - magic)
    }
}
