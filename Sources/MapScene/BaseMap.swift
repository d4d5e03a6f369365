// SPDX-License-Identifier: MIT
import MapCore
public import MapGeo
package import MapGeometry
public import MapImages
import MapProj

/// The map below everything else: a style, and the tiles that it draws.
public struct BaseMap: Hashable, Sendable {
    /// The style that draws the tiles.
    public enum Style: Hashable, Sendable {
        /// One of the installed styles, such as "streets".
        case named(String)
        /// A MapLibre style file; a relative path starts in the scene's folder.
        case file(String)
        /// A MapLibre style in the scene itself.
        case inline(InlineJSON)
    }

    /// How the round Earth is drawn.
    public enum Projection: Hashable, Sendable {
        /// Web Mercator: a flat map.
        case mercator
        /// A ball at low zooms, which becomes a flat map between zoom 11 and 12.
        case globe
        /// A ball at every zoom.
        case verticalPerspective
        /// The plane of a coordinate system: `EPSG:3035`, well-known text, a PROJ string such as `+proj=moll`, or one of
        /// `namedSystems`.
        case system(String)
    }

    /// The style; nil for the default style.
    public var style: Style?
    /// The projection; nil for that of the style, which is Web Mercator unless it says otherwise.
    public var projection: Projection?
    /// In place of `projection`, one that no text names: a plane that was stretched, or is cut along another meridian.
    package var plane: CartographicProjection?
    /// MBTiles or PMTiles files or tile folders for the style's sources; relative paths start in the scene's folder.
    /// Empty for the sources that the style names, or for the default tiles.
    public var tiles: [String]
    /// What is drawn where a tile is missing. If nil, a larger tile replaces a missing one of the style's raster
    /// sources, as in MapLibre, and other missing tiles are skipped.
    public var missingTiles: MissingTilePolicy?
    /// The datum of the tiles.
    public var coordinateSystem = CoordinateSystem.wgs84
    /// The language of labels, as a BCP 47 tag such as "de" or "zh-Hant", or "local" for local names. Nil for the names
    /// that the style selects.
    public var language: String?
    /// Whose opinion of disputed borders and names the map follows: a code of ISO 3166-1 such as "IN", or "ISO" for that of
    /// ISO 3166 itself. Nil for who holds a place, with disputed borders dashed.
    public var worldview: String?
    /// Changes to the style for this scene.
    public var edits: StyleEdits
    /// Changes after these: those of an inset to the style of its scene.
    package var furtherEdits = StyleEdits()
    /// Changes to all colors of the style, after the others; nil for none.
    public var recolor: Recoloring?
    /// The heights of the ground, and how the map shows them; nil for those of the style alone.
    public var elevation: Elevation?

    /// Creates a base map.
    public init(
        style: Style? = nil, tiles: [String] = [], missingTiles: MissingTilePolicy? = nil, language: String? = nil,
        edits: StyleEdits = StyleEdits(), projection: Projection? = nil, coordinateSystem: CoordinateSystem = .wgs84,
        recolor: Recoloring? = nil, elevation: Elevation? = nil, worldview: String? = nil
    ) {
        self.style = style
        self.tiles = tiles
        self.missingTiles = missingTiles
        self.language = language
        self.edits = edits
        self.projection = projection
        self.coordinateSystem = coordinateSystem
        self.recolor = recolor
        self.elevation = elevation
        self.worldview = worldview
    }
}

/// What is drawn where a tile is missing.
public enum MissingTilePolicy: String, CaseIterable, Hashable, Sendable {
    /// Nothing: the tile is skipped.
    case skip
    /// The matching part of the nearest larger tile.
    case overzoom
    /// The map is not rendered, and the missing tile is reported as an error.
    case error
}

/// A scene's own changes to a style, whose file stays as it is.
///
/// First the style's layers are changed, in the order of these members; then sources and layers are added. What a
/// change means to a layer that the style does not have is a warning, so that a scene can be drawn in several styles.
public struct StyleEdits: Hashable, Sendable {
    /// New filters by the layer's id; JSON `null` takes the filter away.
    public var filters: [String: InlineJSON] = [:]
    /// An object of paint properties by the layer's id; a property that is JSON `null` gets its default.
    public var paint: [String: InlineJSON] = [:]
    /// The same for layout properties.
    public var layout: [String: InlineJSON] = [:]
    /// Layers not to draw: their ids, in which `*` stands for any characters.
    public var hide: [String] = []
    /// Layers to draw, though the style or `hide` leaves them out; written in the same way.
    public var show: [String] = []
    /// Sources to add, by name. Relative addresses begin in the scene's folder.
    public var sources: [String: InlineJSON] = [:]
    /// Layers to add, each on top of those before it, or below the layer that its member `before` names. A layer's
    /// `source` may be a source itself, which then has the layer's id as its name.
    public var layers: [InlineJSON] = []

    /// Creates changes; none by default.
    public init(
        filters: [String: InlineJSON] = [:], paint: [String: InlineJSON] = [:], layout: [String: InlineJSON] = [:],
        hide: [String] = [], show: [String] = [], sources: [String: InlineJSON] = [:], layers: [InlineJSON] = []
    ) {
        self.filters = filters
        self.paint = paint
        self.layout = layout
        self.hide = hide
        self.show = show
        self.sources = sources
        self.layers = layers
    }
}

extension BaseMap.Projection: RawRepresentable, CaseIterable {
    /// Projections of the world and of parts of it that have names, and what they stand for.
    public static let namedSystems: [(name: String, definition: String, title: String)] = [
        ("naturalEarth", "+proj=natearth +datum=WGS84", "Natural Earth projection, WGS 84"),
        ("equalEarth", "+proj=eqearth +datum=WGS84", "Equal Earth projection, WGS 84"),
        ("robinson", "+proj=robin +datum=WGS84", "Robinson projection, WGS 84"),
        ("winkelTripel", "+proj=wintri +datum=WGS84", "Winkel tripel projection, WGS 84"),
        ("mollweide", "+proj=moll +datum=WGS84", "Mollweide projection, WGS 84"),
        ("polarNorth", "EPSG:3995", "WGS 84 / Arctic Polar Stereographic"),
        ("polarSouth", "EPSG:3031", "WGS 84 / Antarctic Polar Stereographic"),
        ("europe", "EPSG:3035", "ETRS89-extended / LAEA Europe"),
        ("albersUSA", "EPSG:5070", "NAD83 / Conus Albers"),
    ]

    /// Those that have names.
    public static var allCases: [BaseMap.Projection] {
        [.mercator, .globe, .verticalPerspective] + namedSystems.map { .system($0.name) }
    }

    /// Creates a projection.
    ///
    /// - Parameter rawValue: a name, or the definition of a coordinate system.
    public init?(rawValue: String) {
        switch rawValue {
        case "mercator": self = .mercator
        case "globe": self = .globe
        case "vertical-perspective": self = .verticalPerspective
        default:
            let isDefinition = rawValue.contains(":") || rawValue.contains("[") || rawValue.hasPrefix("+")
            guard isDefinition || Self.namedSystems.contains(where: { $0.name == rawValue }) else { return nil }
            self = .system(rawValue)
        }
    }

    /// The word of the scene format, or the definition.
    public var rawValue: String {
        switch self {
        case .mercator: "mercator"
        case .globe: "globe"
        case .verticalPerspective: "vertical-perspective"
        case .system(let definition): definition
        }
    }

    /// - Throws: when there is no such system.
    var inViews: MapProjection {
        get throws(Diagnostic) {
            switch self {
            case .mercator: return .mercator
            case .globe: return .globe
            case .verticalPerspective: return .verticalPerspective
            case .system(let text):
                let named = Self.namedSystems.first { $0.name == text }
                let projection = try CartographicProjection.system(named?.definition ?? text, title: named?.title)
                return projection.map(MapProjection.cartographic) ?? .mercator
            }
        }
    }
}

extension BaseMap {
    /// The projection that it names; nil for Web Mercator and globes.
    ///
    /// - Throws: when there is no such system.
    package var cartographicProjection: CartographicProjection? {
        get throws(Diagnostic) { try projection?.inViews.cartographic }
    }
}

extension KeyCodec where Self == Form<BaseMap.Projection> {
    /// A word, or the definition of a coordinate system.
    static var projection: Self {
        let words = BaseMap.Projection.allCases.map { JSONNode.text($0.rawValue) }
        return Form(
            ["oneOf": [["enum": .list(words)], ["type": "string", "pattern": "[:+\\[]"]]],
            { field in
                if let projection = field.node.string.flatMap(BaseMap.Projection.init) { return projection }
                let words = BaseMap.Projection.allCases.map(\.rawValue)
                let expected = "one of \(listing(words)) or a coordinate system such as \"EPSG:3035\""
                guard let word = field.node.string else { return field.expected(expected, problem: .wrongType) }
                return field.expected(expected, problem: .unknownValue, hint: didYouMean(word, words))
            }, JSONNode.word, hasDefault: false)
    }
}
