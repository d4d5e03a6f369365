// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo
import MapGeometry

/// What countries say of disputed borders: a file beside the archives of the base map.
///
/// It is GeoJSON whose features are lines. `otherwise` says how a line is drawn, `firm`, `dashed`, `state` and `hidden` name
/// the views with another opinion. `fromStart` is set on lines that are drawn dashed at all zooms, `replaces` on those
/// whose firm line of the base map is taken away. Members beside the features list the views and what they say of names.
package struct WorldviewTable: Sendable {
    /// The codes of countries, and ISO for ISO 3166-1 itself.
    package let views: [String]
    fileprivate let lines: GeoJSONTiler
    fileprivate let places: [Rule]
    fileprivate let states: [Rule]
    fileprivate let names: [Name]

    /// How a line or a name is shown.
    fileprivate enum Appearance: String, CaseIterable { case firm, dashed, state, hidden }

    /// What is said of the country or state of one name.
    fileprivate struct Rule: Sendable {
        let key: String
        let hidden: Set<Substring>
        let state: Set<Substring>
    }

    /// A name in place of another.
    fileprivate struct Name: Sendable {
        let views: Set<Substring>
        let layer: String
        let old: String
        let new: String
    }

    private static let maxBytes = 16 << 20

    /// Reads a table.
    ///
    /// - Throws: when the file cannot be read, or is no table of worldviews.
    package init(file path: String) throws(Diagnostic) {
        let document = try JSONDocument(.geojson, file: path, text: try readDocument(path, limit: Self.maxBytes))
        var options = GeoJSONOptions()
        options.extent = 4096
        options.buffer = 8
        options.maxZoom = 7
        let root = document.root
        let views = (root["views"]?.array ?? []).compactMap(\.string)
        let found = DiagnosticSink()
        guard !views.isEmpty, let lines = GeoJSONTiler(Field(document, diagnostics: found), options: options) else {
            throw Diagnostic(code: .tilesUnknownFormat, file: path, expected: "a table of worldviews")
        }
        self.views = views
        self.lines = lines
        func rules(_ list: String, by key: String) -> [Rule] {
            (root[list]?.array ?? []).compactMap { node in
                node[key]?.string.map { Rule(key: $0, hidden: codes(node["hidden"]), state: codes(node["state"])) }
            }
        }
        places = rules("places", by: "iso_a2")
        states = rules("states", by: "name:en")
        names = (root["names"]?.array ?? []).compactMap { node in
            guard let layer = node["layer"]?.string, let old = node["from"]?.string, let new = node["to"]?.string else {
                return nil
            }
            return Name(views: codes(node["views"]), layer: layer, old: old, new: new)
        }
    }
}

private func codes(_ node: JSONNode?) -> Set<Substring> { Set((node?.string ?? "").split(separator: " ")) }

/// Borders and names as one country wants them.
package struct Worldview: Sendable {
    /// A code of `WorldviewTable.views`.
    package let code: String
    private let table: WorldviewTable

    /// Nil for a code that the table does not have.
    package init?(_ code: String, in table: WorldviewTable) {
        guard table.views.contains(code) else { return nil }
        self.code = code
        self.table = table
    }

    /// What an archive says of views.
    package enum Knowledge {
        /// It is the bundled world, whose disputed borders the table has.
        case table
        /// Its features name the views that they belong to, in the attribute `worldview`.
        case attribute
        /// It has borders, and nothing about views.
        case none
        /// It has no borders.
        case noBorders
    }

    package static func knowledge(of info: ArchiveInfo) -> Knowledge {
        if info.vectorLayers.contains(where: { $0.fields[attribute] != nil }) { return .attribute }
        guard let borders = info.vectorLayers.first(where: { $0.id == borders }) else { return .noBorders }
        return info.name == worldName && borders.fields["adm0_l"] == nil ? .table : .none
    }

    private static let worldName = "World base map"
    /// The layer of borders.
    package static let borders = "boundary"
    private static let attribute = "worldview"
    /// Claims are drawn from here on, unless a view draws them as borders.
    private static let firstZoomOfClaims = 4
    /// Borders of states are drawn from here on.
    private static let firstZoomOfStates = 3
    /// How near a line of the base map is to that which replaces it, in units of the tile.
    private static let reach = 12.0

    /// The tile in this view.
    ///
    /// - Parameters:
    ///   - tile: in the schema OpenMapTiles.
    ///   - id: of the tile.
    ///   - knowledge: that of its archive.
    /// - Returns: the tile itself where nothing is said of views.
    package func presented(_ tile: VectorTile, _ id: TileID, _ knowledge: Knowledge) -> VectorTile {
        var presented = tile
        presented.isKept = false
        presented.outline = nil
        switch knowledge {
        case .table: presented.layers = layers(of: tile, id)
        case .attribute:
            presented.layers = tile.layers.map { layer in
                layer.replacing(layer.features.filter { $0.property(Self.attribute).map(includes) ?? true })
            }
        case .none, .noBorders: return tile
        }
        return presented
    }

    /// Whether a feature belongs to this view: `all`, or codes between commas.
    private func includes(_ views: PropertyValue) -> Bool {
        guard case .string(let views) = views else { return true }
        return views == "all" || views.split(separator: ",").contains { $0.drop { $0 == " " } == code }
    }

    private func layers(of tile: VectorTile, _ id: TileID) -> [VectorLayer] {
        let own = (table.lines.vectorTile(id)?.layers.first?.features).map(Array.init) ?? []
        var layers = tile.layers.map { layer in
            switch layer.name {
            case Self.borders: layer.replacing(borders(Array(layer.features), own, id))
            case "place": layer.replacing(renamed(places(Array(layer.features)), in: layer.name))
            default: layer.replacing(renamed(Array(layer.features), in: layer.name))
            }
        }
        if !own.isEmpty, tile[Self.borders] == nil {
            layers.append(
                VectorLayer(name: Self.borders, version: 2, extent: 4096, features: borders([], own, id)))
        }
        return layers
    }
}

// MARK: - Borders

extension Worldview {
    private func borders(_ old: [VectorFeature], _ own: [VectorFeature], _ id: TileID) -> [VectorFeature] {
        let replaced = own.filter { $0.property("replaces") == .bool(true) }.map { $0.geometry() }
        let kept = old.compactMap { feature -> VectorFeature? in
            guard feature.property("admin_level") == .number(2) else { return feature }
            guard feature.property("disputed") != .number(1) else { return nil }
            guard !replaced.isEmpty else { return feature }
            let rest = feature.geometry().without(replaced, within: Self.reach)
            guard !rest.parts.isEmpty else { return nil }
            return VectorFeature(id: feature.id, type: feature.type, properties: feature.properties, geometry: rest)
        }
        return kept + own.compactMap { border($0, id) }
    }

    private func border(_ line: VectorFeature, _ id: TileID) -> VectorFeature? {
        let (level, disputed): (Double, Double)
        switch appearance(of: line) {
        case .hidden: return nil
        case .firm: (level, disputed) = (2, 0)
        case .dashed:
            guard line.property("fromStart") == .bool(true) || id.z >= Self.firstZoomOfClaims else { return nil }
            (level, disputed) = (2, 1)
        case .state:
            guard id.z >= Self.firstZoomOfStates else { return nil }
            (level, disputed) = (4, 0)
        }
        return VectorFeature(
            id: nil, type: .lineString,
            properties: ["admin_level": .number(level), "disputed": .number(disputed), "maritime": .number(0)],
            geometry: line.geometry())
    }

    private func appearance(of line: VectorFeature) -> WorldviewTable.Appearance {
        for appearance in WorldviewTable.Appearance.allCases {
            if case .string(let views)? = line.property(appearance.rawValue),
                views.split(separator: " ").contains(code[...])
            {
                return appearance
            }
        }
        guard case .string(let otherwise)? = line.property("otherwise") else { return .dashed }
        return WorldviewTable.Appearance(rawValue: otherwise) ?? .dashed
    }
}

extension TileGeometry {
    /// The lines without the edges of which both ends are near other lines.
    fileprivate func without(_ others: [TileGeometry], within distance: Double) -> TileGeometry {
        var rest = TileGeometry()
        for part in parts {
            let isNear = points[part].map { point in others.contains { $0.passes(point, within: distance) } }
            var run: [Point] = []
            func close(_ run: inout [Point]) {
                if run.count > 1 { rest.append(run) }
                run = []
            }
            for (index, point) in points[part].enumerated() {
                if index > 0, isNear[index - 1], isNear[index] { close(&run) }
                run.append(point)
            }
            close(&run)
        }
        return rest
    }

    private func passes(_ point: Point, within distance: Double) -> Bool {
        parts.contains { part in
            zip(points[part], points[part].dropFirst()).contains {
                squaredDistance(point, $0, $1) <= distance * distance
            }
        }
    }
}

// MARK: - Names

extension Worldview {
    private func places(_ features: [VectorFeature]) -> [VectorFeature] {
        let code = code[...]
        return features.compactMap { feature in
            guard case .string(let kind)? = feature.property("class") else { return feature }
            let (key, rules) = kind == "country" ? ("iso_a2", table.places) : ("name:en", table.states)
            guard kind == "country" || kind == "state", case .string(let name)? = feature.property(key),
                let rule = rules.first(where: { $0.key == name })
            else { return feature }
            if rule.hidden.contains(code) { return nil }
            guard rule.state.contains(code) else { return feature }
            return feature.with(["class": .string("state")])
        }
    }

    private func renamed(_ features: [VectorFeature], in layer: String) -> [VectorFeature] {
        let own = table.names.filter { $0.layer == layer && $0.views.contains(code[...]) }
        guard !own.isEmpty else { return features }
        return features.map { feature in
            guard case .string(let name)? = feature.property("name:en"),
                let other = own.first(where: { $0.old == name })
            else { return feature }
            let same = feature.properties.filter { $0.value == .string(other.old) }
            return feature.with(same.mapValues { _ in .string(other.new) })
        }
    }
}

extension VectorFeature {
    fileprivate func with(_ changes: [String: PropertyValue]) -> VectorFeature {
        VectorFeature(
            id: id, type: type, properties: properties.merging(changes) { $1 }, geometry: geometry())
    }
}

extension VectorLayer {
    /// The layer itself where its features stay as they are.
    fileprivate func replacing(_ features: [VectorFeature]) -> VectorLayer {
        let isSame =
            features.count == self.features.count && zip(features, self.features).allSatisfy { $0.isSame(as: $1) }
        return isSame ? self : VectorLayer(name: name, version: version, extent: extent, features: features)
    }
}

/// An archive whose tiles are given in a view.
package struct WorldviewArchive: WrappedArchive {
    package let original: any TileArchive
    private let view: Worldview
    private let knowledge: Worldview.Knowledge

    package init(_ original: any TileArchive, _ view: Worldview) {
        self.original = original
        self.view = view
        knowledge = Worldview.knowledge(of: original.info)
    }

    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? { try vectorTile(id)?.encoded }

    package func vectorTile(_ id: TileID, layers _: Set<String>?) throws(Diagnostic) -> VectorTile? {
        try original.vectorTile(id).map { view.presented($0, id, knowledge) }
    }
}
