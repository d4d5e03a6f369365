// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapGeo
import MapScene
import Testing

@Suite("Joins, flows and cells") struct ShapingTests {
    private func read(
        _ features: [String], _ tables: [String: String] = [:], _ change: (inout DataOverlay) -> Void
    ) throws -> (data: OverlayData, messages: [Diagnostic]) {
        let sink = DiagnosticSink()
        var data = DataOverlay(.geojson, .file(""))
        change(&data)
        let text = #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
        let json = try JSONDocument(.geojson, file: "a.geojson", text: Array(text.utf8))
        var surroundings = DataSurroundings(path: "overlays[0]", diagnostics: sink)
        for (name, text) in tables { surroundings.tables[name] = try DataTable(Array(text.utf8), file: name) }
        let read = GeoJSONShapes.read(
            Field(json, diagnostics: sink), template: Overlay(.data(data)), style: data, in: surroundings)
        return (try #require(read), sink.all)
    }

    private func point(_ properties: String, _ x: Double, _ y: Double) -> String {
        #"{"type": "Feature", "properties": \#(properties), "geometry": {"type": "Point", "coordinates": [\#(x), \#(y)]}}"#
    }

    @Test("the columns of a table are properties of features, whatever zeros its keys have lost") func join() throws {
        let table = "fips;rate;name\n1001;\"5.5\";\"A \"\"b\"\"\"\n1003;7;C\n"
        let (data, messages) = try read(
            [point(#"{"id": "01001"}"#, 1, 1), point(#"{"id": "01003"}"#, 2, 2), point(#"{"id": "99"}"#, 3, 3)],
            ["t.csv": table]
        ) {
            $0.join = DataJoin("t.csv", key: "fips", on: "id")
            $0.label = DataLabel("{name} {rate|0.0}")
        }
        let texts = data.annotations.compactMap { if case .text(let text, _) = $0.view { text } else { nil } }
        #expect(texts == [#"A "b" 5.5"#, "C 7.0"])
        #expect(messages.map(\.code) == [.dataUnmatched])
        #expect(messages.first?.message.contains(#"1 of 3 features have no row in "t.csv", such as "99""#) == true)
    }

    @Test("a wrong column and keys that nothing has are errors that name what there is") func wrongJoin() throws {
        let place = [point(#"{"id": "a"}"#, 1, 1)]
        var messages = try read(place, ["t.csv": "code,rate\nb,1\n"]) { $0.join = DataJoin("t.csv", key: "cod") }
            .messages
        #expect(messages.map(\.code) == [.dataNoColumn])
        #expect(messages.first?.hint == #"did you mean "code"?"#)
        messages =
            try read(place, ["t.csv": "code,rate\nb,1\n"]) { $0.join = DataJoin("t.csv", key: "code", on: "id") }
            .messages
        #expect(messages.map(\.code) == [.dataNoMatch])
        messages =
            try read(place, ["t.csv": "code,rate\nb,1\n"]) { $0.join = DataJoin("t.csv", key: "code", on: "ids") }
            .messages
        #expect(messages.first?.hint == #"did you mean "id"?"#)
    }

    @Test("rows name the places between which flows go, with widths by value") func flows() throws {
        let places = [point(#"{"iata": "HEL"}"#, 25, 60), point(#"{"iata": "ORD"}"#, -88, 42)]
        let table = "from,to,n\nHEL,ORD,10\nORD,HEL,5\nORD,XXX,3\n"
        let (data, messages) = try read(places, ["f.csv": table]) {
            $0.flows = Flows(from: .place("from"), to: .place("to"), on: "iata", file: "f.csv")
            $0.sizeBy = SizeScale("n", maxSize: 8)
        }
        let lines = data.overlays.compactMap { if case .polyline(let line) = $0.content { line } else { nil } }
        #expect(lines.map(\.style.lineWidth) == [.points(4), .points(8)])
        #expect(lines.allSatisfy { $0.geodesic && $0.coordinates.count == 2 })
        #expect(messages.map(\.code) == [.dataUnmatched])
        #expect(data.annotations.isEmpty)
    }

    @Test("arcs bend to the left, so that there and back are two lines") func arcs() throws {
        let table = "x1,y1,x2,y2\n0,0,10,0\n10,0,0,0\n"
        let data = try read([point("{}", 0, 0)], ["f.csv": table]) {
            $0.flows = Flows(
                from: .coordinates(longitude: "x1", latitude: "y1"), to: .coordinates(longitude: "x2", latitude: "y2"),
                file: "f.csv", shape: .arched)
        }.data
        let lines = data.overlays.compactMap {
            if case .polyline(let line) = $0.content { line.coordinates } else { nil }
        }
        #expect(lines.count == 2)
        #expect(lines[0][16].latitude > 1)
        #expect(lines[1][16].latitude < -1)
    }

    @Test("texts and circles of what crosses the antimeridian stand on it") func antimeridian() throws {
        let line = #"{"type": "LineString", "coordinates": [[170, 0], [-170, 10]]}"#
        let area =
            #"{"type": "Polygon", "coordinates": [[[170, -20], [-170, -20], [-170, -10], [170, -10], [170, -20]]]}"#
        let features = [line, area].map { #"{"type": "Feature", "properties": {"v": 3}, "geometry": \#($0)}"# }
        let data = try read(features) {
            $0.label = DataLabel("{v}")
            $0.sizeBy = SizeScale("v")
        }.data
        let places = data.annotations.map(\.coordinate)
        // The text of the line, the circle of the area, and its text.
        #expect(places.map { $0.latitude.rounded() } == [5, -15, -15])
        #expect(places.allSatisfy { abs(abs($0.longitude) - 180) < 1e-9 }, "\(places)")
    }

    @Test("texts of flows stand half way along the geodesic") func textsOfFlows() throws {
        let table = "x1,y1,x2,y2,n\n-120,45,60,50,7\n170,10,-170,20,5\n"
        let data = try read([point("{}", 0, 0)], ["f.csv": table]) {
            $0.flows = Flows(
                from: .coordinates(longitude: "x1", latitude: "y1"), to: .coordinates(longitude: "x2", latitude: "y2"),
                file: "f.csv")
            $0.label = DataLabel("{n}")
        }.data
        let places = data.annotations.map(\.coordinate)
        try #require(places.count == 2)
        // One over the pole, and one across the antimeridian.
        #expect(abs(places[0].latitude - 87.5) < 0.2 && abs(places[0].longitude + 120) < 0.1, "\(places)")
        #expect(abs(places[1].latitude - 15.22) < 0.1 && abs(places[1].longitude - 179.76) < 0.1, "\(places)")
    }

    @Test("points are counted in hexagons, each in one") func hexagons() throws {
        let points = (0..<200).map { point(#"{"v": \#($0)}"#, Double($0 % 20), Double($0 / 20)) }
        let (data, messages) = try read(points) {
            $0.aggregate = Aggregation(.hexagons, size: 300_000, property: "v")
            $0.colorBy = ColorScale("count", method: .equal, classes: 3)
        }
        #expect(messages.isEmpty)
        func sum(_ property: String) -> Int {
            data.overlays.reduce(0) { sum, overlay in
                let text = overlay.properties.texts.first { $0.name == property }?.value
                return sum + (text.flatMap { Int($0) } ?? 0)
            }
        }
        #expect(sum("count") == 200)
        #expect(sum("v") == 199 * 100)
        #expect(data.overlays.count > 20)
        for case .polygon(let polygon) in data.overlays.map(\.content) { #expect(polygon.coordinates.count >= 6) }
    }

    @Test("clusters are as far apart as asked, and have the values as a pie") func clusters() throws {
        let points = [
            point(#"{"kind": "a"}"#, 0, 0), point(#"{"kind": "b"}"#, 0.1, 0), point(#"{"kind": "a"}"#, 0.1, 0.1),
            point(#"{"kind": "b"}"#, 5, 5),
        ]
        let data = try read(points) { $0.aggregate = Aggregation(.clusters, size: 50_000, pie: "kind") }.data
        let circles = data.annotations.filter { if case .image = $0.view { true } else { false } }
        #expect(circles.count == 2)
        let counts = circles.compactMap { $0.properties.texts.first { $0.name == "count" }?.value }
        #expect(counts == ["3", "1"])
        guard case .classes(let rows, _)? = data.sections.first?.content else {
            Issue.record("no legend")
            return
        }
        #expect(rows.map(\.text) == ["a", "b"])
    }
}
