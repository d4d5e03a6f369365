// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapScene

/// What a file of features says of itself, without its features being read.
struct FeatureInspection {
    /// A set of features with the same columns.
    struct Layer {
        var name: String
        /// The type of its geometries; nil for several.
        var geometry: String?
        /// Nil when that is not known without reading all.
        var count: Int?
        /// As the file has it.
        var system: String?
        var columns: [String]
    }

    private let kind: String
    private var facts: [(name: String, value: String)] = []
    private var layers: [Layer] = []

    private static let limit = 1 << 30

    /// - Returns: nil for a file that is none of features with columns, by its name.
    /// - Throws: when it is not what its name says.
    init?(_ path: String) throws(Diagnostic) {
        let isArchive = fileExtension(of: path) == "zip"
        switch isArchive ? .shapefile : DataOverlay.Format(extensionOf: path) {
        case .flatgeobuf:
            let file = try FlatGeobuf(ByteSource(path: path, limit: Self.limit), file: path)
            kind = "FlatGeobuf"
            facts = [("index", file.hasIndex ? "yes" : "no: all of the file is read for each map")]
            layers = [
                Layer(
                    name: file.name, geometry: file.geometryType,
                    count: file.featureCount > 0 ? file.featureCount : nil,
                    system: file.system,
                    columns: file.columns.map { column in
                        column.name + (column.typeName.map { ": \($0)" } ?? "")
                    })
            ]
        case .shapefile:
            kind = "Shapefile"
            layers = try Shapefile(path: path, limit: Self.limit).layers.map { layer in
                Layer(
                    name: layer.name, geometry: layer.typeName, count: layer.recordCount, system: layer.system,
                    columns: layer.columns)
            }
        case .csv:
            kind = "CSV"
            let isTabbed = fileExtension(of: path) == "tsv"
            let rows = try DelimitedFeatures(
                readFile(path, limit: Self.limit), file: path, FeatureReading(), isTabbed: isTabbed)
            facts = rows.notes.map { ("found", $0) }
            layers = [Layer(name: "rows", columns: rows.columns)]
        default: return nil
        }
    }

    /// Names and values, in their order.
    var rows: [(name: String, value: String)] {
        [("kind", kind)] + facts
            + layers.flatMap { layer in
                [
                    ("layer", layer.name), ("geometry", layer.geometry ?? "several types"),
                    ("features", layer.count.map(String.init) ?? "not said"), ("crs", Self.short(layer.system)),
                    ("columns", layer.columns.joined(separator: ", ")),
                ]
            }
    }

    /// The name of a system, of whose definition one line is enough.
    private static func short(_ system: String?) -> String {
        guard let system else { return "not said" }
        let name = system.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        return system.contains("[") && name.count > 1 ? String(name[1]) : system
    }

    var json: JSONNode {
        .members([
            "kind": .text("features"), "format": .text(kind),
            "notes": .list(facts.map { .text("\($0.name): \($0.value)") }),
            "layers": .list(
                layers.map { layer in
                    .members([
                        "id": .text(layer.name), "geometry": layer.geometry.map(JSONNode.text),
                        "features": layer.count.map(JSONNode.count), "crs": layer.system.map(JSONNode.text),
                        "columns": .list(layer.columns.map(JSONNode.text)),
                    ])
                }),
        ])
    }
}
