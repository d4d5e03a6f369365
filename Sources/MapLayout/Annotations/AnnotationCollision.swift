// SPDX-License-Identifier: MIT
import MapCanvas
package import MapGeo
import MapGeometry
import MapScene

/// The collision shape of an annotation: its frame, or the largest circle inside it.
struct CollisionFrame {
    var frame: Rect
    var isCircle: Bool

    func overlaps(_ other: CollisionFrame) -> Bool {
        guard frame.intersects(other.frame) else { return false }
        let (a, b) = (frame.center, other.frame.center)
        switch (isCircle, other.isCircle) {
        case (false, false): return true
        case (true, true): return a.distance(to: b) < radius + other.radius
        case (true, false): return other.frame.nearest(to: a).distance(to: a) < radius
        case (false, true): return frame.nearest(to: b).distance(to: b) < other.radius
        }
    }

    private var radius: Double { min(frame.width, frame.height) / 2 }
}

/// What of an annotation decides whether it is drawn.
struct Collider {
    /// Nil for annotations that take no part in collisions.
    var frame: CollisionFrame?
    var priority: Double
}

/// Decides which annotations are drawn where they collide: the higher display priority wins, and among equals the one
/// that is higher in the z-order.
struct AnnotationCollision {
    /// In points; annotations outside of it collide with nothing.
    var area: Rect

    /// True for each annotation that is drawn; `stack` is in painting order.
    func visible(_ stack: [Collider]) -> [Bool] {
        var isVisible = [Bool](repeating: true, count: stack.count)
        guard stack.contains(where: { $0.priority < Annotation.DisplayPriority.required }) else { return isVisible }
        var grid = BoxGrid(covering: area, cell: 48)
        let order = stack.indices.sorted { a, b in
            stack[a].priority == stack[b].priority ? a > b : stack[a].priority > stack[b].priority
        }
        for index in order {
            guard let candidate = stack[index].frame else { continue }
            var collides = false
            if stack[index].priority < Annotation.DisplayPriority.required {
                grid.forEach(overlapping: candidate.frame) { other, _ in
                    guard !collides, let frame = stack[other].frame else { return }
                    collides = candidate.overlaps(frame)
                }
            }
            if collides { isVisible[index] = false } else { grid.insert(candidate.frame, index) }
        }
        return isVisible
    }
}

extension Rect {
    fileprivate func nearest(to p: Point) -> Point {
        Point(max(minX, min(maxX, p.x)), max(minY, min(maxY, p.y)))
    }
}

/// Replaces annotations that share a `clusteringIdentifier` and collide with one marker per group.
///
/// Works in rounds: each annotation, in order of display priority, absorbs all that its frame overlaps, and the marker
/// is placed at the centroid of its members. Markers that then collide are merged in the next round.
struct AnnotationClustering {
    let viewport: Viewport
    let styles: [ClusterStyle]
    /// In points; annotations outside of it are not clustered.
    let area: Rect

    /// A bound for pathological scenes, whose clusters may then still collide.
    private static let maxRounds = 32

    private struct Node {
        /// Indices into the scene's annotations, ascending.
        var members: [Int]
        var position: Point
        var frame: CollisionFrame
    }

    /// The annotations with clusters in place of their members; `annotations` are in the order of the scene.
    func clustered(
        _ annotations: [PlacedAnnotation], _ cache: inout ArtworkCache
    ) -> (annotations: [PlacedAnnotation], clusters: [AnnotationCluster]) {
        let groups = Dictionary(grouping: annotations.filter(\.canCluster)) { $0.annotation.clusteringIdentifier ?? "" }
        var clusteredIndices: Set<Int> = []
        var (markers, clusters) = ([PlacedAnnotation](), [AnnotationCluster]())
        for (name, group) in groups.sorted(by: { $0.key < $1.key }) where group.count > 1 {
            let style =
                styles.first { $0.identifier == name } ?? styles.first { $0.identifier == nil } ?? ClusterStyle()
            // Where the camera does not see some annotations, the scene's indices are not those of the array.
            let byIndex = Dictionary(uniqueKeysWithValues: group.map { ($0.index, $0) })
            let merged = nodes(of: group, byIndex, style, &cache).filter { $0.members.count > 1 }
            for (number, node) in merged.enumerated() {
                let members = sortedByPriority(node.members.compactMap { byIndex[$0] })
                guard let marker = marker(for: members, style, at: node.position) else { continue }
                let id = targetPath("cluster", name, String(number + 1))
                clusteredIndices.formUnion(node.members)
                markers.append(
                    PlacedAnnotation(
                        cluster: marker, index: node.members[0], artwork: cache.artwork(for: marker), at: node.position,
                        id: id))
                clusters.append(
                    AnnotationCluster(
                        id: id, identifier: name, coordinate: marker.coordinate, members: node.members))
            }
        }
        guard !clusters.isEmpty else { return (annotations, []) }
        return (annotations.filter { !clusteredIndices.contains($0.index) } + markers, clusters)
    }

    private func nodes(
        of group: [PlacedAnnotation], _ byIndex: [Int: PlacedAnnotation], _ style: ClusterStyle,
        _ cache: inout ArtworkCache
    ) -> [Node] {
        var nodes = sortedByPriority(group).compactMap { annotation in
            annotation.collisionFrame.map {
                Node(members: [annotation.index], position: annotation.position, frame: $0)
            }
        }
        for _ in 0..<Self.maxRounds {
            var grid = BoxGrid(covering: area, cell: 48)
            for (index, node) in nodes.enumerated() { grid.insert(node.frame.frame, index) }
            var isMerged = [Bool](repeating: false, count: nodes.count)
            var next: [Node] = []
            for (index, node) in nodes.enumerated() where !isMerged[index] {
                var overlapping: [Int] = []
                grid.forEach(overlapping: node.frame.frame) { candidate, _ in
                    if candidate != index, !isMerged[candidate], node.frame.overlaps(nodes[candidate].frame) {
                        overlapping.append(candidate)
                    }
                }
                isMerged[index] = true
                overlapping.forEach { isMerged[$0] = true }
                next.append(
                    overlapping.isEmpty
                        ? node : merged([node] + overlapping.sorted().map { nodes[$0] }, byIndex, style, &cache))
            }
            if next.count == nodes.count { break }
            nodes = next
        }
        return nodes.sorted { $0.members[0] < $1.members[0] }
    }

    private func merged(
        _ nodes: [Node], _ annotations: [Int: PlacedAnnotation], _ style: ClusterStyle, _ cache: inout ArtworkCache
    ) -> Node {
        let members = nodes.flatMap(\.members).sorted()
        let fraction = 1 / Double(members.count)
        let position = members.reduce(Point.zero) { sum, index in
            sum + (annotations[index]?.position ?? .zero) * fraction
        }
        let marker = marker(for: sortedByPriority(members.compactMap { annotations[$0] }), style, at: position)
        let frame = marker.map { cache.artwork(for: $0).frame } ?? nodes[0].frame.frame
        return Node(
            members: members, position: position,
            frame: CollisionFrame(frame: frame.offset(by: position), isCircle: false))
    }

    private func marker(for members: [PlacedAnnotation], _ style: ClusterStyle, at position: Point) -> Annotation? {
        var marker = style.annotation(for: members.map(\.annotation))
        marker?.coordinate = viewport.coordinate(at: position)
        return marker
    }

    private func sortedByPriority(_ annotations: [PlacedAnnotation]) -> [PlacedAnnotation] {
        annotations.sorted { a, b in
            let (x, y) = (a.annotation.resolvedDisplayPriority, b.annotation.resolvedDisplayPriority)
            return x == y ? a.index < b.index : x > y
        }
    }
}

/// Annotations that are represented by one marker.
package struct AnnotationCluster: Hashable, Sendable {
    /// The marker's id in the drawing.
    package var id: String
    /// The members' `clusteringIdentifier`.
    package var identifier: String
    /// The marker's coordinate.
    package var coordinate: Coordinate
    /// Indices into the scene's annotations.
    package var members: [Int]
}

extension PlacedAnnotation {
    /// Selected and dragged annotations are never clustered.
    fileprivate var canCluster: Bool {
        annotation.clusteringIdentifier != nil && !annotation.selected && annotation.dragState == .none
            && collisionFrame != nil
    }
}

/// An annotation with its artwork and position.
struct PlacedAnnotation {
    /// Read in its place: an annotation is large.
    var annotation: Annotation {
        _read { yield list[place] }
        set { (list, place) = ([newValue], 0) }
    }
    /// A list that has the annotation, and its place in there.
    private var list: [Annotation]
    private var place: Int
    /// The index into the scene's annotations; a cluster has that of its first member.
    var index: Int
    var artwork: AnnotationArtwork
    /// The coordinate's position, in points.
    var position: Point
    /// The id of its drawing items.
    var id: String
    /// In points around the coordinate.
    var caption: AnnotationArtwork.Caption?

    /// An annotation of the scene.
    init(_ annotations: [Annotation], index: Int, artwork: AnnotationArtwork, at position: Point) {
        (list, place, self.index) = (annotations, index, index)
        self.artwork = artwork
        self.position = position
        id = annotations[index].path(at: index)
    }

    /// A cluster; `index` is that of its first member.
    init(cluster: Annotation, index: Int, artwork: AnnotationArtwork, at position: Point, id: String) {
        (list, place, self.index) = ([cluster], 0, index)
        self.artwork = artwork
        self.position = position
        self.id = id
    }

    /// In points.
    var frame: Rect { artwork.frame.offset(by: position) }

    /// Nil for annotations that take no part in collisions.
    var collisionFrame: CollisionFrame? {
        guard annotation.collisionMode != .none else { return nil }
        return CollisionFrame(frame: frame, isCircle: annotation.collisionMode == .circle)
    }

    var zOrder: ZOrder {
        ZOrder(
            isSelected: annotation.selected, z: annotation.resolvedZPriority, y: (position.y * 1000).rounded(),
            index: index)
    }

    /// MapKit's order: selected annotations on top, then by `zPriority`, then what is lower in the image, which is south above
    /// north at bearing 0: no needle crosses a nearer head.
    struct ZOrder: Comparable {
        var isSelected: Bool
        var z: Double
        /// Thousandths of a point, whole: what is level is in the order of the scene.
        var y: Double
        var index: Int

        static func < (a: ZOrder, b: ZOrder) -> Bool {
            if a.isSelected != b.isSelected { return b.isSelected }
            if a.z != b.z { return a.z < b.z }
            return a.y == b.y ? a.index < b.index : a.y < b.y
        }
    }
}

extension PlacedAnnotation {
    /// The hit target of an annotation, its title or a part of its callout.
    ///
    /// Every part links to the annotation's `href`, except accessories with one of their own.
    ///
    /// - Parameters:
    ///   - shape: in pixels.
    ///   - part: such as "callout/left"; nil for view and title.
    ///   - accessory: the accessory that the part is, if any.
    /// - Returns: the target, with the texts of the annotation or the accessory.
    func target(_ shape: HitShape, part: String? = nil, _ accessory: CalloutAccessory? = nil) -> Target {
        Target(
            path: part.map { "\(id)/\($0)" } ?? id,
            name: part == nil ? annotation.id : accessory?.id,
            title: accessory?.label ?? annotation.title, alt: accessory?.label == nil ? annotation.alt : nil,
            href: accessory?.href ?? annotation.href, shape: shape)
    }
}

extension Callout {
    /// The accessory of the part "left" or "right".
    func accessory(named name: String) -> CalloutAccessory? {
        switch name {
        case "left": left
        case "right": right
        default: nil
        }
    }
}
