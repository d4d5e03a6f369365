// SPDX-License-Identifier: MIT
package import MapCore
public import MapImages

/// GeoTIFF files of a `TileOverlay`, and how their values become colors.
public struct RasterReading: Hashable, Sendable {
    /// What is black and what is white, or where a palette begins and ends.
    public enum Stretch: Hashable, Sendable {
        /// Values are colors as they are: from 0 to the highest that samples can have.
        case none
        /// So many percent of the values are darker than black, and the rest beyond the second number brighter than white.
        case percent(Double, Double)
        /// From one value to another, in the unit of the file.
        case range(Double, Double)
    }

    /// The colors of a single band.
    public enum Colors: Hashable, Sendable {
        /// A palette over the whole stretch.
        case palette(Palette)
        /// Colors at ascending values, between which they are mixed.
        case stops([Stop])
    }

    /// A value and its color.
    public struct Stop: Hashable, Sendable {
        /// In the unit of the file.
        public var value: Double
        /// The color of the value.
        public var color: Color

        /// Creates a stop.
        public init(_ value: Double, _ color: Color) {
            (self.value, self.color) = (value, color)
        }
    }

    /// GeoTIFF files or folders of them, relative to the scene's folder; later ones lie over earlier ones.
    public var files: [String]
    /// The bands that are red, green and blue, or one band, from 1; empty for those that the files say.
    public var bands: [Int]
    /// What becomes black and white; nil for none where samples have 8 bits, else 2 to 98 percent of the values.
    public var stretch: Stretch?
    /// The colors of a single band; nil for the files' own.
    public var colors: Colors?

    /// Creates a description.
    public init(_ files: [String], bands: [Int] = [], stretch: Stretch? = nil, colors: Colors? = nil) {
        (self.files, self.bands, self.stretch, self.colors) = (files, bands, stretch, colors)
    }
}

extension RasterReading: Keyed {
    mutating func keys(_ k: inout Keys) {
        k.required("data", &files, .names("a file or an array of files"))
        colorKeys(&k)
    }

    /// The keys that the raster sources of styles have too.
    private mutating func colorKeys(_ k: inout Keys) {
        k("bands", &bands, .bands)
        k("stretch", &stretch, .stretch)
        k("colors", &colors, .rasterColors)
        if colors != nil, bands.count > 1 {
            k.given("colors")?.report("\"colors\" goes with a single band", code: .sceneConflictingKeys)
        }
    }

    /// What a source of a style says; members that are wrong are reported and stay what they are.
    package init(source field: Field) {
        self.init([])
        guard var k = Keys(reading: field) else { return }
        colorKeys(&k)
    }

    /// The colors from black to white of a palette; empty where stops or the files say them.
    package var ramp: [Color] {
        guard case .palette(let palette) = colors else { return [] }
        switch palette {
        case .named(let name): return PaletteTable(name)?.stops ?? []
        case .colors(let colors): return colors
        }
    }
}

extension KeyCodec where Self == Form<[Int]> {
    fileprivate static var bands: Self {
        let band = WholeCodec(range: 1...4096)
        let three: JSONNode = ["type": "array", "items": band.schema, "minItems": 3, "maxItems": 3]
        let one: JSONNode = ["type": "array", "items": band.schema, "minItems": 1, "maxItems": 1]
        return Form(
            ["oneOf": [band.schema, three, one]],
            { field in
                if field.node.number != nil { return band.decode(field).map { [$0] } }
                guard let count = field.node.array?.count, count == 1 || count == 3 else {
                    return field.expected("the number of a band, or three: [red, green, blue]")
                }
                return field.array { band.decode($0) }.flatMap { $0.count == count ? $0 : nil }
            },
            { $0.isEmpty ? nil : $0.count == 1 ? .count($0[0]) : .list($0.map(JSONNode.count)) }, hasDefault: false)
    }
}

extension KeyCodec where Self == Form<RasterReading.Stretch> {
    fileprivate static var stretch: Self {
        let pattern: JSONNode = "^(none|[0-9]+(\\.[0-9]+)?-[0-9]+(\\.[0-9]+)?%)$"
        let range: JSONNode = ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2]
        return Form(
            ["oneOf": [["type": "string", "pattern": pattern], range]],
            { field in
                let words = "\"none\", percent such as \"2-98%\", or two values [black, white]"
                if let text = field.node.string { return Value(text) ?? field.expected(words) }
                guard let numbers = field.node.array?.compactMap(\.number), numbers.count == 2,
                    field.node.array?.count == 2, numbers[0] < numbers[1], numbers.allSatisfy(\.isFinite)
                else { return field.expected(words + ", the first below the second") }
                return .range(numbers[0], numbers[1])
            },
            { stretch in
                switch stretch {
                case .none: "none"
                case .percent(let low, let high): "\(formatted(low))-\(formatted(high))%"
                case .range(let low, let high): .pair(low, high)
                }
            }, hasDefault: false)
    }
}

extension RasterReading.Stretch {
    /// `none`, or percent such as `2-98%`; nil for anything else.
    fileprivate init?(_ text: String) {
        if text == "none" {
            self = .none
            return
        }
        guard text.hasSuffix("%") else { return nil }
        let parts = text.dropLast().split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let low = parts[0], let high = parts[1], low >= 0, high <= 100, low < high else {
            return nil
        }
        self = .percent(low, high)
    }
}

extension KeyCodec where Self == Form<RasterReading.Colors> {
    /// The name of a palette, colors, or values with colors.
    fileprivate static var rasterColors: Self {
        let stop: JSONNode = .tuple([["type": "number"], .reference("color")])
        let palette: some KeyCodec<Palette> = .palette
        return Form(
            [
                "oneOf": .list(
                    [["type": "array", "items": stop, "minItems": 2]] + (palette.schema["oneOf"]?.array ?? []))
            ],
            { field in
                guard field.node.array?.first?.array != nil else {
                    return palette.decode(field).map(RasterReading.Colors.palette)
                }
                let stops = field.list(of: "values with colors", atLeast: 2) { (part: Field) -> RasterReading.Stop? in
                    guard let parts = part.elements(), parts.count == 2, let value = parts[0].node.number,
                        value.isFinite
                    else { return part.expected("[value, color]") }
                    return Color(parts[1]).map { RasterReading.Stop(value, $0) }
                }
                guard let stops else { return nil }
                guard zip(stops, stops.dropFirst()).allSatisfy({ $0.value < $1.value }) else {
                    return field.expected("ascending values")
                }
                return .stops(stops)
            },
            { colors in
                switch colors {
                case .palette(let named): palette.encode(named)
                case .stops(let stops): .list(stops.map { [.number($0.value), .color($0.color)] })
                }
            }, hasDefault: false)
    }
}
