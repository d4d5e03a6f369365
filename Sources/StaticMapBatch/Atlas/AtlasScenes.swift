// SPDX-License-Identifier: MIT
import MapCore
import MapGeo

/// The scenes of an atlas: one for each sheet, and an overview of them.
struct AtlasScenes {
    /// The scene that all sheets are made from.
    private let base: JSONNode
    private let plan: AtlasPlan
    private let mapScale: Double
    private let title: String?

    /// - Parameters:
    ///   - base: a scene with a page.
    ///   - plan: where the sheets are.
    ///   - mapScale: of the sheets.
    ///   - title: of the atlas, for the overview.
    init(_ base: JSONNode, _ plan: AtlasPlan, mapScale: Double, title: String?) {
        (self.base, self.plan, self.mapScale, self.title) = (base, plan, mapScale, title)
    }

    /// What a link within the document leads to.
    static func destination(_ number: Int) -> String { "sheet-\(number)" }

    /// A line of a batch for each sheet.
    var sheets: [JSONNode] {
        plan.sheets.map { sheet in
            let camera: JSONNode = [
                "center": [.number(rounded(sheet.center.longitude)), .number(rounded(sheet.center.latitude))],
                "mapScale": .number(mapScale),
            ]
            var page = base["page"]?.object ?? JSONObject()
            page.put("sheet", "\(sheet.number)")
            if let own = sheet.title { page.put("subtitle", .text(own)) }
            let neighbors = ["north", "east", "south", "west"].compactMap { side in
                sheet.neighbors[side].map { JSONObject.Member(side, "\($0)") }
            }
            if !neighbors.isEmpty { page.put("neighbors", JSONNode(.object(JSONObject(neighbors)))) }
            var scene = base.object ?? JSONObject()
            scene.put("camera", camera)
            scene.put("page", JSONNode(.object(page)))
            return ["id": "\(sheet.number)", "scene": JSONNode(.object(scene))]
        }
    }

    /// A line with a map of all sheets.
    var overview: JSONNode {
        var (west, south, east, north) = (Double.infinity, 90.0, -Double.infinity, -90.0)
        for box in plan.sheets.map(\.box) {
            (west, east) = (min(west, box.west), max(east, box.east))
            (south, north) = (min(south, box.south), max(north, box.north))
        }
        var scene = base.object ?? JSONObject()
        var page = base["page"]?.object ?? JSONObject()
        if let title { page.put("title", .text(title)) }
        page.put("subtitle", "Overview of the sheets")
        page.members.removeAll { $0.key == "legend" || $0.key == "squares" }
        scene.put("page", JSONNode(.object(page)))
        scene.put(
            "camera",
            [
                "bounds": .list([west, south, east, north].map { .number(rounded($0)) }), "padding": 12,
            ])
        let areas = plan.sheets.map { sheet -> JSONNode in
            [
                "type": "polygon", "id": "area-\(sheet.number)",
                "coordinates": .list(
                    sheet.outline.map { [.number(rounded($0.longitude)), .number(rounded($0.latitude))] }),
                "fillColor": "#d7263d14", "strokeColor": "#d7263d", "lineWidth": 1,
                "href": .text("#" + Self.destination(sheet.number)),
            ]
        }
        let numbers = plan.sheets.map { sheet -> JSONNode in
            [
                "coordinate": [.number(rounded(sheet.center.longitude)), .number(rounded(sheet.center.latitude))],
                "view": "text", "text": "\(sheet.number)",
                "textStyle": [
                    "size": .number(plan.sheets.count > 60 ? 9 : 13), "weight": 700, "color": "#b0152b",
                    "halo": "#ffffffcc", "haloWidth": 1.5,
                ], "href": .text("#" + Self.destination(sheet.number)),
                "collisionMode": "none",
            ]
        }
        scene.put(
            "overlays", .list((base["overlays"]?.array ?? []).filter { $0["type"]?.string != "graticule" } + areas))
        scene.put("annotations", .list(numbers))
        scene.members.removeAll { $0.key == "decorations" }
        return ["id": "overview", "scene": JSONNode(.object(scene))]
    }

    /// To a millionth of a degree, a tenth of a metre.
    private func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }
}

extension JSONObject {
    fileprivate mutating func put(_ key: String, _ node: JSONNode) {
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index] = JSONObject.Member(key, node)
        } else {
            members.append(JSONObject.Member(key, node))
        }
    }
}
