// SPDX-License-Identifier: MIT
package import MapCore

/// Reads KML into GeoJSON features with simplestyle properties.
///
/// Placemarks with points, lines, areas, tracks and collections of them are read, with the styles that they name or
/// contain. What a static map cannot show (network links, ground and screen overlays, models) is reported.
///
/// - SeeAlso: OGC 12-007r2 (KML 2.3); Google's `gx` extensions.
package struct KMLReader {
    private let file: String
    private let diagnostics: DiagnosticSink
    private let meter: PositionMeter
    private var styles: [String: KMLStyle] = [:]
    /// The style that a style map shows when the pointer is elsewhere.
    private var normalStyles: [String: String] = [:]
    private var placemarks: [XMLElement] = []
    /// The names of the folders and documents whose placemarks are read; empty for all.
    private let layers: [String]
    /// The names of all folders and documents.
    private var folders: [String] = []
    private var unsupported: Set<String> = []

    /// - Parameters:
    ///   - bytes: the document, UTF-8.
    ///   - file: how messages name it.
    ///   - layers: the names of the folders and documents to read; empty for all.
    ///   - diagnostics: receives a warning for each kind of element that is not drawn.
    /// - Returns: a FeatureCollection.
    /// - Throws: when the document is not KML or not well formed, with the line, or has no folder of a name.
    package static func features(
        _ bytes: [UInt8], file: String, layers: [String] = [], diagnostics: DiagnosticSink
    ) throws(Diagnostic) -> JSONNode {
        var reader = KMLReader(file: file, layers: layers, diagnostics: diagnostics)
        try reader.read(bytes)
        if let missing = layers.first(where: { !reader.folders.contains($0) }) {
            throw Diagnostic(
                code: .dataInvalid, file: file, "the document has no folder \"\(missing)\"",
                hint: didYouMean(missing, reader.folders)
                    ?? (reader.folders.isEmpty ? nil : "its folders: \(listing(reader.folders.prefix(20)))"))
        }
        return .featureCollection(reader.placemarks.compactMap(reader.feature))
    }

    private init(file: String, layers: [String], diagnostics: DiagnosticSink) {
        self.file = file
        self.layers = layers
        self.diagnostics = diagnostics
        meter = PositionMeter(file: file)
    }

    private mutating func read(_ bytes: [UInt8]) throws(Diagnostic) {
        var scanner = XMLScanner(bytes, file: file, code: .dataInvalid)
        var path: [String] = []
        /// The names of the elements of `path` that are folders or documents.
        var names: [Int: String] = [:]
        /// Of these, the ones that are not visible: nothing in them is.
        var hidden: Set<Int> = []
        while let token = try scanner.next() {
            guard case .open(let name, let attributes) = token else {
                if case .close(let name) = token {
                    guard path.popLast() == name else { throw scanner.problem("unexpected </\(name)>") }
                    names[path.count] = nil
                    hidden.remove(path.count)
                }
                continue
            }
            switch name {
            case "Placemark":
                let placemark = try XMLElement(name, attributes, rest: &scanner)
                let isAsked = layers.isEmpty || names.values.contains(where: layers.contains)
                if isAsked, hidden.isEmpty { placemarks.append(placemark) }
            case "visibility" where path.last == "Folder" || path.last == "Document":
                let isVisible = try XMLElement(name, attributes, rest: &scanner).trimmedText
                if ["0", "false"].contains(isVisible) { hidden.insert(path.count - 1) }
            case "name" where path.last == "Folder" || path.last == "Document":
                let title = try XMLElement(name, attributes, rest: &scanner).trimmedText
                names[path.count - 1] = title
                folders.append(title)
            case "Style", "StyleMap": add(style: try XMLElement(name, attributes, rest: &scanner))
            case "NetworkLink", "GroundOverlay", "ScreenOverlay", "PhotoOverlay", "Tour":
                _ = try XMLElement(name, attributes, rest: &scanner)
                reportUnsupported(name)
            default:
                if path.isEmpty, name != "kml" { throw scanner.problem("expected <kml>, found <\(name)>") }
                guard path.count < XMLElement.maxDepth else { throw scanner.problem("folders are nested too deep") }
                path.append(name)
            }
        }
        guard path.isEmpty, scanner.hasElements else { throw scanner.problem("the file ends inside an element") }
    }

    private mutating func reportUnsupported(_ name: String) {
        guard unsupported.insert(name).inserted else { return }
        diagnostics.add(.warning, code: .dataUnsupported, file: file, "<\(name)> elements of KML are not drawn")
    }

    private mutating func add(style element: XMLElement) {
        guard let id = element.attributes["id"] else { return }
        if element.name == "Style" {
            styles[id] = KMLStyle(element)
        } else if let normal = element.all("Pair").first(where: { $0.text("key") == "normal" }) {
            normalStyles[id] = normal.text("styleUrl").map(Self.fragment)
            if let inner = normal["Style"] { styles[id] = KMLStyle(inner) }
        }
    }

    /// The part of an address behind "#"; styles of other files are not fetched.
    private static func fragment(_ address: String) -> String {
        address.lastIndex(of: "#").map { String(address[address.index(after: $0)...]) } ?? address
    }

    private func feature(_ placemark: XMLElement) -> JSONNode? {
        guard !["0", "false"].contains(placemark.text("visibility")) else { return nil }
        let geometries = geometries(of: placemark)
        guard let first = geometries.first else { return nil }
        let geometry =
            geometries.count == 1
            ? first : .geometryCollection(geometries)
        var properties = placemark.extendedData
        var style = KMLStyle()
        if let id = placemark.text("styleUrl").map(Self.fragment) {
            style = styles[normalStyles[id] ?? id] ?? styles[id] ?? style
        }
        if let inline = placemark["Style"] { style = style.overridden(by: KMLStyle(inline)) }
        properties += style.simplestyle
        let times = tracks(of: placemark).map { track -> JSONNode in
            .list(track.all("when").map { .text($0.trimmedText) })
        }
        if times.contains(where: { $0.array?.isEmpty == false }) { properties.append(("coordTimes", .list(times))) }
        if let name = placemark.text("name") { properties.append(("title", .text(name))) }
        if let text = placemark.text("description") {
            properties.append(("description", .text(plain(text))))
        }
        return .feature(geometry, properties: .object(properties))
    }

    /// Descriptions are often HTML: tags are dropped, runs of white space become one space.
    private func plain(_ html: String) -> String {
        var result = ""
        var isTag = false
        for character in html {
            switch character {
            case "<":
                isTag = true
                result.append(" ")
            case ">" where isTag: isTag = false
            default: if !isTag { result.append(character) }
            }
        }
        return result.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The tracks with times, in the order of their geometries.
    private func tracks(of element: XMLElement) -> [XMLElement] {
        element.children.flatMap { child -> [XMLElement] in
            switch child.name {
            case "Track": [child]
            case "MultiGeometry", "MultiTrack": tracks(of: child)
            default: []
            }
        }
    }

    private func geometries(of element: XMLElement) -> [JSONNode] {
        element.children.flatMap { child -> [JSONNode] in
            switch child.name {
            case "Point": return child.positions(meter).prefix(1).map { .geometry("Point", $0) }
            case "LineString": return [.geometry("LineString", .list(child.positions(meter)))]
            case "LinearRing": return [.geometry("LineString", .list(child.positions(meter)))]
            case "Polygon":
                let rings = (child.all("outerBoundaryIs") + child.all("innerBoundaryIs")).compactMap {
                    $0["LinearRing"]
                }
                return [.geometry("Polygon", .list(rings.map { .list($0.positions(meter)) }))]
            case "Track":
                return [.geometry("LineString", .list(child.all("coord").flatMap { $0.trackPosition(meter) }))]
            case "MultiGeometry", "MultiTrack": return geometries(of: child)
            default: return []
            }
        }
    }
}

extension XMLElement {
    /// The positions in `<coordinates>`: tuples `longitude,latitude[,altitude]` with white space between them.
    fileprivate func positions(_ meter: PositionMeter) -> [JSONNode] {
        guard let text = self["coordinates"]?.text else { return [] }
        var positions: [JSONNode] = []
        var rest = text[...].drop(while: \.isWhitespace)
        while !rest.isEmpty, meter.takes() {
            let tuple = rest.prefix { !$0.isWhitespace }
            positions.append(.position(tuple.split(separator: ",", maxSplits: 2).prefix(2)))
            rest = rest[tuple.endIndex...].drop(while: \.isWhitespace)
        }
        return positions
    }

    /// `<gx:coord>`: longitude, latitude and altitude with blanks between them.
    fileprivate func trackPosition(_ meter: PositionMeter) -> [JSONNode] {
        let parts = text.split(maxSplits: 3, whereSeparator: \.isWhitespace)
        guard parts.count > 1, meter.takes() else { return [] }
        let hasHeight = parts.count > 2 && Double(parts[2]) != nil
        return [.position(parts.prefix(hasHeight ? 3 : 2))]
    }

    /// `<ExtendedData>`: names and values as text.
    fileprivate var extendedData: [(String, JSONNode)] {
        guard let data = self["ExtendedData"] else { return [] }
        let own = data.all("Data").compactMap { item in
            item.attributes["name"].map { ($0, JSONNode.text(item.text("value") ?? "")) }
        }
        let typed = data.all("SchemaData").flatMap { $0.all("SimpleData") }.compactMap { item in
            item.attributes["name"].map { ($0, JSONNode.text(item.trimmedText)) }
        }
        return own + typed
    }
}

/// What a KML style says about lines, areas and points; nil where it says nothing.
struct KMLStyle {
    private var lineColor: KMLColor?
    private var lineWidth: Double?
    private var fillColor: KMLColor?
    private var hasFill: Bool?
    private var hasOutline: Bool?
    private var iconColor: KMLColor?
    private var iconScale: Double?

    init() {}

    init(_ style: XMLElement) {
        if let line = style["LineStyle"] {
            lineColor = line.text("color").flatMap(KMLColor.init)
            lineWidth = line.text("width").flatMap(Double.init)
        }
        if let area = style["PolyStyle"] {
            fillColor = area.text("color").flatMap(KMLColor.init)
            hasFill = area.text("fill").map { $0 != "0" }
            hasOutline = area.text("outline").map { $0 != "0" }
        }
        if let icon = style["IconStyle"] {
            iconColor = icon.text("color").flatMap(KMLColor.init)
            iconScale = icon.text("scale").flatMap(Double.init)
        }
    }

    /// A style inside a placemark overrides the shared one property by property (KML 2.3, 6.3).
    func overridden(by other: KMLStyle) -> KMLStyle {
        var style = self
        style.lineColor = other.lineColor ?? lineColor
        style.lineWidth = other.lineWidth ?? lineWidth
        style.fillColor = other.fillColor ?? fillColor
        style.hasFill = other.hasFill ?? hasFill
        style.hasOutline = other.hasOutline ?? hasOutline
        style.iconColor = other.iconColor ?? iconColor
        style.iconScale = other.iconScale ?? iconScale
        return style
    }

    /// The same as simplestyle 1.1 properties.
    var simplestyle: [(String, JSONNode)] {
        var properties: [(String, JSONNode)] = []
        func add(_ name: String, _ value: JSONNode) { properties.append((name, value)) }
        if let lineColor {
            add("stroke", .text(lineColor.hex))
            add("stroke-opacity", .number(lineColor.alpha))
        }
        if let lineWidth { add("stroke-width", .number(lineWidth)) }
        // Of areas alone: lines of the same style are drawn.
        if hasOutline == false { add("fill-outline-color", "transparent") }
        if let fillColor {
            add("fill", .text(fillColor.hex))
            add("fill-opacity", .number(fillColor.alpha))
        }
        if hasFill == false { add("fill-opacity", 0) }
        if let iconColor { add("marker-color", .text(iconColor.hex)) }
        if let iconScale {
            add("marker-size", .text(iconScale < 0.8 ? "small" : iconScale > 1.3 ? "large" : "medium"))
        }
        return properties
    }
}

/// KML writes colors as `aabbggrr`: opacity first, red last.
private struct KMLColor {
    let hex: String
    /// 0…1.
    let alpha: Double

    init?(_ text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 8, let number = UInt32(digits, radix: 16) else { return nil }
        let parts = Array(digits)
        hex = "#" + String(parts[6...7] + parts[4...5] + parts[2...3])
        alpha = Double(number >> 24) / 255
    }
}
