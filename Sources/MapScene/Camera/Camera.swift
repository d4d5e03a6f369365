// SPDX-License-Identifier: MIT
public import MapGeo

/// What part of the Earth is seen, from above and how near.
public struct Camera: Hashable, Sendable {
    /// The ways to say it.
    public enum Framing: Hashable, Sendable {
        /// A place and MapLibre's zoom, at which 0 shows the world on 512 points.
        case center(Coordinate, zoom: Double)
        /// As MapKit's region: at least so many degrees around a place, which stays in the middle.
        case region(center: Coordinate, span: CoordinateSpan)
        /// As MapKit's region in metres on the ground.
        case distance(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double)
        /// All of a box, its Mercator middle in the middle.
        case bounds(CoordinateBox)
        /// All of what the scene puts on the map, with its icons and labels.
        case fit(Content)
        /// The user's location in the middle, as MapKit's `userTrackingMode` does it.
        case followUser(zoom: Double)
    }

    /// What a camera is fitted to.
    public enum Content: Hashable, Sendable {
        /// All annotations, the overlays that have a fixed extent, and the user's location.
        case all
        /// The annotations and overlays with these ids.
        case ids([String])
    }

    /// What is seen.
    public var framing: Framing
    /// The zoom in place of the one that a region, bounds or a fit leads to; their center stays. Framings with a zoom of
    /// their own ignore it.
    public var zoom: Double?
    /// Degrees clockwise from north that point up; any number.
    public var bearing: Double
    /// Room that is kept free around what is framed, inside `contentInsets`; nil for none, and for a margin around what
    /// is fitted that keeps it off the edges, the decorations and the attribution.
    public var padding: Padding?
    /// Parts of the picture, in points, that something will cover; what is framed keeps away from them.
    public var contentInsets: EdgeInsets
    /// No smaller zoom than this.
    public var minZoom: Double?
    /// What is seen when there is nothing to fit, or no user to follow; nil makes that an error. A fit or another follow
    /// is no answer.
    public var fallback: Framing?
    /// True for the whole zoom below the one that a fit leads to, at which raster tiles are sharp; nil for maps that
    /// consist of raster tiles alone.
    public var snapZoom: Bool?
    /// No larger zoom than this; `Camera.fitMaxZoom` when nil and the framing is `fit`.
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

    /// The zooms that are drawn: at -5 the world is 16 points wide, at 24 a point is 5 mm.
    public static let zooms: ClosedRange<Double> = -5...24
    /// How near a fitting camera goes unless told; a single place is shown at this zoom.
    public static let fitMaxZoom = 15.0
}
