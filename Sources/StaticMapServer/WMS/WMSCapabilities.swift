// SPDX-License-Identifier: MIT
import MapCore
import MapText

/// What a WMS says of itself.
struct WMSCapabilities {
    let base: String
    let key: String?
    let styles: [ServedStyle]
    let longestSide: Int
    /// Whose data each style draws.
    var attributions: [String: String] = [:]

    private var root: String { markupEscaped(base) }
    private var address: String { "\(root)/wms?" + (key.map { "key=\(percentEncoded($0))&amp;" } ?? "") }

    private func operations(_ capabilities: String, _ infoFormats: [String]) -> String {
        let address = """
            <DCPType><HTTP><Get><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" \
            xlink:href="\(address)"/></Get><Post><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" \
            xlink:type="simple" xlink:href="\(address)"/></Post></HTTP></DCPType>
            """
        func formats(_ names: [String]) -> String { names.map { "<Format>\($0)</Format>" }.joined() }
        return """
            <Request><GetCapabilities>\(formats([capabilities]))\(address)</GetCapabilities>
            <GetMap>\(formats(["image/png", "image/png; mode=8bit", "image/jpeg", "image/webp"]))\(address)</GetMap>
            <GetFeatureInfo>\(formats(infoFormats))\(address)</GetFeatureInfo></Request>
            """
    }

    private func attribution(_ style: ServedStyle) -> String {
        attributions[style.id].map { "<Attribution><Title>\(markupEscaped($0))</Title></Attribution>" } ?? ""
    }

    private func legend(_ style: ServedStyle) -> String {
        guard let size = StyleLegend(style)?.size else { return "" }
        return """
            <LegendURL width="\(size.width)" height="\(size.height)"><Format>image/png</Format>\
            <OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" \
            xlink:href="\(address)service=WMS&amp;request=GetLegendGraphic&amp;format=image/png&amp;\
            layer=\(percentEncoded(style.id))"/></LegendURL>
            """
    }

    /// - SeeAlso: OGC 06-042, §7.2.4.
    var version130: String {
        let layers = styles.map { style in
            """
            <Layer queryable="1" opaque="1"><Name>\(markupEscaped(style.id))</Name><Title>\(markupEscaped(style.name))</Title>\(attribution(style))
            <Style><Name>default</Name><Title>default</Title>\(legend(style))</Style></Layer>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
            <Service><Name>WMS</Name><Title>staticmap</Title><OnlineResource xlink:type="simple" xlink:href="\(root)/"/>
            <LayerLimit>1</LayerLimit><MaxWidth>\(longestSide)</MaxWidth><MaxHeight>\(longestSide)</MaxHeight></Service>
            <Capability>\(operations("text/xml", ["application/json", "text/plain", "text/html"]))
            <Exception><Format>XML</Format><Format>INIMAGE</Format><Format>BLANK</Format></Exception>
            <Layer><Title>staticmap</Title><CRS>EPSG:3857</CRS><CRS>EPSG:4326</CRS><CRS>CRS:84</CRS>
            <EX_GeographicBoundingBox><westBoundLongitude>-180</westBoundLongitude><eastBoundLongitude>180</eastBoundLongitude>
            <southBoundLatitude>-85.0511</southBoundLatitude><northBoundLatitude>85.0511</northBoundLatitude></EX_GeographicBoundingBox>
            <BoundingBox CRS="CRS:84" minx="-180" miny="-85.0511" maxx="180" maxy="85.0511"/>
            <BoundingBox CRS="EPSG:4326" minx="-85.0511" miny="-180" maxx="85.0511" maxy="180"/>
            <BoundingBox CRS="EPSG:3857" minx="-20037508.34" miny="-20037508.34" maxx="20037508.34" maxy="20037508.34"/>
            \(layers.joined(separator: "\n"))
            </Layer></Capability></WMS_Capabilities>

            """
    }

    /// - SeeAlso: OGC 01-068r3, §7.1.4.
    var version111: String {
        let layers = styles.map { style in
            """
            <Layer queryable="1" opaque="1"><Name>\(markupEscaped(style.id))</Name><Title>\(markupEscaped(style.name))</Title>\(attribution(style))
            <Style><Name>default</Name><Title>default</Title>\(legend(style))</Style></Layer>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd">
            <WMT_MS_Capabilities version="1.1.1">
            <Service><Name>OGC:WMS</Name><Title>staticmap</Title>
            <OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="\(root)/"/></Service>
            <Capability>\(operations("application/vnd.ogc.wms_xml", ["application/json", "text/plain", "text/html"]))
            <Exception><Format>application/vnd.ogc.se_xml</Format><Format>application/vnd.ogc.se_inimage</Format>
            <Format>application/vnd.ogc.se_blank</Format></Exception>
            <Layer><Title>staticmap</Title><SRS>EPSG:3857</SRS><SRS>EPSG:900913</SRS><SRS>EPSG:4326</SRS>
            <LatLonBoundingBox minx="-180" miny="-85.0511" maxx="180" maxy="85.0511"/>
            <BoundingBox SRS="EPSG:3857" minx="-20037508.34" miny="-20037508.34" maxx="20037508.34" maxy="20037508.34"/>
            \(layers.joined(separator: "\n"))
            </Layer></Capability></WMT_MS_Capabilities>

            """
    }
}

extension MapService {
    /// The style's tiles for WMTS clients: the grid of Google's maps, at 256 and at 512 pixels.
    ///
    /// - SeeAlso: OGC 07-057r7, annex E.4 ("GoogleMapsCompatible").
    func wmts(_ request: ServerRequest) throws(RequestError) -> Response {
        let style = try servedStyle(request.parts[0], request)
        let own = "\(markupEscaped(base(request)))/styles/\(percentEncoded(style.id))"
        let key = keyQuery(request)
        let keyed = key.isEmpty ? "" : key.dropFirst() + "&amp;"
        func grid(_ name: String, _ side: Int) -> String {
            let matrices = (0...20).map { zoom -> String in
                // The standard's pixel is 0.28 mm.
                let denominator = 40_075_016.685578488 / Double(side) / 0.00028 / Double(1 << zoom)
                return """
                    <TileMatrix><ows:Identifier>\(zoom)</ows:Identifier><ScaleDenominator>\(denominator)</ScaleDenominator>\
                    <TopLeftCorner>-20037508.342789244 20037508.342789244</TopLeftCorner><TileWidth>\(side)</TileWidth>\
                    <TileHeight>\(side)</TileHeight><MatrixWidth>\(1 << zoom)</MatrixWidth>\
                    <MatrixHeight>\(1 << zoom)</MatrixHeight></TileMatrix>
                    """
            }
            return """
                <TileMatrixSet><ows:Identifier>\(name)</ows:Identifier>
                <ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>
                \(matrices.joined(separator: "\n"))</TileMatrixSet>
                """
        }
        let formats = [("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp")]
        func resource(_ format: (String, String), _ path: String) -> String {
            """
            <ResourceURL format="\(format.0)" resourceType="tile" \
            template="\(own)\(path)/{TileMatrix}/{TileCol}/{TileRow}.\(format.1)\(key)"/>
            """
        }
        func layer(_ id: String, _ grid: String, _ path: String) -> String {
            """
            <Layer><ows:Title>\(markupEscaped(style.name))</ows:Title><ows:WGS84BoundingBox><ows:LowerCorner>-180 -85.0511</ows:LowerCorner>\
            <ows:UpperCorner>180 85.0511</ows:UpperCorner></ows:WGS84BoundingBox><ows:Identifier>\(markupEscaped(id))</ows:Identifier>
            <Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style>\
            \(formats.map { "<Format>\($0.0)</Format>" }.joined())
            <TileMatrixSetLink><TileMatrixSet>\(grid)</TileMatrixSet></TileMatrixSetLink>
            \(formats.map { resource($0, path) }.joined())</Layer>
            """
        }
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" \
            xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
            <ows:ServiceIdentification><ows:Title>\(markupEscaped(style.name))</ows:Title><ows:ServiceType>OGC WMTS</ows:ServiceType>
            <ows:ServiceTypeVersion>1.0.0</ows:ServiceTypeVersion></ows:ServiceIdentification>
            <ows:OperationsMetadata><ows:Operation name="GetCapabilities"><ows:DCP><ows:HTTP><ows:Get xlink:href="\(own)/wmts.xml">\
            <ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>RESTful</ows:Value></ows:AllowedValues></ows:Constraint>\
            </ows:Get></ows:HTTP></ows:DCP></ows:Operation>
            <ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="\(own)/wmts?\(keyed)">\
            <ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint>\
            </ows:Get></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
            <Contents>\(layer("\(style.id)-256", "GoogleMapsCompatible_256", "/256"))
            \(layer("\(style.id)-512", "GoogleMapsCompatible_512", "/512"))
            \(grid("GoogleMapsCompatible_256", 256))
            \(grid("GoogleMapsCompatible_512", 512))</Contents>
            <ServiceMetadataURL xlink:href="\(own)/wmts.xml"/></Capabilities>

            """
        return document(text, request, type: "text/xml; charset=utf-8")
    }

    /// `GetTile` with its parameters in the query: `layer`, `tilematrix`, `tilecol`, `tilerow`.
    ///
    /// - SeeAlso: OGC 07-057r7, §8.2.
    func wmtsTile(_ request: ServerRequest) async throws(RequestError) -> Response {
        let query = request.query.lowercased
        guard query["request"]?.lowercased() ?? "gettile" == "gettile" else { return try wmts(request) }
        let style = try servedStyle(request.parts[0], request)
        let sizes = ["\(style.id)-256": 256, "\(style.id)-512": 512]
        guard let layer = query["layer"], let size = sizes[layer] else {
            throw .bad("layer", "expected \(listing(sizes.keys.sorted()))")
        }
        var numbers: [Substring] = []
        for name in ["tilematrix", "tilecol", "tilerow"] {
            guard let text = query[name], whole(text) != nil else { throw .bad(name, "expected a whole number") }
            numbers.append(text[...])
        }
        let format = query["format"] ?? "image/png"
        let ext = format.hasPrefix("image/") ? String(format.dropFirst(6)) : format
        guard let address = TileAddress(numbers.dropLast() + [numbers[2] + "." + ext]) else { throw notFound(request) }
        return try await tile(address, of: style, size: size, request)
    }
}
