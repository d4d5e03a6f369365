// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapText
import MapTiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Prints the content of a tile file as JSON. Returns 0, or 1 when it cannot be decoded.
func mvtCommand(path: String) -> Int32 {
    do {
        let tile = try VectorTile(decoding: try decompressed(try readFile(path, limit: decompressedSizeLimit)))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        print(String(decoding: try encoder.encode(TileContent(tile)), as: UTF8.self))
        return 0
    } catch {
        print("{\"error\": true}")
        return 1
    }
}

/// A tile in the form of the vector tile fixtures.
private struct TileContent: Encodable {
    struct Layer: Encodable {
        var name: String
        var version: Int
        var extent: Int
        var features: [Feature]
    }
    struct Feature: Encodable {
        var id: Double?
        var type: String
        var properties: [String: Property]
        var geometry: [[[Int]]]
    }
    struct Property: Encodable {
        var value: PropertyValue

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value {
            case .string(let s): try container.encode(s)
            case .number(let n): if let i = Int(exactly: n) { try container.encode(i) } else { try container.encode(n) }
            case .bool(let b): try container.encode(b)
            case .array(let a): try container.encode(a.map(Property.init))
            case .object(let o): try container.encode(o.mapValues(Property.init))
            case .null: try container.encodeNil()
            }
        }
    }

    var layers: [Layer]

    init(_ tile: VectorTile) {
        layers = tile.layers.map { layer in
            Layer(
                name: layer.name, version: layer.version, extent: layer.extent,
                features: layer.features.map(Feature.init))
        }
    }
}

extension TileContent.Feature {
    init(_ feature: VectorFeature) {
        if case .number(let n) = feature.id { id = n }
        type = feature.type == .lineString ? "line" : feature.type.rawValue
        properties = feature.properties.mapValues(TileContent.Property.init)
        let shape = feature.geometry()
        geometry = shape.parts.map { part in shape.points[part].map { [Int($0.x), Int($0.y)] } }
    }
}
