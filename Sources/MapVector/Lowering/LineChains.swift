// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Joins lines that were cut at tile borders, where their cut ends meet.
struct LineChains {
    private struct EndpointKey: Hashable {
        var x: Int
        var y: Int

        /// Ends within about 1/20 pixel are equal.
        init(_ p: Point) {
            x = Int((p.x * 20).rounded())
            y = Int((p.y * 20).rounded())
        }
    }

    private(set) var paths: [Path] = []

    /// - Parameters:
    ///   - parts: lines drawn with one pen.
    ///   - overlap: the length by which cut ends without a counterpart are extended.
    init(_ parts: [LinePart], overlap: Double) {
        let lines = parts
        var isUsed = [Bool](repeating: false, count: parts.count)
        var startsByKey: [EndpointKey: [Int]] = [:]
        for (i, part) in parts.enumerated() where part.isCutAtStart {
            startsByKey[EndpointKey(part.points[0]), default: []].append(i)
        }
        var hasPredecessor = Set<Int>()
        var next = [Int?](repeating: nil, count: parts.count)
        for (i, part) in parts.enumerated() where part.isCutAtEnd {
            guard let end = part.points.last else { continue }
            let key = EndpointKey(end)
            guard let index = startsByKey[key]?.firstIndex(where: { $0 != i }) else { continue }
            guard let successor = startsByKey[key]?.remove(at: index) else { continue }
            next[i] = successor
            hasPredecessor.insert(successor)
        }
        func chain(from first: Int) {
            guard !isUsed[first] else { return }
            isUsed[first] = true
            var line = lines[first]
            var last = first
            while let successor = next[last], !isUsed[successor] {
                isUsed[successor] = true
                line.points += lines[successor].points.dropFirst()
                line.isCutAtEnd = lines[successor].isCutAtEnd
                last = successor
            }
            // A cut ring returns to its start.
            if next[last] == first, line.points.count > 3 {
                line.isRing = true
                line.isCutAtStart = false
                line.isCutAtEnd = false
            } else if next[last] != nil {
                line.isCutAtEnd = false
            }
            paths.append(line.extended(by: overlap).path)
        }
        for i in parts.indices where !hasPredecessor.contains(i) { chain(from: i) }
        for i in parts.indices { chain(from: i) }
    }
}

extension LinePart {
    /// The line with its cut ends extended.
    fileprivate func extended(by overlap: Double) -> LinePart {
        guard overlap > 0, points.count > 1 else { return self }
        var line = self
        if isCutAtStart { line.points[0] = points[0].extended(from: points[1], by: overlap) }
        if isCutAtEnd {
            let last = points.count - 1
            line.points[last] = points[last].extended(from: points[last - 1], by: overlap)
        }
        return line
    }
}

extension Point {
    fileprivate func extended(from other: Point, by distance: Double) -> Point {
        let offset = self - other
        return offset.length > 1e-6 ? self + offset * (distance / offset.length) : self
    }
}
