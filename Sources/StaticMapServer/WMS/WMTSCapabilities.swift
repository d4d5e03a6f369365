// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo

extension MapService {
    /// The tiles of a style, or of all styles, for WMTS clients: the grid of Google's maps, at 256 and at 512 pixels, and grids in
    /// other coordinate systems.
    ///
    /// - SeeAlso: OGC 07-057r7, annex E.4 ("GoogleMapsCompatible").
    func wmts(_ request: ServerRequest) throws(RequestError) -> Response {
        let styles = try wmtsStyles(request)
        let root = markupEscaped(base(request))
        let id = request.parts.first.map { percentDecoded($0) }
        let key = keyQuery(request)
        let own = id.map { "\(root)/styles/\(percentEncoded($0))/" } ?? "\(root)/"
        let capabilities = own + (id == nil ? "wmts/1.0.0/WMTSCapabilities.xml" : "wmts.xml") + key
        let title = markupEscaped(id == nil ? "staticmap" : styles.first?.name ?? "")
        let keyed = key.isEmpty ? "" : key.dropFirst() + "&amp;"
        func grid(_ side: Int) -> String {
            let corner = "-20037508.342789244 20037508.342789244"
            let matrices = (0...20).map { zoom in
                tileMatrix(
                    zoom, WebMercator.circumference / Double(side) / Double(1 << zoom), corner: corner, side: side,
                    columns: 1 << zoom, rows: 1 << zoom)
            }
            return tileMatrixSet("GoogleMapsCompatible_\(side)", "EPSG::3857", matrices)
        }
        let formats = [("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp")]
        func layer(_ style: ServedStyle, _ side: Int) -> String {
            let path = "\(root)/styles/\(percentEncoded(style.id))/\(side)"
            let resources = formats.map { format in
                """
                <ResourceURL format="\(format.0)" resourceType="tile" \
                template="\(path)/{TileMatrix}/{TileCol}/{TileRow}.\(format.1)\(key)"/>
                """
            }
            return """
                <Layer><ows:Title>\(markupEscaped(style.name))</ows:Title><ows:WGS84BoundingBox><ows:LowerCorner>-180 -85.0511</ows:LowerCorner>\
                <ows:UpperCorner>180 85.0511</ows:UpperCorner></ows:WGS84BoundingBox><ows:Identifier>\(markupEscaped(style.id))-\(side)</ows:Identifier>
                <Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style>\
                \(formats.map { "<Format>\($0.0)</Format>" }.joined())
                <TileMatrixSetLink><TileMatrixSet>GoogleMapsCompatible_\(side)</TileMatrixSet></TileMatrixSetLink>
                \(resources.joined())</Layer>
                """
        }
        let sets = systems.tileSets
        let others = styles.flatMap { style in sets.map { $0.layer(style, formats: formats.map(\.0)) } }
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" \
            xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
            <ows:ServiceIdentification><ows:Title>\(title)</ows:Title><ows:ServiceType>OGC WMTS</ows:ServiceType>
            <ows:ServiceTypeVersion>1.0.0</ows:ServiceTypeVersion></ows:ServiceIdentification>
            <ows:OperationsMetadata><ows:Operation name="GetCapabilities"><ows:DCP><ows:HTTP><ows:Get xlink:href="\(capabilities)">\
            <ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>RESTful</ows:Value></ows:AllowedValues></ows:Constraint>\
            </ows:Get></ows:HTTP></ows:DCP></ows:Operation>
            <ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="\(own)wmts?\(keyed)">\
            <ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint>\
            </ows:Get></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
            <Contents>\(styles.flatMap { [layer($0, 256), layer($0, 512)] }.joined(separator: "\n"))
            \(others.joined(separator: "\n"))
            \(grid(256))
            \(grid(512))
            \(sets.map(\.capabilities).joined(separator: "\n"))</Contents>
            <ServiceMetadataURL xlink:href="\(capabilities)"/></Capabilities>

            """
        return document(text, request, type: "text/xml; charset=utf-8")
    }

    /// The style that the address names, or all that are drawn.
    private func wmtsStyles(_ request: ServerRequest) throws(RequestError) -> [ServedStyle] {
        if let id = request.parts.first { return [try servedStyle(id, request)] }
        return catalog(for: request).styles.filter(\.isRendered)
    }

    /// `/wmts`: GetCapabilities, and GetTile with its parameters in the query: `layer`, `tilematrix`, `tilecol`, `tilerow`. Of all
    /// styles together, what is asked for has to be said.
    ///
    /// - SeeAlso: OGC 07-057r7, §8.2.
    func wmtsTile(_ request: ServerRequest) async throws(RequestError) -> Response {
        let styles = try wmtsStyles(request)
        let tile: WMTSTile?
        do throws(WMTSError) {
            tile = try WMTSTile(
                request.query.lowercased, usually: request.parts.isEmpty ? "GetCapabilities" : "GetTile",
                styles: styles, sets: systems.tileSets)
        } catch {
            return error.report
        }
        guard let tile else { return try wmts(request) }
        if let set = tile.set {
            return try await planeTile(
                set, level: tile.level, column: tile.column, row: tile.row, ext: tile.ext, of: tile.style, request)
        }
        let id = TileID(z: tile.level, x: tile.column, y: tile.row)
        return try await self.tile(TileAddress(id, ext: tile.ext), of: tile.style, size: tile.size, request)
    }
}

/// A tile that a WMTS client asks for with parameters.
private struct WMTSTile {
    let style: ServedStyle
    /// Nil for the grid of Google's maps.
    let set: PlaneTileSet?
    /// The pixels of a side.
    let size: Int
    let level, column, row: Int
    /// Of a file of the format.
    let ext: String

    /// Reads a query with names in lowercase; nil when it asks for the capabilities.
    ///
    /// - Parameters:
    ///   - query: the parameters of the request.
    ///   - usual: the operation of a query that names none.
    ///   - styles: those that the layers show.
    ///   - sets: the tiles besides those of Google's maps.
    /// - Throws: the first thing that is wrong with the query.
    init?(
        _ query: Query, usually usual: String, styles: [ServedStyle], sets: [PlaneTileSet]
    ) throws(WMTSError) {
        if let service = query["service"], service.uppercased() != "WMTS" {
            throw .invalid("Service", "expected WMTS, found \"\(service.prefix(20))\"")
        }
        let operation = query["request"] ?? usual
        if operation.lowercased() == "getcapabilities" { return nil }
        guard operation.lowercased() == "gettile" else {
            throw WMTSError(
                code: "OperationNotSupported", locator: String(operation.prefix(40)),
                message: "Request: expected GetCapabilities or GetTile")
        }
        func value(_ name: String) throws(WMTSError) -> String {
            guard let value = query[name.lowercased()] else {
                throw WMTSError(code: "MissingParameterValue", locator: name, message: "\(name) is required")
            }
            return value
        }
        func number(_ name: String) throws(WMTSError) -> Int {
            let text = try value(name)
            guard let number = whole(text) else {
                throw .invalid(name, "expected a whole number, found \"\(text.prefix(20))\"")
            }
            return number
        }
        let layer = try value("Layer")
        var layers: [(name: String, style: ServedStyle, set: PlaneTileSet?, size: Int)] = styles.flatMap { style in
            [256, 512].map { ("\(style.id)-\($0)", style, nil, $0) }
        }
        for style in styles { layers += sets.map { ($0.identifier(style), style, $0, PlaneTileSet.side) } }
        guard let found = layers.last(where: { $0.name == layer }) else {
            throw .invalid("Layer", "expected one of \(listing(layers.prefix(8).map(\.name)))")
        }
        (style, set, size) = (found.style, found.set, found.size)
        let grid = found.set?.name ?? "GoogleMapsCompatible_\(found.size)"
        for (name, only) in [("Style", "default"), ("TileMatrixSet", grid)] {
            // Clients may leave out what a layer has one of.
            if let value = query[name.lowercased()], !value.isEmpty, value != only {
                throw .invalid(name, "expected \(only), found \"\(value.prefix(40))\"")
            }
        }
        (level, column, row) = (try number("TileMatrix"), try number("TileCol"), try number("TileRow"))
        let levels = set == nil ? 0...22 : PlaneTileSet.levels
        guard levels.contains(level) else {
            throw .invalid("TileMatrix", "expected a level from 0 to \(levels.upperBound), found \(level)")
        }
        let (columns, rows) = (set?.columns(level) ?? 1 << level, set?.rows(level) ?? 1 << level)
        for (name, number, count) in [("TileCol", column, columns), ("TileRow", row, rows)] where number >= count {
            throw WMTSError(
                code: "TileOutOfRange", locator: name,
                message: "\(name): expected a number from 0 to \(count - 1), found \(number)")
        }
        let format = query["format"] ?? "image/png"
        ext = format.hasPrefix("image/") ? String(format.dropFirst(6)) : format
        guard outputFormat(extension: ext).map({ !["svg", "pdf"].contains($0) }) == true else {
            throw .invalid("Format", "expected image/png, image/jpeg or image/webp, found \"\(format.prefix(40))\"")
        }
    }
}

/// What a WMTS server answers instead of a tile.
///
/// - SeeAlso: OGC 07-057r7, table 21; OGC 06-121r3, §8.3.
private struct WMTSError: Error {
    let code: String
    /// The parameter that is wrong, or the operation that there is not.
    let locator: String
    let message: String

    static func invalid(_ name: String, _ message: String) -> WMTSError {
        WMTSError(code: "InvalidParameterValue", locator: name, message: "\(name): \(message)")
    }

    var report: Response {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ExceptionReport xmlns="http://www.opengis.net/ows/1.1" version="1.0.0" xml:lang="en">
            <Exception exceptionCode="\(code)" locator="\(markupEscaped(locator))">\
            <ExceptionText>\(markupEscaped(message))</ExceptionText></Exception>
            </ExceptionReport>

            """
        return Response(.badRequest, type: "text/xml; charset=utf-8", text: text).uncached
    }
}

/// A level of a set of tiles.
///
/// - Parameters:
///   - level: its number.
///   - resolution: metres that a pixel is wide.
///   - corner: the upper left one, in the order of the system.
///   - side: pixels of a tile.
///   - columns: of tiles.
///   - rows: of tiles.
/// - Returns: its element of the capabilities.
/// - SeeAlso: OGC 07-057r7, §7.1.1.1.2.
func tileMatrix(
    _ level: Int, _ resolution: Double, corner: String, side: Int, columns: Int, rows: Int
) -> String {
    // The standard's pixel is 0.28 mm.
    """
    <TileMatrix><ows:Identifier>\(level)</ows:Identifier><ScaleDenominator>\(resolution / 0.00028)</ScaleDenominator>\
    <TopLeftCorner>\(corner)</TopLeftCorner><TileWidth>\(side)</TileWidth><TileHeight>\(side)</TileHeight>\
    <MatrixWidth>\(columns)</MatrixWidth><MatrixHeight>\(rows)</MatrixHeight></TileMatrix>
    """
}

/// A set of tiles of a name, in a coordinate system such as `EPSG::3857`.
func tileMatrixSet(_ name: String, _ system: String, _ matrices: [String]) -> String {
    """
    <TileMatrixSet><ows:Identifier>\(name)</ows:Identifier>
    <ows:SupportedCRS>urn:ogc:def:crs:\(system)</ows:SupportedCRS>
    \(matrices.joined(separator: "\n"))</TileMatrixSet>
    """
}
