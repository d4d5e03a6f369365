// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The same words in every field that takes a text: documents stay valid, and nothing gets in that is not ours.
@Suite("Hostile words in every field") struct HostileTextTests {
    /// Within the quotes of JSON.
    private static let words = [
        #"\"quotes' <b>&amp;</b> ]]> <!-- --> <?x?>"#, #"\u0000\u0001\u0008\u000b\u001f\ufffe\uffff"#,
        #"a\tb\nc\rd\u0085\u2028"#, #"\u202e\u200fright to left\u202c"#, #"\ud800 alone, \udc00 too"#,
        #"</g></svg><script>alert(1)</script>"#, #"\" onload=\"alert(1)\" x=\""#, #"javascript:alert(1)"#,
        #"%00%22><x>"#, #"\ud83d\uddfa\ufe0f \udbff\udfff"#, #"\\) >> endobj /JS (app.alert(1))"#,
    ]

    private func scene(_ words: String) -> String {
        let feature = """
            {"type": "Feature", "properties": {"W": "W", "name": "W", "title": "W"}, "geometry": GEOMETRY}
            """
        let point = feature.replacing("GEOMETRY", with: #"{"type": "Point", "coordinates": [0.2, 0.2]}"#)
        let line = feature.replacing(
            "GEOMETRY", with: #"{"type": "LineString", "coordinates": [[-0.2, 0.1], [0.2, 0.1]]}"#)
        let href = #""href": "https://a.example/W""#
        return """
            {"version": 1, "size": [400, 400], "camera": {"center": [0, 0], "zoom": 9}, "attribution": "W",
             "basemap": {"style": {"version": 8, "sources": {"W": {"type": "geojson", "data": \(point)}}, "layers": [
               {"id": "background", "type": "background", "paint": {"background-color": "#eee"}},
               {"id": "W", "type": "symbol", "source": "W", "layout": {"text-field": ["get", "W"]}},
               {"id": "W2", "type": "circle", "source": "W"}]}},
             "annotations": [
               {"id": "aW", "coordinate": [0, 0], "title": "W", "subtitle": "W", "alt": "W", "glyphText": "W", \(href),
                "selected": true, "properties": {"W": "W", "list": ["W"]},
                "callout": {"title": "W", "detail": {"text": "W"}, "left": {"text": "W", "id": "W", "label": "W"},
                            "right": {"button": "close", "id": "xW", "label": "W", \(href)}}},
               {"id": "bW", "view": "text", "coordinate": [0.1, 0.1], "text": "W"},
               {"coordinate": [-0.2, -0.2], "title": "W", "clusteringIdentifier": "W"},
               {"coordinate": [-0.2, -0.2], "title": "W", "clusteringIdentifier": "W"}],
             "clusters": [{"identifier": "W", "title": "W", "subtitle": "W"}],
             "overlays": [
               {"type": "circle", "id": "oW", "center": [0.1, -0.1], "radius": 9000, "title": "W", "alt": "W", \(href),
                "properties": {"W": "W"}},
               {"type": "geojson", "id": "dW", "data": {"type": "FeatureCollection", "features": [\(point), \(line)]}}],
             "decorations": [{"type": "legend", "id": "lW", "title": "W", "alt": "W", \(href)}]}
            """.replacing("W", with: words)
    }

    @Test("give valid SVG and PDF", arguments: words)
    func everywhere(words: String) throws {
        let document = try SceneDocument(text: Array(scene(words).utf8), file: "scene.json", folder: ".")
        for text in [EncodingOptions.Text.outlines, .fonts] {
            var options = EncodingOptions()
            options.title = document.scene.annotations[0].title ?? ""
            options.author = options.title
            options.text = text
            let outputs = try Maps.shared.render(document, as: [.svg, .pdf], options: options)
            let audit = SVGAudit(outputs[0].bytes)
            #expect(audit.diagnostics == [])
            #expect(audit.ids.count > 8)
            #expect(audit.links.allSatisfy { $0.hasPrefix("https://a.example/") })
            #expect(audit.links.count >= 3)
            #expect(outputs[1].bytes.starts(with: "%PDF-".utf8))
        }
    }

    @Test("are no links", arguments: ["javascript:alert(1)", " JAVA\\tSCRIPT:x", "data:text/html,x", "vbscript:x"])
    func refused(address: String) {
        let failure = Maps.failure(
            #"{"version": 1, "size": [9, 9], "annotations": [{"coordinate": [1, 2], "href": "\#(address)"}]}"#)
        #expect(failure?.diagnostics.contains { "\($0)".contains("annotations[0].href") } == true)
    }
}

/// What does not belong into our SVG.
private final class SVGAudit: NSObject, XMLParserDelegate {
    private(set) var diagnostics: [String] = []
    private(set) var ids: Set<String> = []
    private(set) var links: [String] = []

    private static let elements: Set<String> = [
        "svg", "g", "path", "use", "image", "title", "desc", "a", "defs", "clipPath", "mask", "rect", "circle", "text",
        "linearGradient", "radialGradient", "stop", "pattern",
    ]

    init(_ bytes: [UInt8]) {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        if !parser.parse() { diagnostics.append("not well-formed: \(String(describing: parser.parserError))") }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if !Self.elements.contains(name) { diagnostics.append("<\(name)>") }
        for (key, value) in attributes {
            if key.hasPrefix("on") { diagnostics.append("\(name) \(key)") }
            if key == "id", !ids.insert(value).inserted { diagnostics.append("id \(value) twice") }
            if key == "href" || key == "xlink:href" {
                if name == "a" {
                    links.append(value)
                } else if !value.hasPrefix("#"), !value.hasPrefix("data:image/png;base64,") {
                    diagnostics.append("\(name) leads to \(value)")
                }
            }
        }
    }
}
