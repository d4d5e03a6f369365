// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry

/// Clusters of points, computed zoom by zoom from the maximum one: each point that is not yet in a cluster takes all others
/// within the radius, in the order of the source.
///
/// - SeeAlso: the supercluster library, which MapLibre uses; identifiers and weighted centers agree with its own.
struct PointClusters: Sendable {
    typealias Properties = GeoJSONClustering.Properties

    /// A point or a cluster at one zoom.
    struct Member: Sendable {
        /// In the unit square of Web Mercator.
        var position: Point
        /// A point's index, or a cluster's identifier.
        var id: Int
        /// The number of points; 1 for a single point.
        var count: Int
        /// Into `properties`; -1 for none.
        var properties: Int

        var isCluster: Bool { count > 1 }
    }

    /// All points, then the clusters of all zooms.
    private let all: [Member]
    /// The indices in `all` of what each zoom shows, from zoom 0 to one more than the maximum with clusters, where all points
    /// are single. Most members are at many zooms.
    private let levels: [[Int32]]
    /// The properties of clusters.
    private(set) var properties: [Properties] = []

    /// Clusters points of the unit square in single precision, as supercluster does.
    ///
    /// - Parameters:
    ///   - points: all points.
    ///   - rules: how they are clustered.
    ///   - ownProperties: the properties of the point with an index.
    init(_ points: [Point], _ rules: GeoJSONClustering, ownProperties: (Int) -> Properties) {
        let depth = max(0, min(30, rules.maxZoom))
        var gathering = Gathering(points, rules)
        var level = Array(0..<Int32(points.count))
        var levels = [level]
        for zoom in stride(from: depth, through: 0, by: -1) {
            level = gathering.gather(level, zoom: zoom, ownProperties)
            levels.append(level)
        }
        all = gathering.all
        self.levels = levels.reversed()
        properties = gathering.properties
    }

    /// The members of a zoom; views beyond the highest zoom see all points.
    func members(atZoom zoom: Int) -> some Sequence<Member> {
        levels[max(0, min(levels.count - 1, zoom))].lazy.map { all[Int($0)] }
    }
}

private struct Gathering {
    typealias Member = PointClusters.Member
    typealias Properties = PointClusters.Properties

    let rules: GeoJSONClustering
    let pointCount: Int
    /// As in `PointClusters`.
    var all: [Member]
    var properties: [Properties] = []

    init(_ points: [Point], _ rules: GeoJSONClustering) {
        (self.rules, pointCount) = (rules, points.count)
        all = points.enumerated().map { index, p in
            Member(position: p.inSinglePrecision, id: index, count: 1, properties: -1)
        }
    }

    /// The level of a zoom from the one above.
    mutating func gather(_ level: [Int32], zoom: Int, _ ownProperties: (Int) -> Properties) -> [Int32] {
        let members = level.map { all[Int($0)] }
        let radius = rules.radius / 512 / Double(1 << zoom)
        let grid = PointGrid(members.map(\.position), radius: radius)
        var taken = [Bool](repeating: false, count: members.count)
        var result: [Int32] = []
        var isChanged = false
        for (index, member) in members.enumerated() where !taken[index] {
            if index & 1023 == 1023, WorkContext.isCancelled { break }
            taken[index] = true
            let near = grid.neighbours(of: index, besides: taken)
            let count = near.reduce(member.count) { $0 + members[$1].count }
            guard count > member.count, count >= rules.minPoints else {
                result.append(level[index])
                // Too few: each of them would find no more than these.
                if !near.isEmpty {
                    isChanged = true
                    for other in near {
                        taken[other] = true
                        result.append(level[other])
                    }
                }
                continue
            }
            isChanged = true
            var sum = member.position * Double(member.count)
            for other in near {
                taken[other] = true
                sum = sum + members[other].position * Double(members[other].count)
            }
            let id = (index << 5) + zoom + 1 + pointCount
            let own = combined(member, near.lazy.map { members[$0] }, ownProperties)
            result.append(Int32(all.count))
            all.append(Member(position: sum * (1 / Double(count)), id: id, count: count, properties: own))
        }
        // Zooms that show the same share its memory.
        return isChanged ? result : level
    }

    private mutating func combined(
        _ first: Member, _ others: some Sequence<Member>, _ ownProperties: (Int) -> Properties
    ) -> Int {
        guard let reduce = rules.reduce else { return -1 }
        var sum = properties(of: first, ownProperties)
        for other in others { reduce(&sum, properties(of: other, ownProperties)) }
        properties.append(sum)
        return properties.count - 1
    }

    private func properties(of member: Member, _ ownProperties: (Int) -> Properties) -> Properties {
        if member.properties >= 0 { return properties[member.properties] }
        return rules.map?(ownProperties(member.id)) ?? [:]
    }
}

/// Finds the points within a radius by a grid: points sorted by the cell in which they lie.
struct PointGrid {
    private let points: [Point]
    private let radius: Double
    private let keys: [Int]
    private let order: [Int]
    /// The place of each point in the order.
    private let ranks: [Int32]
    private let starts: [Int32]

    init(_ points: [Point], radius: Double) {
        self.points = points.map(\.inSinglePrecision)
        self.radius = radius
        // Coordinates are within ±9, so that the index of a row or column of width 10⁻⁸ has 31 bits.
        let side = max(radius, 1e-8)
        let sorted = zip(self.points.map { Self.key(of: $0, side) }, points.indices).sorted(by: <)
        keys = sorted.map(\.0)
        order = sorted.map(\.1)
        var ranks = [Int32](repeating: 0, count: points.count)
        for (rank, index) in order.enumerated() { ranks[index] = Int32(truncatingIfNeeded: rank) }
        self.ranks = ranks
        starts = Self.starts(keys)
    }

    /// The indices of all points within the radius of a point, in ascending order, but for those that are taken.
    func neighbours(of index: Int, besides taken: [Bool]) -> [Int] {
        let p = points[index]
        let middle = keys[Int(ranks[index])]
        var indices: [Int] = []
        for row in 0..<3 {
            let last = middle + (row - 1) << 31 + 1
            var i = Int(starts[3 * Int(ranks[index]) + row])
            while i < keys.count, keys[i] <= last {
                let other = order[i]
                let q = points[other]
                let (dx, dy) = (q.x - p.x, q.y - p.y)
                if dx * dx + dy * dy <= radius * radius, !taken[other] { indices.append(other) }
                i += 1
            }
        }
        if indices.count > 1 { indices.sort() }
        return indices
    }

    /// For each place in the order, where the three cells of the row above begin, those of its own row, and of the row below:
    /// all three move on with the place.
    private static func starts(_ keys: [Int]) -> [Int32] {
        var starts = [Int32](repeating: 0, count: 3 * keys.count)
        for row in 0..<3 {
            var start = 0
            for (place, key) in keys.enumerated() {
                let first = key + (row - 1) << 31 - 1
                while start < keys.count, keys[start] < first { start += 1 }
                starts[3 * place + row] = Int32(truncatingIfNeeded: start)
            }
        }
        return starts
    }

    private static func key(of p: Point, _ side: Double) -> Int {
        let row = Int((max(-9, min(9, p.y)) / side).rounded(.down)) + 1 << 30
        let column = Int((max(-9, min(9, p.x)) / side).rounded(.down)) + 1 << 30
        return row << 31 + column
    }
}

extension Point {
    var inSinglePrecision: Point { Point(Double(Float(x)), Double(Float(y))) }
}
