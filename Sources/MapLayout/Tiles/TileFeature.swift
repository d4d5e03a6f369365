// SPDX-License-Identifier: MIT
import MapGeo
package import MapPlane
package import MapStyle
import MapTiles

/// A tile's feature as expressions see it. One object is moved from feature to feature of a layer.
package final class TileFeature: ExpressionFeature {
    private var feature: VectorFeature
    private let tile: TileID
    private let extent: Double
    /// The key indices of properties that were read. A linear search beats hashing for so few.
    private var keyIndices: [(name: String, keyIndex: Int?)] = []

    init(feature: VectorFeature, tile: TileID, extent: Double) {
        self.feature = feature
        self.tile = tile
        self.extent = extent
    }

    /// Moves to another feature of the layer.
    func move(to next: VectorFeature) {
        if !next.sharesKeys(with: feature) { keyIndices.removeAll(keepingCapacity: true) }
        feature = next
    }

    package var featureID: Value? { feature.id.map(Value.init) }

    package var geometryType: String? { FeatureShape(feature.type).name }

    package func property(_ name: String) -> Value? {
        keyIndex(of: name).flatMap { feature.value(atKey: $0) }.map(Value.init)
    }

    private func keyIndex(of name: String) -> Int? {
        for cached in keyIndices where cached.name == name { return cached.keyIndex }
        let keyIndex = feature.keyIndex(of: name)
        if keyIndices.count < 16 { keyIndices.append((name, keyIndex)) }
        return keyIndex
    }

    package var allProperties: [String: Value] { feature.properties.mapValues(Value.init) }

    package var lonLatGeometry: [[Point]] {
        let geometry = feature.geometry()
        let rect = tile.mercatorRect
        return geometry.parts.map { part in
            geometry.points[part].map { p in
                let c = WebMercator.unproject(
                    Point(rect.minX + p.x / extent * rect.width, rect.minY + p.y / extent * rect.height))
                return Point(c.longitude, c.latitude)
            }
        }
    }
}

/// The columns of a tile layer, for compiled filters.
final class TileColumns: FeatureColumns {
    private let rows: FeatureRows

    init(_ rows: FeatureRows) { self.rows = rows }

    var valueCount: Int { rows.valueCount }
    var rowCount: Int { rows.count }
    func key(_ name: String) -> UInt32? { rows.key(name) }
    func value(_ keyIndex: Int) -> Value { Value(rows.value(keyIndex)) }
}

extension FeatureShape {
    init(_ type: GeometryType) {
        switch type {
        case .unknown: self = .unknown
        case .point: self = .point
        case .lineString: self = .lineString
        case .polygon: self = .polygon
        }
    }
}

extension Value {
    init(_ value: PropertyValue) {
        switch value {
        case .string(let s): self = .string(s)
        case .number(let n): self = .number(n)
        case .bool(let b): self = .bool(b)
        case .null: self = .null
        case .array(let items): self = .array(items.map(Value.init))
        case .object(let members): self = .object(members.mapValues(Value.init))
        }
    }
}
