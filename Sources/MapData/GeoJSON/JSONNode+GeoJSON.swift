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

/// Spends what positions take before they are there: formats that share or repeat positions name far more of them than they have
/// bytes.
final class PositionMeter {
    private static let countAtOnce = 1024

    private let file: String
    private let bytes: Int
    /// Positions that are spent and not there yet.
    private var spent = 0
    private var isWithin = true

    /// - Parameters:
    ///   - file: how the message about the limit names the document.
    ///   - values: of JSON that a position takes: three with its numbers, one where it is that of another place.
    init(file: String, values: Int = 3) {
        self.file = file
        bytes = values * DocumentLimits.bytesPerValue
    }

    /// False past the limit of memory: the rest is to be left out, as the map ends in an error.
    func takes(_ count: Int = 1) -> Bool {
        guard count > spent else {
            spent -= count
            return isWithin
        }
        let added = count - spent + Self.countAtOnce
        spent = Self.countAtOnce
        isWithin = isWithin && RenderBudget.spend(added * bytes, .bytes, at: file) && !WorkContext.isCancelled
        return isWithin
    }
}
