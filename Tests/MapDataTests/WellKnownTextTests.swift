// SPDX-License-Identifier: MIT
import MapCore
import MapData
import Testing

@Suite("Well-Known Text") struct WellKnownTextTests {
    private func geometries(_ text: String) throws -> [String] {
        let collection = try WellKnownText.features(Array(text.utf8), file: "a.wkt")
        return (collection["features"]?.array ?? []).compactMap { $0["geometry"]?.line }
    }

    @Test(
        "every geometry type is read",
        arguments: [
            ("POINT (30 10)", #"{"type": "Point", "coordinates": [30, 10]}"#),
            ("POINT Z (30 10 5)", #"{"type": "Point", "coordinates": [30, 10]}"#),
            ("pointz(30 10 5)", #"{"type": "Point", "coordinates": [30, 10]}"#),
            ("LINESTRING (30 10, 10 30)", #"{"type": "LineString", "coordinates": [[30, 10], [10, 30]]}"#),
            ("MULTIPOINT ((1 2), (3 4))", #"{"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]}"#),
            ("MULTIPOINT (1 2, 3 4)", #"{"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]}"#),
            (
                "POLYGON ((0 0, 4 0, 4 4, 0 0))",
                #"{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 0]]]}"#
            ),
            (
                "MULTIPOLYGON (((0 0, 4 0, 4 4, 0 0)))",
                #"{"type": "MultiPolygon", "coordinates": [[[[0, 0], [4, 0], [4, 4], [0, 0]]]]}"#
            ),
            (
                "GEOMETRYCOLLECTION (POINT (1 2))",
                #"{"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [1, 2]}]}"#
            ),
            ("SRID=4326;POINT(1 2)", #"{"type": "Point", "coordinates": [1, 2]}"#),
            ("POINT EMPTY", #"{"type": "GeometryCollection", "geometries": []}"#),
            (
                "MULTILINESTRING ((24 60, 25 61), EMPTY)",
                #"{"type": "MultiLineString", "coordinates": [[[24, 60], [25, 61]]]}"#
            ),
            ("POLYGON(EMPTY)", #"{"type": "GeometryCollection", "geometries": []}"#),
            ("MULTIPOINT (EMPTY, (1 2))", #"{"type": "MultiPoint", "coordinates": [[1, 2]]}"#),
        ])
    func types(_ text: String, _ geometry: String) throws {
        #expect(try geometries(text) == [geometry])
    }

    @Test("several geometries follow each other")
    func several() throws {
        #expect(try geometries("POINT(1 2)\nPOINT(3 4);POINT(5 6)\n").count == 3)
    }

    @Test("what is empty, and what has curves, is told from the names of files")
    func matches() {
        for text in ["LINESTRING EMPTY", " point z empty ", "SRID=4326;POINT EMPTY", "CIRCULARSTRING(0 0, 1 1, 2 0)"] {
            #expect(WellKnownText.matches(text), "\(text)")
        }
        for name in ["a.wkt", "point.wkt", "lines/POINT EMPTY", "empty", "POINT", "point that is empty"] {
            #expect(!WellKnownText.matches(name), "\(name)")
        }
    }

    @Test("mistakes are named with line and column")
    func mistakes() {
        let error = #expect(throws: Diagnostic.self) { try geometries("POINT(1 2)\nPOINT(1, 2)") }
        #expect(error?.position == Position(line: 2, column: 8))
        #expect(throws: Diagnostic.self) { try geometries("SRID=3857;POINT(1 2)") }
        #expect(throws: Diagnostic.self) { try geometries("CIRCLE(1 2)") }
        #expect(throws: Diagnostic.self) { try geometries("CIRCLE EMPTY") }
        #expect(throws: Diagnostic.self) {
            try geometries(String(repeating: "GEOMETRYCOLLECTION(", count: 5000))
        }
    }
}
