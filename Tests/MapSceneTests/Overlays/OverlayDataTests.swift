// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapData
import MapGeo
import MapImages
import MapScene
import Testing

@Suite("Files of data on the map") struct OverlayDataTests {
    private func geojson(_ text: String, style lines: LineStyle = .simplestyle) throws -> (OverlayData?, [String]) {
        let diagnostics = DiagnosticSink()
        let json = try JSONDocument(file: "a.geojson", text: Array(text.utf8))
        let style = DataOverlay(.geojson, .file("a.geojson"), style: lines)
        let data = GeoJSONShapes.read(
            Field(json, diagnostics: diagnostics), template: Overlay(.data(style), id: "trip"), style: style,
            in: DataSurroundings(diagnostics: diagnostics))
        return (data, diagnostics.all.map(\.description))
    }

    private func line(_ data: OverlayData?) -> LineStyle? {
        if case .polyline(let line)? = data?.overlays.first?.content { line.style } else { nil }
    }

    private func feature(_ properties: String, _ geometry: String) -> String {
        #"{"type": "Feature", "properties": \#(properties), "geometry": \#(geometry)}"#
    }
    private let twoPoints = #"{"type": "LineString", "coordinates": [[1, 2], [3, 4]]}"#

    @Test("simplestyle's defaults") func defaults() throws {
        let (data, messages) = try geojson(feature("null", twoPoints))
        #expect(messages == [])
        #expect(line(data)?.strokeColor == Color(rgb: 0x555555))
        #expect(line(data)?.lineWidth == .points(2))
        #expect(data?.overlays.first?.id == "trip")
    }

    @Test("names of the style specification come before simplestyle, that before the overlay's own") func precedence()
        throws
    {
        let own = LineStyle(strokeColor: .black, lineWidth: .points(9))
        let (both, _) = try geojson(
            feature(##"{"line-color": "#ff0000", "stroke": "#00ff00", "stroke-width": 4}"##, twoPoints), style: own)
        #expect(line(both)?.strokeColor == Color(rgb: 0xFF0000))
        #expect(line(both)?.lineWidth == .points(4))
        let (simple, _) = try geojson(feature(#"{"stroke": "0f0", "stroke-opacity": 0.5}"#, twoPoints), style: own)
        #expect(line(simple)?.strokeColor == Color(rgb: 0x00FF00).opacity(0.5))
        #expect(line(simple)?.lineWidth == .points(9))
    }

    private func polygon(_ properties: String) throws -> Polygon? {
        let ring = #"{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 0]]]}"#
        guard case .polygon(let polygon)? = try geojson(feature(properties, ring)).0?.overlays.first?.content else {
            return nil
        }
        return polygon
    }

    @Test("areas have the layers that the style specification's names ask for") func layers() throws {
        let green = Color(rgb: 0x00FF00)
        #expect(try polygon(##"{"fill-color": "#0f0"}"##)?.fillColor == green)
        #expect(try polygon(##"{"fill-color": "#0f0"}"##)?.style == nil)
        #expect(try polygon(##"{"fill-color": "#0f0", "fill-outline-color": "red"}"##)?.style?.lineWidth == .points(1))
        #expect(try polygon(##"{"line-color": "#0f0"}"##)?.fillColor == nil)
        #expect(try polygon(##"{"line-color": "#0f0"}"##)?.style?.strokeColor == green)
        #expect(try polygon(##"{"fill": "#0f0"}"##)?.fillColor == green.opacity(0.6))
        #expect(try polygon(##"{"fill": "#0f0"}"##)?.style?.strokeColor == Color(rgb: 0x555555))
    }

    private func place(_ properties: String) throws -> Annotation? {
        try geojson(feature(properties, #"{"type": "Point", "coordinates": [1, 2]}"#)).0?.annotations.first
    }

    @Test("places are markers with simplestyle's names, dots with those of a circle layer") func places() throws {
        let small = try place(#"{"marker-size": "small", "marker-symbol": "b", "marker-color": "f00"}"#)
        #expect(small?.marker?.size == .small)
        #expect(small?.marker?.glyphText == "B")
        #expect(small?.tint == Color(rgb: 0xFF0000))
        #expect(try place(#"{"marker-symbol": 12}"#)?.marker?.glyphText == "12")
        #expect(try place(#"{"marker-symbol": "cafe"}"#)?.marker?.glyphImage == "cafe")
        #expect(try place(#"{"title": "A", "description": "B"}"#)?.subtitle == "B")
        let dot = try place(#"{"circle-color": "red", "circle-radius": 8, "circle-stroke-width": 2}"#)
        let image = try #require(dot?.images.first?.jsonNode.string)
        #expect(image.contains(#"<circle r="8.0" fill="rgb(255,0,0)""#))
        #expect(image.contains(#"width="22.0""#))
    }

    @Test("all kinds of geometry") func geometries() throws {
        let (data, messages) = try geojson(
            #"""
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "properties": {"title": "A", "marker-color": "#f00"},
               "geometry": {"type": "GeometryCollection", "geometries": [
                 {"type": "Point", "coordinates": [1, 2, 100]}, {"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]},
                 {"type": "MultiLineString", "coordinates": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]},
                 {"type": "MultiPolygon", "coordinates": [[[[0, 0], [1, 0], [1, 1], [0, 0]]]]}]}},
              {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
                [[[0, 0], [4, 0], [4, 4], [0, 0]], [[1, 1], [2, 1], [2, 2], [1, 1]]]}},
              {"type": "Feature", "properties": {}, "geometry": null}]}
            """#)
        #expect(messages == [])
        #expect(data?.annotations.count == 3)
        #expect(data?.annotations.first?.title == "A")
        #expect(data?.annotations.first?.tint == Color(rgb: 0xFF0000))
        #expect(data?.overlays.count == 4)
        guard case .polygon(let polygon)? = data?.overlays.last?.content else {
            Issue.record("no polygon")
            return
        }
        #expect(polygon.holes.count == 1)
        #expect(polygon.fillColor == Color(rgb: 0x555555).opacity(0.6))
    }

    @Test("what is broken is left out, with a warning") func broken() throws {
        let (data, messages) = try geojson(
            #"""
            {"type": "FeatureCollection", "features": [7, {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1]}},
              {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 2], [1, 99]]}},
              {"type": "Feature", "geometry": {"type": "Dot", "coordinates": []}},
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [5, 6]}}]}
            """#)
        #expect(data?.annotations.count == 1)
        #expect(messages.count == 4)
        #expect(messages.allSatisfy { $0.contains("warning: features[") && $0.contains("the feature is left out") })
        #expect(try geojson("[]").0 == nil)
    }

    private func gpx(_ text: String) throws(Diagnostic) -> OverlayData {
        let style = DataOverlay(.gpx, .file("a.gpx"))
        return GeoJSONShapes.read(
            try GPXFile(Array(text.utf8), file: "a.gpx"), from: "a.gpx", template: Overlay(.data(style), id: "walk"),
            style: style,
            in: DataSurroundings(diagnostics: DiagnosticSink()))
    }

    @Test("tracks, routes and waypoints of GPX") func tracks() throws {
        let data = try gpx(
            """
            <?xml version="1.0"?>\n<!-- by hand -->
            <gpx:gpx xmlns:gpx="http://www.topografix.com/GPX/1/1" version='1.1'>
              <metadata><name>no</name></metadata>
              <wpt lat="60.17" lon="24.94"><ele>3</ele><name>Caf&#233; &amp; <![CDATA[<Bar>]]></name></wpt>
              <trk><name>x</name><trkseg><trkpt lat="1" lon="2"/><trkpt lat="3" lon="4"><time>t</time></trkpt></trkseg>
                <trkseg><trkpt lat="5" lon="6"/></trkseg></trk>
              <rte><rtept lon="8" lat="7"></rtept><rtept lat="9" lon="10"/></rte>
            </gpx:gpx>
            """)
        #expect(data.annotations.map(\.title) == ["Café & <Bar>"])
        #expect(data.overlays.count == 2)
        guard case .polyline(let line)? = data.overlays.first?.content else {
            Issue.record("no line")
            return
        }
        #expect(line.coordinates.map(\.latitude) == [1, 3])
        #expect(line.coordinates.map(\.longitude) == [2, 4])
    }

    @Test(
        "broken GPX says where",
        arguments: [
            ("", "a.gpx:1:1: the file ends inside an element"), ("<gpx>", "a.gpx:1:6: the file ends inside an element"),
            ("<kml/>", "a.gpx:1:7: expected a <gpx> element, found <kml>"),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]>", "a.gpx:1:1: declarations of a document type are not read"),
            (
                "<gpx>\n<wpt lat=\"91\" lon=\"0\"/></gpx>",
                "a.gpx:2:24: expected a place with lat from -90 to 90 and lon from -360 to 360"
            ),
            ("<gpx></gpy>", "a.gpx:1:12: </gpy> closes nothing"),
            ("<gpx a='1></gpx>", "a.gpx:1:8: the file ends inside a tag"),
            ("<gpx>&lol;</gpx>", "a.gpx:1:11: unknown entity \"&lol;\""),
        ])
    func brokenGPX(text: String, message: String) {
        do throws(Diagnostic) {
            _ = try gpx(text)
            Issue.record("nothing was wrong")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test("no bytes make the GPX reader trap") func fuzz() {
        let seed = Array(
            "<gpx><trk><trkseg><trkpt lat='1' lon=\"2\"/>&#65;<![CDATA[x]]></trkseg></trk><!-- c --></gpx>".utf8)
        let alphabet = Array("<>/&;='\"!-[]?gpx \n".utf8)
        var state: UInt64 = 3
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<3000 {
            var text = seed
            for _ in 0...random(5) { text[random(text.count)] = alphabet[random(alphabet.count)] }
            text = Array(text.prefix(random(text.count) + 1))
            _ = try? gpx(String(decoding: text, as: UTF8.self))
        }
    }
}
