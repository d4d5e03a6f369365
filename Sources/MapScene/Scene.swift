// SPDX-License-Identifier: MIT
public import MapGeo
public import MapPlane

/// What to draw: the base map, the camera that looks at it, and what is put on top.
///
/// ```swift
/// var scene = Scene(size: Size(width: 600, height: 400), scale: 2)
/// scene.camera = Camera(.center(Coordinate(latitude: 60.17, longitude: 24.94), zoom: 14))
/// scene.annotations = [Annotation(at: Coordinate(latitude: 60.17, longitude: 24.94), title: "Helsinki")]
/// ```
public struct Scene: Hashable, Sendable {
    /// The image's width and height in points; nil if it is set later, for example on the command line.
    public var size: Size?
    /// Pixels per point, within `Scene.scales`.
    public var scale: Double
    /// The map below everything else.
    public var basemap: BaseMap
    /// The visible part of the Earth; by default the camera is fitted to the scene's content.
    public var camera: Camera
    /// Pins and markers; where they are equally far south, the last is on top.
    public var annotations: [Annotation]
    /// How many annotations may be selected at a time.
    public var selection = Selection.multiple
    /// The styles of clusters, which replace several annotations.
    public var clusters: [ClusterStyle] = []
    /// The start of `$num` and `$alpha` in texts of annotations.
    public var numbering = Numbering()
    /// The user's location, drawn as a blue dot; nil for none.
    public var userLocation: UserLocation?
    /// Light or dark bubbles and plates, and the installed style that is drawn when none is named; nil for plates as the
    /// style's ground asks for.
    public var appearance: Appearance?
    /// Lines, areas, fog and tiles below the annotations; the last is on top.
    public var overlays: [Overlay] = []
    /// Items that stay with the image, such as a scale bar, a compass or images.
    public var decorations: [Decoration] = []
    /// The datum of all coordinates without a datum of their own.
    public var coordinateSystem = CoordinateSystem.wgs84
    /// The map's attribution, in a corner.
    public var attribution: Attribution

    /// Creates a scene in WGS 84.
    ///
    /// - Parameters:
    ///   - size: the image's width and height in points; nil if it is set later.
    ///   - scale: pixels per point, within `Scene.scales`.
    ///   - basemap: the map below everything else.
    ///   - camera: the visible part of the Earth; by default the camera is fitted to the scene's content.
    ///   - annotations: pins and markers; where they are equally far south, the last is on top.
    ///   - overlays: lines, areas, fog and tiles below the annotations; the last is on top.
    ///   - decorations: items that stay with the image, such as a scale bar.
    ///   - userLocation: the user's location, drawn as a blue dot; nil for none.
    ///   - attribution: the map's attribution, in a corner.
    public init(
        size: Size? = nil, scale: Double = 1, basemap: BaseMap = BaseMap(), camera: Camera = Camera(),
        annotations: [Annotation] = [], overlays: [Overlay] = [], decorations: [Decoration] = [],
        userLocation: UserLocation? = nil, attribution: Attribution = .automatic
    ) {
        self.size = size
        self.scale = scale
        self.basemap = basemap
        self.camera = camera
        self.annotations = annotations
        self.overlays = overlays
        self.decorations = decorations
        self.userLocation = userLocation
        self.attribution = attribution
    }

    /// The valid scales, in pixels per point.
    public static let scales: ClosedRange<Double> = 0.5...16
    /// The maximum length of an image's side, in pixels; cairo supports no larger image surface.
    public static let longestSide = 32_767.0
}
