// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapTiles
import TestSupport
import Testing

@Suite("Overlays below a style layer") struct OverlayBeforeTests {
    private func layer(_ id: String, minzoom: Int = 0) -> String {
        #"{"id": "\#(id)", "type": "circle", "source": "s", "source-layer": "l", "minzoom": \#(minzoom)}"#
    }

    private func order(before: String?) throws -> [String] {
        var line = Overlay(
            .polyline(
                Polyline([Coordinate(latitude: 0, longitude: -90), Coordinate(latitude: 0, longitude: 90)])), id: "o")
        line.before = before
        var map = MapFixture(
            StubArchive([.point(2048, 2048, [:])]),
            layers: [layer("a"), layer("b", minzoom: 9), layer("c")]
                .joined(separator: ","),
            view: .square(256))
        map.overlays = [line]
        return try map.drawing().items.map(\.id)
    }

    @Test("are drawn before it, or before the next layer that is drawn")
    func order() throws {
        #expect(try order(before: nil) == ["layer/a", "layer/c", "overlay/o"])
        #expect(try order(before: "a") == ["overlay/o", "layer/a", "layer/c"])
        #expect(try order(before: "b") == ["layer/a", "overlay/o", "layer/c"])
        #expect(try order(before: "c") == ["layer/a", "overlay/o", "layer/c"])
    }
}
