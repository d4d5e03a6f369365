// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapPlane
import MapTiles

/// A vector tile as GeoJSON: the features of all layers, each with its layer's name as the property `layer`.
struct TileFeatures {
    let id: TileID
    let tile: VectorTile

    var geoJSON: JSONNode {
        .members([
            "type": .text("FeatureCollection"),
            "features": .list(
                tile.layers.flatMap { layer in layer.features.compactMap { feature($0, layer) } }),
        ])
    }

    private func feature(_ feature: VectorFeature, _ layer: VectorLayer) -> JSONNode? {
        guard let geometry = geometry(feature, extent: Double(layer.extent)) else { return nil }
        var properties = JSONObject(
            feature.properties.sorted { $0.key < $1.key }.map { .init($0.key, JSONNode($0.value)) })
        properties.members.removeAll { $0.key == "layer" }
        properties.members.append(.init("layer", .text(layer.name)))
        return .members([
            "type": .text("Feature"), "id": feature.id.map(JSONNode.init), "geometry": geometry,
            "properties": JSONNode(.object(properties)),
        ])
    }

    private func geometry(_ feature: VectorFeature, extent: Double) -> JSONNode? {
        let geometry = feature.geometry()
        let square = id.mercatorRect
        func position(_ point: Point) -> JSONNode {
            let coordinate = WebMercator.unproject(
                Point(
                    square.minX + point.x / extent * square.width, square.minY + point.y / extent * square.height))
            // A tenth of a millimetre on the ground.
            let (longitude, latitude) = (coordinate.longitude * 1e9, coordinate.latitude * 1e9)
            return .list([.number(longitude.rounded() / 1e9), .number(latitude.rounded() / 1e9)])
        }
        let parts = geometry.parts.map { Array(geometry.points[$0]) }.filter { !$0.isEmpty }
        guard !parts.isEmpty else { return nil }
        switch feature.type {
        case .unknown: return nil
        case .point: return shape("Point", parts.flatMap(\.self).map(position))
        case .lineString: return shape("LineString", parts.map { .list($0.map(position)) })
        case .polygon:
            var polygons: [[JSONNode]] = []
            for ring in parts {
                let closed = JSONNode.list((ring + ring.prefix(1)).map(position))
                // Outer rings have a positive area in the tile's coordinates, holes a negative one.
                if signedArea(ring) > 0 || polygons.isEmpty {
                    polygons.append([closed])
                } else {
                    polygons[polygons.count - 1].append(closed)
                }
            }
            return shape("Polygon", polygons.map(JSONNode.list))
        }
    }

    private func shape(_ type: String, _ items: [JSONNode]) -> JSONNode? {
        guard let first = items.first else { return nil }
        return items.count == 1
            ? .members(["type": .text(type), "coordinates": first])
            : .members(["type": .text("Multi" + type), "coordinates": .list(items)])
    }
}

extension JSONNode {
    init(_ value: PropertyValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .number(let number): self = .number(number)
        case .bool(let flag): self.init(.bool(flag))
        case .null: self.init(.null)
        case .array(let items): self = .list(items.map(JSONNode.init))
        case .object(let members):
            self.init(.object(JSONObject(members.sorted { $0.key < $1.key }.map { .init($0.key, JSONNode($0.value)) })))
        }
    }
}
