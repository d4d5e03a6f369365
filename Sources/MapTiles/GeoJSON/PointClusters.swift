// SPDX-License-Identifier: MIT
import MapPlane
import MapRuntime

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

    /// From zoom 0 to one more than the maximum with clusters, where all points are single.
    private(set) var levels: [[Member]]
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
        var members = points.enumerated().map { index, p in
            Member(position: p.inSinglePrecision, id: index, count: 1, properties: -1)
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

    /// The members of a zoom; views beyond the highest zoom see all points.
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
        let grid = PointGrid(members.map(\.position), radius: radius)
        var taken = [Bool](repeating: false, count: members.count)
        var result: [Member] = []
        var isChanged = false
        for (index, member) in members.enumerated() where !taken[index] {
            if index & 1023 == 1023, WorkCancellation.isRequested { break }
            taken[index] = true
            let near = grid.neighbours(of: index, besides: taken)
            let count = near.reduce(member.count) { $0 + members[$1].count }
            guard count > member.count, count >= rules.minPoints else {
                result.append(member)
                // Too few: each of them would find no more than these.
                if !near.isEmpty {
                    isChanged = true
                    for other in near {
                        taken[other] = true
                        result.append(members[other])
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
            result.append(Member(position: sum * (1 / Double(count)), id: id, count: count, properties: own))
        }
        // Zooms that show the same share its memory.
        return isChanged ? result : members
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
