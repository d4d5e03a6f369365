// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeometry

/// A decoded vector tile (Mapbox Vector Tile 2.1). Features are handles to what is kept for all of them together.
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
    /// - Parameter bytes: the encoded tile.
    /// - Throws: an error with the layer and feature as its path; the caller adds file and tile.
    /// - SeeAlso: Mapbox Vector Tile Specification 2.1.
    package init(decoding bytes: [UInt8]) throws(Diagnostic) {
        guard bytes.count < Int(Int32.max) else {
            throw Diagnostic(code: .tilesDamagedTile, "the tile has 2 GiB or more")
        }
        var layers: [LayerDecoder.Layer?] = []
        var indices: [String: Int] = [:]
        var warnings: [Diagnostic] = []
        let geometries = try bytes.withUnsafeBufferPointer { buffer throws(Diagnostic) in
            var geometries = GeometryDecoder(buffer)
            for range in try layerRanges(buffer) {
                var decoder = LayerDecoder(buffer: buffer, range: range)
                guard let layer = try decoder.layer(&geometries) else { continue }
                if let warning = decoder.warning { warnings.append(warning) }
                // Names must be unique; of two layers with one name the last one counts, as in MapLibre.
                if let earlier = indices.updateValue(layers.count, forKey: layer.name) { layers[earlier] = nil }
                layers.append(layer)
                guard !WorkContext.isCancelled else { break }
            }
            return geometries.geometries(of: bytes)
        }
        let kept = layers.compactMap { $0?.layer(geometries) }
        self.init(layers: kept)
        self.warnings = warnings
        // The geometries and a record for each feature.
        byteCount = geometries.byteCount + 192 * kept.reduce(0) { $0 + $1.features.count }
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
        var tile = TileEncoder()
        for layer in layers { tile.add(layer.encoder) }
        return tile.bytes
    }
}

extension VectorLayer {
    fileprivate var encoder: LayerEncoder {
        var layer = LayerEncoder(name: name, extent: extent)
        var geometry = GeometryEncoder()
        for feature in features {
            geometry.removeAll()
            geometry.add(feature.geometry(), feature.type)
            guard !geometry.bytes.isEmpty else { continue }
            var id: UInt64?
            if case .number(let number) = feature.id { id = UInt64(exactly: number) }
            var tags: [UInt32] = []
            for (key, value) in feature.properties.sorted(by: { $0.key < $1.key }) {
                guard let value = layer.value(value) else { continue }
                tags += [layer.key(key), value]
            }
            layer.add(id: id, type: feature.type, tags: tags, geometry: geometry.bytes[...])
        }
        return layer
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
