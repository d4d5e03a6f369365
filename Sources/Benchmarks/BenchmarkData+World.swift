// SPDX-License-Identifier: MIT
import Foundation

extension BenchmarkData {
    /// Countries, rivers and lakes out of GeoJSON files, with the countries' names; nil where there are no such files.
    static func makeWorldStyle(in folder: String, of data: String) throws -> String? {
        guard FileManager.default.fileExists(atPath: data + "/countries50.geojson") else { return nil }
        let names = ["countries", "rivers", "lakes"]
        let sources = names.map { ($0, ["type": "geojson", "data": "\(data)/\($0)50.geojson"]) }
        let glyphs = URL(fileURLWithPath: data).deletingLastPathComponent().path + "/glyphs/{fontstack}/{range}.pbf"
        let style: [String: Any] = [
            "version": 8, "glyphs": glyphs, "sources": Dictionary(uniqueKeysWithValues: sources),
            "layers": [
                ["id": "sea", "type": "background", "paint": ["background-color": "#a8c8e0"]],
                layer("land", "fill", of: "countries", ["fill-color": "#f0ece0"]),
                layer("lakes", "fill", of: "lakes", ["fill-color": "#a8c8e0"]),
                layer("rivers", "line", of: "rivers", ["line-color": "#88b0d0", "line-width": 0.7]),
                layer("borders", "line", of: "countries", ["line-color": "#b098a8", "line-width": 1]),
                layer(
                    "names", "symbol", of: "countries", ["text-halo-color": "white", "text-halo-width": 1],
                    layout: ["text-field": ["get", "name"], "text-size": 11, "text-font": ["Noto Sans Regular"]]),
            ],
        ]
        let path = folder + "/world-style.json"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try JSONSerialization.data(withJSONObject: style, options: .prettyPrinted).write(to: URL(fileURLWithPath: path))
        return path
    }

    private static func layer(
        _ id: String, _ type: String, of source: String, _ paint: [String: Any], layout: [String: Any] = [:]
    ) -> [String: Any] {
        ["id": id, "type": type, "source": source, "paint": paint, "layout": layout]
    }
}
