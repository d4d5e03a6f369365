// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import MapGeo
import MapPlane
import MapRuntime

/// Cuts GeoJSON into vector tiles on request.
package struct GeoJSONTiler: VectorTileSource {
    package let options: GeoJSONOptions
    private let content: GeoJSONFeatures
    private let tables: PropertyTables
    private let index: BoxIndex
    /// Replaces all features when the source is clustered.
    private let clusters: ClusteredPoints?

    /// Reads a Feature, a FeatureCollection or a bare geometry.
    ///
    /// Broken features are reported as warnings and left out. Nil, and reported as an error, when the value is not GeoJSON.
    package init?(
        _ field: Field, options: GeoJSONOptions = GeoJSONOptions(), rules: GeoJSONRules = GeoJSONRules()
    ) {
        guard let read = GeoJSONFeatures.read(field, options: options) else { return nil }
        self.options = options
        tables = read.tables
        var content = read.features
        if let includes = rules.includes {
            content.features = content.features.filter { includes(content.feature($0, read.tables)) }
        }
        self.content = content
        clusters = rules.clustering.map { ClusteredPoints(content, read.tables, options, $0) }
        index = BoxIndex(content.features.map(\.box))
    }

    /// Bytes of a file; its features take several times as much memory.
    private static let maxSize = 2 << 30

    /// Reads a file or a pipe.
    /// - Throws: when it cannot be read, or is not GeoJSON.
    package static func load(
        file path: String, options: GeoJSONOptions = GeoJSONOptions(), rules: GeoJSONRules = GeoJSONRules(),
        diagnostics: DiagnosticSink
    ) throws(Diagnostic) -> GeoJSONTiler {
        let text = try readFile(path, limit: maxSize)
        // The tree of values takes several times as much memory as their text.
        guard RenderBudget.spend(4 * text.count, .bytes, at: path) else {
            throw Diagnostic(code: LimitCode.bytes, file: path, "no memory is left for the file")
        }
        let document = try JSONDocument(.geojson, file: path, text: text)
        let own = DiagnosticSink()
        let tiler = GeoJSONTiler(Field(document, diagnostics: own), options: options, rules: rules)
        guard let tiler else {
            throw own.all.first ?? Diagnostic(code: TileCode.unknownFormat, file: path, expected: "GeoJSON")
        }
        for warning in own.all { diagnostics.add(warning) }
        return tiler
    }

    /// The number of features; each member of a GeometryCollection counts.
    package var featureCount: Int { content.features.count }

    /// The bounds of all features; nil when there are none.
    package var bounds: CoordinateBox? {
        let box = index.bounds
        guard !box.isNull else { return nil }
        let northWest = WebMercator.unproject(Point(box.minX, box.minY))
        let southEast = WebMercator.unproject(Point(box.maxX, box.maxY))
        return CoordinateBox(
            west: northWest.longitude, south: southEast.latitude, east: southEast.longitude, north: northWest.latitude)
    }

    /// The type of each property's values: String, Number, Boolean or Mixed.
    package var fields: [String: String] {
        var fields: [String: String] = [:]
        for i in stride(from: 0, to: tables.tags.count - 1, by: 2) {
            guard let type = tables.values[Int(tables.tags[i + 1])].typeName else { continue }
            let key = tables.keys[Int(tables.tags[i])]
            if let known = fields[key], known != type { fields[key] = "Mixed" } else { fields[key] = type }
        }
        return fields
    }

    package func vectorTile(_ id: TileID) -> VectorTile? {
        guard id.isValid else { return nil }
        if let clusters { return clusters.tile(id) }
        var cutter = TileCutter(content, tile: id, options: options)
        var hits: [(feature: Int, turn: Int)] = []
        for turn in cutter.turns(of: index.bounds) {
            index.search(cutter.reach.offset(by: Point(Double(-turn), 0))) { hits.append(($0, turn)) }
        }
        guard RenderBudget.spend(hits.count, .features, at: "tile \(id)") else { return nil }
        hits.sort { $0 < $1 }
        var features: [VectorFeature] = []
        features.reserveCapacity(hits.count)
        for hit in hits {
            let feature = content.features[hit.feature]
            if options.lineMetrics, feature.type == .lineString {
                for piece in cutter.measuredLines(of: feature, turn: hit.turn) {
                    features.append(
                        VectorFeature(
                            id: feature.id, type: .lineString, tables: tables, tags: feature.tags,
                            geometry: piece.geometry, lineClip: piece.clip))
                }
                continue
            }
            if features.count & 1023 == 1023, WorkCancellation.isRequested { return nil }
            let geometry = cutter.geometry(of: feature, turn: hit.turn)
            guard !geometry.parts.isEmpty else { continue }
            features.append(
                VectorFeature(
                    id: feature.id, type: feature.type, tables: tables, tags: feature.tags, geometry: geometry))
        }
        guard !features.isEmpty else { return nil }
        return VectorTile(layers: [
            VectorLayer(name: options.layerName, version: 2, extent: options.extent, features: features)
        ])
    }
}

extension PropertyValue {
    /// As TileJSON words field types; nil for null.
    fileprivate var typeName: String? {
        switch self {
        case .string: "String"
        case .number: "Number"
        case .bool: "Boolean"
        case .array, .object: "Mixed"
        case .null: nil
        }
    }
}
