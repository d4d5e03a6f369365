// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapGeo
import MapScene
import MapTiles

/// The look of data that is only read.
private let look = DataOverlay(.geojson, .file("input"))
private let template = Overlay(.data(look))

/// Shapes out of GeoJSON, as data overlays have them.
private func readShapes(_ node: JSONNode) {
    let document = JSONDocument(.geojson, file: "input", root: node)
    readShapes(Field(document, diagnostics: DiagnosticSink()))
}

/// As above, plainly and with colors, sizes and texts by values.
private func readShapes(_ field: Field) {
    let surroundings = DataSurroundings(diagnostics: field.diagnostics)
    _ = GeoJSONShapes.read(field, template: template, style: look, in: surroundings)
    var styled = look
    let property = field.node["features"]?.array?.first?["properties"]?.object?.members.first?.key ?? "a"
    styled.colorBy = ColorScale(property)
    styled.sizeBy = SizeScale(property)
    styled.label = DataLabel("{\(property)|0.0}")
    _ = GeoJSONShapes.read(field, template: template, style: styled, in: surroundings)
}

extension FuzzTarget {
    /// GeoJSON as a source of tiles, and as an overlay.
    static let geojson = FuzzTarget("geojson") { bytes throws(BrokenPromise) in
        guard
            let document = accepted({ () throws(Diagnostic) in try JSONDocument(.geojson, file: "input", text: bytes) })
        else { return }
        let field = Field(document, diagnostics: DiagnosticSink())
        readShapes(field)
        var options = GeoJSONOptions()
        options.lineMetrics = bytes.count % 2 == 0
        var rules = GeoJSONRules()
        if bytes.count % 3 == 0 { rules.clustering = GeoJSONClustering(radius: 50, maxZoom: 10, minPoints: 2) }
        guard let tiler = GeoJSONTiler(field, options: options, rules: rules) else { return }
        _ = (tiler.bounds, tiler.fields)
        for id in [TileID(z: 0, x: 0, y: 0), TileID(z: 3, x: 4, y: 2), TileID(z: 14, x: 8192, y: 8191)] {
            guard let tile = tiler.vectorTile(id) else { continue }
            _ = try promised("a tile cut from GeoJSON cannot be read") { () throws(Diagnostic) in
                try VectorTile(decoding: tile.encoded)
            }
        }
    }

    /// GPX.
    static let gpx = FuzzTarget("gpx") { bytes throws(BrokenPromise) in
        _ = accepted { () throws(Diagnostic) in
            GeoJSONShapes.read(
                try GPXFile(bytes, file: "input"), from: "input", template: template, style: look,
                in: DataSurroundings(diagnostics: DiagnosticSink()))
        }
    }

    /// KML, and what KMZ holds.
    static let kml = FuzzTarget("kml") { bytes throws(BrokenPromise) in
        let features = accepted { () throws(Diagnostic) in
            try KMLReader.features(bytes, file: "input", diagnostics: DiagnosticSink())
        }
        if let features { readShapes(features) }
    }

    /// TopoJSON.
    static let topojson = FuzzTarget("topojson") { bytes throws(BrokenPromise) in
        guard
            let document = accepted({ () throws(Diagnostic) in try JSONDocument(.geojson, file: "input", text: bytes) })
        else { return }
        guard let features = TopoJSON.features(Field(document, diagnostics: DiagnosticSink())) else { return }
        readShapes(features)
    }

    /// Well-known text.
    static let wellKnownText = FuzzTarget("wkt") { bytes throws(BrokenPromise) in
        _ = WellKnownText.matches(String(decoding: bytes, as: UTF8.self))
        let features = accepted { () throws(Diagnostic) in try WellKnownText.features(bytes, file: "input") }
        if let features { readShapes(features) }
    }

    /// Well-known binary, as geometries of GeoPackages are.
    static let wellKnownBinary = FuzzTarget("wkb") { bytes throws(BrokenPromise) in
        let geometry = accepted { () throws(WellKnownBinary.ReadingError) in
            try WellKnownBinary.geometry(ofGeoPackage: bytes[...])
        }
        if let geometry = geometry ?? nil { readShapes(geometry) }
    }

    /// FlatGeobuf, whole and by its index.
    static let flatGeobuf = FuzzTarget("flatgeobuf") { bytes throws(BrokenPromise) in
        let file = accepted { () throws(Diagnostic) in try FlatGeobuf(ByteSource(bytes), file: "input") }
        guard let file else { return }
        _ = (file.columns.map(\.typeName), file.geometryType, file.envelope)
        for box in [nil, CoordinateBox(west: 24, south: 60, east: 25, north: 61)] {
            let found = accepted { () throws(Diagnostic) in
                try file.features(FeatureQuery(box: box, reading: degrees, limit: 1 << 20))
            }
            if let found { readShapes(FeatureCollector.collection(of: [found])) }
        }
    }

    /// The geometries of Shapefiles, and archives of Shapefiles with all their files.
    static let shapefile = FuzzTarget("shapefile", maxLength: 65536) { bytes throws(BrokenPromise) in
        let found = accepted { () throws(Diagnostic) in
            try Shapefile(bytes, file: "input", limit: 1 << 20).features(FeatureQuery(reading: degrees, limit: 1 << 20))
        }
        if let found { readShapes(FeatureCollector.collection(of: found)) }
    }

    /// Texts with columns.
    static let csv = FuzzTarget("csv") { bytes throws(BrokenPromise) in
        let found = accepted { () throws(Diagnostic) in
            try DelimitedFeatures(bytes, file: "input", FeatureReading(), isTabbed: bytes.count % 5 == 0)
                .features(FeatureQuery(limit: 1 << 20))
        }
        if let found { readShapes(FeatureCollector.collection(of: [found])) }
    }

    /// PROJ is not what is tried.
    private static var degrees: FeatureReading {
        var reading = FeatureReading()
        reading.crs = "EPSG:4326"
        return reading
    }

    /// Google's encoded polylines, with five and six decimals.
    static let polyline = FuzzTarget("polyline", maxLength: 1024) { bytes throws(BrokenPromise) in
        let text = String(decoding: bytes, as: UTF8.self)
        for precision in [5, 6] {
            let line = accepted { () throws(EncodedPolyline.DecodingError) in
                try EncodedPolyline.decode(text, precision: precision)
            }
            guard let line else { continue }
            let written = EncodedPolyline.encode(line, precision: precision)
            let again = try promised("a polyline that was written cannot be read") {
                () throws(EncodedPolyline.DecodingError) in try EncodedPolyline.decode(written, precision: precision)
            }
            try promise(again == line, "a polyline changes when it is written and read")
        }
    }
}
