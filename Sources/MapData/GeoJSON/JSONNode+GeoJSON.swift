// SPDX-License-Identifier: MIT
import MapCore

/// Building GeoJSON out of other formats.
extension JSONNode {
    static func object(_ members: [(String, JSONNode)]) -> JSONNode {
        var object = JSONObject()
        object.members = members.map { JSONObject.Member($0, $1) }
        return JSONNode(.object(object))
    }

    static func featureCollection(_ features: [JSONNode]) -> JSONNode {
        .members(["type": .text("FeatureCollection"), "features": .list(features)])
    }

    static func feature(_ geometry: JSONNode, id: JSONNode? = nil, properties: JSONNode) -> JSONNode {
        .members(["type": .text("Feature"), "id": id, "properties": properties, "geometry": geometry])
    }

    static func geometry(_ type: String, _ coordinates: JSONNode) -> JSONNode {
        .members(["type": .text(type), "coordinates": coordinates])
    }

    static func geometryCollection(_ geometries: [JSONNode]) -> JSONNode {
        .members(["type": .text("GeometryCollection"), "geometries": .list(geometries)])
    }

    /// A position of longitude and latitude.
    static func position(_ longitude: Double, _ latitude: Double) -> JSONNode {
        .list([.number(longitude), .number(latitude)])
    }

    /// A position out of two texts; what is no number becomes a text, so that the GeoJSON reader reports it.
    static func position(_ parts: some Collection<Substring>) -> JSONNode {
        .list(parts.map { part in Double(part).map(JSONNode.number) ?? .text(String(part)) })
    }
}
