// SPDX-License-Identifier: MIT
import MapCore
public import MapImages

/// The heights of the ground, and how a base map shows them.
///
/// A tilted map stands on them; hillshade and contours lie below its roads.
///
/// ```swift
/// scene.basemap.elevation = Elevation(["dem.tif"])
/// ```
public struct Elevation: Hashable, Sendable {
    /// What the colors of tiles mean.
    public enum Encoding: String, CaseIterable, Hashable, Sendable {
        /// Terrain-RGB: tenths of a metre from -10,000 m.
        case mapbox
        /// 1/256 metres from -32,768 m.
        case terrarium
    }

    /// How light and shade show the shape of the ground.
    public enum Hillshade: String, CaseIterable, Hashable, Sendable {
        /// Not at all.
        case none
        /// Light from the north-west, as MapLibre draws it.
        case standard
        /// Light from four directions, so that no slope is left out.
        case multidirectional
        /// Warm light and cool shades, and haze in the valleys, in the manner of Swiss maps.
        case swiss
    }

    /// What is shown of the steepness of the ground.
    public enum Slopes: String, CaseIterable, Hashable, Sendable {
        /// Nothing.
        case none
        /// Classes from 30°, as maps for winter tours have them.
        case steepness
        /// The directions to which the ground falls.
        case aspect
    }

    /// GeoTIFF or `.hgt` files, folders of them, or tiles of heights, relative to the scene's folder; later ones lie over earlier
    /// ones.
    public var data: [String]
    /// What the colors of tiles mean; other files need none.
    public var encoding: Encoding
    /// How light and shade show the shape of the ground.
    public var hillshade: Hillshade
    /// Whether hills cast shadows.
    public var shadows: Bool
    /// Lines of equal height; nil for none.
    public var contours: Contours?
    /// What is shown of the steepness of the ground.
    public var slopes: Slopes
    /// Whether the tops of hills have dots with their heights.
    public var spotHeights: Bool
    /// What heights are multiplied by on tilted maps, 0...100; 0 for a flat ground.
    public var exaggeration: Double

    /// Creates a description.
    public init(
        _ data: [String], encoding: Encoding = .mapbox, hillshade: Hillshade = .multidirectional, shadows: Bool = false,
        contours: Contours? = Contours(), slopes: Slopes = .none, spotHeights: Bool = false, exaggeration: Double = 1
    ) {
        (self.data, self.encoding, self.hillshade, self.shadows) = (data, encoding, hillshade, shadows)
        (self.contours, self.slopes, self.spotHeights) = (contours, slopes, spotHeights)
        self.exaggeration = exaggeration
    }
}

/// Lines of equal height, and their labels.
public struct Contours: Hashable, Sendable {
    /// A unit of heights.
    public enum Unit: String, CaseIterable, Hashable, Sendable {
        /// Metres.
        case meters = "m"
        /// International feet, 0.3048 m.
        case feet = "ft"
    }

    /// Between two lines, in the unit; nil for a round number that suits the zoom.
    public var interval: Double?
    /// Between two index lines, which are stronger and have labels, in the unit; nil for five intervals.
    public var index: Double?
    /// The unit of intervals and labels.
    public var unit: Unit
    /// The color of lines and labels; nil for a brown that suits the map.
    public var color: Color?
    /// The width of the lines in points, 0.1...10; index lines are 1.8 times as wide.
    public var width: Double
    /// Whether index lines have their heights.
    public var labels: Bool

    /// Creates a description.
    public init(
        interval: Double? = nil, index: Double? = nil, unit: Unit = .meters, color: Color? = nil, width: Double = 0.6,
        labels: Bool = true
    ) {
        (self.interval, self.index, self.unit) = (interval, index, unit)
        (self.color, self.width, self.labels) = (color, width, labels)
    }
}

extension Elevation: KeyedValue {
    static var usual: Self { Self([]) }
    static let definition = "elevation"

    mutating func keys(_ k: inout Keys) {
        k.required("data", &data, .names("a file or an array of files"))
        k("encoding", &encoding)
        k("hillshade", &hillshade)
        k("shadows", &shadows)
        k("contours", &contours, .contours)
        k("slopes", &slopes)
        k("spotHeights", &spotHeights)
        k("exaggeration", &exaggeration, .number(0...100))
    }
}

extension Contours: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "contours"

    mutating func keys(_ k: inout Keys) {
        k("interval", &interval, .number(0.1...10_000))
        k("index", &index, .number(0.1...100_000))
        k("unit", &unit)
        k("color", &color, .color)
        k("width", &width, .number(0.1...10))
        k("labels", &labels)
        if let interval, let index, !(index / interval).isWhole {
            k.given("index")?.report(
                expected: "a multiple of the interval \(formatted(interval))", found: formatted(index))
        }
        if interval == nil { k.noteNoEffect("index", "without an \"interval\"") }
    }
}

extension Double {
    fileprivate var isWhole: Bool { (self - rounded()).magnitude < 1e-6 }
}

extension KeyCodec where Self == Form<Elevation> {
    /// A file, several, or an object.
    static var elevation: Self {
        let names: some KeyCodec<[String]> = .names("a file, an array of files or an object")
        return Form(
            ["oneOf": .list((names.schema["oneOf"]?.array ?? []) + [.reference(Elevation.definition)])],
            { field in
                if field.node.object != nil { return Elevation(field) }
                return names.decode(field).map { Elevation($0) }
            }, \.jsonNode, hasDefault: false)
    }
}

extension KeyCodec where Self == Form<Contours?> {
    /// An object, true for the usual ones, or false for none.
    fileprivate static var contours: Self {
        Form(
            ["oneOf": [["type": "boolean"], .reference(Contours.definition)], "default": true],
            { SwitchCodec<Contours>().decode($0) },
            { $0.map(\.jsonNode) ?? .bool(false) }, hasDefault: false)
    }
}
