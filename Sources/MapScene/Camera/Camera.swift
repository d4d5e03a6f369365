// SPDX-License-Identifier: MIT
import MapCore
public import MapGeo
public import MapGeometry

/// The part of the Earth that a map shows, from straight above or tilted.
public struct Camera: Hashable, Sendable {
    /// The ways to specify what a camera shows.
    public enum Framing: Hashable, Sendable {
        /// A center and MapLibre's zoom; at 0 the world is 512 points wide.
        case center(Coordinate, zoom: Double)
        /// A center and an extent of at least so many degrees, as MapKit's region.
        case region(center: Coordinate, span: CoordinateSpan)
        /// A center and an extent of at least so many metres on the ground, as MapKit's region.
        case distance(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double)
        /// All of a box, centered in Web Mercator.
        case bounds(CoordinateBox)
        /// Content of the scene, including icons and labels.
        case fit(Content)
        /// A center that MapKit's camera looks at from a distance in metres, as `MKMapCamera`; see
        /// `Viewport.centerCoordinateDistance`.
        case lookingAt(Coordinate, fromDistance: Double)
        /// The user's location as center, as with MapKit's `userTrackingMode`, and MapLibre's zoom.
        case followUser(zoom: Double)
    }

    /// The content that a camera is fitted to.
    public enum Content: Hashable, Sendable {
        /// All annotations, the overlays that have a fixed extent, and the user's location.
        case all
        /// The annotations and overlays with these ids.
        case ids([String])
    }

    /// What the camera shows.
    public var framing: Framing
    /// Replaces the zoom that results from a region, bounds or a fit; the center does not change. Ignored by framings
    /// with a zoom of their own.
    public var zoom: Double?
    /// The denominator of the map's scale on paper, as 25000 of 1:25 000, within `Camera.mapScales`: true at the center, on
    /// WGS 84, where a point is 1/96 inch. It replaces the zoom of any framing; nil for none. The camera must look straight
    /// down on a flat map.
    public var mapScale: Double?
    /// Replaces the center that results from a fit; the zoom does not change.
    public var center: Coordinate?
    /// The direction that points up, in degrees clockwise from north; any finite number.
    public var bearing: Double
    /// Whether a camera that follows the user turns the map so that the user's heading points up, as MapKit's
    /// `followWithHeading`; `bearing` counts where there is no heading.
    public var followsHeading = false
    /// How far the camera is tilted, and how wide it sees.
    public var tilt = Tilt()
    /// The margin around what is framed, inside `contentInsets`; nil for none, and for an automatic one when the camera
    /// is fitted to content, which avoids the edges, the decorations and the attribution.
    public var padding: Padding?
    /// The parts of the image, in points from its edges, that will be covered; the camera keeps what is framed out of
    /// them.
    public var contentInsets: EdgeInsets
    /// The smallest zoom, within `Camera.zooms`; nil for no limit.
    public var minZoom: Double?
    /// The framing to use if there is nothing to fit, or no user location to follow; nil makes that an error. It must
    /// not be `fit` or `followUser`.
    public var fallback: Framing?
    /// True for the whole zoom below the one that a fit leads to, at which raster tiles are sharp; nil for maps that
    /// consist of raster tiles alone.
    public var snapZoom: Bool?
    /// The largest zoom, within `Camera.zooms`; nil for no limit, or for `Camera.fitMaxZoom` when the framing is `fit`.
    public var maxZoom: Double?

    /// Creates a camera.
    public init(
        _ framing: Framing = .fit(.all), bearing: Double = 0, padding: Padding? = nil,
        contentInsets: EdgeInsets = EdgeInsets(), minZoom: Double? = nil, maxZoom: Double? = nil, zoom: Double? = nil,
        tilt: Tilt = Tilt(), fallback: Framing? = nil, snapZoom: Bool? = nil, center: Coordinate? = nil,
        followsHeading: Bool = false, mapScale: Double? = nil
    ) {
        self.mapScale = mapScale
        self.framing = framing
        self.bearing = bearing
        self.padding = padding
        self.contentInsets = contentInsets
        self.minZoom = minZoom
        self.maxZoom = maxZoom
        self.zoom = zoom
        self.tilt = tilt
        self.fallback = fallback
        self.snapZoom = snapZoom
        self.center = center
        self.followsHeading = followsHeading
    }

    /// The valid zooms: at -5 the world is 16 points wide, at 24 a point is 5 mm.
    public static let zooms: ClosedRange<Double> = -5...24
    /// The valid denominators of a map's scale.
    public static let mapScales: ClosedRange<Double> = MapScale.denominators
    /// The valid distances of a camera from its center, in metres.
    public static let distances: ClosedRange<Double> = 1...1e9
    /// The largest zoom of a fitted camera by default; a single coordinate is shown at this zoom.
    public static let fitMaxZoom = 15.0
}

extension Camera {
    /// The zooms that the camera allows, checked.
    func zoomLimits(_ reporter: SceneReporter) -> ClosedRange<Double>? {
        let (low, high) = (minZoom ?? Camera.zooms.lowerBound, maxZoom ?? Camera.zooms.upperBound)
        guard low <= high, Camera.zooms.contains(low), Camera.zooms.contains(high) else {
            reporter.report(
                "camera", "minZoom", code: .sceneConflictingKeys,
                message: "expected zooms in ascending order, found \(hundredths(low)) "
                    + "and \(hundredths(high))")
            return nil
        }
        return low...high
    }
}

extension Camera {
    /// What the camera looks at when only its zoom is replaced.
    func isFinite(_ framing: Framing) -> Bool {
        framing.isFinite && zoom?.isFinite ?? true && center?.isFinite ?? true && mapScale?.isFinite ?? true
    }
}

extension Camera.Framing {
    fileprivate var isFinite: Bool {
        switch self {
        case .center(let center, let zoom): center.isFinite && zoom.isFinite
        case .lookingAt(let center, let distance): center.isFinite && distance.isFinite && distance > 0
        case .region(let center, let span):
            center.isFinite && span.latitudeDelta.isFinite && span.longitudeDelta.isFinite
        case .distance(let center, let latitudinal, let longitudinal):
            center.isFinite && latitudinal.isFinite && longitudinal.isFinite
        case .bounds(let box): [box.west, box.south, box.east, box.north].allSatisfy(\.isFinite)
        case .fit: true
        case .followUser(let zoom): zoom.isFinite
        }
    }
}

extension Camera.Framing {
    /// False for regions and boxes that are no larger than a point or a line.
    var hasExtent: Bool {
        switch self {
        case .center, .lookingAt, .fit, .followUser: true
        case .region(_, let span): span.latitudeDelta > 0 && span.longitudeDelta > 0
        case .distance(_, let latitudinal, let longitudinal): latitudinal > 0 && longitudinal > 0
        case .bounds(let box): box.south < box.north && box.west < box.east
        }
    }
}

extension Coordinate {
    var isFinite: Bool { latitude.isFinite && longitude.isFinite }
}

/// A number with at most two decimals, for messages.
func hundredths(_ number: Double) -> String {
    formatted((number * 100).rounded() / 100)
}

extension Camera {
    /// Creates a camera that is centered on a coordinate.
    ///
    /// - Parameters:
    ///   - center: the coordinate in the middle.
    ///   - zoom: MapLibre's zoom, within `Camera.zooms`; at 0 the world is 512 points wide.
    ///   - bearing: the direction that points up, in degrees clockwise from north.
    /// - Returns: the camera.
    public static func center(_ center: Coordinate, zoom: Double, bearing: Double = 0) -> Camera {
        Camera(.center(center, zoom: zoom), bearing: bearing)
    }

    /// Creates a camera for a map on paper, from straight above.
    ///
    /// - Parameters:
    ///   - center: the coordinate in the middle, at which the scale is true.
    ///   - mapScale: the denominator of the scale, as 25000 of 1:25 000, within `Camera.mapScales`.
    ///   - bearing: the direction that points up, in degrees clockwise from north.
    /// - Returns: the camera.
    public static func center(_ center: Coordinate, mapScale: Double, bearing: Double = 0) -> Camera {
        var camera = Camera(.center(center, zoom: Camera.fitMaxZoom), bearing: bearing)
        camera.mapScale = mapScale
        return camera
    }

    /// Creates a camera as `MKMapCamera(lookingAtCenter:fromDistance:pitch:heading:)`.
    ///
    /// - Parameters:
    ///   - center: the coordinate in the middle.
    ///   - distance: from the camera to the center in metres, within `Camera.distances`; see
    ///     `Viewport.centerCoordinateDistance`.
    ///   - pitch: the tilt, in degrees from straight down towards the horizon, within `Tilt.pitches`.
    ///   - heading: the direction that points up, in degrees clockwise from north.
    /// - Returns: the camera.
    public static func looking(
        atCenter center: Coordinate, fromDistance distance: Double, pitch: Double = 0, heading: Double = 0
    ) -> Camera {
        var camera = Camera(.lookingAt(center, fromDistance: distance), bearing: heading)
        camera.tilt.pitch = pitch
        return camera
    }

    /// Creates a camera that shows all of a rectangle of MapKit's map points, as `MKMapView.setVisibleMapRect(_:)`.
    ///
    /// - Parameters:
    ///   - mapRect: the rectangle, in map points.
    ///   - padding: the margin at each side, in points.
    /// - Returns: the camera.
    public static func mapRect(_ mapRect: MapRect, padding: Double = 0) -> Camera {
        .bounds(mapRect.box, padding: padding)
    }

    /// Creates a camera that shows at least a span of degrees, as `MKCoordinateRegion(center:span:)`.
    ///
    /// - Parameters:
    ///   - center: the coordinate in the middle.
    ///   - span: the extent, in degrees.
    /// - Returns: the camera.
    public static func region(center: Coordinate, span: CoordinateSpan) -> Camera {
        Camera(.region(center: center, span: span))
    }

    /// Creates a camera that shows at least a distance, as
    /// `MKCoordinateRegion(center:latitudinalMeters:longitudinalMeters:)`.
    ///
    /// - Parameters:
    ///   - center: the coordinate in the middle.
    ///   - latitudinalMeters: the extent from north to south, in metres on the ground.
    ///   - longitudinalMeters: the extent from west to east, in metres on the ground.
    /// - Returns: the camera.
    public static func region(
        center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double
    ) -> Camera {
        Camera(
            .distance(
                center: center, latitudinalMeters: latitudinalMeters, longitudinalMeters: longitudinalMeters))
    }

    /// Creates a camera that shows all of a box.
    ///
    /// - Parameters:
    ///   - box: the box, in degrees.
    ///   - padding: the margin at each side, in points.
    /// - Returns: the camera.
    public static func bounds(_ box: CoordinateBox, padding: Double = 0) -> Camera {
        Camera(.bounds(box), padding: Padding(.points(padding)))
    }

    /// Creates a camera that shows all annotations, overlays and the user's location, including icons and labels.
    ///
    /// - Parameters:
    ///   - padding: the margin at each side, in points.
    ///   - maxZoom: the largest zoom; nil for `Camera.fitMaxZoom`.
    /// - Returns: the camera.
    public static func fit(padding: Double = 24, maxZoom: Double? = nil) -> Camera {
        Camera(.fit(.all), padding: Padding(.points(padding)), maxZoom: maxZoom)
    }

    /// Creates a camera that shows some of the scene's annotations and overlays.
    ///
    /// - Parameters:
    ///   - ids: the ids of annotations and overlays.
    ///   - padding: the margin at each side, in points.
    ///   - maxZoom: the largest zoom; nil for `Camera.fitMaxZoom`.
    /// - Returns: the camera.
    public static func fit(_ ids: [String], padding: Double = 24, maxZoom: Double? = nil) -> Camera {
        Camera(.fit(.ids(ids)), padding: Padding(.points(padding)), maxZoom: maxZoom)
    }
}

/// The margin around what a camera frames.
public struct Padding: Hashable, Sendable {
    /// The margin at one side.
    public enum Length: Hashable, Sendable {
        /// Points.
        case points(Double)
        /// Percent of the image: of its height at top and bottom, of its width at left and right.
        case percent(Double)

        func points(of side: Double) -> Double {
            switch self {
            case .points(let points): points
            case .percent(let percent): percent / 100 * side
            }
        }
    }

    /// At the top, in points or percent of the image's height.
    public var top: Length
    /// At the right, in points or percent of the image's width.
    public var right: Length
    /// At the bottom, in points or percent of the image's height.
    public var bottom: Length
    /// At the left, in points or percent of the image's width.
    public var left: Length

    /// Creates padding, in the order of CSS.
    public init(top: Length, right: Length, bottom: Length, left: Length) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// Creates padding with equal margins at opposite sides.
    ///
    /// - Parameters:
    ///   - vertical: the margin at top and bottom, in points or percent of the image's height.
    ///   - horizontal: the margin at left and right, in points or percent of the image's width.
    public init(vertical: Length, horizontal: Length) {
        self.init(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
    }

    /// Creates padding with the same margin at all sides.
    ///
    /// - Parameter length: points, or percent of the image's height at top and bottom and of its width at left and
    ///   right.
    public init(_ length: Length = .points(0)) {
        self.init(vertical: length, horizontal: length)
    }

    /// Converts the padding to points.
    ///
    /// - Parameter size: the size of the image, in points.
    /// - Returns: the margin at each side, in points.
    public func insets(in size: Size) -> EdgeInsets {
        EdgeInsets(
            top: top.points(of: size.height), left: left.points(of: size.width),
            bottom: bottom.points(of: size.height), right: right.points(of: size.width))
    }
}

/// Distances from the edges of the image, in points.
public struct EdgeInsets: Hashable, Sendable {
    /// The inset from the top.
    public var top: Double
    /// The inset from the left.
    public var left: Double
    /// The inset from the bottom.
    public var bottom: Double
    /// The inset from the right.
    public var right: Double

    /// Creates insets, in UIKit's order.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}
