// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeometry

/// A decoded vector tile (Mapbox Vector Tile 2.1). Features are read lazily: geometry only on request.
package struct VectorTile: Sendable {
    package var layers: [VectorLayer]
    /// Warnings about broken features that were left out; at most one for each layer.
    package var warnings: [Diagnostic] = []
    /// The approximate memory size.
    package var byteCount = 0
    /// True when the tile is cached, so that later requests return the same object.
    package var isKept = false

    package init(layers: [VectorLayer]) { self.layers = layers }

    package subscript(_ name: String) -> VectorLayer? { layers.first { $0.name == name } }
}

package struct VectorLayer: Sendable {
    package var name: String
    package var version: Int
    /// Tile units per side; usually 4096.
    package var extent: Int
    package let features: [VectorFeature]
    /// The features in columns, for filters; nil when they do not share their tables.
    package let rows: FeatureRows?

    package init(name: String, version: Int, extent: Int, features: [VectorFeature]) {
        self.name = name
        self.version = version
        self.extent = extent
        self.features = features
        rows = FeatureRows(features)
    }
}

package enum GeometryType: String, Sendable { case unknown, point, lineString, polygon }

/// The value of a feature's property. Arrays and objects come from GeoJSON only.
package enum PropertyValue: Sendable, Hashable {
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
    case array([PropertyValue])
    case object([String: PropertyValue])
}

extension VectorTile {
    /// Decodes an uncompressed tile.
    ///
    /// An invalid feature (no type, no geometry, an odd number of tags) is left out, with an entry in `warnings`; a tile
    /// with a broken structure is an error.
    ///
    /// - Parameters:
    ///   - bytes: the encoded tile.
    ///   - wanted: decode only layers of these names; nil for all.
    /// - Throws: an error with the layer and feature as its path; the caller adds file and tile.
    /// - SeeAlso: Mapbox Vector Tile Specification 2.1.
    package init(decoding bytes: [UInt8], layers wanted: Set<String>? = nil) throws(Diagnostic) {
        guard bytes.count < Int(Int32.max) else {
            throw Diagnostic(code: .tilesDamagedTile, "the tile has 2 GiB or more")
        }
        var layers: [VectorLayer?] = []
        var indices: [String: Int] = [:]
        var warnings: [Diagnostic] = []
        try bytes.withUnsafeBufferPointer { buffer throws(Diagnostic) in
            for range in try layerRanges(buffer) {
                var decoder = LayerDecoder(bytes: bytes, buffer: buffer, range: range)
                guard let layer = try decoder.layer(wanted: wanted) else { continue }
                if let warning = decoder.warning { warnings.append(warning) }
                // Names must be unique; of two layers with one name the last one counts, as in MapLibre.
                if let earlier = indices.updateValue(layers.count, forKey: layer.name) { layers[earlier] = nil }
                layers.append(layer)
                guard !WorkContext.isCancelled else { break }
            }
        }
        let kept = layers.compactMap(\.self)
        self.init(layers: kept)
        self.warnings = warnings
        // The encoded geometries and a record for each feature.
        byteCount = 2 * bytes.count + 192 * kept.reduce(0) { $0 + $1.features.count }
    }
}

/// The byte ranges of a tile's layers.
private func layerRanges(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> [Range<Int>] {
    var reader = ProtobufReader(bytes, 0..<bytes.count)
    var ranges: [Range<Int>] = []
    do {
        while let (number, wire) = try reader.field() {
            if number == 3 { ranges.append(try reader.range(wire)) } else { try reader.skip(wire) }
        }
    } catch {
        throw Diagnostic(code: .tilesDamagedTile, "not a vector tile: \(error.message)")
    }
    return ranges
}

extension VectorTile {
    /// The tile as Mapbox Vector Tile 2.1; coordinates are rounded to whole units.
    package var encoded: [UInt8] {
        var tile = ProtobufWriter()
        for layer in layers { if let message = layer.message { tile.message(3, message) } }
        return tile.bytes
    }
}

extension VectorLayer {
    /// Nil without features that can be drawn: a layer must have one.
    fileprivate var message: ProtobufWriter? {
        var layer = ProtobufWriter()
        layer.number(15, 2)
        layer.string(1, name)
        layer.number(5, UInt64(max(1, extent)))
        var keys: [String: UInt64] = [:]
        var values: [PropertyValue: UInt64] = [:]
        func index<Key: Hashable>(of key: Key, in table: inout [Key: UInt64]) -> UInt64 {
            let index = table[key] ?? UInt64(table.count)
            table[key] = index
            return index
        }
        var isEmpty = true
        for feature in features {
            let commands = GeometryCommands(feature.geometry(), feature.type).commands
            guard !commands.isEmpty else { continue }
            isEmpty = false
            var message = ProtobufWriter()
            if case .number(let id) = feature.id, id >= 0, let whole = UInt64(exactly: id) { message.number(1, whole) }
            var tags: [UInt64] = []
            for (key, value) in feature.properties.sorted(by: { $0.key < $1.key }) where value.fitsTiles {
                tags += [index(of: key, in: &keys), index(of: value, in: &values)]
            }
            message.packed(2, tags)
            message.number(3, feature.type.number)
            message.packed(4, commands)
            layer.message(2, message)
        }
        guard !isEmpty else { return nil }
        for (key, _) in keys.sorted(by: { $0.value < $1.value }) { layer.string(3, key) }
        for (value, _) in values.sorted(by: { $0.value < $1.value }) { layer.message(4, value.message) }
        return layer
    }
}

extension GeometryType {
    /// `GeomType` of Mapbox Vector Tile 2.1.
    fileprivate var number: UInt64 {
        switch self {
        case .unknown: 0
        case .point: 1
        case .lineString: 2
        case .polygon: 3
        }
    }
}

extension PropertyValue {
    fileprivate var fitsTiles: Bool {
        switch self {
        case .string, .number, .bool: true
        case .null, .array, .object: false
        }
    }
}

/// Drawing commands: Mapbox Vector Tile 2.1, 4.3.
private struct GeometryCommands {
    private(set) var commands: [UInt64] = []
    private var pen: (x: Int32, y: Int32) = (0, 0)

    init(_ geometry: TileGeometry, _ type: GeometryType) {
        let parts = geometry.parts.map { range in
            geometry.points[range].map { (x: Self.rounded($0.x), y: Self.rounded($0.y)) }
        }
        switch type {
        case .unknown: break
        case .point: draw(1, parts.flatMap(\.self)[...])
        case .lineString:
            for part in parts {
                let line = Self.distinct(part)
                guard line.count > 1 else { continue }
                draw(1, line.prefix(1))
                draw(2, line.dropFirst())
            }
        case .polygon:
            for part in parts {
                var ring = Self.distinct(part)
                if ring.count > 1, let first = ring.first, let last = ring.last, first == last { ring.removeLast() }
                guard ring.count > 2 else { continue }
                draw(1, ring.prefix(1))
                draw(2, ring.dropFirst())
                commands.append(15)
            }
        }
    }

    private static func rounded(_ value: Double) -> Int32 { Int32(max(-1e9, min(1e9, value.rounded()))) }

    /// Without points that repeat the one before.
    private static func distinct(_ points: [(x: Int32, y: Int32)]) -> [(x: Int32, y: Int32)] {
        var kept: [(x: Int32, y: Int32)] = []
        for point in points {
            if let last = kept.last, last == point { continue }
            kept.append(point)
        }
        return kept
    }

    private mutating func draw(_ command: UInt64, _ points: ArraySlice<(x: Int32, y: Int32)>) {
        guard !points.isEmpty else { return }
        commands.append(command | UInt64(points.count) << 3)
        for point in points {
            for delta in [point.x - pen.x, point.y - pen.y] {
                commands.append(UInt64(UInt32(bitPattern: delta << 1 ^ delta >> 31)))
            }
            pen = point
        }
    }
}

/// Points in tile units (y downwards), cut into parts: points, lines, or rings that do not repeat their first point.
package struct TileGeometry: Sendable, Hashable {
    package var points: [Point] = []
    /// Index ranges into `points`.
    package var parts: [Range<Int>] = []

    package init() {}

    /// Adds one part.
    package mutating func append(_ part: some Collection<Point>) {
        let start = points.count
        points.append(contentsOf: part)
        parts.append(start..<points.count)
    }
}
