// SPDX-License-Identifier: MIT
import MapPlane

/// Finds the largest world in which items of fixed size on a growing map fit into a rectangle.
///
/// Along each axis the items need `max(size * place + maximum) - min(size * place + minimum)` points. That is a convex,
/// piecewise linear function of the world's size, so Newton's steps from above meet the answer after few rounds.
struct FitSolver {
    struct Item {
        /// In the unit Mercator square, turned with the map.
        var place: Point
        /// Points relative to the place.
        var extent: Rect
    }

    var items: [Item]
    /// Points.
    var room: Size

    /// The items as mere points.
    var withoutExtents: FitSolver {
        let none = Rect(x: 0, y: 0, width: 0, height: 0)
        return FitSolver(items: items.map { Item(place: $0.place, extent: none) }, room: room)
    }

    /// The largest size of the world, in points, with all items inside the room; nil when there is none in the range.
    func largestWorld(in sizes: ClosedRange<Double>) -> Double? {
        var size = sizes.upperBound
        for axis in [Axis(items, \.x, \.minX, \.maxX, room.width), Axis(items, \.y, \.minY, \.maxY, room.height)] {
            guard let limit = axis.largestWorld(atMost: size) else { return nil }
            size = min(size, limit)
        }
        // The second axis may have pushed the size below what the first can bear.
        let fits = Axis(items, \.x, \.minX, \.maxX, room.width).need(size).length <= room.width + 1e-6
        return fits && size >= sizes.lowerBound ? size : nil
    }

    /// The place, turned with the map, that is in the middle of all that is drawn.
    func center(ofWorld size: Double) -> Point {
        let x = Axis(items, \.x, \.minX, \.maxX, room.width).need(size)
        let y = Axis(items, \.y, \.minY, \.maxY, room.height).need(size)
        let origin = items.first?.place ?? .zero
        return origin + Point((x.low + x.high) / 2 / size, (y.low + y.high) / 2 / size)
    }

    private struct Axis {
        /// Places relative to the first item's, so that near ones keep their digits at deep zooms.
        var spans: [(place: Double, low: Double, high: Double)]
        var room: Double

        init(
            _ items: [Item], _ place: KeyPath<Point, Double>, _ low: KeyPath<Rect, Double>,
            _ high: KeyPath<Rect, Double>, _ room: Double
        ) {
            let origin = items.first.map { $0.place[keyPath: place] } ?? 0
            spans = items.map { ($0.place[keyPath: place] - origin, $0.extent[keyPath: low], $0.extent[keyPath: high]) }
            self.room = room
        }

        /// Where all that is drawn begins and ends in a world of this size, and how fast its length grows with it.
        func need(_ size: Double) -> (low: Double, high: Double, length: Double, slope: Double) {
            var (low, high) = (Double.infinity, -Double.infinity)
            var (lowPlace, highPlace) = (0.0, 0.0)
            for span in spans {
                let (a, b) = (span.place * size + span.low, span.place * size + span.high)
                if a < low { (low, lowPlace) = (a, span.place) }
                if b > high { (high, highPlace) = (b, span.place) }
            }
            return (low, high, high - low, highPlace - lowPlace)
        }

        func largestWorld(atMost limit: Double) -> Double? {
            var size = limit
            // Each step makes another pair of items the outermost; 64 are far more than a convex curve needs.
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
