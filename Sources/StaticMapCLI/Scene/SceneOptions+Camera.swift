// SPDX-License-Identifier: MIT
import StaticMap

extension SceneOptions {
    /// The camera with what the options say of it; nil when they say nothing.
    ///
    /// A box, a fit, or a center with a zoom replaces what the camera frames. A center alone moves it, a zoom alone changes
    /// how near it is.
    func camera(_ old: JSONNode?) -> JSONNode? {
        var camera = old?.object ?? JSONObject()
        var isChanged = false
        // A zoom of the command line is MapLibre's, whatever the scene counts in.
        let shift = camera["zoomTileSize"]?.number == 256 ? 1.0 : 0
        func put(_ key: String, _ node: JSONNode) {
            camera.members.removeAll { $0.key == key }
            camera.members.append(JSONObject.Member(key, node))
            isChanged = true
        }
        func replaceFraming(_ framing: KeyValuePairs<String, JSONNode>) {
            let framings = ["bounds", "region", "mapRect", "fit", "follow", "center", "zoom", "distance"]
            camera.members.removeAll { framings.contains($0.key) }
            camera.members.insert(contentsOf: framing.map { JSONObject.Member($0.key, $0.value) }, at: 0)
            isChanged = true
        }
        if let bbox {
            replaceFraming([
                "bounds": .list([bbox.box.west, bbox.box.south, bbox.box.east, bbox.box.north].map(JSONNode.number))
            ])
        } else if fit {
            replaceFraming(["fit": .text("all")])
        } else if let center = center.flatMap(coordinate).map(\.json) {
            if zoom == nil, var region = camera["region"]?.object ?? camera["bounds"].flatMap(region) {
                region.members.removeAll { $0.key == "center" }
                region.members.insert(JSONObject.Member("center", center), at: 0)
                let near = camera["zoom"]
                replaceFraming(["region": JSONNode(.object(region))])
                if let near { put("zoom", near) }
            } else if zoom == nil, let distance = camera["distance"] {
                replaceFraming(["center": center, "distance": distance])
            } else {
                replaceFraming(["center": center, "zoom": camera["zoom"] ?? .number(Self.plainZoom + shift)])
            }
        }
        if let zoom {
            camera.members.removeAll { $0.key == "distance" }
            put("zoom", .number(zoom + shift))
        }
        if let bearing { put("bearing", .number(bearing)) }
        return isChanged ? JSONNode(.object(camera)) : nil
    }

    /// The zoom at a center when neither options nor scene have one.
    private static let plainZoom = 10.0

    /// A box as a region, so that it can be moved.
    private func region(_ bounds: JSONNode) -> JSONObject? {
        guard let numbers = bounds.array?.compactMap(\.number), numbers.count == 4 else { return nil }
        let width = numbers[2] - numbers[0]
        let span = JSONNode.members([
            "latitudeDelta": .number(numbers[3] - numbers[1]),
            "longitudeDelta": .number(width < 0 ? width + 360 : width),
        ])
        return JSONObject([JSONObject.Member("span", span)])
    }
}
