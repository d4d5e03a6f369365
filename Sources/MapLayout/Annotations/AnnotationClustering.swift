// SPDX-License-Identifier: MIT
import MapCanvas
package import MapGeo
import MapPlane
import MapScene

/// Puts one marker in place of annotations that share a `clusteringIdentifier` and cover each other.
///
/// In rounds: each sign, those of high display priority first, takes in all that its frame overlaps; the marker stands in
/// the middle of its members. Markers that then cover each other are joined in the next round.
struct AnnotationClustering {
    let viewport: Viewport
    let styles: [ClusterStyle]
    /// Points; signs outside of it stay as they are.
    let area: Rect

    /// Rounds after which clusters may still cover each other; nobody has seen a scene that needs so many.
    private static let rounds = 32

    private struct Node {
        /// Places in the scene's list, in the order of the list.
        var members: [Int]
        var place: Point
        var frame: CollisionFrame
    }

    /// The signs with clusters in place of their members; `signs` are in the order of the scene's list.
    func clustered(
        _ signs: [PlacedAnnotation], _ cache: inout ArtworkCache
    ) -> (signs: [PlacedAnnotation], clusters: [AnnotationCluster]) {
        let groups = Dictionary(grouping: signs.filter(\.mayJoin)) { $0.annotation.clusteringIdentifier ?? "" }
        var gone: Set<Int> = []
        var (made, clusters) = ([PlacedAnnotation](), [AnnotationCluster]())
        for (name, group) in groups.sorted(by: { $0.key < $1.key }) where group.count > 1 {
            let style =
                styles.first { $0.identifier == name } ?? styles.first { $0.identifier == nil } ?? ClusterStyle()
            let joined = nodes(of: group, style, &cache).filter { $0.members.count > 1 }
            for (number, node) in joined.enumerated() {
                let members = byRank(node.members.map { signs[$0] })
                guard let marker = marker(for: members, style, at: node.place) else { continue }
                let id = targetPath("cluster", name, String(number + 1))
                gone.formUnion(node.members)
                made.append(
                    PlacedAnnotation(
                        marker, index: node.members[0], sign: cache.sign(for: marker), at: node.place, id: id))
                clusters.append(
                    AnnotationCluster(
                        id: id, identifier: name, coordinate: marker.coordinate, members: node.members))
            }
        }
        return (signs.filter { !gone.contains($0.index) } + made, clusters)
    }

    private func nodes(of group: [PlacedAnnotation], _ style: ClusterStyle, _ cache: inout ArtworkCache) -> [Node] {
        let byIndex = Dictionary(uniqueKeysWithValues: group.map { ($0.index, $0) })
        var nodes = byRank(group).compactMap { sign in
            sign.collisionFrame.map { Node(members: [sign.index], place: sign.place, frame: $0) }
        }
        for _ in 0..<Self.rounds {
            var grid = BoxGrid(covering: area, cell: 48)
            for (index, node) in nodes.enumerated() { grid.insert(node.frame.frame, index) }
            var taken = [Bool](repeating: false, count: nodes.count)
            var next: [Node] = []
            for (index, node) in nodes.enumerated() where !taken[index] {
                var near: [Int] = []
                grid.forEach(overlapping: node.frame.frame) { other, _ in
                    if other != index, !taken[other], node.frame.overlaps(nodes[other].frame) { near.append(other) }
                }
                taken[index] = true
                near.forEach { taken[$0] = true }
                next.append(
                    near.isEmpty ? node : join([node] + near.sorted().map { nodes[$0] }, byIndex, style, &cache))
            }
            if next.count == nodes.count { break }
            nodes = next
        }
        return nodes.sorted { $0.members[0] < $1.members[0] }
    }

    private func join(
        _ nodes: [Node], _ signs: [Int: PlacedAnnotation], _ style: ClusterStyle, _ cache: inout ArtworkCache
    ) -> Node {
        let members = nodes.flatMap(\.members).sorted()
        let share = 1 / Double(members.count)
        let place = members.reduce(Point.zero) { sum, index in sum + (signs[index]?.place ?? .zero) * share }
        let marker = marker(for: byRank(members.compactMap { signs[$0] }), style, at: place)
        let frame = marker.map { cache.sign(for: $0).frame } ?? nodes[0].frame.frame
        return Node(
            members: members, place: place, frame: CollisionFrame(frame: frame.offset(by: place), isCircle: false))
    }

    private func marker(for members: [PlacedAnnotation], _ style: ClusterStyle, at place: Point) -> Annotation? {
        var marker = style.annotation(for: members.map(\.annotation))
        marker?.coordinate = viewport.coordinate(at: place)
        return marker
    }

    private func byRank(_ signs: [PlacedAnnotation]) -> [PlacedAnnotation] {
        signs.sorted { a, b in
            let (x, y) = (a.annotation.resolvedDisplayPriority, b.annotation.resolvedDisplayPriority)
            return x == y ? a.index < b.index : x > y
        }
    }
}

/// Annotations that one marker stands for.
package struct AnnotationCluster: Hashable, Sendable {
    /// What the marker is called in output.
    package var id: String
    /// The members' `clusteringIdentifier`.
    package var identifier: String
    /// Where the marker stands.
    package var coordinate: Coordinate
    /// Places in the scene's list.
    package var members: [Int]
}

extension PlacedAnnotation {
    /// Selected and dragged annotations stand by themselves.
    fileprivate var mayJoin: Bool {
        annotation.clusteringIdentifier != nil && !annotation.selected && annotation.dragState == .none
            && collisionFrame != nil
    }
}
