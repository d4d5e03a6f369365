// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What a program finds in an SVG map beside the shapes.
@Suite("The groups of an SVG") struct SemanticTests {
    private func svg(_ members: String) throws -> String {
        let json = """
            {"version": 1, "size": [300, 200],
             "basemap": {"tiles": "\(Maps.helsinki)"},
             "camera": {"center": [24.944, 60.171], "zoom": 14.5}, \(members)}
            """
        let document = try SceneDocument(text: Array(json.utf8), file: "scene.json", folder: ".")
        let bytes = try Maps.shared.render(document, as: .svg).bytes
        #expect(XMLParser(data: Data(bytes)).parse())
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The attributes of the group that has an id.
    private func group(_ id: String, _ text: String) throws -> Substring {
        let start = try #require(text.range(of: "<g id=\"\(id)\""))
        return text[start.upperBound...].prefix { $0 != ">" }
    }

    @Test("of the base map say what layer and data they are of") func layers() throws {
        let text = try svg(#""annotations": []"#)
        let fill = try group("layer-building", text)
        #expect(fill.contains(#" data-type="fill" data-source="openmaptiles" data-source-layer="building""#))
        #expect(text.contains(#" data-type="symbol""#))
    }

    @Test("of annotations say what the scene says") func annotations() throws {
        let pin = """
            {"id": "hotel", "view": "pin", "coordinate": [24.944, 60.1715], "title": "Hotel", "subtitle": "20 % <off>",
             "properties": {"stars": 4, "pets": true, "gone": null, "tags": ["a", "b"], "Name": "H\\u0001"}}
            """
        let words = try group("annotation-hotel", try svg("\"annotations\": [\(pin)]"))
        #expect(words.contains(#" data-name="hotel" data-view="pin" data-coordinate="24.944,60.1715""#))
        #expect(words.contains(#" data-subtitle="20 % &lt;off&gt;""#))
        #expect(words.contains(#" data-x-stars="4" data-x-pets="true""#))
        #expect(words.contains("data-x-tags=\"[&quot;a&quot;, &quot;b&quot;]\" data-x-name=\"H\u{FFFD}\""))
        #expect(!words.contains("gone"))
    }

    @Test("of clusters say how many there are") func clusters() throws {
        let pins = (0..<3).map { _ in #"{"coordinate": [24.944, 60.1715], "clusteringIdentifier": "a"}"# }
        let text = try svg("\"annotations\": [\(pins.joined(separator: ","))]")
        #expect(try group("cluster-a.1", text).contains(#" data-count="3""#))
    }

    @Test("of features say their properties, each for itself") func features() throws {
        func feature(_ number: Int, _ type: String, _ coordinates: String) -> String {
            """
            {"type": "Feature", "properties": {"name": "F\(number)", "kind": "\(type)"},
             "geometry": {"type": "\(type)", "coordinates": \(coordinates)}}
            """
        }
        let data = [
            feature(0, "LineString", "[[24.93, 60.17], [24.95, 60.17]]"),
            feature(1, "MultiLineString", "[[[24.93, 60.171], [24.95, 60.171]], [[24.93, 60.172], [24.95, 60.172]]]"),
            feature(2, "Polygon", "[[[24.94, 60.17], [24.945, 60.17], [24.945, 60.172], [24.94, 60.17]]]"),
            feature(3, "Point", "[24.944, 60.171]"),
        ]
        let overlay = """
            {"type": "geojson", "id": "walks", "properties": {"name": "none"},
             "data": {"type": "FeatureCollection", "features": [\(data.joined(separator: ","))]}}
            """
        let text = try svg("\"overlays\": [\(overlay)]")
        #expect(
            try group("overlay-walks.shape.0", text).contains(
                #"data-type="polyline" data-x-name="F0" data-x-kind="LineString""#))
        #expect(try group("overlay-walks.shape.1", text).contains(#" data-x-name="F1""#))
        // Both lines of one feature are one stroke.
        #expect(!text.contains("overlay-walks.shape.2\""))
        #expect(try group("overlay-walks.shape.3", text).contains(#"data-type="polygon" data-x-name="F2""#))
        #expect(try group("overlay-walks.place.0", text).contains(#" data-x-name="F3""#))
    }

    @Test("of data without properties have those of the overlay") func inherited() throws {
        let overlay = """
            {"type": "geojson", "properties": {"by": "me"}, "data":
             {"type": "LineString", "coordinates": [[24.93, 60.17], [24.95, 60.17]]}}
            """
        #expect(try group("overlay-0.shape.0", try svg("\"overlays\": [\(overlay)]")).contains(#" data-x-by="me""#))
    }

    @Test("properties are an object") func wrong() throws {
        let failure = Maps.failure(
            #"{"version": 1, "size": [9, 9], "annotations": [{"coordinate": [1, 2], "properties": [1]}]}"#)
        #expect(
            failure?.diagnostics.contains { "\($0)".contains("annotations[0].properties: expected an object") } == true)
    }
}
