// SPDX-License-Identifier: MIT
import Libc
package import MapGeometry

/// All that a `Viewport` needs except center and zoom.
package struct ViewportFrame: Hashable, Sendable {
    /// Points.
    package var size: Size
    /// Pixels per point.
    package var scale: Double
    /// Degrees clockwise from north that point up.
    package var bearing: Double
    /// The part of the viewport that content is fitted to, in points: without insets and padding. Not empty.
    package var content: Rect
    package var tilt: Tilt
    package var projection: MapProjection

    package init(
        size: Size, scale: Double, bearing: Double = 0, content: Rect? = nil, tilt: Tilt = Tilt(),
        projection: MapProjection = .mercator
    ) {
        self.projection = projection
        self.size = size
        self.scale = scale
        // Many turns are none, and so many that radians are infinite have no sine.
        self.bearing = bearing.truncatingRemainder(dividingBy: 360)
        self.tilt = tilt
        self.content = content ?? Rect(size: size)
    }

    /// The frame in which regions, boxes and contents are framed.
    package var forFraming: ViewportFrame {
        var copy = self
        copy.tilt.pitch = min(tilt.pitch, Tilt.largestFramingPitch)
        return copy
    }

    /// The view with a coordinate in the middle of the content rectangle.
    package func viewport(center: Coordinate, zoom: Double) -> Viewport {
        Viewport(
            size: size, scale: scale, center: center, zoom: zoom, bearing: bearing, focus: content.center, tilt: tilt,
            projection: projection)
    }

    /// As `viewport(center:zoom:)`, moved north or south so that the viewport does not extend beyond the world's edge.
    ///
    /// MapLibre does the same, and raises the zoom when the whole world is lower than the viewport. Here the zoom is
    /// left unchanged: such a world is drawn as a whole, with background around it.
    package func viewportWithinWorld(center: Coordinate, zoom: Double) -> Viewport {
        // A globe has no edge, and other projections than Web Mercator have one on all sides.
        if projection.globeBlend(atZoom: zoom) > 0 || projection.cartographic != nil {
            return viewport(center: center, zoom: zoom)
        }
        let world = worldSize(atZoom: zoom)
        let (above, below) = northAndSouth
        let (a, b) = (above / world, 1 - below / world)
        var c = WebMercator.project(center)
        c.y = max(min(a, b), min(max(a, b), c.y))
        return viewport(center: WebMercator.unproject(c), zoom: zoom)
    }

    /// The smallest zoom at which one world fills the viewport of a flat map.
    package var fillingZoom: Double {
        let covered = turn.apply(Rect(size: size))
        return zoom(ofWorldSize: max(covered.width, covered.height))
    }

    /// Points from the focus to the northern and southern edge of the viewport, at the nearest quarter turn.
    private var northAndSouth: (Double, Double) {
        let focus = content.center
        let quarter = (bearing / 90).rounded().truncatingRemainder(dividingBy: 4)
        return switch quarter < 0 ? quarter + 4 : quarter {
        case 1: (focus.x, size.width - focus.x)
        case 2: (size.height - focus.y, focus.y)
        case 3: (size.width - focus.x, focus.x)
        default: (focus.y, size.height - focus.y)
        }
    }

    /// The rotation from Mercator to the viewport.
    var turn: Transform { .rotation(-bearing * .pi / 180) }
}

/// The world's width in points.
func worldSize(atZoom zoom: Double) -> Double { 512 * exp2(zoom) }

/// The zoom at which the world is this wide, in points.
func zoom(ofWorldSize size: Double) -> Double { log2(size / 512) }

/// How far a camera is tilted, and how wide it sees.
public struct Tilt: Hashable, Sendable {
    /// From straight down towards the horizon and, above 90, towards the zenith, in degrees: 0...180. A camera that would be below
    /// the ground is lifted onto it, and still looks at the center, from nearer by.
    public var pitch: Double
    /// Clockwise around the line of sight, in degrees; the image turns the other way.
    public var roll: Double
    /// The angle from the lower edge of the image to the upper one, in degrees. It decides how much smaller distant
    /// things are drawn.
    public var verticalFieldOfView: Double

    /// Creates a tilt.
    ///
    /// - Parameters:
    ///   - pitch: degrees from straight down towards the horizon; see `pitches`.
    ///   - roll: degrees clockwise around the line of sight.
    ///   - verticalFieldOfView: degrees; see `fieldsOfView`.
    public init(pitch: Double = 0, roll: Double = 0, verticalFieldOfView: Double = Tilt.defaultFieldOfView) {
        self.pitch = pitch
        self.roll = roll
        self.verticalFieldOfView = verticalFieldOfView
    }

    /// MapLibre's vertical field of view, about 36.87 degrees: the camera is one and a half heights of the image away.
    public static let defaultFieldOfView = 36.869_897_645_844_02
    /// The valid pitches, in degrees.
    public static let pitches: ClosedRange<Double> = 0...180
    /// The largest pitch at which regions, boxes and contents are framed: nearer to the horizon, a box has no size.
    static let largestFramingPitch = 85.0
    /// The valid vertical fields of view, in degrees.
    public static let fieldsOfView: ClosedRange<Double> = 1...150

    /// True when the map is seen from straight above, without a roll.
    public var isFlat: Bool { pitch == 0 && roll == 0 }

    /// The tilt of a camera that is not below the ground, and the zoom at which it looks at the same center from there.
    ///
    /// - SeeAlso: MapLibre GL JS, `_elevateCameraIfInsideTerrain`.
    func liftedToGround(zoom: Double) -> (tilt: Tilt, zoom: Double) {
        guard pitch > 90 else { return (self, zoom) }
        var tilt = self
        tilt.pitch = 90
        return (tilt, max(zoom, min(Self.largestLiftedZoom, zoom - log2(max(0, sine(pitch * .pi / 180))))))
    }

    /// MapLibre's largest zoom.
    private static let largestLiftedZoom = 22.0

    var angles: Perspective.Angles {
        Perspective.Angles(pitch: pitch, roll: roll, fieldOfView: verticalFieldOfView)
    }
}

/// How the map shows the round Earth.
package enum MapProjection: Hashable, Sendable {
    /// Web Mercator, on a plane.
    case mercator
    /// A globe at low zooms, which becomes a plane between zoom 11 and 12.
    case globe
    /// A globe at every zoom.
    case verticalPerspective
    /// What a style says for each zoom.
    case custom(Curve)
    /// A plane in another projection than Web Mercator.
    case cartographic(CartographicProjection)

    /// The projection, if it is neither Web Mercator nor a globe.
    package var cartographic: CartographicProjection? {
        if case .cartographic(let projection) = self { projection } else { nil }
    }

    /// How much of a globe there is at each zoom.
    package final class Curve: Hashable, Sendable {
        /// From MapLibre's zoom to 0 for a plane, 1 for a globe, or what lies between them.
        let blend: @Sendable (Double) -> Double

        package init(_ blend: @escaping @Sendable (Double) -> Double) { self.blend = blend }

        package static func == (a: Curve, b: Curve) -> Bool { a === b }
        package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// The zooms between which `globe` changes to a plane.
    private static let transition = 11.0...12.0

    /// 0 for a plane, 1 for a globe.
    package func globeBlend(atZoom zoom: Double) -> Double {
        let blend: Double =
            switch self {
            case .mercator, .cartographic: 0
            case .globe: Self.transition.upperBound - zoom
            case .verticalPerspective: 1
            case .custom(let curve): curve.blend(zoom)
            }
        return blend.isNaN ? 0 : max(0, min(1, blend))
    }
}

/// The height of what MapKit's camera sees at a distance of 1: its vertical field of view is 30°.
private let visibleHeight = 2 * tan(15 * Double.pi / 180)

extension Viewport {
    /// How far MapKit's camera is from the center for this view, in metres: `MKMapCamera.centerCoordinateDistance`.
    ///
    /// MapKit's camera has a vertical field of view of 30°: from a distance *d* it sees 2 · *d* · tan 15° metres from the
    /// lower to the upper edge of the map, at the latitude of the center.
    public var centerCoordinateDistance: Double { metersPerPoint * size.height / visibleHeight }
}

extension ViewportFrame {
    /// The zoom at which a camera sees its center from a distance.
    ///
    /// - Parameters:
    ///   - distance: in metres, above 0; see `Viewport.centerCoordinateDistance`.
    ///   - latitude: of the center, in degrees north.
    /// - Returns: MapLibre's zoom.
    package func zoomLevel(distance: Double, latitude: Double) -> Double {
        log2(WebMercator.metersPerPoint(at: latitude, zoom: 0) * size.height / (distance * visibleHeight))
    }
}
