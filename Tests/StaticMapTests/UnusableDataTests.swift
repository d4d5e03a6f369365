// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

@Suite("Data that cannot be used") struct UnusableDataTests {
    private func scene(_ data: String, type: String = "geojson") -> String {
        #"""
        {"version": 1, "size": [100, 80], "attribution": "none",
         "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
         "overlays": [{"type": "\#(type)", "data": \#(data)}]}
        """#
    }

    private func point(_ coordinates: String, _ more: String = "") -> String {
        #"{"type": "FeatureCollection"\#(more), "features": [{"type": "Feature", "properties": {}, "geometry": "#
            + #"{"type": "Point", "coordinates": \#(coordinates)}}]}"#
    }

    @Test(
        "is an error that names the cause",
        arguments: [
            ("[2776000, 8437000]", "", "projected coordinates"), ("[60.17, 124.94]", "", "are they swapped?"),
            (
                "[2776000, 8437000]",
                #", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3857"}}"#,
                "its \"crs\" is urn:ogc:def:crs:EPSG::3857"
            ),
        ])
    func causes(coordinates: String, more: String, message: String) throws {
        let failure = try #require(Maps.failure(scene(point(coordinates, more))))
        #expect(failure.description.contains("the only feature cannot be read"))
        #expect("\(failure.diagnostics)".contains(message))
    }

    @Test(
        "a misspelt type is an error with a suggestion",
        arguments: [
            #"{"type": "FeaturCollection", "features": []}"#, #"{"type": "Poin", "coordinates": [1, 2]}"#,
            #"{"type": "Feature", "geometry": {"type": "Piont", "coordinates": [1, 2]}}"#,
        ])
    func misspelt(data: String) throws {
        let failure = try #require(Maps.failure(scene(data)))
        #expect("\(failure.diagnostics)".contains("did you mean"))
    }

    @Test("a foreign crs is a warning when the numbers could be degrees, and degrees of WGS 84 are none") func crs()
        throws
    {
        func warnings(_ name: String) throws -> [String] {
            let crs = #", "crs": {"type": "name", "properties": {"name": "\#(name)"}}"#
            return try Maps.render(scene(point("[25, 60]", crs))).warningTexts
        }
        #expect(try warnings("urn:ogc:def:crs:OGC:1.3:CRS84").isEmpty)
        #expect(try warnings("EPSG:4326").isEmpty)
        #expect(try warnings("EPSG:2393").contains { $0.contains("\"crs\" says EPSG:2393") })
    }

    @Test("an empty file is a warning, and without a camera there is nothing to fit") func empty() throws {
        let folder = try ScratchFolder()
        try folder.write("empty.gpx", #"<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"></gpx>"#)
        let failure = try #require(Maps.failure(scene(#""empty.gpx""#, type: "gpx"), folder: folder.path))
        #expect(failure.diagnostics.map(\.code).contains("data.empty"))
        #expect("\(failure.diagnostics)".contains("nothing to fit"))
        let none = try #require(Maps.failure(scene(#"{"type": "FeatureCollection", "features": []}"#)))
        #expect(none.diagnostics.map(\.code).contains("data.empty"))
    }

    @Test("waypoints alone need no note on the style, which GPX has by default") func waypoints() throws {
        let folder = try ScratchFolder()
        try folder.write(
            "points.gpx",
            #"<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><wpt lat="60" lon="25"/></gpx>"#)
        let map = try Maps.render(scene(#""points.gpx""#, type: "gpx"), folder: folder.path)
        #expect(map.warningTexts == [])
        let red = try Maps.render(scene(#""points.gpx", "strokeColor": "red""#, type: "gpx"), folder: folder.path)
        #expect(red.warnings.map(\.code) == [.sceneNoEffect])
    }

    @Test("a missing table is one of its key") func tables() throws {
        let join = #", "join": {"file": "nowhere.csv", "key": "id"}"#
        let failure = try #require(Maps.failure(scene(point("[25, 60]") + join)))
        #expect(failure.kind == .missingInput)
        #expect(failure.diagnostics.map(\.path) == ["overlays[0].join.file"])
    }

    @Test("style properties may be numbers in quotes; what cannot be read is reported once") func properties() throws {
        func line(_ properties: String) -> String {
            #"{"type": "FeatureCollection", "features": ["#
                + [0, 1].map { row in
                    #"{"type": "Feature", "properties": \#(properties), "geometry": {"type": "LineString", "coordinates": "#
                        + "[[0, \(row)], [1, \(row)]]}}"
                }.joined(separator: ", ") + "]}"
        }
        let quoted = try Maps.render(
            scene(line(##"{"stroke": "#f00", "stroke-width": "9", "stroke-opacity": " 0.5 "}"##)))
        let plain = try Maps.render(scene(line(##"{"stroke": "#f00", "stroke-width": 9, "stroke-opacity": 0.5}"##)))
        #expect(quoted.bytes == plain.bytes)
        #expect(quoted.warnings.isEmpty)
        let wrong = try Maps.render(scene(line(#"{"stroke": 7, "stroke-width": "wide"}"#)))
        #expect(wrong.warnings.count == 2)
        #expect(
            wrong.warningTexts.contains {
                $0.contains("properties.stroke-width: expected a number from 0, found \"wide\"")
            })
    }
}
