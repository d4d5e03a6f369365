// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Lines that tiles cut, put together again where their cut ends meet.
struct LineChains {
    private struct Spot: Hashable {
        var x: Int
        var y: Int

        /// Ends within about a twentieth of a pixel count as one.
        init(_ p: Point) {
            x = Int((p.x * 20).rounded())
            y = Int((p.y * 20).rounded())
        }
    }

    private(set) var paths: [Path] = []

    /// - Parameters:
    ///   - parts: stretches drawn with one pen.
    ///   - overlap: how far an end that was cut, and whose other half is not found, is drawn beyond the cut.
    init(_ parts: [LinePart], overlap: Double) {
        let lines = parts
        var taken = [Bool](repeating: false, count: parts.count)
        var starting: [Spot: [Int]] = [:]
        for (i, part) in parts.enumerated() where part.isCutAtStart {
            starting[Spot(part.points[0]), default: []].append(i)
        }
        var continued = Set<Int>()
        var next = [Int?](repeating: nil, count: parts.count)
        for (i, part) in parts.enumerated() where part.isCutAtEnd {
            guard let end = part.points.last else { continue }
            let spot = Spot(end)
            guard let place = starting[spot]?.firstIndex(where: { $0 != i }) else { continue }
            guard let follower = starting[spot]?.remove(at: place) else { continue }
            next[i] = follower
            continued.insert(follower)
        }
        func chain(from first: Int) {
            guard !taken[first] else { return }
            taken[first] = true
            var line = lines[first]
            var last = first
            while let follower = next[last], !taken[follower] {
                taken[follower] = true
                line.points += lines[follower].points.dropFirst()
                line.isCutAtEnd = lines[follower].isCutAtEnd
                last = follower
            }
            // A ring that was cut comes back to where it began.
            if next[last] == first, line.points.count > 3 {
                line.isRing = true
                line.isCutAtStart = false
                line.isCutAtEnd = false
            } else if next[last] != nil {
                line.isCutAtEnd = false
            }
            paths.append(line.extended(by: overlap).path)
        }
        for i in parts.indices where !continued.contains(i) { chain(from: i) }
        for i in parts.indices { chain(from: i) }
    }
}

extension LinePart {
    /// Drawn a little beyond ends that were cut.
    fileprivate func extended(by overlap: Double) -> LinePart {
        guard overlap > 0, points.count > 1 else { return self }
        var line = self
        if isCutAtStart { line.points[0] = points[0].pushed(from: points[1], by: overlap) }
        if isCutAtEnd {
            let last = points.count - 1
            line.points[last] = points[last].pushed(from: points[last - 1], by: overlap)
        }
        return line
    }
}

extension Point {
    fileprivate func pushed(from other: Point, by distance: Double) -> Point {
        let way = self - other
        return way.length > 1e-6 ? self + way * (distance / way.length) : self
    }
}
