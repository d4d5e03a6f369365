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
    /// Nil for a tile that has only the layers above.
    var outline: TileOutline?

    package init(layers: [VectorLayer]) { self.layers = layers }

    package subscript(_ name: String) -> VectorLayer? { layers.first { $0.name == name } }
}

package struct VectorLayer: Sendable {
    package var name: String
    package var version: Int
    /// Tile units per side; usually 4096.
    package var extent: Int
    package let features: VectorFeatures
    /// The features in columns, for filters; nil when they do not share their tables.
    package let rows: FeatureRows?

    package init(name: String, version: Int, extent: Int, features: [VectorFeature]) {
        self.init(name: name, version: version, extent: extent, VectorFeatures(features))
    }

    init(name: String, version: Int, extent: Int, _ features: VectorFeatures) {
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
