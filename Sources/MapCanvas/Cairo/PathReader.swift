// SPDX-License-Identifier: MIT
import MapPlane

/// Walks over a path figure by figure without copying.
struct PathReader {
    /// From one `move` up to the next.
    struct Figure {
        let verbs: Slice<UnsafeBufferPointer<Path.Verb>>
        let points: Slice<UnsafeBufferPointer<Point>>
    }

    private let verbs: UnsafeBufferPointer<Path.Verb>
    private let points: UnsafeBufferPointer<Point>
    private var verb = 0
    private var point = 0

    /// Lends a reader for the length of a closure.
    static func read(_ path: borrowing Path, _ body: (inout PathReader) -> Void) {
        path.verbs.withUnsafeBufferPointer { verbs in
            path.points.withUnsafeBufferPointer { points in
                var reader = PathReader(verbs: verbs, points: points)
                body(&reader)
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

    private func figure(_ firstVerb: Int, _ firstPoint: Int) -> Figure {
        Figure(verbs: verbs[firstVerb..<verb], points: points[min(firstPoint, points.count)..<min(point, points.count)])
    }
}

extension PathReader.Figure {
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

    /// True when an edge is curved, or neither level nor upright on cairo's grid. A filled figure has a closing edge.
    func isSlanted(filled: Bool) -> Bool {
        if verbs.contains(.curve) { return true }
        guard let first = points.first, let end = points.last else { return false }
        var last = Self.cell(filled || verbs.last == .close ? end : first)
        for p in points {
            let cell = Self.cell(p)
            if cell.x != last.x && cell.y != last.y { return true }
            last = cell
        }
        return false
    }

    private static func cell(_ p: Point) -> Point {
        Point((p.x * 256).rounded(.toNearestOrEven), (p.y * 256).rounded(.toNearestOrEven))
    }
}
