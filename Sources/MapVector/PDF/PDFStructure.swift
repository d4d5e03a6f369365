// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
package import MapGeometry

/// Where the map of a page lies on the Earth.
///
/// - SeeAlso: ISO 32000-2, 12.10, "Geospatial features".
package struct PDFGeoreference: Hashable, Sendable {
    /// The map on the page, in points from its top left.
    package var frame: Rect
    /// The places at its corners, longitudes and latitudes of WGS 84: upper left, lower left, lower right, upper right.
    package var corners: [Point]
    /// The code of its coordinate system in the register of EPSG; nil for one that has none.
    package var epsg: Int?
    /// The system as well-known text; empty where EPSG's code is enough.
    package var wellKnownText: String

    package init(frame: Rect, corners: [Point], epsg: Int?, wellKnownText: String) {
        (self.frame, self.corners, self.epsg, self.wellKnownText) = (frame, corners, epsg, wellKnownText)
    }
}

/// What of a map a reader can switch off.
package enum PDFLayer: Int, CaseIterable, Sendable {
    case basemap, labels, overlays, annotations, furniture

    var name: String {
        switch self {
        case .basemap: "Base map"
        case .labels: "Labels"
        case .overlays: "Overlays"
        case .annotations: "Annotations"
        case .furniture: "Title, legend and scale"
        }
    }

    init(_ part: VectorPart) {
        switch part.role {
        case .background, .layer: self = .basemap
        case .label: self = .labels
        case .overlay: self = .overlays
        case .annotation, .callout, .handle: self = .annotations
        case .decoration, .attribution: self = .furniture
        }
    }

    /// Stands in the content in front of what belongs to the layer, until the file is written: a kind of paragraph that no map has.
    static let marker = "BibEntry"
}

/// Adds to a page of cairo's what cairo has no functions for.
package struct PDFStructure {
    /// Of the document.
    var title: String
    var author: String
    /// What the map shows, for those who do not see it.
    var alt: String
    /// As an ISO 639 code; empty for none.
    var language: String
    var georeference: PDFGeoreference?
    /// In points of PDF.
    var page: Size
    /// The layer of each marker, in the order of the page.
    var layers: [PDFLayer]

    /// - Parameters:
    ///   - title: of the document.
    ///   - author: of the document; empty for none.
    ///   - alt: what the map shows, for those who do not see it.
    ///   - language: as an ISO 639 code; empty for none.
    ///   - georeference: where the map lies on the Earth; nil for none.
    ///   - page: its size, in points of PDF.
    ///   - layers: of each marker, in the order of the page.
    package init(
        title: String, author: String, alt: String, language: String, georeference: PDFGeoreference?, page: Size,
        layers: [PDFLayer]
    ) {
        (self.title, self.author, self.alt, self.language) = (title, author, alt, language)
        (self.georeference, self.page, self.layers) = (georeference, page, layers)
    }

    /// The file with layers, a tagged figure, its place on the Earth and metadata; as it was where it is not as expected.
    package func applied(to file: [UInt8]) -> [UInt8] {
        guard var pdf = PDFFile(file), let page = pdf.page, let contents = pdf.reference("Contents", in: page),
            let resources = pdf.reference("Resources", in: page), let content = pdf.stream(contents),
            pdf.replace(contents, with: marked(content))
        else { return file }
        let used = PDFLayer.allCases.filter(layers.contains)
        let groups = used.map { pdf.add("\n<< /Type /OCG /Name \(Self.text($0.name)) >>\n") }
        let list = groups.map { "\($0) 0 R" }.joined(separator: " ")
        let names = zip(used, groups).map { "/L\($0.rawValue) \($1) 0 R" }.joined(separator: " ")
        pdf.extend(resources, "/Properties << \(names) >>")

        // One figure with everything in it, links too.
        pdf.remove("StructTreeRoot")
        pdf.remove("StructParents", from: page)
        let links = pdf.numbers("StructParent")
        let figure = pdf.add("\n<< >>\n")
        let next = (links.map(\.value).max() ?? -1) + 1
        let parents = links.map { "\($0.value) \(figure) 0 R" } + ["\(next) [ \(figure) 0 R ]"]
        let tree = pdf.add(
            "\n<< /Type /StructTreeRoot /K \(figure) 0 R /ParentTreeNextKey \(next + 1) "
                + "/ParentTree << /Nums [ \(parents.joined(separator: " ")) ] >> >>\n")
        let kids = ["0"] + links.map { "<< /Type /OBJR /Obj \($0.object) 0 R >>" }
        pdf.extend(
            figure,
            "/Type /StructElem /S /Figure /P \(tree) 0 R /Pg \(page) 0 R /K [ \(kids.joined(separator: " ")) ] "
                + "/Alt \(Self.text(alt)) "
                + "/A << /O /Layout /Placement /Block /BBox [ 0 0 \(Self.number(self.page.width)) \(Self.number(self.page.height)) ] >>"
        )
        var entries = "/StructParents \(next) /Tabs /S"
        if let georeference { entries += " /VP [ \(viewport(georeference)) ]" }
        pdf.extend(page, entries)

        let metadata = pdf.add(stream: Array(packet.utf8), entries: "/Type /Metadata /Subtype /XML")
        let condition = "sRGB IEC61966-2.1"
        var catalog =
            "/StructTreeRoot \(tree) 0 R /MarkInfo << /Marked true >> /Metadata \(metadata) 0 R "
            + "/ViewerPreferences << /DisplayDocTitle true >> "
            + "/OutputIntents [ << /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier \(Self.text(condition)) "
            + "/RegistryName \(Self.text("http://www.color.org")) /Info \(Self.text(condition)) >> ] "
            + "/OCProperties << /OCGs [ \(list) ] /D << /Name \(Self.text("Layers")) /Order [ \(list) ] /ON [ \(list) ] >> >>"
        if !language.isEmpty { catalog += " /Lang \(Self.text(language))" }
        pdf.remove("MarkInfo")
        pdf.extendRoot(catalog)
        return pdf.bytes(version: "1.7")
    }

    /// The content with its layers in place of cairo's markers, and all of it in one figure.
    private func marked(_ content: [UInt8]) -> [UInt8] {
        var result = Array("/Figure << /MCID 0 >> BDC\n".utf8)
        result.reserveCapacity(content.count + 4096)
        var next = 0
        var isOpen = false
        // How many of cairo's own sections to leave out the ends of.
        var hidden = 0
        for line in content.split(separator: 10, omittingEmptySubsequences: false) {
            if line.first == UInt8(ascii: "/"), line.count < 64, line.suffix(4).elementsEqual(" BDC".utf8) {
                if line.dropFirst().starts(with: PDFLayer.marker.utf8), next < layers.count {
                    if isOpen { result += Array("EMC\n".utf8) }
                    result += Array("/OC /L\(layers[next].rawValue) BDC\n".utf8)
                    (next, isOpen) = (next + 1, true)
                }
                hidden += 1
            } else if hidden > 0, line.elementsEqual("EMC".utf8) {
                hidden -= 1
            } else {
                result += line
                result.append(10)
            }
        }
        if isOpen { result += Array("EMC\n".utf8) }
        return result + Array("EMC\n".utf8)
    }

    private func viewport(_ place: PDFGeoreference) -> String {
        let frame = place.frame
        let box = [
            frame.minX * 0.75, page.height - frame.maxY * 0.75, frame.maxX * 0.75, page.height - frame.minY * 0.75,
        ]
        let places = place.corners.map { "\(Self.number($0.y)) \(Self.number($0.x))" }
        let code = place.epsg.map { "/EPSG \($0) " } ?? ""
        let text = place.wellKnownText.isEmpty ? "" : "/WKT \(Self.text(place.wellKnownText)) "
        let isGeographic = place.epsg == 4326 || place.wellKnownText.hasPrefix("GEOGCS")
        return "<< /Type /Viewport /Name \(Self.text("Map")) /BBox [ \(box.map(Self.number).joined(separator: " ")) ] "
            + "/Measure << /Type /Measure /Subtype /GEO /Bounds [ 0 1 0 0 1 0 1 1 ] /LPTS [ 0 1 0 0 1 0 1 1 ] "
            + "/GPTS [ \(places.joined(separator: " ")) ] /GCS << /Type /\(isGeographic ? "GEOGCS" : "PROJCS") \(code)\(text)>> >> >>"
    }

    /// - SeeAlso: ISO 16684-1, XMP.
    private var packet: String {
        func alternative(_ name: String, _ text: String) -> String {
            text.isEmpty
                ? ""
                : "<dc:\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(Self.escaped(text))</rdf:li></rdf:Alt></dc:\(name)>"
        }
        let creator =
            author.isEmpty ? "" : "<dc:creator><rdf:Seq><rdf:li>\(Self.escaped(author))</rdf:li></rdf:Seq></dc:creator>"
        let spoken =
            language.isEmpty
            ? "" : "<dc:language><rdf:Bag><rdf:li>\(Self.escaped(language))</rdf:li></rdf:Bag></dc:language>"
        return """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
            <dc:format>application/pdf</dc:format><xmp:CreatorTool>staticmap</xmp:CreatorTool>
            \(alternative("title", title))\(alternative("description", alt))\(creator)\(spoken)
            </rdf:Description></rdf:RDF></x:xmpmeta>
            <?xpacket end="r"?>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.forCairo.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// A text string: UTF-16 in hexadecimal digits.
    private static func text(_ text: String) -> String {
        let line = text.forCairo
        guard !line.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && !"()\\".utf8.contains($0) }) else {
            return "(\(line))"
        }
        return "<FEFF"
            + line.utf16.map { unit in
                let digits = String(unit, radix: 16, uppercase: true)
                return String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }.joined() + ">"
    }

    /// Without an exponent, which PDF does not know.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 1e9).rounded() / 1e9
        guard rounded.isFinite, abs(rounded) < 1e9 else { return "0" }
        let (whole, part) = (rounded.rounded(.towardZero), abs(rounded - rounded.rounded(.towardZero)))
        let digits = String(Int((part * 1e9).rounded()))
        let sign = rounded < 0 && whole == 0 ? "-" : ""
        guard digits != "0", digits.utf8.count < 10 else { return sign + String(Int(whole)) }
        return sign + String(Int(whole)) + "." + String(repeating: "0", count: 9 - digits.utf8.count) + digits
    }
}
