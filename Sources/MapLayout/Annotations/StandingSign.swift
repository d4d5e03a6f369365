// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane
import MapScene

/// A sign at its place.
struct StandingSign {
    var annotation: Annotation
    /// In the scene's list; of a cluster its first member's.
    var index: Int
    var sign: Sign
    /// Where the coordinate lies, in points of the picture.
    var place: Point
    /// What it is called in output.
    var id: String
    /// Title and subtitle, around the coordinate.
    var caption: Sign.Caption?

    init(_ annotation: Annotation, index: Int, sign: Sign, at place: Point, id: String? = nil) {
        self.annotation = annotation
        self.index = index
        self.sign = sign
        self.place = place
        self.id = id ?? annotation.path(at: index)
    }

    /// Points of the picture.
    var frame: Rect { sign.frame.offset(by: place) }

    /// Nil for what collides with nothing.
    var collisionFrame: CollisionFrame? {
        guard annotation.collisionMode != .none else { return nil }
        return CollisionFrame(frame: frame, isCircle: annotation.collisionMode == .circle)
    }

    /// The order of MapKit: what is selected on top, then by `zPriority`, then south over north.
    func isBelow(_ other: StandingSign) -> Bool {
        if annotation.selected != other.annotation.selected { return other.annotation.selected }
        let (z, otherZ) = (annotation.resolvedZPriority, other.annotation.resolvedZPriority)
        if z != otherZ { return z < otherZ }
        let (north, south) = (annotation.coordinate.latitude, other.annotation.coordinate.latitude)
        return north == south ? index < other.index : north > south
    }
}
