// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

extension Camera {
    var jsonNode: JSONNode {
        var members = framing.members
        func add(_ key: String, _ node: JSONNode?) {
            if let node { members.append(JSONObject.Member(key, node)) }
        }
        if members.allSatisfy({ $0.key != "zoom" }) { add("zoom", zoom.map(JSONNode.number)) }
        add("bearing", bearing == 0 ? nil : .number(bearing))
        add("pitch", tilt.pitch == 0 ? nil : .number(tilt.pitch))
        add("roll", tilt.roll == 0 ? nil : .number(tilt.roll))
        let fieldOfView = tilt.verticalFieldOfView
        add("verticalFieldOfView", fieldOfView == Tilt.defaultFieldOfView ? nil : .number(fieldOfView))
        add("padding", padding?.jsonNode)
        add("contentInsets", contentInsets == EdgeInsets() ? nil : contentInsets.jsonNode)
        add("minZoom", minZoom.map(JSONNode.number))
        add("maxZoom", maxZoom.map(JSONNode.number))
        add("snapZoom", snapZoom.map(JSONNode.bool))
        add("default", fallback.map { JSONNode(.object(JSONObject($0.members))) })
        return JSONNode(.object(JSONObject(members)))
    }
}

extension Camera.Framing {
    fileprivate var members: [JSONObject.Member] {
        switch self {
        case .center(let center, let zoom):
            return [JSONObject.Member("center", center.jsonNode), JSONObject.Member("zoom", .number(zoom))]
        case .lookingAt(let center, let distance):
            return [JSONObject.Member("center", center.jsonNode), JSONObject.Member("distance", .number(distance))]
        case .region(let center, let span):
            let span = JSONNode.members([
                "latitudeDelta": .number(span.latitudeDelta), "longitudeDelta": .number(span.longitudeDelta),
            ])
            return [JSONObject.Member("region", .members(["center": center.jsonNode, "span": span]))]
        case .distance(let center, let latitudinal, let longitudinal):
            let region = JSONNode.members([
                "center": center.jsonNode, "latitudinalMeters": .number(latitudinal),
                "longitudinalMeters": .number(longitudinal),
            ])
            return [JSONObject.Member("region", region)]
        case .bounds(let box): return [JSONObject.Member("bounds", box.jsonNode)]
        case .fit(.all): return [JSONObject.Member("fit", .text("all"))]
        case .fit(.ids(let ids)): return [JSONObject.Member("fit", .list(ids.map(JSONNode.text)))]
        case .followUser(let zoom):
            return [JSONObject.Member("follow", .text("user")), JSONObject.Member("zoom", .number(zoom))]
        }
    }
}

extension CoordinateBox {
    /// `[west, south, east, north]`
    var jsonNode: JSONNode { .list([west, south, east, north].map(JSONNode.number)) }
}

extension Padding {
    fileprivate var jsonNode: JSONNode { .list([top, right, bottom, left].map(\.jsonNode)) }
}

extension Padding.Length {
    var jsonNode: JSONNode {
        switch self {
        case .points(let points): .number(points)
        case .percent(let percent): .percentage(percent)
        }
    }
}

extension JSONNode {
    static func percentage(_ percent: Double) -> JSONNode { .text(formatted(percent) + "%") }
}

extension EdgeInsets {
    fileprivate var jsonNode: JSONNode {
        .members(["top": .number(top), "left": .number(left), "bottom": .number(bottom), "right": .number(right)])
    }
}
