// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane
import MapStyle
import MapTiles

/// A tile's feature as expressions see it.
struct TileFeature: ExpressionFeature {
    let feature: VectorFeature
    let tile: TileID
    let extent: Double

    var featureID: Value? { feature.id.map(Value.init) }

    var geometryType: String? {
        switch feature.type {
        case .point: "Point"
        case .lineString: "LineString"
        case .polygon: "Polygon"
        case .unknown: nil
        }
    }

    func property(_ name: String) -> Value? { feature.property(name).map(Value.init) }

    var allProperties: [String: Value] { feature.properties.mapValues(Value.init) }

    var lonLatGeometry: [[Point]] {
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
