// SPDX-License-Identifier: MIT
import MapPlane

/// A line that grows at both ends without being copied.
struct GrowingLine {
    /// The first points, from the last of them to the first.
    private var front: [Point] = []
    private var back: [Point]

    /// - Parameter points: at least one.
    init(_ points: [Point]) { back = points }

    var count: Int { front.count + back.count }

    /// The points in order.
    var points: [Point] { front.isEmpty ? back : front.reversed() + back }

    var first: Point {
        get { front.last ?? back[0] }
        set {
            if front.isEmpty { back[0] = newValue } else { front[front.count - 1] = newValue }
        }
    }

    var last: Point { back.last ?? front[0] }

    mutating func reverse() { swap(&front, &back) }

    /// Adds a line whose first point stands for this one's last, which stays. The shorter of the two is copied.
    mutating func append(_ other: consuming GrowingLine) {
        guard other.count > count else {
            back += other.points.dropFirst()
            return
        }
        other.first = last
        other.front += points.dropLast().reversed()
        self = other
    }
}
