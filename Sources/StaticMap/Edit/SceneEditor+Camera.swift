// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapPlane
import MapScene

extension SceneEditor {
    /// Replaces a camera that fits or follows what is dragged by the view in which it is dragged: else the map would move
    /// with it, and what was dragged would be elsewhere.
    mutating func freezeCamera() throws(Diagnostic) {
        guard hitMap.followsContent, freezing == nil else { return }
        let viewport = hitMap.viewport
        let (center, zoom) = (hitMap.coordinate(at: focus), viewport.zoom.rounded(9))
        var camera = json.root["camera"]?.object ?? JSONObject()
        let replaced = ["fit", "follow", "center", "zoom", "zoomTileSize", "minZoom", "maxZoom", "default", "bearing"]
        camera.members.removeAll { replaced.contains($0.key) }
        camera.members.insert(
            contentsOf: [JSONObject.Member("center", .coordinate(center)), JSONObject.Member("zoom", .number(zoom))],
            at: 0)
        if viewport.bearing != 0 { camera.members.append(JSONObject.Member("bearing", .number(viewport.bearing))) }
        try json.set(JSONNode(.object(camera)), at: [.key("camera")])
        freezing = Diagnostic(
            .note, code: ViewCode.frozenCamera, file: document.file, path: "camera",
            "the camera fitted or followed what was dragged; it is now fixed to the view of the drag, zoom "
                + formatted((zoom * 100).rounded() / 100),
            hint: "set it to {\"fit\": \"all\"} to fit the new scene")
    }

    /// Where a camera with the scene's padding and insets puts its center, in points.
    private var focus: Point {
        var scene = document.scene
        scene.size = hitMap.viewport.size
        scene.camera.framing = .center(Coordinate(latitude: 0, longitude: 0), zoom: hitMap.viewport.zoom)
        let diagnostics = DiagnosticSink()
        let solved = scene.viewport(extent: { _ in .null }, SceneReporter(diagnostics: diagnostics))
        return solved?.focus ?? hitMap.viewport.size.middle
    }
}

extension Size {
    fileprivate var middle: Point { Point(width / 2, height / 2) }
}
