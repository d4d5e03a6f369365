// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

/// What a document is that was given in place of a scene, and where it belongs.
extension Diagnostic {
    /// Nil for what may be a scene, if one with mistakes.
    init?(inPlaceOfScene document: JSONDocument) {
        let root = document.root
        guard root["version"]?.number != 1 else { return nil }
        guard let (found, hint) = Self.otherKind(root) else { return nil }
        self.init(
            code: SceneCode.notAScene, file: document.file, position: document.position(of: root.offset),
            expected: "a scene", found: found, hint: hint)
    }

    private static func otherKind(_ root: JSONNode) -> (name: String, hint: String)? {
        switch root["type"]?.string {
        case "Topology": return ("TopoJSON", dataHint)
        case let type? where ["Feature", "FeatureCollection"].contains(type) || GeoJSONGeometry.types.contains(type):
            return ("GeoJSON", dataHint)
        case nil where root["layers"]?.array != nil && root["sources"]?.object != nil:
            return ("a MapLibre style", "draw with it with --style, or \"basemap\": {\"style\": …} in a scene")
        default: return nil
        }
    }

    private static let dataHint = "draw it on a map with --geojson, or in an overlay of type \"geojson\""

    /// Nil for a text that is no XML.
    init?(markup text: [UInt8], file: String) {
        let start = text.prefix(4096)
        guard start.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return nil }
        let words = String(decoding: start, as: UTF8.self)
        let (found, option) = words.contains("<gpx") ? ("GPX", "--gpx") : ("KML", "--kml")
        let isKnown = words.contains("<gpx") || words.contains("<kml")
        self.init(
            code: SceneCode.notAScene, file: file, position: Position(line: 1, column: 1), expected: "a scene",
            found: isKnown ? found : "markup", hint: isKnown ? "draw it on a map with \(option), or in an overlay" : nil
        )
    }
}
