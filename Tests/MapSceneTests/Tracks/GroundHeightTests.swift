// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapData
import MapGeo
import MapImages
import MapScene
import Testing

@Suite("Heights of the ground below tracks and places") struct GroundHeightTests {
    /// A ridge from north to south at 10.5° E, 1000 m high and 0.1° wide on both sides; nothing is known west of 10° E.
    private static let ridge = GroundHeights(samples: 360 / 0.001) { place in
        place.longitude < 10 ? nil : max(0, 1000 - abs(place.longitude - 10.5) * 10_000)
    }

    private func read(
        _ feature: String, colorBy: String? = nil,
        sink: DiagnosticSink = DiagnosticSink()
    ) throws -> OverlayData {
        let document = try JSONDocument(.geojson, file: "a.geojson", text: Array(feature.utf8))
        var style = DataOverlay(.geojson, .file("a.geojson"))
        style.elevation = .terrain
        style.colorBy = colorBy.map { ColorScale($0) }
        var surroundings = DataSurroundings(path: "overlays[0]", diagnostics: sink)
        surroundings.ground = Self.ridge
        return try #require(
            GeoJSONShapes.read(
                Field(document, diagnostics: sink), template: Overlay(.data(style)), style: style, in: surroundings))
    }

    private func line(_ coordinates: String, _ properties: String = "{}") -> String {
        """
        {"type": "Feature", "properties": \(properties), "geometry": {"type": "LineString", "coordinates": \(coordinates)}}
        """
    }

    private func line(of data: OverlayData) throws -> Polyline {
        guard case .polyline(let line)? = data.overlays.first?.content else { throw CocoaError(.coderValueNotFound) }
        return line
    }

    @Test("a line goes up and down between its corners, too, in place of its own heights") func between() throws {
        for coordinates in ["[[10.2, 47], [10.8, 47]]", "[[10.2, 47, 5], [10.8, 47, 9]]"] {
            let data = try read(line(coordinates, #"{"name": "Over"}"#))
            let track = try #require(data.tracks.first).track
            let numbers = track.statistics
            #expect(numbers.name == "Over")
            #expect(abs((numbers.ascent ?? 0) - 1000) < 12 && abs((numbers.descent ?? 0) - 1000) < 12)
            #expect(abs((numbers.highest ?? 0) - 1000) < 6 && numbers.lowest == 0)
            // The way is as long as before, and drawn with its two corners.
            let ends = [Coordinate(latitude: 47, longitude: 10.2), Coordinate(latitude: 47, longitude: 10.8)]
            #expect(abs(numbers.distance / ends[0].geodesic(to: ends[1]).meters - 1) < 1e-4)
            let drawn = try line(of: data)
            #expect(drawn.coordinates == ends)
        }
    }

    @Test("colors along a line change between its corners, too", arguments: ["elevation", "slope"])
    func colors(property: String) throws {
        let data = try read(line("[[10.2, 47], [10.8, 47]]"), colorBy: property)
        let drawn = try line(of: data)
        let gradient = try #require(drawn.gradient)
        #expect(drawn.coordinates.count == gradient.colors.count && gradient.colors.count > 500)
        #expect(Set(gradient.colors).count > (property == "slope" ? 2 : 50))
    }

    @Test("what else was measured stays, and has values between the corners") func times() throws {
        let times = #"{"coordTimes": ["2026-06-06T09:00:00Z", "2026-06-06T11:00:00Z"]}"#
        let track = try #require(try read(line("[[10.2, 47], [10.8, 47]]", times)).tracks.first).track
        #expect(track.statistics.duration == 7200)
        #expect(track.samples.times.allSatisfy { $0.isFinite })
        #expect(track.speeds.count == track.coordinates.count)
    }

    @Test("a point has the height as its property, for colors and labels") func points() throws {
        let point =
            #"{"type": "Feature", "properties": {"elevation": 7}, "geometry": {"type": "Point", "coordinates": [10.45, 47]}}"#
        let annotation = try #require(try read(point).annotations.first)
        #expect(annotation.elevation == .terrain)
        #expect(annotation.properties.texts.map(\.value) == ["500"])
    }

    @Test("where the ground is not known, nothing is made up, and it is told") func unknown() throws {
        let sink = DiagnosticSink()
        let data = try read(line("[[9, 47, 5], [9.5, 47, 9]]"), sink: sink)
        #expect(data.tracks.isEmpty && data.overlays.count == 1)
        #expect(sink.all.map(\.code) == [.dataNoHeights])
        #expect(sink.all.first?.path == "overlays[0].elevation")
        let part = try #require(try read(line("[[9.5, 47], [10.5, 47]]")).tracks.first?.track)
        let heights = part.samples.elevations
        #expect(heights.first?.isNaN == true && abs((heights.last ?? 0) - 1000) < 1e-6)
    }

    @Test("annotations say their heights, in feet where contours are in feet") func annotations() {
        var scene = Scene()
        scene.annotations = [
            Annotation(at: Coordinate(latitude: 47, longitude: 10.45), title: "Hut, $elevation", elevation: .terrain),
            Annotation(at: Coordinate(latitude: 47, longitude: 9), title: "$elevation", elevation: .terrain),
            Annotation(at: Coordinate(latitude: 47, longitude: 10.45), title: "$elevation"),
        ]
        var unknown: [Int] = []
        let standing = scene.standing(on: Self.ridge) { unknown.append($0) }
        #expect(standing.annotations.map(\.title) == ["Hut, 500\u{A0}m", "–", "$elevation"])
        #expect(standing.annotations.map { $0.height?.rounded() } == [500, nil, nil])
        #expect(standing.annotations[0].properties.texts.map(\.name) == ["elevation"])
        #expect(unknown == [1])
        scene.basemap.elevation = Elevation(["dem.tif"], contours: Contours(unit: .feet))
        let feet = scene.standing(on: Self.ridge) { _ in }
        #expect(feet.annotations[0].title == "Hut, 1640\u{A0}ft")
    }
}
