// SPDX-License-Identifier: MIT
import MapCore

/// What a WMS says of itself.
struct WMSCapabilities {
    let base: String
    let key: String?
    let styles: [ServedStyle]
    let systems: [ServedSystem]
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

    /// WMS 1.1.1 has no name for the other order of degrees.
    private var older: [ServedSystem] { systems.filter { $0 != .crs84 } }

    private func name(_ system: ServedSystem) -> String { system == .crs84 ? "CRS:84" : system.code }

    /// How far a system goes, in the order of numbers that requests have.
    private func boundingBox(_ system: ServedSystem, _ attribute: String, isNorthFirst: Bool) -> String {
        let n = system.numbers(system.bounds, isNorthFirst: isNorthFirst)
        return """
            <BoundingBox \(attribute)="\(name(system))" minx="\(n[0])" miny="\(n[1])" maxx="\(n[2])" maxy="\(n[3])"/>
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

    private var layers: String {
        styles.map { style in
            """
            <Layer queryable="1" opaque="1"><Name>\(markupEscaped(style.id))</Name><Title>\(markupEscaped(style.name))</Title>\(attribution(style))
            <Style><Name>default</Name><Title>default</Title>\(legend(style))</Style></Layer>
            """
        }.joined(separator: "\n")
    }

    /// - SeeAlso: OGC 06-042, §7.2.4.
    var version130: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
        <Service><Name>WMS</Name><Title>staticmap</Title><OnlineResource xlink:type="simple" xlink:href="\(root)/"/>
        <LayerLimit>1</LayerLimit><MaxWidth>\(longestSide)</MaxWidth><MaxHeight>\(longestSide)</MaxHeight></Service>
        <Capability>\(operations("text/xml", ["application/json", "text/plain", "text/html"]))
        <Exception><Format>XML</Format><Format>INIMAGE</Format><Format>BLANK</Format></Exception>
        <Layer><Title>staticmap</Title>\(systems.map { "<CRS>\(name($0))</CRS>" }.joined())
        <EX_GeographicBoundingBox><westBoundLongitude>-180</westBoundLongitude><eastBoundLongitude>180</eastBoundLongitude>
        <southBoundLatitude>-90</southBoundLatitude><northBoundLatitude>90</northBoundLatitude></EX_GeographicBoundingBox>
        \(systems.map { boundingBox($0, "CRS", isNorthFirst: $0.isNorthFirst) }.joined(separator: "\n"))
        \(layers)
        </Layer></Capability></WMS_Capabilities>

        """
    }

    /// - SeeAlso: OGC 01-068r3, §7.1.4.
    var version111: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd">
        <WMT_MS_Capabilities version="1.1.1">
        <Service><Name>OGC:WMS</Name><Title>staticmap</Title>
        <OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="\(root)/"/></Service>
        <Capability>\(operations("application/vnd.ogc.wms_xml", ["application/json", "text/plain", "text/html"]))
        <Exception><Format>application/vnd.ogc.se_xml</Format><Format>application/vnd.ogc.se_inimage</Format>
        <Format>application/vnd.ogc.se_blank</Format></Exception>
        <Layer><Title>staticmap</Title><SRS>EPSG:900913</SRS>\(older.map { "<SRS>\($0.code)</SRS>" }.joined())
        <LatLonBoundingBox minx="-180" miny="-90" maxx="180" maxy="90"/>
        \(older.map { boundingBox($0, "SRS", isNorthFirst: false) }.joined(separator: "\n"))
        \(layers)
        </Layer></Capability></WMT_MS_Capabilities>

        """
    }
}
