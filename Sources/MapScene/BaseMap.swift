// SPDX-License-Identifier: MIT
import MapCore
public import MapGeo

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
    public enum Projection: String, CaseIterable, Hashable, Sendable {
        /// Web Mercator: a flat map.
        case mercator
        /// A ball at low zooms, which becomes a flat map between zoom 11 and 12.
        case globe
        /// A ball at every zoom.
        case verticalPerspective = "vertical-perspective"
    }

    /// The style; nil for the default style.
    public var style: Style?
    /// The projection; nil for that of the style, which is Web Mercator unless it says otherwise.
    public var projection: Projection?
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
    /// Changes to the style for this scene.
    public var edits: StyleEdits

    /// Creates a base map.
    ///
    /// - Parameters:
    ///   - style: the style; nil for the default style.
    ///   - tiles: MBTiles or PMTiles files or tile folders for the style's sources; relative paths start in the scene's
    ///     folder. Empty for the sources that the style names, or for the default tiles.
    ///   - missingTiles: what is drawn where a tile is missing; nil for the behavior described at `missingTiles`.
    ///   - language: the language of labels, as a BCP 47 tag such as "de", or "local" for local names; nil for the
    ///     names that the style selects.
    ///   - edits: changes to the style for this scene.
    ///   - projection: the projection; nil for that of the style, which is Web Mercator unless it says otherwise.
    ///   - coordinateSystem: the datum of the tiles.
    public init(
        style: Style? = nil, tiles: [String] = [], missingTiles: MissingTilePolicy? = nil, language: String? = nil,
        edits: StyleEdits = StyleEdits(), projection: Projection? = nil, coordinateSystem: CoordinateSystem = .wgs84
    ) {
        self.style = style
        self.tiles = tiles
        self.missingTiles = missingTiles
        self.language = language
        self.edits = edits
        self.projection = projection
        self.coordinateSystem = coordinateSystem
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
    ///
    /// - Parameters:
    ///   - filters: new filters by the layer's id; JSON `null` takes the filter away.
    ///   - paint: an object of paint properties by the layer's id; a property that is JSON `null` gets its default.
    ///   - layout: the same for layout properties.
    ///   - hide: layers not to draw: their ids, in which `*` stands for any characters.
    ///   - show: layers to draw, though the style or `hide` leaves them out; written in the same way.
    ///   - sources: sources to add, by name. Relative addresses begin in the scene's folder.
    ///   - layers: layers to add, each on top of those before it, or below the layer that its member `before` names. A
    ///     layer's `source` may be a source itself, which then has the layer's id as its name.
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

extension BaseMap {
    /// A style's name or file, or an object with style and tiles.
    init?(_ field: Field) {
        if field.node.string != nil {
            guard let style = Style(field) else { return nil }
            self.init(style: style)
            return
        }
        guard field.node.object != nil, var object = field.object() else {
            field.report(expected: "a style's name or an object")
            return nil
        }
        self.init(
            style: object.optional("style", Style.init),
            tiles: object.optional("tiles", BaseMap.files) ?? [],
            missingTiles: object.optional("missingTiles") { $0.choice() },
            language: object.optional("language") { $0.languageTag() })
        edits = StyleEdits(&object)
        projection = object.optional("projection") { $0.choice(of: Projection.self) }
        coordinateSystem = object.optional("coordinateSystem") { $0.choice(of: CoordinateSystem.self) } ?? .wgs84
        object.finish()
    }

    private static func files(_ field: Field) -> [String]? {
        switch field.node.value {
        case .string: return field.filled().map { [$0] }
        case .array(let elements) where !elements.isEmpty: return field.array { $0.filled() }
        default: return field.expected("a file or an array of files")
        }
    }
}

extension BaseMap.Style {
    /// An object is a style; a string with a slash or with ".json" at its end is a file, any other a name.
    init?(_ field: Field) {
        if field.node.object != nil {
            self = .inline(InlineJSON(field))
            return
        }
        guard field.node.string != nil else {
            field.report(expected: "a style's name, a file or a style")
            return nil
        }
        guard let text = field.filled() else { return nil }
        self = text.contains("/") || text.hasSuffix(".json") ? .file(text) : .named(text)
    }
}

extension Field {
    /// A string that is not empty.
    func filled() -> String? {
        guard let text = string() else { return nil }
        return text.isEmpty ? expected("a string that is not empty") : text
    }
}

extension StyleEdits {
    /// Reads the members of a base map that change its style. Only their form is checked: what a property or filter
    /// means is known to the style.
    init(_ object: inout ObjectReader) {
        hide = object.optional("hide") { $0.array { $0.filled() } } ?? []
        show = object.optional("show") { $0.array { $0.filled() } } ?? []
        filters = object.optional("setFilter") { $0.byName(Self.filter) } ?? [:]
        paint = object.optional("setPaint") { $0.byName(Self.object) } ?? [:]
        layout = object.optional("setLayout") { $0.byName(Self.object) } ?? [:]
        sources = object.optional("addSources") { $0.byName(Self.object) } ?? [:]
        layers = object.optional("addLayers") { $0.array(Self.layer) } ?? []
    }

    private static func filter(_ field: Field) -> InlineJSON? {
        guard field.node.array != nil || field.node.bool != nil || field.node.isNull else {
            return field.expected("a filter: an array, or null for none")
        }
        return InlineJSON(field)
    }

    private static func object(_ field: Field) -> InlineJSON? {
        field.node.object == nil ? field.expected("an object") : InlineJSON(field)
    }

    /// A layer of a style; the members that the style specification does not have are checked here.
    private static func layer(_ field: Field) -> InlineJSON? {
        guard var object = field.object() else { return nil }
        let id = object.required("id") { $0.filled() }
        let type = object.required("type") { $0.filled() }
        if let before = object.field("before"), before.filled() == nil { return nil }
        if let source = object.field("source"), source.node.string == nil, source.node.object == nil {
            return source.expected("a source's name, or a source")
        }
        return id == nil || type == nil ? nil : InlineJSON(field)
    }
}

extension Field {
    /// An object with a value of one kind under each of its names; the wrong ones are reported and left out.
    fileprivate func byName<T>(_ decode: (Field) -> T?) -> [String: T]? {
        guard let object = node.object else { return expected("an object") }
        var values: [String: T] = [:]
        for entry in object.members where !entry.key.hasPrefix("x-") {
            if let value = decode(member(entry.key, entry.node)) { values[entry.key] = value }
        }
        return values
    }

    /// The tag of a language: subtags of letters and digits, the first of two or three letters (RFC 5646, §2.1).
    func languageTag() -> String? {
        guard let tag = string() else { return nil }
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            tag.utf8.count <= 35
            && parts.allSatisfy { part in
                (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
        guard tag == "local" || isTag && (2...3).contains(parts[0].count) && parts[0].allSatisfy(\.isLetter) else {
            let hint = tag.contains("_") ? "write \"\(tag.replacingUnderscores)\"" : nil
            return expected("a language such as \"de\" or \"zh-Hant\", or \"local\"", hint: hint)
        }
        return tag
    }
}

extension String {
    fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? "-" : $0 }) }
}
