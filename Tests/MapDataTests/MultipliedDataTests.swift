// SPDX-License-Identifier: MIT
import MapCore
import MapData
import Testing

/// Data of which a few bytes stand for much, or are looked at over and over.
@Suite("Data that multiply") struct MultipliedDataTests {
    /// The code of the limit that reading passes; nil within all of them.
    private func limit(bytes: Int = 8 << 20, _ read: () throws -> Void) -> String? {
        var limits = RenderLimits.strict
        // No test depends on how fast the machine is.
        (limits.bytes, limits.milliseconds, limits.cpuMilliseconds) = (bytes, .max, .max)
        let budget = RenderBudget(limits)
        budget.run { _ = try? read() }
        return budget.problem?.code.rawValue
    }

    private func topology(_ object: String) throws -> JSONNode? {
        let arc = Array(repeating: "[0, 0], [1, 1]", count: 500).joined(separator: ", ")
        let text = #"{"type": "Topology", "arcs": [[\#(arc)]], "objects": {"a": \#(object)}}"#
        return TopoJSON.features(
            Field(try JSONDocument(file: "a.json", text: Array(text.utf8)), diagnostics: DiagnosticSink()))
    }

    @Test(
        "arcs count each time that they are joined",
        arguments: [
            #"{"type": "LineString", "arcs": [ARCS]}"#, #"{"type": "Polygon", "arcs": [[ARCS]]}"#,
            #"{"type": "GeometryCollection", "geometries": [{"type": "MultiLineString", "arcs": [[ARCS]]}]}"#,
        ])
    func arcs(_ object: String) throws {
        let many = Array(repeating: "0, -1", count: 5000).joined(separator: ", ")
        let found = limit { _ = try topology(object.replacing("ARCS", with: many)) }
        #expect(found == "limits.bytes")
        let few = limit { _ = try topology(object.replacing("ARCS", with: "0, -1")) }
        #expect(few == nil)
    }

    @Test("positions of text count as the numbers that they become") func positions() {
        let kml =
            "<kml><Placemark><LineString><coordinates>"
            + String(repeating: "1,1 ", count: 100_000) + "</coordinates></LineString></Placemark></kml>"
        let track =
            "<kml><Placemark><Track>" + String(repeating: "<coord>1 1</coord>", count: 40_000)
            + "</Track></Placemark></kml>"
        for text in [kml, track] {
            let found = limit {
                _ = try KMLReader.features(Array(text.utf8), file: "a.kml", diagnostics: DiagnosticSink())
            }
            #expect(found == "limits.bytes")
        }
        let line = "LINESTRING(" + String(repeating: "1 1,", count: 100_000) + "1 1)"
        let found = limit { _ = try WellKnownText.features(Array(line.utf8), file: "a.wkt") }
        #expect(found == "limits.bytes")
        let points = String(repeating: "POINT(1 1)\n", count: 1000)
        for (rows, code) in [(points, nil), ("\"\(line)\"\n", "limits.bytes")] {
            let found = limit {
                let table = try DelimitedFeatures(Array(("wkt\n" + rows).utf8), file: "a.csv", FeatureReading())
                _ = try table.features(FeatureQuery(limit: 8 << 20))
            }
            #expect(found == code)
        }
    }

    @Test("a text in a million pieces is joined in linear time", .timeLimit(.minutes(1))) func pieces() throws {
        let pieces = String(repeating: "<![CDATA[a]]>", count: 1_000_000)
        let gpx = try GPXFile(
            Array("<gpx><wpt lat='1' lon='1'><name>\(pieces)</name></wpt></gpx>".utf8), file: "a.gpx")
        guard case .waypoint(_, let name) = try #require(gpx.contents.first) else {
            Issue.record("there is no waypoint")
            return
        }
        #expect(name?.utf8.count == 1_000_000)
        let tags = String(repeating: "&lt;", count: 400_000)
        let text =
            "<kml><Placemark><description>\(tags)</description><Point><coordinates>1,1</coordinates></Point>"
            + "</Placemark></kml>"
        #expect(throws: Never.self) {
            try KMLReader.features(Array(text.utf8), file: "a.kml", diagnostics: DiagnosticSink())
        }
    }

    @Test("tags that nothing ends are searched for once", .timeLimit(.minutes(1))) func openTags() {
        // Of an odd number of quotes the last is left open, and nothing is a tag.
        for tag in ["<a'", "<a \""] {
            #expect(!plainText(html: String(repeating: tag, count: 199_999) + ">").isEmpty)
            #expect(plainText(html: String(repeating: tag, count: 200_000) + ">").isEmpty)
        }
        #expect(plainText(html: #"a<b c="d>e">f</b>g<h"#) == "afg<h")
        #expect(plainText(html: #"<i x='">'>1</i> 2 < 3 <é> 4"#) == "1 2 < 3 4")
    }

    @Test("a file that is larger than the memory of the map is not read") func large() throws {
        let found = limit(bytes: 1000) { _ = try readDocument("/proc/self/exe", limit: 1 << 30) }
        #expect(found == "limits.bytes")
        #expect(throws: Diagnostic.self) { try readDocument("/proc/self/exe", limit: 10) }
    }
}
