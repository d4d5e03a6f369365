// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapData
import MapGeo
import MapImages
import MapScene
import Testing

@Suite("Tracks") struct TrackTests {
    /// A way to the north along a meridian: a degree of latitude is 111 km.
    private typealias Sample = (latitude: Double, height: Double?, seconds: Double?)

    private func gpx(_ points: [Sample], extra: String = "") -> String {
        let start = iso8601Seconds("2026-06-06T09:00:00Z") ?? 0
        let list = points.map { point in
            let height = point.height.map { "<ele>\($0)</ele>" } ?? ""
            let time = point.seconds.map { "<time>\(iso8601(start + $0))</time>" } ?? ""
            return #"<trkpt lat="\#(point.latitude)" lon="25">\#(height)\#(time)\#(extra)</trkpt>"#
        }
        return "<gpx><trk><name>Ride</name><trkseg>\(list.joined())</trkseg></trk></gpx>"
    }

    private func read(
        _ text: String, _ style: DataOverlay = DataOverlay(.gpx, .file("a.gpx")),
        _ sink: DiagnosticSink = DiagnosticSink()
    ) throws -> OverlayData {
        GeoJSONShapes.read(
            try GPXFile(Array(text.utf8), file: "a.gpx"), from: "a.gpx", template: Overlay(.data(style)), style: style,
            in: DataSurroundings(path: "overlays[0]", diagnostics: sink))
    }

    private func track(_ text: String) throws -> Track { try #require(try read(text).tracks.first).track }

    /// 1 km in 200 s: up 100 m, a rest of 100 s, and down again.
    private var hill: String {
        var points: [Sample] = []
        for step in 0...20 { points.append(sample(step, height: step * 5, seconds: step * 10)) }
        for step in 1...10 { points.append(sample(20, height: 100, seconds: 200 + step * 10)) }
        for step in 1...20 { points.append(sample(20 - step, height: 100 - step * 5, seconds: 300 + step * 10)) }
        return gpx(points)
    }

    private func sample(_ step: Int, height: Int, seconds: Int) -> Sample {
        (60 + Double(step) * 0.00045, Double(height), Double(seconds))
    }

    @Test("in numbers") func statistics() throws {
        let numbers = try track(hill).statistics
        #expect(numbers.name == "Ride")
        #expect(abs(numbers.distance - 2006) < 5)
        #expect(numbers.duration == 500)
        #expect(numbers.movingTime == 400)
        #expect(numbers.ascent == 100 && numbers.descent == 100)
        #expect(numbers.lowest == 0 && numbers.highest == 100)
        #expect(abs((numbers.averageSpeed ?? 0) - 5) < 0.1)
        #expect(abs((numbers.maxSpeed ?? 0) - 5) < 0.1)
    }

    @Test("small errors of heights are no climb, and a gap is no way") func errors() throws {
        let flat = gpx((0..<100).map { step -> Sample in (60 + Double(step) * 0.0001, Double(step % 2) * 2, nil) })
        #expect(try track(flat).statistics.ascent == 0)
        let two = """
            <gpx><trk><trkseg><trkpt lat="60" lon="25"/><trkpt lat="60.01" lon="25"/></trkseg>
            <trkseg><trkpt lat="61" lon="25"/><trkpt lat="61.01" lon="25"/></trkseg></trk></gpx>
            """
        let whole = try track(two)
        #expect(whole.lines == [0..<2, 2..<4])
        #expect(abs(whole.statistics.distance - 2 * 1114) < 5)
        #expect(whole.statistics.duration == nil && whole.statistics.ascent == nil)
    }

    @Test("values that are missing lie between their neighbors, and clocks do not go back") func gaps() throws {
        let text = gpx([(60, 10, 0), (60.001, nil, 10), (60.003, 40, 5), (60.004, nil, 40)])
        let samples = try track(text).samples
        #expect(abs(samples.elevations[1] - 20) < 0.01)
        #expect(samples.elevations[3].isNaN)
        let start = try #require(samples.times.first)
        #expect(abs(samples.times[2] - start - 30) < 0.01)
    }

    @Test("a clock that was wrong for a while, ahead or behind, loses no other times", arguments: [86_400.0, -86_400])
    func glitches(error: Double) throws {
        var points = (0..<20).map { index -> Sample in
            let number = Double(index)
            return (60 + number * 0.001, nil, number * 10)
        }
        for index in 5...7 { points[index].seconds? += error }
        let track = try track(gpx(points))
        #expect(track.statistics.duration == 190)
        let start = try #require(track.samples.times.first)
        for (index, time) in track.samples.times.enumerated() { #expect(abs(time - start - Double(index) * 10) < 0.1) }
        #expect(track.speeds.allSatisfy { abs($0 - 11.14) < 0.1 })
    }

    @Test("of Garmin have heart rates, cadences and temperatures") func extensions() throws {
        let extra = """
            <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr><gpxtpx:cad>80</gpxtpx:cad>
            <gpxtpx:atemp>21.5</gpxtpx:atemp></gpxtpx:TrackPointExtension></extensions>
            """
        let samples = try track(gpx([(60, 1, 0), (60.01, 2, 100)], extra: extra)).samples
        #expect(samples.heartRates == [120, 120])
        #expect(samples.cadences == [80, 80])
        #expect(samples.temperatures == [21.5, 21.5])
    }

    @Test("what is no number or time is told once, with its point") func unread() throws {
        let text = gpx([(60, 1, 0), (60.01, 2, 100)], extra: "<hr>fast</hr>")
        let file = try GPXFile(Array(text.utf8), file: "a.gpx")
        #expect(file.unreadCount == 2)
        #expect(file.firstUnread?.severity == .warning)
        #expect(file.firstUnread?.message.contains("in <hr> of point 1, found \"fast\"") == true)
        #expect(throws: Diagnostic.self) { try GPXFile(Array("\u{0E}1234567.FIT0000".utf8), file: "a.fit") }
    }

    @Test("have colors at their corners, a legend with units and no other errors") func colors() throws {
        var style = DataOverlay(.gpx, .file("a.gpx"))
        style.colorBy = ColorScale("elevation", palette: .colors([.black, .white]))
        let data = try read(hill, style)
        guard case .polyline(let line)? = data.overlays.first?.content else {
            Issue.record("no line")
            return
        }
        let gradient = try #require(line.gradient)
        #expect(gradient.followsCorners && gradient.colors.count == line.coordinates.count)
        #expect(gradient.colors[0] == .black && gradient.colors[20] == .white)
        #expect(abs(gradient.colors[10].red - 0.5) < 0.01)
        #expect(data.sections.first?.title == "Elevation (m)")
        style.track = TrackStyle(units: .imperial)
        style.colorBy = ColorScale("speed")
        let miles = try read(hill, style)
        #expect(miles.sections.first?.title == "Speed (mph)")
        #expect(miles.tracks.first?.units == .imperial)
    }

    @Test("without what colors are made of are an error that names them") func missing() throws {
        var style = DataOverlay(.gpx, .file("a.gpx"))
        style.colorBy = ColorScale("heartRate")
        let sink = DiagnosticSink()
        _ = try read(hill, style, sink)
        #expect(sink.all.map(\.code) == ["data.no-property"])
        #expect(sink.all.first?.message == #"the tracks "Ride" have no heart rates at their points"#)
        #expect(sink.all.first?.hint == "known of them: speed, elevation, slope, time")
    }

    @Test("have marks at distances, at both ends and where somebody stood") func marks() throws {
        var style = DataOverlay(.gpx, .file("a.gpx"))
        style.track = TrackStyle(distanceMarks: 0.5, ends: true, pauses: 60)
        let places = try read(hill, style).annotations
        #expect(places.map(\.title) == [nil, nil, nil, nil, "Pause, 2 min", "Start / Finish"])
        // From the lowest to the topmost: the pause, the distances, the ends.
        let order = places.indices.sorted { places[$0].resolvedZPriority < places[$1].resolvedZPriority }
        #expect(order.first == 4 && order.last == 5 && places[4].resolvedZPriority < places[0].resolvedZPriority)
        // Back where it began, but not one that ends elsewhere.
        style.track = TrackStyle(ends: true)
        let oneWay = try read(gpx([(60, 1, 0), (60.001, 2, 100)]), style).annotations
        #expect(oneWay.map(\.title) == ["Finish", "Start"])
        // Half of a kilometre is 0.0045 degrees.
        #expect(abs(places[0].coordinate.latitude - 60.00449) < 0.0001)
        style.track = TrackStyle(pauses: 150)
        #expect(try read(hill, style).annotations.isEmpty)
    }

    @Test("tell where somebody was at a time") func moments() throws {
        let track = try track(hill)
        let start = try #require(iso8601Seconds("2026-06-06T09:00:00Z"))
        #expect(abs((track.place(atTime: start + 105)?.latitude ?? 0) - (60 + 10.5 * 0.00045)) < 1e-9)
        #expect(track.place(atTime: start - 1) == nil && track.place(atTime: start + 501) == nil)
    }

    @Test("of GeoJSON have heights and times, contour lines do not") func geojson() throws {
        func tracks(_ coordinates: String, _ properties: String = "{}") throws -> [DrawnTrack] {
            let text = """
                {"type": "Feature", "properties": \(properties),
                 "geometry": {"type": "LineString", "coordinates": \(coordinates)}}
                """
            let document = try JSONDocument(.geojson, file: "a.geojson", text: Array(text.utf8))
            let style = DataOverlay(.geojson, .file("a.geojson"))
            let data = GeoJSONShapes.read(
                Field(document, diagnostics: DiagnosticSink()), template: Overlay(.data(style)), style: style,
                in: DataSurroundings(diagnostics: DiagnosticSink()))
            return data?.tracks ?? []
        }
        #expect(try tracks("[[25, 60, 100], [25, 60.1, 100]]").isEmpty)
        #expect(try tracks("[[25, 60, 100], [25, 60.1, 130]]").first?.track.statistics.ascent == 30)
        let times = #"{"coordTimes": ["2026-06-06T09:00:00Z", "2026-06-06T10:00:00Z"]}"#
        #expect(try tracks("[[25, 60], [25, 60.1]]", times).first?.track.statistics.duration == 3600)
        let nested = #"{"coordinateProperties": {"times": [0, 60000], "heart": [90, 110]}}"#
        let numbers = try tracks("[[25, 60], [25, 60.1]]", nested).first?.track.statistics
        #expect(numbers?.duration == 60 && numbers?.maxHeartRate == 110)
    }

    @Test(
        "times are written as they are read",
        arguments: ["1970-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "1969-12-31T12:00:00Z"])
    func dates(_ text: String) { #expect(iso8601Seconds(text).map(iso8601) == text) }

    @Test("scenes keep tracks, profiles and moments when they are written") func coding() throws {
        let text = """
            {"version": 1, "size": [100, 100],
             "overlays": [{"type": "gpx", "id": "r", "data": "a.gpx", "colorBy": "speed",
                           "track": {"units": "imperial", "distanceMarks": 5, "ends": true, "pauses": 60}}],
             "annotations": [{"coordinate": {"time": "2026-06-06T09:00:00Z", "track": "r"}, "title": "A"}],
             "decorations": [{"type": "profile", "track": "r", "value": "speed", "title": "T", "size": [200, 90]}]}
            """
        let scene = try SceneDocument(text: Array(text.utf8)).scene
        #expect(scene.annotations[0].moment == TrackMoment(time: "2026-06-06T09:00:00Z", track: "r"))
        let again = try SceneDocument(text: Array(scene.json.utf8)).scene
        #expect(again == scene)
        #expect(throws: SceneError.self) {
            try SceneDocument(text: Array(text.replacing("09:00:00Z", with: "noon").utf8))
        }
    }
}
