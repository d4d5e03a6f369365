// SPDX-License-Identifier: MIT
import MapPlane

/// Finds the largest size of the world at which items, whose size on screen is fixed, fit into a rectangle.
///
/// Along each axis the items need `max(size * position + maximum) - min(size * position + minimum)` points. That is a convex,
/// piecewise linear function of the world's size, so Newton's steps from above meet the answer after few rounds.
struct FitSolver {
    struct Item {
        /// In the unit square of Web Mercator, rotated with the map.
        var position: Point
        /// In points, relative to the position.
        var extent: Rect
    }

    var items: [Item]
    /// Points.
    var room: Size

    /// The same items without extents.
    var withoutExtents: FitSolver {
        let none = Rect(x: 0, y: 0, width: 0, height: 0)
        return FitSolver(items: items.map { Item(position: $0.position, extent: none) }, room: room)
    }

    /// The largest size of the world, in points, at which all items fit; nil when there is none in the range.
    func largestWorld(in sizes: ClosedRange<Double>) -> Double? {
        var size = sizes.upperBound
        for axis in [Axis(items, \.x, \.minX, \.maxX, room.width), Axis(items, \.y, \.minY, \.maxY, room.height)] {
            guard let limit = axis.largestWorld(atMost: size) else { return nil }
            size = min(size, limit)
        }
        // The second axis may have reduced the size below the range in which the first fits.
        let fits = Axis(items, \.x, \.minX, \.maxX, room.width).need(size).length <= room.width + 1e-6
        return fits && size >= sizes.lowerBound ? size : nil
    }

    /// The rotated position that is in the middle of all items with their extents.
    func center(ofWorld size: Double) -> Point {
        let x = Axis(items, \.x, \.minX, \.maxX, room.width).need(size)
        let y = Axis(items, \.y, \.minY, \.maxY, room.height).need(size)
        let origin = items.first?.position ?? .zero
        return origin + Point((x.low + x.high) / 2 / size, (y.low + y.high) / 2 / size)
    }

    /// The rotated position in the middle of as many items as there is room for, found for each axis by itself.
    func centerOfMost(ofWorld size: Double) -> Point {
        let x = Axis(items, \.x, \.minX, \.maxX, room.width).middleOfMost(size)
        let y = Axis(items, \.y, \.minY, \.maxY, room.height).middleOfMost(size)
        return (items.first?.position ?? .zero) + Point(x / size, y / size)
    }

    private struct Axis {
        /// Positions relative to the first item's, so that close ones keep their precision at high zooms.
        var spans: [(position: Double, low: Double, high: Double)]
        var room: Double

        init(
            _ items: [Item], _ position: KeyPath<Point, Double>, _ low: KeyPath<Rect, Double>,
            _ high: KeyPath<Rect, Double>, _ room: Double
        ) {
            let origin = items.first.map { $0.position[keyPath: position] } ?? 0
            spans = items.map {
                ($0.position[keyPath: position] - origin, $0.extent[keyPath: low], $0.extent[keyPath: high])
            }
            self.room = room
        }

        /// The extent of all items at a size of the world, and the derivative of its length by the size.
        func need(_ size: Double) -> (low: Double, high: Double, length: Double, slope: Double) {
            var (low, high) = (Double.infinity, -Double.infinity)
            var (lowPosition, highPosition) = (0.0, 0.0)
            for span in spans {
                let (a, b) = (span.position * size + span.low, span.position * size + span.high)
                if a < low { (low, lowPosition) = (a, span.position) }
                if b > high { (high, highPosition) = (b, span.position) }
            }
            return (low, high, high - low, highPosition - lowPosition)
        }

        /// The middle of the largest group of spans that there is room for; of all spans where they fit, or none does.
        func middleOfMost(_ size: Double) -> Double {
            let all = need(size)
            let middle = (all.low + all.high) / 2
            guard all.length > room + 1e-6 else { return middle }
            let ends = spans.map { (low: $0.position * size + $0.low, high: $0.position * size + $0.high) }
                .filter { $0.high - $0.low <= room }
            let (lows, highs) = (ends.map(\.low).sorted(), ends.map(\.high).sorted())
            var best = (count: 0, middle: middle)
            var last = 0
            for (first, low) in lows.enumerated() {
                // What begins before `low` ends before `low + room`, so that the counts can be subtracted.
                while last < highs.count, highs[last] <= low + room { last += 1 }
                let group = (count: last - first, middle: (low + highs[last - 1]) / 2)
                let isCloser = abs(group.middle - middle) < abs(best.middle - middle)
                if group.count > best.count || (group.count == best.count && isCloser) { best = group }
            }
            return best.middle
        }

        func largestWorld(atMost limit: Double) -> Double? {
            var size = limit
            // Each step makes another pair of items the outermost; a convex function needs far fewer than 64.
            for _ in 0..<64 {
                let need = need(size)
                if need.length <= room + 1e-9 { return size }
                guard need.slope > 0 else { return nil }
                let next = size - (need.length - room) / need.slope
                guard next > 0 else { return nil }
                if next >= size { return size }
                size = next
            }
            return need(size).length <= room + 1e-6 ? size : nil
        }
    }
}
