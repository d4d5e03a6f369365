// SPDX-License-Identifier: MIT
import StaticMap

extension Scene {
    /// A circle on white, without any text: the same on every machine.
    static func oneCircle(radius: Double = 40) throws -> Scene {
        let style = """
            {"version": 8, "sources": {},
             "layers": [{"id": "ground", "type": "background", "paint": {"background-color": "#fff"}}]}
            """
        let center = Coordinate(latitude: 60.17, longitude: 24.94)
        var scene = Scene(size: Size(width: 80, height: 60))
        scene.basemap = BaseMap(style: .inline(try InlineJSON(json: style)))
        scene.camera = Camera(.center(center, zoom: 14))
        scene.overlays = [.circle(center: center, radius: radius)]
        scene.attribution = .hidden
        return scene
    }
}
