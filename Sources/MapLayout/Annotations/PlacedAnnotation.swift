// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
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
