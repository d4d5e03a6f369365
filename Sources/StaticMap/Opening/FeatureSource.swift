// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapGeo
import MapScene
import MapStyle
import MapTiles

/// The file of a `geojson` source of a style, which may be of any format of features: `roads.fgb`, `walks.gpkg|layer:paths`.
struct FeatureSource {
    let path: String
    private let reference: DataReference

    /// The file that a source's `data` names; throws when that is no file.
    init(_ address: String, baseFolder: String) throws(Diagnostic) {
        reference = DataReference(address)
        guard case .file(let path) = try StyleAddress.resolve(reference.data, baseFolder: baseFolder) else {
            throw Diagnostic(
                code: .styleInvalidAddress, expected: "the address of a GeoJSON file", found: "\"\(address)\"")
        }
        self.path = path
    }

    /// By the name of the file; nil for GeoJSON, which is recognized by its content.
    var format: DataOverlay.Format? {
        DataOverlay.Format(extensionOf: path).flatMap { $0 == .geojson || $0 == .gpx ? nil : $0 }
    }

    /// Bytes of a file; its features take several times as much memory.
    private static let maxSize = 2 << 30

    /// Reads the features; of an indexed file only those in a box, in degrees.
    func tiler(
        _ format: DataOverlay.Format, _ options: GeoJSONOptions, _ rules: GeoJSONRules, box: CoordinateBox?,
        _ diagnostics: DiagnosticSink
    ) throws(Diagnostic) -> GeoJSONTiler? {
        let file = DataFile(
            limit: Self.maxSize, layers: reference.layers, reading: reference.reading, box: box,
            diagnostics: diagnostics)
        return try file.features(path, format).flatMap { GeoJSONTiler($0, options: options, rules: rules) }
    }
}
