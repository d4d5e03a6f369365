// SPDX-License-Identifier: MIT
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

    /// `GetTile` with its parameters in the query: `layer`, `tilematrix`, `tilecol`, `tilerow`. Of all styles together, what
    /// is asked for has to be said.
    ///
    /// - SeeAlso: OGC 07-057r7, §8.2.
    func wmtsTile(_ request: ServerRequest) async throws(RequestError) -> Response {
        let query = request.query.lowercased
        let operation = query["request"]?.lowercased() ?? (request.parts.isEmpty ? "getcapabilities" : "gettile")
        guard operation == "gettile" else { return try wmts(request) }
        let layers = try wmtsStyles(request).flatMap { style in [256, 512].map { (style, $0, "\(style.id)-\($0)") } }
        let planes = try wmtsStyles(request).flatMap { style in
            systems.tileSets.map { (style, $0, $0.identifier(style)) }
        }
        let layer = query["layer"]
        let (mercator, plane) = (layers.first { $0.2 == layer }, planes.first { $0.2 == layer })
        guard mercator != nil || plane != nil else {
            throw .bad("layer", "expected \(listing((layers.map(\.2) + planes.map(\.2)).prefix(8).map { $0 }))")
        }
        var numbers: [Substring] = []
        for name in ["tilematrix", "tilecol", "tilerow"] {
            guard let text = query[name], whole(text) != nil else { throw .bad(name, "expected a whole number") }
            numbers.append(text[...])
        }
        let format = query["format"] ?? "image/png"
        let ext = format.hasPrefix("image/") ? String(format.dropFirst(6)) : format
        if let (style, set, _) = plane {
            let values = numbers.map { whole($0) ?? -1 }
            return try await planeTile(
                set, level: values[0], column: values[1], row: values[2], ext: ext, of: style, request)
        }
        guard let (style, size, _) = mercator,
            let address = TileAddress(numbers.dropLast() + [numbers[2] + "." + ext])
        else { throw notFound(request) }
        return try await tile(address, of: style, size: size, request)
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
