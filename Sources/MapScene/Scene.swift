// SPDX-License-Identifier: MIT
public import MapGeo
public import MapGeometry

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
    /// The side of the image that follows from what the camera frames (bounds, a region or a rectangle), whatever `size` has for
    /// it; nil for an image whose `size` is known.
    public var automaticSide: AutomaticSide?
    /// The sheet that the map is a part of, whose size is `size`; nil for an image that is the map.
    public var page: Page?
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
    /// How the labels of the style find their places.
    public var labels = LabelPlacement.standard
    /// Whether a title that finds no room beside its marker stands farther away, at the end of a line.
    public var leaders = false
    /// Lines, areas, fog and tiles below the annotations; the last is on top.
    public var overlays: [Overlay] = []
    /// Items that stay with the image, such as a scale bar, a compass or images.
    public var decorations: [Decoration] = []
    /// The datum of all coordinates without a datum of their own.
    public var coordinateSystem = CoordinateSystem.wgs84
    /// The map's attribution, in a corner.
    public var attribution: Attribution
    /// The map's name: the title of documents, and the sentence that describes it; nil to describe what is drawn.
    public var title: String?
    /// What the map shows, for people who do not see it; nil to describe what is drawn.
    public var description: String?
    /// How the map moves; nil for one that does not. Still images do not show it.
    public var animation: SceneAnimation?
    /// A display or printer with few colors, for which the image is made; nil for all colors.
    public var display: Display?
    /// What was measured along the lines of overlays of data, once those are read.
    package var tracks: [DrawnTrack] = []
    /// What descriptions say of the values of data.
    package var patterns: [DataPattern] = []

    /// Creates a scene.
    public init(
        size: Size? = nil, scale: Double = 1, basemap: BaseMap = BaseMap(), camera: Camera = Camera(),
        annotations: [Annotation] = [], overlays: [Overlay] = [], decorations: [Decoration] = [],
        userLocation: UserLocation? = nil, attribution: Attribution = .automatic, selection: Selection = .multiple,
        clusters: [ClusterStyle] = [], numbering: Numbering = Numbering(), appearance: Appearance? = nil,
        coordinateSystem: CoordinateSystem = .wgs84, automaticSide: AutomaticSide? = nil, page: Page? = nil,
        labels: LabelPlacement = .standard, leaders: Bool = false, title: String? = nil, description: String? = nil,
        animation: SceneAnimation? = nil, display: Display? = nil
    ) {
        self.size = size
        self.automaticSide = automaticSide
        self.page = page
        (self.labels, self.leaders) = (labels, leaders)
        (self.title, self.description) = (title, description)
        self.animation = animation
        self.display = display
        self.scale = scale
        self.basemap = basemap
        self.camera = camera
        self.annotations = annotations
        self.overlays = overlays
        self.decorations = decorations
        self.userLocation = userLocation
        self.attribution = attribution
        self.selection = selection
        self.clusters = clusters
        self.numbering = numbering
        self.appearance = appearance
        self.coordinateSystem = coordinateSystem
    }

    /// The valid scales, in pixels per point.
    public static let scales: ClosedRange<Double> = 0.5...16
    /// The maximum length of an image's side, in pixels; cairo supports no larger image surface.
    public static let longestSide = 32_767.0
}

/// The attribution of the map's data.
public enum Attribution: Hashable, Sendable {
    /// The attribution that the tiles and the style contain.
    case automatic
    /// No attribution: the app shows it elsewhere, as the licenses of the data require.
    case hidden
    /// A text that replaces the automatic attribution.
    case text(String)
}

extension Scene {
    /// An image that something on the map needs.
    package struct ImageReference {
        package var asset: ImageAsset
        /// The list of the scene's document that refers to it; the place in the list, and the keys there.
        private let list: String
        private let index: Int?
        private let group: String?
        private let key: String?
        /// What is drawn if it cannot be read, for messages; nil for nothing.
        package var replacement: String?

        package init(
            _ asset: ImageAsset, in list: String, at index: Int? = nil, group: String? = nil, key: String? = nil,
            replacement: String? = nil
        ) {
            self.asset = asset
            (self.list, self.index, self.group, self.key) = (list, index, group, key)
            self.replacement = replacement
        }

        /// The keys that lead to it in the scene's document.
        package var path: [String] { [list, index.map { String($0) }, group, key].compactMap(\.self) }
    }

    /// All images that the scene refers to, in its order; one that is used twice is listed twice.
    package var imageReferences: [ImageReference] {
        var references: [ImageReference] = []
        for (index, annotation) in annotations.enumerated() {
            for asset in annotation.images {
                let key = annotation.key(of: asset)
                references.append(
                    ImageReference(
                        asset, in: "annotations", at: index, key: key,
                        replacement: key == "image" ? "the default marker is drawn instead" : nil))
            }
        }
        for (index, overlay) in overlays.enumerated() {
            guard case .polygon(let polygon) = overlay.content, let handles = polygon.handles else { continue }
            for asset in handles.images {
                let key = handles.image == asset ? "image" : "highlightedImage"
                references.append(
                    ImageReference(
                        asset, in: "overlays", at: index, group: "handles", key: key,
                        replacement: "the default handle is drawn instead"))
            }
        }
        for (index, decoration) in decorations.enumerated() {
            guard case .image(let image) = decoration.content else { continue }
            references.append(ImageReference(image.image, in: "decorations", at: index, key: "image"))
        }
        return references
    }
}

extension Annotation {
    /// The key under which it refers to an image.
    fileprivate func key(of asset: ImageAsset) -> String {
        switch view {
        case .image(asset): "image"
        case .marker(let marker) where marker.glyphImage == asset: "glyphImage"
        case .marker(let marker) where marker.selectedGlyphImage == asset: "selectedGlyphImage"
        default: "callout"
        }
    }
}

extension Scene {
    /// Adds an annotation to the end of the list.
    ///
    /// - Parameter annotation: the annotation to add.
    public mutating func add(_ annotation: Annotation) { annotations.append(annotation) }

    /// Adds an overlay on top of the existing ones.
    ///
    /// - Parameter overlay: the overlay to add.
    public mutating func add(_ overlay: Overlay) { overlays.append(overlay) }

    /// Adds a decoration to the end of the list.
    ///
    /// - Parameter decoration: the decoration to add.
    public mutating func add(_ decoration: Decoration) { decorations.append(decoration) }
}

extension Decoration {
    /// A scale bar at the bottom left.
    public static let scaleBar = Decoration(.scaleBar(ScaleBar()))
    /// The scale as a ratio, such as 1:25 000, at the bottom left.
    public static let scaleRatio = Decoration(.scaleBar(ScaleBar(style: .ratio)))
    /// A compass at the top right, shown when north is not up.
    public static let compass = Decoration(.compass(Compass()))
}

/// How the labels of the base map find their places.
public enum LabelPlacement: String, CaseIterable, Hashable, Sendable {
    /// As in MapLibre: from the topmost layer down, each label where the style has it, if there is room.
    case standard
    /// As a cartographer would set them: each label has many possible places, keeps clear of lines where it can, and gives way to
    /// others as long as it finds another place. More labels are shown, none is cut by the edge, and it takes longer.
    case best
}
