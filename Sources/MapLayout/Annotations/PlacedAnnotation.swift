// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane
import MapScene

/// A sign at its place.
struct PlacedAnnotation {
    var annotation: Annotation
    /// In the scene's list; of a cluster its first member's.
    var index: Int
    var artwork: AnnotationArtwork
    /// Where the coordinate lies, in points of the picture.
    var position: Point
    /// What it is called in output.
    var id: String
    /// Title and subtitle, around the coordinate.
    var caption: AnnotationArtwork.Caption?

    init(_ annotation: Annotation, index: Int, artwork: AnnotationArtwork, at position: Point, id: String? = nil) {
        self.annotation = annotation
        self.index = index
        self.artwork = artwork
        self.position = position
        self.id = id ?? annotation.path(at: index)
    }

    /// Points of the picture.
    var frame: Rect { artwork.frame.offset(by: position) }

    /// Nil for what collides with nothing.
    var collisionFrame: CollisionFrame? {
        guard annotation.collisionMode != .none else { return nil }
        return CollisionFrame(frame: frame, isCircle: annotation.collisionMode == .circle)
    }

    var zOrder: ZOrder {
        ZOrder(
            isSelected: annotation.selected, z: annotation.resolvedZPriority, latitude: annotation.coordinate.latitude,
            index: index)
    }

    /// The order of MapKit: what is selected on top, then by `zPriority`, then south over north.
    struct ZOrder: Comparable {
        var isSelected: Bool
        var z: Double
        var latitude: Double
        var index: Int

        static func < (a: ZOrder, b: ZOrder) -> Bool {
            if a.isSelected != b.isSelected { return b.isSelected }
            if a.z != b.z { return a.z < b.z }
            return a.latitude == b.latitude ? a.index < b.index : a.latitude > b.latitude
        }
    }
}
