// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo
package import MapGeometry

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
        _ field: Field, options: GeoJSONOptions = GeoJSONOptions(), rules: GeoJSONRules = GeoJSONRules(),
        threads: Int = 1
    ) {
        guard let read = GeoJSONFeatures.read(field, options: options, threads: threads) else { return nil }
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
        file path: String, options: GeoJSONOptions, rules: GeoJSONRules = GeoJSONRules(),
        threads: Int = 1, diagnostics: DiagnosticSink
    ) throws(Diagnostic) -> GeoJSONTiler {
        let document = try JSONDocument(.geojson, file: path, text: try readDocument(path, limit: maxSize))
        let own = DiagnosticSink()
        let tiler = GeoJSONTiler(
            Field(document, diagnostics: own), options: options, rules: rules, threads: threads)
        guard let tiler else {
            throw own.all.first ?? Diagnostic(code: .tilesUnknownFormat, file: path, expected: "GeoJSON")
        }
        for warning in own.all { diagnostics.add(warning) }
        return tiler
    }

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

    package func vectorTile(_ id: TileID, layers _: Set<String>?) -> VectorTile? { vectorTile(id) }

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
            if features.count & 1023 == 1023, WorkContext.isCancelled { return nil }
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

/// The clustered points of a GeoJSON source; other geometries are left out, as in MapLibre.
struct ClusteredPoints: Sendable {
    private let clusters: PointClusters
    /// The feature of each point.
    private let owners: [GeoJSONFeatures.Feature]
    private let positions: [Point]
    private let tables: PropertyTables
    private let options: GeoJSONOptions
    /// In tile sides.
    private let margin: Double

    init(_ content: GeoJSONFeatures, _ tables: PropertyTables, _ options: GeoJSONOptions, _ rules: GeoJSONClustering) {
        let owners = content.features.filter { feature in
            feature.type == .point && feature.parts.count == 1
                && content.parts[feature.parts.lowerBound].range.count == 1
        }
        positions = owners.map { content.points[content.parts[$0.parts.lowerBound].range.lowerBound] }
        clusters = PointClusters(positions, rules) { tables.properties(in: owners[$0].tags) }
        self.owners = owners
        self.tables = tables
        self.options = options
        margin = max(rules.radius, 0) / 512
    }

    func tile(_ id: TileID) -> VectorTile? {
        let square = id.mercatorRect
        let reach = square.inset(by: -margin * square.width)
        let scale = Double(options.extent) * Double(1 << id.z)
        var features: [VectorFeature] = []
        for member in clusters.members(atZoom: id.z) {
            let position = member.isCluster ? member.position : positions[member.id]
            for turn in [0.0, -1, 1] where reach.contains(position + Point(turn, 0)) {
                let p = (position + Point(turn - square.minX, -square.minY)) * scale
                features.append(feature(member, at: Point(p.x.rounded(), p.y.rounded())))
            }
        }
        guard !features.isEmpty else { return nil }
        return VectorTile(layers: [
            VectorLayer(name: options.layerName, version: 2, extent: options.extent, features: features)
        ])
    }

    private func feature(_ member: PointClusters.Member, at p: Point) -> VectorFeature {
        var geometry = TileGeometry()
        geometry.append([p])
        guard member.isCluster else {
            let owner = owners[member.id]
            return VectorFeature(id: owner.id, type: .point, tables: tables, tags: owner.tags, geometry: geometry)
        }
        var properties = member.properties >= 0 ? clusters.properties[member.properties] : [:]
        properties["cluster"] = .bool(true)
        properties["cluster_id"] = .number(Double(member.id))
        properties["point_count"] = .number(Double(member.count))
        properties["point_count_abbreviated"] = abbreviated(member.count)
        return VectorFeature(
            id: .number(Double(member.id)), type: .point, properties: properties, geometry: geometry)
    }

    /// 999, "1.2k", "34k".
    private func abbreviated(_ count: Int) -> PropertyValue {
        guard count >= 1000 else { return .number(Double(count)) }
        guard count < 10_000 else { return .string("\((count + 500) / 1000)k") }
        let tenths = (count + 50) / 100
        return .string(tenths % 10 == 0 ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k")
    }
}

/// A GeoJSON file that serves as a tile archive.
package struct GeoJSONArchive: TileArchive {
    package let info: ArchiveInfo
    private let tiler: GeoJSONTiler
    /// Features that were left out; reported with each tile.
    package let warnings: [Diagnostic]

    package init(path: String, options: GeoJSONOptions = GeoJSONOptions()) throws(Diagnostic) {
        let diagnostics = DiagnosticSink()
        tiler = try GeoJSONTiler.load(file: path, options: options, diagnostics: diagnostics)
        warnings = diagnostics.all
        var info = ArchiveInfo(
            file: path, container: .geojson, format: .mvt, minZoom: 0, maxZoom: options.maxZoom)
        info.bounds = tiler.bounds
        info.vectorLayers = [VectorLayerInfo(id: options.layerName, fields: tiler.fields)]
        self.info = info
    }

    /// Always throws: tiles of GeoJSON are cut on request and have no encoded form. Use `vectorTile`.
    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        throw Diagnostic(code: .tilesUnknownFormat, "a GeoJSON file has no encoded tiles").located(
            in: info.file, tile: id)
    }

    package func vectorTile(_ id: TileID, layers _: Set<String>?) -> VectorTile? {
        var tile = tiler.vectorTile(id)
        tile?.warnings = warnings
        return tile
    }
}

/// Finds the boxes that touch a rectangle: a packed R-tree over boxes in Z-order, in two flat arrays.
package struct BoxIndex: Sendable {
    private static let nodeSize = 16

    /// The caller's boxes in Z-order, then the nodes level by level, the root last.
    private var boxes: [Rect] = []
    /// The caller's indices, in the order of the first boxes.
    private var items: [UInt32] = []
    /// Where each level ends in `boxes`.
    private var levelEnds: [Int] = []

    package init(_ input: [Rect]) {
        let bounds = input.reduce(Rect.null) { $0.union($1) }
        guard !bounds.isNull, bounds.width.isFinite, bounds.height.isFinite else { return }
        let order = input.enumerated().map { offset, box in
            (key: Self.zOrder(box.center, in: bounds), item: UInt32(truncatingIfNeeded: offset))
        }.sorted { ($0.key, $0.item) < ($1.key, $1.item) }
        items = order.map(\.item)
        boxes = items.map { input[Int($0)] }
        levelEnds = [boxes.count]
        var start = 0
        while boxes.count - start > 1 {
            let end = boxes.count
            for first in stride(from: start, to: end, by: Self.nodeSize) {
                boxes.append(boxes[first..<min(first + Self.nodeSize, end)].reduce(Rect.null) { $0.union($1) })
            }
            start = end
            levelEnds.append(boxes.count)
        }
    }

    /// The box around all; `Rect.null` when there is none.
    package var bounds: Rect { boxes.last ?? .null }

    /// Calls `body` with the index of each box that touches the rectangle, edges included, in no particular order.
    package func search(_ rect: Rect, _ body: (Int) -> Void) {
        guard !boxes.isEmpty else { return }
        var pending = [(node: boxes.count - 1, level: levelEnds.count - 1)]
        while let (node, level) = pending.popLast() {
            let box = boxes[node]
            guard box.minX <= rect.maxX, rect.minX <= box.maxX, box.minY <= rect.maxY, rect.minY <= box.maxY else {
                continue
            }
            if level == 0 {
                body(Int(items[node]))
                continue
            }
            let levelStart = level > 0 ? levelEnds[level - 1] : 0
            let below = level > 1 ? levelEnds[level - 2] : 0
            let first = below + (node - levelStart) * Self.nodeSize
            for child in first..<min(first + Self.nodeSize, levelStart) { pending.append((child, level - 1)) }
        }
    }

    /// The position on a Z-order curve: the bits of both coordinates, interleaved.
    private static func zOrder(_ p: Point, in bounds: Rect) -> UInt32 {
        func spread(_ value: Double, _ low: Double, _ extent: Double) -> UInt32 {
            guard extent > 0 else { return 0 }
            var n = UInt32(max(0, min(65535, (value - low) / extent * 65535)))
            n = (n | n << 8) & 0x00FF_00FF
            n = (n | n << 4) & 0x0F0F_0F0F
            n = (n | n << 2) & 0x3333_3333
            return (n | n << 1) & 0x5555_5555
        }
        return spread(p.x, bounds.minX, bounds.width) | spread(p.y, bounds.minY, bounds.height) << 1
    }
}
