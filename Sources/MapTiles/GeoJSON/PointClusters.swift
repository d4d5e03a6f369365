// SPDX-License-Identifier: MIT
import MapPlane

/// Points gathered to clusters, zoom by zoom from the deepest one: each point that is not yet in a cluster takes all others
/// within the radius, in the order of the source.
///
/// - SeeAlso: the supercluster library, whose clusters MapLibre shows; identifiers and weighted centers are as its.
struct PointClusters: Sendable {
    typealias Properties = GeoJSONClustering.Properties

    /// A point or a cluster at one zoom.
    struct Member: Sendable {
        /// In the unit square of Web Mercator.
        var place: Point
        /// A point's place in the list of points, or a cluster's identifier.
        var id: Int
        /// How many points there are in it; 1 for a point.
        var count: Int
        /// Into `properties`; -1 for none.
        var properties: Int

        var isCluster: Bool { count > 1 }
    }

    /// From zoom 0 to one more than the deepest with clusters, where all points stand alone.
    private(set) var levels: [[Member]]
    /// What clusters have gathered.
    private(set) var properties: [Properties] = []

    /// - Parameters:
    ///   - points: in the unit square; single precision is all that clusters take notice of.
    ///   - ownProperties: of a point, by its place in the list.
    init(_ points: [Point], _ rules: GeoJSONClustering, ownProperties: (Int) -> Properties) {
        let depth = max(0, min(30, rules.maxZoom))
        var members = points.enumerated().map { index, p in
            Member(place: p.inSinglePrecision, id: index, count: 1, properties: -1)
        }
        var levels = [members]
        var gathering = Gathering(rules: rules, pointCount: points.count)
        for zoom in stride(from: depth, through: 0, by: -1) {
            members = gathering.gather(members, zoom: zoom, ownProperties)
            levels.append(members)
        }
        self.levels = levels.reversed()
        properties = gathering.properties
    }

    /// The members of a zoom; views beyond the deepest zoom see all points.
    func members(atZoom zoom: Int) -> [Member] { levels[max(0, min(levels.count - 1, zoom))] }
}

private struct Gathering {
    typealias Member = PointClusters.Member
    typealias Properties = PointClusters.Properties

    let rules: GeoJSONClustering
    let pointCount: Int
    var properties: [Properties] = []

    mutating func gather(_ members: [Member], zoom: Int, _ ownProperties: (Int) -> Properties) -> [Member] {
        let radius = rules.radius / 512 / Double(1 << zoom)
        let grid = PointGrid(members.map(\.place), radius: radius)
        var taken = [Bool](repeating: false, count: members.count)
        var result: [Member] = []
        for (index, member) in members.enumerated() where !taken[index] {
            taken[index] = true
            let near = grid.neighbours(of: member.place).filter { !taken[$0] }
            let count = near.reduce(member.count) { $0 + members[$1].count }
            guard count > member.count, count >= rules.minPoints else {
                result.append(member)
                // Too few: none of them will find more.
                if count > 1 {
                    for other in near {
                        taken[other] = true
                        result.append(members[other])
                    }
                }
                continue
            }
            var sum = member.place * Double(member.count)
            for other in near {
                taken[other] = true
                sum = sum + members[other].place * Double(members[other].count)
            }
            let id = (index << 5) + zoom + 1 + pointCount
            let own = combined(member, near.lazy.map { members[$0] }, ownProperties)
            result.append(Member(place: sum * (1 / Double(count)), id: id, count: count, properties: own))
        }
        return result
    }

    private mutating func combined(
        _ first: Member, _ others: some Sequence<Member>, _ ownProperties: (Int) -> Properties
    ) -> Int {
        guard let combine = rules.combine else { return -1 }
        var sum = share(of: first, ownProperties)
        for other in others { combine(&sum, share(of: other, ownProperties)) }
        properties.append(sum)
        return properties.count - 1
    }

    private func share(of member: Member, _ ownProperties: (Int) -> Properties) -> Properties {
        if member.properties >= 0 { return properties[member.properties] }
        return rules.share?(ownProperties(member.id)) ?? [:]
    }
}

/// Finds the points within a radius: points sorted by the square of a grid that they lie in.
private struct PointGrid {
    private let points: [Point]
    private let radius: Double
    private let side: Double
    private let keys: [Int]
    private let order: [Int]

    init(_ points: [Point], radius: Double) {
        self.points = points.map(\.inSinglePrecision)
        self.radius = radius
        // Places are within ±9, so that a row or column of 10⁻⁸ has a number of 31 bits.
        let side = max(radius, 1e-8)
        self.side = side
        let sorted = self.points.enumerated().map { (key: Self.key(of: $1, side), index: $0) }.sorted {
            $0.key == $1.key ? $0.index < $1.index : $0.key < $1.key
        }
        keys = sorted.map(\.key)
        order = sorted.map(\.index)
    }

    /// In the order of the list; the point itself is among them.
    func neighbours(of p: Point) -> [Int] {
        var found: [Int] = []
        let middle = Self.key(of: p, side)
        for row in -1...1 {
            let first = middle + row << 31 - 1
            var i = firstIndex(from: first)
            while i < keys.count, keys[i] <= first + 2 {
                let q = points[order[i]]
                let (dx, dy) = (q.x - p.x, q.y - p.y)
                if dx * dx + dy * dy <= radius * radius { found.append(order[i]) }
                i += 1
            }
        }
        return found.sorted()
    }

    private func firstIndex(from key: Int) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func key(of p: Point, _ side: Double) -> Int {
        let row = Int((max(-9, min(9, p.y)) / side).rounded(.down)) + 1 << 30
        let column = Int((max(-9, min(9, p.x)) / side).rounded(.down)) + 1 << 30
        return row << 31 + column
    }
}

extension Point {
    fileprivate var inSinglePrecision: Point { Point(Double(Float(x)), Double(Float(y))) }
}
