// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapScene
import Testing

@Suite("Night") struct NightTests {
    /// The subsolar points of almanacs: equinox, solstices, and the largest equation of time.
    @Test(
        "the sun is where almanacs have it",
        arguments: [
            ("2024-03-20T03:06:00Z", 0.0, 135.4), ("2024-06-20T20:51:00Z", 23.44, -132.3),
            ("2024-12-21T09:21:00Z", -23.44, 39.3), ("2024-11-03T12:00:00Z", -15.2, -4.1),
        ])
    func sun(time: String, latitude: Double, longitude: Double) throws {
        let sun = Night.sun(at: try #require(iso8601Seconds(time)))
        #expect(abs(sun.latitude - latitude) < 0.1)
        #expect(abs((sun.longitude - longitude).remainder(dividingBy: 360)) < 0.5)
    }

    @Test("is darker from one twilight to the next, around the place opposite to the sun") func areas() throws {
        let areas = Night(time: "2024-06-20T20:51:00Z").areas
        #expect(areas.count == 4)
        #expect(zip(areas, areas.dropFirst()).allSatisfy { $0.radius > $1.radius })
        #expect(abs(areas[0].center.latitude + 23.44) < 0.1)
        #expect(Night(time: "2024-06-20T20:51:00Z", hasTwilight: false).areas.count == 1)
    }

    @Test("goes on in an animation") func motion() {
        let night = Night(time: "2024-06-20T00:00:00Z", until: "2024-06-21T00:00:00Z")
        #expect(night.at(0.5).time == "2024-06-20T12:00:00Z")
        #expect(Night(time: "2024-06-20T00:00:00Z").at(0.5).time == "2024-06-20T00:00:00Z")
    }

    @Test("has a time") func decoding() throws {
        let scene = { (keys: String) in
            try SceneDocument(
                text: Array(#"{"version": 1, "size": [9, 9], "overlays": [{"type": "night"\#(keys)}]}"#.utf8)
            ).scene
        }
        #expect(throws: SceneError.self) { try scene("") }
        #expect(throws: SceneError.self) { try scene(#", "time": "noon""#) }
        let read = try scene(#", "time": "2026-06-21T12:00Z", "darkness": 0.3"#)
        guard case .night(let night) = read.overlays[0].content else {
            Issue.record("no night")
            return
        }
        #expect(night == Night(time: "2026-06-21T12:00Z", darkness: 0.3))
        #expect(try SceneDocument(text: Array(read.json.utf8)).scene == read)
    }
}
