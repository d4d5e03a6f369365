// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo

extension DataOverlay {
    init?(_ format: Format, _ object: inout ObjectReader) {
        let source = object.required("data") { field -> Source? in
            switch format {
            case .geojson, .topojson:
                if field.node.object != nil { return .inline(InlineJSON(field)) }
                guard field.node.string != nil else { return field.expected("a file or a GeoJSON object") }
            case .wkt:
                if let text = field.node.string, WellKnownText.matches(text) { return .inline(InlineJSON(field)) }
                guard field.node.string != nil else {
                    return field.expected("a file or a text such as POINT(24.9 60.2)")
                }
            case .gpx, .kml, .geopackage:
                guard field.node.string != nil else { return field.expected("a file") }
            }
            return field.filled().map(Source.file)
        }
        let layers = object.optional("layers") { DataOverlay.layers($0, of: format) }
        let style = LineStyle(&object, usually: format == .gpx ? LineStyle() : .simplestyle)
        let fill = object.optional("fillColor") { Color($0) }
        guard let source else { return nil }
        self.init(format, source, style: style, fillColor: fill)
        self.layers = layers ?? []
    }

    /// A name, or a list of names.
    private static func layers(_ field: Field, of format: Format) -> [String]? {
        switch format {
        case .geojson, .topojson, .kml, .geopackage: break
        case .gpx, .wkt:
            field.report(
                "\"layers\" goes with the types geopackage, topojson and kml", code: SceneCode.conflictingKeys)
            return nil
        }
        guard field.node.array != nil else {
            guard field.node.string != nil else { return field.expected("a name or an array of names") }
            return field.filled().map { [$0] }
        }
        guard let names = field.elements()?.compactMap({ $0.filled() }), !names.isEmpty else {
            return field.expected("a name or an array of names")
        }
        return names
    }
}

extension TileOverlay {
    init?(_ object: inout ObjectReader) {
        let zooms = 0...TileID.maxZoom
        let tiles = object.required("tiles") { $0.filled() }
        let minZoom = object.one(of: ["minZoom", "minimumZ"]) { $0.integer(in: zooms) }
        let maxZoom = object.one(of: ["maxZoom", "maximumZ"]) { $0.integer(in: zooms) }
        let overzoom = object.optional("overzoom") { $0.bool() }
        let bounds = object.optional("bounds", CoordinateBox.init)
        let tileSize = object.optional("tileSize") { $0.number(in: 32...4096) }
        let flipped = object.optional("geometryFlipped") { $0.bool() }
        let replaces = object.optional("canReplaceMapContent") { $0.bool() }
        let missing = object.optional("missingTiles") { $0.choice(of: MissingTilePolicy.self) }
        if let minZoom, let maxZoom, minZoom > maxZoom {
            object.field.report(expected: "a minZoom of at most the maxZoom \(maxZoom)", found: "\(minZoom)")
        }
        guard let tiles else { return nil }
        self.init(tiles, minZoom: minZoom, maxZoom: maxZoom, overzoom: overzoom ?? true, bounds: bounds)
        self.tileSize = tileSize
        geometryFlipped = flipped ?? false
        canReplaceMapContent = replaces ?? false
        missingTiles = missing ?? .skip
    }
}
