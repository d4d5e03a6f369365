// SPDX-License-Identifier: MIT
import StaticMap

extension Maps {
    /// A scene with one thing of every kind that can be hit, on plain ground; a point is 0.0703 degrees of longitude.
    static let everything = """
        {"version": 1, "size": [600, 400], "scale": 2, "attribution": "someone",
         "basemap": {"style": {"version": 8, "sources": {}, "layers": [
            {"id": "ground", "type": "background", "paint": {"background-color": "#dde8d0"}}]}},
         "camera": {"center": [0, 0], "zoom": 3.32192809489},
         "annotations": [
            {"id": "hotel", "coordinate": [0, 0], "view": "pin", "title": "Hotel", "selected": true,
             "href": "hotel.html", "alt": "Hotel, north gate",
             "callout": {"left": {"button": "infoDark"},
                         "right": {"button": "detailDisclosure", "id": "more", "href": "more.html", "label": "More"}}},
            {"coordinate": [10, 0], "view": "pin", "title": "Under"},
            {"coordinate": [10, -0.2], "view": "pin", "title": "Over"}],
         "userLocation": {"coordinate": [-10, 0]},
         "overlays": [
            {"id": "area", "type": "polygon", "href": "area.html",
             "coordinates": [[-15, -10], [-5, -10], [-5, -5], [-15, -5], [-15, -10]],
             "holes": [[[-12, -8], [-8, -8], [-8, -7], [-12, -7]]]},
            {"id": "walk", "type": "polyline", "coordinates": [[5, -8], [15, -8]], "lineWidth": 1},
            {"id": "reach", "type": "circle", "center": [10, 8], "radius": 200000},
            {"type": "fog", "reveal": [{"track": "walk", "radiusMeters": 50000}]}],
         "decorations": [{"id": "bar", "type": "scaleBar"}, {"id": "rose", "type": "compass", "visibility": "visible"}]}
        """

    /// Reads a scene's JSON.
    static func document(_ json: String) throws(RenderError) -> SceneDocument {
        do throws(SceneError) {
            return try SceneDocument(text: Array(json.utf8), file: "scene.json")
        } catch {
            throw RenderError(error)
        }
    }

    static func hitMap(_ json: String) throws(RenderError) -> HitMap { try shared.hitMap(of: document(json)) }
}
