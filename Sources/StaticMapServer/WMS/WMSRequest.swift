// SPDX-License-Identifier: MIT

/// An image that a WMS client asks for.
///
/// - SeeAlso: OGC 06-042 (WMS 1.3.0), OGC 01-068r3 (WMS 1.1.1).
package struct WMSRequest: Sendable {
    package var layer: String
    package var map: PlanarMap

    /// Names of GetMap and GetFeatureInfo, in lowercase.
    package static let parameters: Set<String> = [
        "service", "version", "wmtver", "request", "layers", "query_layers", "styles", "crs", "srs", "bbox", "width",
        "height", "format", "transparent", "bgcolor", "exceptions", "info_format", "feature_count", "i", "j", "x", "y",
        "dpi", "map_resolution", "format_options", "time", "elevation", "sld", "sld_body", "layer",
    ]

    private static let ignored = ["time", "elevation", "sld", "sld_body"]

    static let formats: [String: RenderRequest.Output] = [
        "image/png": .init("png"), "image/png; mode=8bit": .init("png8"), "image/png8": .init("png8"),
        "image/jpeg": .init("jpeg"), "image/webp": .init("webp"),
    ]

    /// Reads a query with names in lowercase.
    package init(_ query: Query, styles: [String], systems: ServedSystems = .standard) throws(WMSError) {
        let version = query["version"] ?? query["wmtver"] ?? "1.3.0"
        guard ["1.3.0", "1.1.1", "1.1.0", "1.0.0"].contains(version) else {
            throw WMSError("InvalidParameterValue", "VERSION: expected 1.3.0 or 1.1.1, found \"\(version.prefix(20))\"")
        }
        let isNew = version == "1.3.0"
        let layers = (query["layers"] ?? query["query_layers"] ?? "").split(separator: ",").map(String.init)
        guard let layer = layers.last else { throw WMSError("MissingParameterValue", "LAYERS is required") }
        for name in layers where !styles.contains(name) {
            throw WMSError("LayerNotDefined", "the layer \"\(name.prefix(40))\" is not served")
        }
        guard layers.count == 1 else {
            throw WMSError("InvalidParameterValue", "LAYERS: maps cover each other; ask for one")
        }
        for style in (query["styles"] ?? "").split(separator: ",") where style != "default" {
            throw WMSError("StyleNotDefined", "the style \"\(style.prefix(40))\" is not defined")
        }
        self.layer = layer
        guard let name = query[isNew ? "crs" : "srs"] ?? query["crs"] ?? query["srs"] else {
            throw WMSError("MissingParameterValue", "\(isNew ? "CRS" : "SRS") is required")
        }
        guard let system = systems.system(name) else {
            throw WMSError(isNew ? "InvalidCRS" : "InvalidSRS", "\(name.prefix(40)) is not served")
        }
        guard let n = query["bbox"].flatMap(Self.numbers), n.count == 4 else {
            throw WMSError("InvalidParameterValue", "BBOX: expected four numbers")
        }
        // Systems have the order of their axes in 1.3.0, and the east first in what came before.
        let isNorthFirst = isNew && system.isNorthFirst
        let box =
            isNorthFirst
            ? PlaneBox(minX: n[1], minY: n[0], maxX: n[3], maxY: n[2])
            : PlaneBox(minX: n[0], minY: n[1], maxX: n[2], maxY: n[3])
        let most = system.isGeographic ? 1e4 : 1e9
        guard box.minX < box.maxX, box.minY < box.maxY, n.allSatisfy({ abs($0) <= most }) else {
            throw WMSError("InvalidParameterValue", "BBOX: expected the smaller numbers first")
        }
        guard let width = query["width"].flatMap({ whole($0) }), let height = query["height"].flatMap({ whole($0) }),
            width > 0, height > 0
        else { throw WMSError("InvalidParameterValue", "WIDTH and HEIGHT: expected numbers of pixels") }
        let type = (query["format"] ?? "image/png").lowercased()
        // OWSLib says "None" for a format that its caller left out.
        guard let format = Self.formats[["", "none"].contains(type) ? "image/png" : type] else {
            throw WMSError("InvalidFormat", "FORMAT: \"\(type.prefix(40))\" is not written")
        }
        map = PlanarMap(system: system, box: box, width: width, height: height, format: format)
        map.transparent = (query["transparent"] ?? "FALSE").uppercased() == "TRUE"
        map.omitsBackground = map.transparent
        map.background = query["bgcolor"].flatMap { hexColor($0, digits: [6]) }
        // GeoServer, QGIS and MapServer say in these ways how fine the screen is, on which labels grow.
        let dots = query["dpi"] ?? query["map_resolution"] ?? query["format_options"].map { String($0.dropFirst(4)) }
        map.scale = min(4, max(1, (dots.flatMap(decimal) ?? 90.7) / 90.7))
        map.warnings =
            Self.ignored.filter { query[$0] != nil }.map { "\($0.uppercased()) changes nothing here" }
            + SceneDraft.others(in: query, than: Self.parameters)
    }

    /// Numbers with commas between them, exponents allowed.
    private static func numbers(_ text: String) -> [Double]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0).trimmed) }
        guard numbers.allSatisfy({ $0?.isFinite == true }) else { return nil }
        return numbers.compactMap(\.self)
    }
}

/// What a WMS server answers instead of an image.
package struct WMSError: Error, Sendable {
    package var code: String
    package var message: String

    package init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }
}
