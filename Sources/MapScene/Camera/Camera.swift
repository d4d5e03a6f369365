// SPDX-License-Identifier: MIT
public import MapGeo

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
    /// The direction that points up, in degrees clockwise from north; any finite number.
    public var bearing: Double
    /// How far the camera is tilted, and how wide it sees.
    public var tilt = Tilt()
    /// The margin around what is framed, inside `contentInsets`; nil for none, and for an automatic one when the camera
    /// is fitted to content, which avoids the edges, the decorations and the attribution.
    public var padding: Padding?
    /// The parts of the image, in points from its edges, that will be covered; the camera keeps what is framed out of
    /// them.
    public var contentInsets: EdgeInsets
    /// The smallest zoom; nil for no limit.
    public var minZoom: Double?
    /// The framing to use if there is nothing to fit, or no user location to follow; nil makes that an error. It must
    /// not be `fit` or `followUser`.
    public var fallback: Framing?
    /// True for the whole zoom below the one that a fit leads to, at which raster tiles are sharp; nil for maps that
    /// consist of raster tiles alone.
    public var snapZoom: Bool?
    /// The largest zoom; nil for no limit, or for `Camera.fitMaxZoom` when the framing is `fit`.
    public var maxZoom: Double?

    /// Creates a camera.
    ///
    /// - Parameters:
    ///   - framing: what the camera shows.
    ///   - bearing: the direction that points up, in degrees clockwise from north; any finite number.
    ///   - padding: the margin around what is framed, inside `contentInsets`; nil for none, and for an automatic one
    ///     when the camera is fitted to content.
    ///   - contentInsets: the parts of the image, in points from its edges, that will be covered.
    ///   - minZoom: the smallest zoom, within `Camera.zooms`; nil for no limit.
    ///   - maxZoom: the largest zoom, within `Camera.zooms`; nil for no limit, or `Camera.fitMaxZoom` when the framing
    ///     is `fit`.
    public init(
        _ framing: Framing = .fit(.all), bearing: Double = 0, padding: Padding? = nil,
        contentInsets: EdgeInsets = EdgeInsets(), minZoom: Double? = nil, maxZoom: Double? = nil
    ) {
        self.framing = framing
        self.bearing = bearing
        self.padding = padding
        self.contentInsets = contentInsets
        self.minZoom = minZoom
        self.maxZoom = maxZoom
    }

    /// The valid zooms: at -5 the world is 16 points wide, at 24 a point is 5 mm.
    public static let zooms: ClosedRange<Double> = -5...24
    /// The valid distances of a camera from its center, in metres.
    public static let distances: ClosedRange<Double> = 1...1e9
    /// The largest zoom of a fitted camera by default; a single coordinate is shown at this zoom.
    public static let fitMaxZoom = 15.0
}
