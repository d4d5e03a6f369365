// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane
import MapScene

/// An annotation with its artwork and position.
struct PlacedAnnotation {
    var annotation: Annotation
    /// The index into the scene's annotations; a cluster has that of its first member.
    var index: Int
    var artwork: AnnotationArtwork
    /// The coordinate's position, in points.
    var position: Point
    /// The id of its drawing items.
    var id: String
    /// In points around the coordinate.
    var caption: AnnotationArtwork.Caption?

    init(_ annotation: Annotation, index: Int, artwork: AnnotationArtwork, at position: Point, id: String? = nil) {
        self.annotation = annotation
        self.index = index
        self.artwork = artwork
        self.position = position
        self.id = id ?? annotation.path(at: index)
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
