// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import MapScene
import Testing

@Suite("Areas that are edited") struct HandleDecodingTests {
    private func area(_ members: String) -> (polygon: Polygon?, messages: [String]) {
        let (scene, messages) = read(
            #"{"version": 1, "overlays": [{"type": "polygon", \#(members)}]}"#)
        guard case .polygon(let polygon)? = scene?.overlays.first?.content else { return (nil, messages) }
        return (polygon, messages)
    }
    private let square = #""coordinates": [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]"#

    @Test("handles are asked for with true or with their look") func decodes() {
        #expect(area("\(square)").polygon?.handles == nil)
        #expect(area(#"\#(square), "handles": false"#).polygon?.handles == nil)
        #expect(area(#"\#(square), "handles": true"#).polygon?.handles == Handles())
        let style = area(
            #"\#(square), "handles": {"image": "a.png", "highlightedImage": "b.png", "hitSize": [30, 20], "highlighted": 3}"#
        )
        #expect(
            style.polygon?.handles
                == Handles(
                    image: "a.png", highlightedImage: "b.png", hitSize: Size(width: 30, height: 20), highlighted: 3))
        #expect(style.messages == [])
    }

    @Test("a ring's closing corner is none of its own") func corners() {
        #expect(area(square).polygon?.corners.count == 4)
    }

    @Test("an edge that crosses itself is a warning at its coordinates") func crossing() {
        let (polygon, messages) = area(#""coordinates": [[0, 0], [1, 1], [1, 0], [0, 1]]"#)
        #expect(polygon != nil)
        #expect(
            messages == [
                "scene.json:1:64: warning: overlays[0].coordinates: the area's edge crosses itself: the edges after "
                    + "corners 0 and 2 meet (what lies within it twice is not filled)"
            ])
        #expect(area(square).messages == [])
    }

    @Test("an area across the antimeridian does not cross itself") func antimeridian() {
        #expect(area(#""coordinates": [[170, 0], [-170, 0], [-170, 10], [170, 10]]"#).messages == [])
    }
}
