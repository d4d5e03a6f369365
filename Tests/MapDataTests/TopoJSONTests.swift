// SPDX-License-Identifier: MIT
import MapCore
import MapData
import Testing

@Suite("TopoJSON") struct TopoJSONTests {
    private func features(_ text: String, _ sink: DiagnosticSink = DiagnosticSink()) throws -> [JSONNode]? {
        let document = try JSONDocument(file: "a.json", text: Array(text.utf8))
        return TopoJSON.features(Field(document, diagnostics: sink))?["features"]?.array
    }

    @Test("quantized arcs are summed, scaled and joined; a negative index runs backwards")
    func arcs() throws {
        let features = try #require(
            try features(
                """
                {"type": "Topology", "transform": {"scale": [0.5, 0.25], "translate": [10, 20]},
                 "arcs": [[[0, 0], [2, 0], [0, 4]], [[0, 0], [2, 4]]],
                 "objects": {"land": {"type": "GeometryCollection", "geometries": [
                   {"type": "Polygon", "id": 7, "properties": {"name": "A"}, "arcs": [[0, -2]]},
                   {"type": "Point", "coordinates": [2, 4]}]}}}
                """))
        #expect(features.count == 2)
        #expect(features[0]["id"]?.number == 7)
        #expect(features[0]["properties"]?["name"]?.string == "A")
        #expect(features[0]["geometry"]?["coordinates"]?.line == "[[[10, 20], [11, 20], [11, 21], [10, 20]]]")
        #expect(features[1]["geometry"]?["coordinates"]?.line == "[11, 21]")
    }

    @Test("a collection with an id or properties is one feature, any other those of its members") func collections()
        throws
    {
        let features = try #require(
            try features(
                """
                {"type": "Topology", "arcs": [[[0, 0], [1, 1]]], "objects": {
                 "a": {"type": "GeometryCollection", "properties": {"name": "of the object"}, "geometries": [
                   {"type": "GeometryCollection", "id": 7, "properties": {"name": "A"}, "geometries": [
                     {"type": "Point", "coordinates": [2, 3]}, {"type": "LineString", "arcs": [0]}]},
                   {"type": "GeometryCollection", "geometries": [{"type": "Point", "id": 8, "coordinates": [4, 5]}]}]},
                 "b": {"type": "GeometryCollection", "properties": {"name": "B"}, "geometries": [
                   {"type": "Point", "coordinates": [6, 7]}]}}}
                """))
        let expected = #"""
            {"type": "Feature", "id": 7, "properties": {"name": "A"}, "geometry": {"type": "GeometryCollection", \#
            "geometries": [{"type": "Point", "coordinates": [2, 3]}, {"type": "LineString", \#
            "coordinates": [[0, 0], [1, 1]]}]}}
            {"type": "Feature", "id": 8, "properties": null, "geometry": {"type": "Point", "coordinates": [4, 5]}}
            {"type": "Feature", "properties": {"name": "B"}, "geometry": {"type": "GeometryCollection", \#
            "geometries": [{"type": "Point", "coordinates": [6, 7]}]}}
            """#
        #expect(features.map(\.line).joined(separator: "\n") == expected)
    }

    @Test(
        "indices beyond the arcs, cyclic nonsense and wrong types do no harm",
        arguments: [
            #"{"type":"Topology","arcs":[],"objects":{"a":{"type":"LineString","arcs":[5,-9,1e300,"x"]}}}"#,
            #"{"type":"Topology","arcs":[1,[2]],"objects":{"a":{"type":"MultiPolygon","arcs":[[[[[[0]]]]]]}}}"#,
            #"{"type":"Topology","arcs":[],"objects":{"a":{"type":"Point"}, "b": 5}}"#,
        ])
    func hostile(_ text: String) throws {
        #expect(try features(text) != nil)
    }

    @Test(
        "a topology without arcs, objects or a whole transform is reported",
        arguments: [
            #"{"type":"Topology","objects":{}}"#, #"{"type":"Topology","arcs":[]}"#,
            #"{"type":"Topology","arcs":[],"objects":{},"transform":{"scale":[1]}}"#,
        ])
    func incomplete(_ text: String) throws {
        let sink = DiagnosticSink()
        #expect(try features(text, sink) == nil)
        #expect(sink.inDocumentOrder.count == 1)
    }
}
