// SPDX-License-Identifier: MIT

/// How a camera that is tilted, or sees the Earth as a ball or in another projection, maps the ground to the image. Which it is, is
/// chosen once, with the viewport; a map in Web Mercator seen from straight above has none.
///
/// The ground is measured in pixels of the same view of a flat map from straight above: there the camera hangs over the focus,
/// and the image is the ground. Tilting it turns it around the focus, which stays where it is.
package enum Perspective: Hashable, Sendable {
    case plane(PlanePerspective)
    case sphere(SphericalPerspective)
    /// From straight above, in another projection than Web Mercator.
    case projected(ProjectedPerspective)

    /// The directions of a camera; all in degrees.
    package struct Angles: Hashable, Sendable {
        /// From straight down towards the horizon.
        package var pitch: Double
        /// Clockwise around the line of sight.
        package var roll: Double
        /// From the image's lower edge to its upper one.
        package var fieldOfView: Double

        package init(pitch: Double, roll: Double, fieldOfView: Double) {
            (self.pitch, self.roll, self.fieldOfView) = (pitch, roll, fieldOfView)
        }
    }

    /// - Parameters:
    ///   - size: of the image, in pixels.
    ///   - focus: the point that the camera looks at.
    ///   - angles: the directions of the camera; a pitch of at most 90 and a field of view above 0 and below 180.
    ///   - depression: how far below the focus the ground goes, in pixels: the lower it is, the farther it is seen.
    ///   - globe: the sphere that the ground is wrapped around; nil for a plane.
    package init(size: Size, focus: Point, _ angles: Angles, depression: Double = 0, globe: Globe.Shape? = nil) {
        let plane = PlanePerspective(size: size, focus: focus, angles, depression: depression)
        self = globe.map { .sphere(SphericalPerspective(plane, $0)) } ?? .plane(plane)
    }

    /// The same for a map that is drawn: on a large ball, areas are cut at a window around what is seen. A camera that is only tried
    /// has none: to find it takes hundreds of points.
    package func windowed() -> Perspective {
        if case .sphere(let sphere) = self { .sphere(sphere.windowed()) } else { self }
    }

    /// The camera: how it sees the plane that touches the ground at the focus, and what stands on it.
    package var camera: PlanePerspective {
        switch self {
        case .plane(let plane): plane
        case .sphere(let sphere): sphere.camera
        case .projected(let projected): projected.camera
        }
    }

    /// The ball; nil for a plane.
    package var sphere: SphericalPerspective? {
        if case .sphere(let sphere) = self { sphere } else { nil }
    }

    /// The map in another projection than Web Mercator; nil for others.
    package var projected: ProjectedPerspective? {
        if case .projected(let projected) = self { projected } else { nil }
    }

    /// The same camera, which looks at a plane or a ball above the ground.
    ///
    /// - Parameter height: of the plane or the ball above this one, in pixels.
    /// - Returns: the projection of what lies there.
    package func raised(by height: Double) -> Perspective {
        switch self {
        case .plane(let plane): .plane(plane.raised(by: height))
        case .sphere(let sphere): .sphere(sphere.raised(by: height))
        case .projected: self
        }
    }
}

// What both can do.
extension Perspective {
    /// The distance from the camera along its line of sight; not positive behind the camera.
    ///
    /// - Parameters:
    ///   - p: a point of the ground.
    ///   - height: above the ground, in the ground's pixels.
    /// - Returns: pixels.
    package func depth(_ p: Point, height: Double = 0) -> Double {
        switch self {
        case .plane(let plane): plane.depth(p, height: height)
        case .sphere(let sphere): sphere.depth(p, height: height)
        case .projected(let projected): projected.camera.distance
        }
    }

    /// How much larger than at the focus things are drawn.
    package func magnification(_ p: Point) -> Double { camera.distance / depth(p) }

    /// The image's point at which a point of the ground, or one above it, is seen; on a plane its depth must be positive.
    package func apply(_ p: Point, height: Double = 0) -> Point {
        switch self {
        case .plane(let plane): plane.apply(p, height: height)
        case .sphere(let sphere): sphere.apply(p, height: height)
        case .projected(let projected): projected.apply(p)
        }
    }

    /// As `apply(_:height:)`, with the depth; nil for what is not before the camera.
    package func image(of p: Point, height: Double) -> (point: Point, depth: Double)? {
        switch self {
        case .plane(let plane):
            let depth = plane.depth(p, height: height)
            return depth > plane.distance / 1024 ? (plane.apply(p, height: height), depth) : nil
        case .sphere(let sphere): return sphere.image(of: p, height: height)
        case .projected(let projected):
            return projected.shows(p) ? (projected.apply(p), projected.camera.distance) : nil
        }
    }

    /// As `apply(_:height:)`; far outside of the image for what lies behind the camera.
    package func nearestImagePoint(of p: Point) -> Point {
        switch self {
        case .plane(let plane): plane.nearestImagePoint(of: p)
        case .sphere(let sphere): sphere.apply(p)
        case .projected(let projected): projected.apply(p)
        }
    }

    /// The point of the ground that is drawn at a point of the image; nil where none is.
    package func ground(at q: Point) -> Point? {
        switch self {
        case .plane(let plane): plane.drawnGround(at: q)
        case .sphere(let sphere): sphere.ground(at: q)
        case .projected(let projected): projected.ground(at: q)
        }
    }

    /// As `ground(at:)`; where none is drawn, the nearest point of the horizon, or the one at which a plane ends below it.
    package func nearestGround(at q: Point) -> Point {
        switch self {
        case .plane(let plane): plane.nearestGround(at: q)
        case .sphere(let sphere): sphere.nearestGround(at: q)
        case .projected(let projected): projected.nearestGround(at: q)
        }
    }

    /// True for a point of the image at which the ground is drawn.
    package func showsGround(at q: Point) -> Bool { projected?.showsGround(at: q) ?? (ground(at: q) != nil) }

    /// True when the camera sees a point of the ground: in front of it, before the horizon.
    package func shows(_ p: Point) -> Bool {
        switch self {
        case .plane(let plane): plane.shows(p)
        case .sphere(let sphere): sphere.shows(p)
        case .projected(let projected): projected.shows(p)
        }
    }

    /// How many pixels of the ground there are for each pixel of the Earth's surface: 1 on a plane, and at the focus.
    package func groundScale(at p: Point) -> Double {
        switch self {
        case .plane: 1
        case .sphere(let sphere): sphere.globe.groundScale(at: p)
        case .projected(let projected): projected.groundScale(at: p)
        }
    }

    /// The affine map that is closest to the projection around a point of the ground.
    package func linear(at p: Point) -> Transform {
        switch self {
        case .plane(let plane): plane.linear(at: p)
        case .sphere(let sphere): sphere.linear(at: p)
        case .projected(let projected): projected.linear(at: p)
        }
    }

    /// The part of the image in which the ground is seen, with a margin around the image.
    package func visibleImage(margin: Double = 0) -> [Point] {
        switch self {
        case .plane(let plane): plane.visibleImage(margin: margin)
        case .sphere(let sphere): sphere.visibleImage(margin: margin)
        case .projected(let projected): projected.visibleImage(margin: margin)
        }
    }

    /// The footprint: the part of the ground that the image shows, with a margin around the image. Empty when only sky is seen.
    /// Of a ball, the box of longitudes and latitudes around it.
    package func footprint(margin: Double = 0) -> ConvexRegion {
        switch self {
        case .plane(let plane): plane.footprint(margin: margin)
        case .sphere(let sphere): sphere.footprint(margin: margin)
        case .projected(let projected): projected.region
        }
    }
}
