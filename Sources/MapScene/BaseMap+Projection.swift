// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapProj

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
