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

    /// Gathers points of the unit square; single precision is all that clusters take notice of. `ownProperties` tells a
    /// point's properties by its place in the list.
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
