// SPDX-License-Identifier: MIT
import MapCore
import MapData
import Testing

@Suite("KML") struct KMLReaderTests {
    private func read(_ body: String, _ sink: DiagnosticSink = DiagnosticSink()) throws -> [JSONNode] {
        let kml =
            #"<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>\#(body)</Document></kml>"#
        let collection = try KMLReader.features(Array(kml.utf8), file: "a.kml", diagnostics: sink)
        return try #require(collection["features"]?.array)
    }

    @Test("a point keeps its name, and its description without markup")
    func point() throws {
        let features = try read(
            """
            <Placemark><name>Cathedral</name><description><![CDATA[<b>Open</b> daily<br>9–18]]></description>
            <Point><coordinates>24.9522,60.1704,12</coordinates></Point></Placemark>
            """)
        #expect(features.count == 1)
        #expect(features[0]["geometry"]?.line == #"{"type": "Point", "coordinates": [24.9522, 60.1704]}"#)
        #expect(features[0]["properties"]?["title"]?.string == "Cathedral")
        #expect(features[0]["properties"]?["description"]?.string == "Open daily 9–18")
    }

    @Test("what is hidden, or lies in a hidden folder, is not read", arguments: ["0", "false", " 0 "])
    func hidden(no: String) throws {
        func placemark(_ name: String, _ rest: String = "") -> String {
            "<Placemark><name>\(name)</name>\(rest)<Point><coordinates>1,2</coordinates></Point></Placemark>"
        }
        let hidden = "<visibility>\(no)</visibility>"
        let features = try read(
            """
            <Folder>\(hidden)\(placemark("a"))<Folder><visibility>1</visibility>\(placemark("b"))</Folder></Folder>
            \(placemark("c"))\(placemark("d", hidden))<Folder>\(placemark("e"))</Folder>
            """)
        #expect(features.compactMap { $0["properties"]?["title"]?.string } == ["c", "e"])
    }

    @Test("a shared style, a style map and a style of one's own give simplestyle properties")
    func styles() throws {
        let features = try read(
            """
            <StyleMap id="map"><Pair><key>normal</key><styleUrl>#plain</styleUrl></Pair></StyleMap>
            <Style id="plain"><LineStyle><color>800000ff</color><width>4</width></LineStyle></Style>
            <Placemark><styleUrl>#map</styleUrl><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
            <Placemark><styleUrl>#plain</styleUrl><Style><LineStyle><width>9</width></LineStyle></Style>
            <LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
            """)
        let first = try #require(features[0]["properties"])
        #expect(first["stroke"]?.string == "#ff0000")
        #expect(first["stroke-width"]?.number == 4)
        #expect(abs((first["stroke-opacity"]?.number ?? 0) - 128 / 255) < 1e-9)
        #expect(features[1]["properties"]?["stroke-width"]?.number == 9)
        #expect(features[1]["properties"]?["stroke"]?.string == "#ff0000")
    }

    @Test("a style without outlines concerns areas alone: its lines have their color")
    func outline() throws {
        let features = try read(
            """
            <Style id="s"><LineStyle><color>ff0000ff</color></LineStyle>
            <PolyStyle><outline>0</outline></PolyStyle></Style>
            <Placemark><styleUrl>#s</styleUrl><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
            """)
        #expect(
            features[0]["properties"]?.line
                == ##"{"stroke": "#ff0000", "stroke-opacity": 1, "fill-outline-color": "transparent"}"##)
    }

    @Test("areas have holes, tracks are lines, collections stay together")
    func geometries() throws {
        let features = try read(
            """
            <Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 9,0 9,9 0,0</coordinates></LinearRing>
            </outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>5,1 6,1 6,2 5,1</coordinates></LinearRing>
            </innerBoundaryIs></Polygon></Placemark>
            <Placemark><gx:Track><when>2026-01-01</when><gx:coord>1 2 0</gx:coord><gx:coord>3 4 0</gx:coord></gx:Track>
            </Placemark>
            <Placemark><MultiGeometry><Point><coordinates>1,2</coordinates></Point>
            <Point><coordinates>3,4</coordinates></Point></MultiGeometry></Placemark>
            """)
        #expect(features[0]["geometry"]?["coordinates"]?.array?.count == 2)
        #expect(features[1]["geometry"]?.line == #"{"type": "LineString", "coordinates": [[1, 2, 0], [3, 4, 0]]}"#)
        #expect(features[2]["geometry"]?["type"]?.string == "GeometryCollection")
        #expect(features[2]["geometry"]?["geometries"]?.array?.count == 2)
    }

    @Test("what a static map cannot show is reported once a kind, what is invisible is left out")
    func unsupported() throws {
        let sink = DiagnosticSink()
        let features = try read(
            """
            <GroundOverlay/><GroundOverlay/><NetworkLink></NetworkLink>
            <Placemark><visibility>0</visibility><Point><coordinates>1,2</coordinates></Point></Placemark>
            """, sink)
        #expect(features.isEmpty)
        #expect(sink.inDocumentOrder.count == 2)
        #expect(sink.inDocumentOrder.allSatisfy { $0.severity == .warning })
    }

    @Test(
        "another document, and one that is cut off, are refused",
        arguments: [
            "<gpx></gpx>", "<kml><Document>", "<kml><Placemark><Point>", "", "<kml></Document></kml>",
            "<kml>" + String(repeating: "<Folder>", count: 100),
        ])
    func refused(_ text: String) {
        #expect(throws: Diagnostic.self) {
            try KMLReader.features(Array(text.utf8), file: "a.kml", diagnostics: DiagnosticSink())
        }
    }
}
