// SPDX-License-Identifier: MIT
import MapCanvas
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

/// What becomes of a sheet at the printer's; in points from the top left of the page.
package struct PDFSheet: Hashable, Sendable {
    /// The paper that is left when the sheet has been cut.
    package var trim: Rect
    /// How far it is drawn, for cuts that are not exact.
    package var bleed: Rect

    package init(trim: Rect, bleed: Rect) { (self.trim, self.bleed) = (trim, bleed) }
}

/// What of a map a reader can switch off.
enum PDFLayer: Int, CaseIterable, Sendable {
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

/// What a page is said to show.
package struct PDFFigure: Hashable, Sendable {
    /// For those who do not see it.
    package var alt: String
    /// Of that text, as an ISO 639 code; empty for none.
    package var language: String
    /// Where the map lies on the Earth; nil for what is no map, or none that lies flat.
    package var georeference: PDFGeoreference?
    /// Nil for what is not to be cut.
    package var sheet: PDFSheet?

    package init(
        alt: String, language: String = "", georeference: PDFGeoreference? = nil, sheet: PDFSheet? = nil
    ) {
        (self.alt, self.language, self.georeference, self.sheet) = (alt, language, georeference, sheet)
    }
}

/// Adds to the pages of a document of cairo's what cairo has no functions for: layers, tagged figures, places on the Earth and metadata.
struct PDFStructure {
    /// Of the document.
    let title: String
    let author: String
    /// What the document is about; empty for nothing.
    let subject: String
    private var figures: [Figure] = []
    /// What a key of the tree's leads to: the figure, and true for the page, false for a link of it.
    private var keys: [(figure: Int, isPage: Bool)] = []
    /// The object that names the layers for all pages.
    private var names: Int?
    private var used: Set<PDFLayer> = []

    private struct Figure {
        let page: Int
        let links: [Int]
        let size: Size
        let alt: String
        let language: String
    }

    init(title: String, author: String, subject: String) {
        (self.title, self.author, self.subject) = (title, author, subject)
    }

    /// Of the document: that of its first figure.
    private var language: String { figures.first?.language ?? "" }

    /// Adds to the objects of a page its layers, and notes its figure.
    ///
    /// - Parameters:
    ///   - figure: what it shows.
    ///   - size: of the page, in points of PDF.
    ///   - layers: of each marker, in the order of the page.
    ///   - pdf: the objects.
    /// - Returns: false where they are not as expected.
    mutating func addPage(
        _ figure: PDFFigure, size: Size, layers: [PDFLayer], to pdf: inout PDFObjects
    ) -> Bool {
        guard let page = pdf.numbers.first(where: { pdf.contains("/Type /Page ", in: $0) }),
            let contents = pdf.reference("Contents", in: page), let resources = pdf.reference("Resources", in: page),
            let lengths = pdf.reference("Length", in: contents), pdf.bodies[resources] != nil,
            let content = pdf.stream(contents), pdf.replace(contents, with: Self.marked(content, layers))
        else { return false }
        // The content says its length itself now: the number of the object that did is free.
        pdf.remove(lengths)
        let names = names ?? lengths
        self.names = names
        used.formUnion(layers)
        pdf.removeRepeats(in: "XObject", of: resources)
        pdf.extend(resources, "/Properties \(names) 0 R")

        removeTags(&pdf)
        let links = pdf.numbers.filter { pdf.contains("/StructParent ", in: $0) }
        for link in links {
            pdf.remove("StructParent", from: link)
            pdf.extend(link, "/StructParent \(keys.count)")
            keys.append((figures.count, false))
        }
        pdf.remove("StructParents", from: page)
        pdf.remove("MediaBox", opening: "[", closing: "]", from: page)
        var entries =
            "/MediaBox [ 0 0 \(Self.number(size.width)) \(Self.number(size.height)) ]\n   /StructParents \(keys.count) /Tabs /S"
        if let sheet = figure.sheet {
            entries += " /BleedBox [ \(Self.box(sheet.bleed, size)) ] /TrimBox [ \(Self.box(sheet.trim, size)) ]"
        }
        if let georeference = figure.georeference { entries += " /VP [ \(Self.viewport(georeference, size)) ]" }
        pdf.extend(page, entries)
        keys.append((figures.count, true))
        figures.append(Figure(page: page, links: links, size: size, alt: figure.alt, language: figure.language))
        return true
    }

    /// Takes out the tags of cairo's, which has one for each marker.
    private func removeTags(_ pdf: inout PDFObjects) {
        for number in pdf.numbers {
            if pdf.contains("/Type /StructTreeRoot", in: number) {
                if let tree = pdf.reference("ParentTree", in: number) { pdf.remove(tree) }
                pdf.remove(number)
            } else if pdf.isList(number) || pdf.contains("/Type /StructElem", in: number) {
                pdf.remove(number)
            }
        }
    }

    /// Adds what a document has once.
    ///
    /// - Parameters:
    ///   - root: the number of its catalog.
    ///   - next: the first number that is free.
    ///   - pdf: the last objects.
    func finish(root: Int, next: Int, _ pdf: inout PDFObjects) {
        removeTags(&pdf)
        var next = next
        func number() -> Int {
            defer { next += 1 }
            return next
        }
        let layers = PDFLayer.allCases.filter(used.contains).map { (layer: $0, number: number()) }
        for (layer, number) in layers { pdf.add(number, "\n<< /Type /OCG /Name \(Self.text(layer.name)) >>\n") }
        if let names {
            let all = layers.map { "/L\($0.layer.rawValue) \($0.number) 0 R" }
            pdf.add(names, "\n<< \(all.joined(separator: " ")) >>\n")
        }

        // A figure for each page with everything in it, links too.
        let (tree, document, metadata) = (number(), number(), number())
        let numbers = figures.map { _ in number() }
        for (figure, number) in zip(figures, numbers) {
            let kids = ["0"] + figure.links.map { "<< /Type /OBJR /Obj \($0) 0 R >>" }
            let spoken = figure.language == language ? "" : "/Lang \(Self.text(figure.language)) "
            let (width, height) = (Self.number(figure.size.width), Self.number(figure.size.height))
            pdf.add(
                number,
                "\n<< /Type /StructElem /S /Figure /P \(document) 0 R /Pg \(figure.page) 0 R "
                    + "/K [ \(kids.joined(separator: " ")) ] \(spoken)/Alt \(Self.text(figure.alt)) "
                    + "/A << /O /Layout /Placement /Block /BBox [ 0 0 \(width) \(height) ] >>\n>>\n")
        }
        let kids = numbers.map { "\($0) 0 R" }.joined(separator: " ")
        pdf.add(document, "\n<< /Type /StructElem /S /Document /P \(tree) 0 R /K [ \(kids) ] >>\n")
        let parents = keys.enumerated().map { key, place in
            let figure = "\(numbers[place.figure]) 0 R"
            return "\(key) " + (place.isPage ? "[ \(figure) ]" : figure)
        }
        pdf.add(
            tree,
            "\n<< /Type /StructTreeRoot /K \(document) 0 R /ParentTreeNextKey \(keys.count) "
                + "/ParentTree << /Nums [ \(parents.joined(separator: " ")) ] >> >>\n")

        pdf.add(metadata, stream: Array(packet.utf8), entries: "/Type /Metadata /Subtype /XML")
        let condition = "sRGB IEC61966-2.1"
        let list = layers.map { "\($0.number) 0 R" }.joined(separator: " ")
        var catalog =
            "/StructTreeRoot \(tree) 0 R /MarkInfo << /Marked true >> /Metadata \(metadata) 0 R "
            + "/ViewerPreferences << /DisplayDocTitle true >> "
            + "/OutputIntents [ << /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier \(Self.text(condition)) "
            + "/RegistryName \(Self.text("http://www.color.org")) /Info \(Self.text(condition)) >> ] "
            + "/OCProperties << /OCGs [ \(list) ] /D << /Name \(Self.text("Layers")) /Order [ \(list) ] /ON [ \(list) ] >> >>"
        if !language.isEmpty { catalog += " /Lang \(Self.text(language))" }
        pdf.remove("StructTreeRoot", from: root)
        pdf.remove("MarkInfo", opening: "<<", closing: ">>", from: root)
        pdf.extend(root, catalog)
    }

    /// The content with its layers in place of cairo's markers, and all of it in one figure.
    private static func marked(_ content: [UInt8], _ layers: [PDFLayer]) -> [UInt8] {
        var result = Array("/Figure << /MCID 0 >> BDC\n".utf8)
        result.reserveCapacity(content.count + 4096)
        var next = 0
        var isOpen = false
        // Of the sections around a line: true for those of cairo's tags, which are left out. Others say what letters spell.
        var hidden: [Bool] = []
        for line in content.split(separator: 10, omittingEmptySubsequences: false) {
            if line.first == UInt8(ascii: "/"), line.suffix(4).elementsEqual(" BDC".utf8) {
                let isTag = line.count < 64 && line.firstRange(of: "/MCID ") != nil
                hidden.append(isTag)
                if isTag {
                    guard line.dropFirst().starts(with: PDFLayer.marker.utf8), next < layers.count else { continue }
                    if isOpen { result += Array("EMC\n".utf8) }
                    result += Array("/OC /L\(layers[next].rawValue) BDC\n".utf8)
                    (next, isOpen) = (next + 1, true)
                    continue
                }
            } else if line.elementsEqual("EMC".utf8), hidden.popLast() == true {
                continue
            }
            result += line
            result.append(10)
        }
        if isOpen { result += Array("EMC\n".utf8) }
        return result + Array("EMC\n".utf8)
    }

    /// A rectangle in points as PDF counts them, from the lower left.
    private static func box(_ rect: Rect, _ page: Size) -> String {
        [rect.minX * 0.75, page.height - rect.maxY * 0.75, rect.maxX * 0.75, page.height - rect.minY * 0.75]
            .map(number).joined(separator: " ")
    }

    private static func viewport(_ place: PDFGeoreference, _ page: Size) -> String {
        let places = place.corners.map { "\(number($0.y)) \(number($0.x))" }
        let code = place.epsg.map { "/EPSG \($0) " } ?? ""
        let definition = place.wellKnownText.isEmpty ? "" : "/WKT \(text(place.wellKnownText)) "
        let isGeographic = place.epsg == 4326 || place.wellKnownText.hasPrefix("GEOGCS")
        return "<< /Type /Viewport /Name \(text("Map")) /BBox [ \(box(place.frame, page)) ] "
            + "/Measure << /Type /Measure /Subtype /GEO /Bounds [ 0 1 0 0 1 0 1 1 ] /LPTS [ 0 1 0 0 1 0 1 1 ] "
            + "/GPTS [ \(places.joined(separator: " ")) ] /GCS << /Type /\(isGeographic ? "GEOGCS" : "PROJCS") \(code)\(definition)>> >> >>"
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
            \(alternative("title", title))\(alternative("description", subject))\(creator)\(spoken)
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
