// SPDX-License-Identifier: MIT
import Libc

/// A line and the radius around it that counts as explored.
package struct ExploredTrack: Hashable, Sendable {
    /// Unwrapped, see `unwrapped(_:)`.
    package var line: [Coordinate]
    /// Metres to each side and around the ends.
    package var radius: Double

    package init(line: [Coordinate], radius: Double) {
        self.line = line
        self.radius = radius
    }
}

/// The area within the radius of any of the tracks, in square metres; overlaps count once.
///
/// The Earth is divided into strips along parallels, 64 for the smallest radius. In each strip a segment with its radius is
/// an interval of longitudes, and the union of intervals is exact; only the height of the strips causes an error, below
/// 0.1 %.
package func exploredArea(of tracks: [ExploredTrack]) -> Double {
    let capsules = tracks.flatMap(Capsule.all).sorted { ($0.south, $0.west) < ($1.south, $1.west) }
    guard let first = capsules.first, let north = capsules.map(\.north).max(),
        let minRadius = capsules.map(\.radius).min()
    else { return 0 }
    // A hundred thousand strips are enough for a day's walk at 10 m; more would only take time.
    let wanted = min(100_000, max(1, ((north - first.south) / (minRadius / 32)).rounded(.up)))
    let height = (north - first.south) / wanted
    var active: [Capsule] = []
    var next = capsules.startIndex
    var area = 0.0
    for strip in 0..<Int(wanted) {
        let y = first.south + (Double(strip) + 0.5) * height
        while next < capsules.endIndex, capsules[next].south <= y {
            active.append(capsules[next])
            next += 1
        }
        active.removeAll { $0.north < y }
        area += covered(active.compactMap { $0.longitudes(at: y) }) * cos(y / groundRadius) * groundRadius * height
    }
    return area
}

/// The mean radius of the Earth (IUGG), in metres: a sphere of the same area.
private let groundRadius = 6_371_008.8

/// The length of the union of intervals.
private func covered(_ intervals: [(Double, Double)]) -> Double {
    var (sum, end) = (0.0, -Double.infinity)
    for (from, to) in intervals.sorted(by: { $0.0 < $1.0 }) where to > end {
        sum += to - max(from, end)
        end = to
    }
    return sum
}

/// The area within a distance of a segment; y in metres from the equator, longitudes in radians.
private struct Capsule {
    let radius: Double
    let (south, north): (Double, Double)
    let west: Double
    /// Metres per radian of longitude at the segment.
    private let metersPerRadian: Double
    private let a: (x: Double, y: Double)
    private let b: (x: Double, y: Double)

    init(_ from: Coordinate, _ to: Coordinate, radius: Double) {
        self.radius = radius
        let (y1, y2) = (from.latitude * .pi / 180 * groundRadius, to.latitude * .pi / 180 * groundRadius)
        metersPerRadian = max(1, cos((y1 + y2) / 2 / groundRadius) * groundRadius)
        a = (from.longitude * .pi / 180 * metersPerRadian, y1)
        b = (to.longitude * .pi / 180 * metersPerRadian, y2)
        (south, north) = (min(y1, y2) - radius, max(y1, y2) + radius)
        west = (min(a.x, b.x) - radius) / metersPerRadian
    }

    static func all(of track: ExploredTrack) -> [Capsule] {
        guard let first = track.line.first, track.radius > 0, track.radius.isFinite else { return [] }
        guard track.line.count > 1 else { return [Capsule(first, first, radius: track.radius)] }
        return zip(track.line, track.line.dropFirst()).map { Capsule($0, $1, radius: track.radius) }
    }

    /// The part of a parallel within the capsule; nil when there is none.
    func longitudes(at y: Double) -> (Double, Double)? {
        var (low, high) = (Double.infinity, -Double.infinity)
        func add(_ x: Double) {
            low = min(low, x)
            high = max(high, x)
        }
        for end in [a, b] where abs(y - end.y) <= radius {
            let half = (radius * radius - (y - end.y) * (y - end.y)).squareRoot()
            add(end.x - half)
            add(end.x + half)
        }
        // The two edges beside the segment.
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = (dx * dx + dy * dy).squareRoot()
        if length > 0, dy != 0 {
            let (nx, ny) = (-dy / length * radius, dx / length * radius)
            for side in [1.0, -1] {
                let t = (y - a.y - ny * side) / dy
                if (0...1).contains(t) { add(a.x + nx * side + t * dx) }
            }
        }
        return low <= high ? (low / metersPerRadian, high / metersPerRadian) : nil
    }
}
