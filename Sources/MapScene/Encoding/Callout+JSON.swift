// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapPlane

extension Callout {
    var jsonNode: JSONNode {
        .members([
            "title": title.map(JSONNode.text), "subtitle": subtitle.map(JSONNode.text), "left": left?.jsonNode,
            "right": right?.jsonNode, "detail": detail?.jsonNode, "content": content?.jsonNode,
            "offset": offset == .zero ? nil : .pair(offset.x, offset.y),
            "placement": placement == .top ? nil : .word(placement), "overlap": overlap == 0 ? nil : .number(overlap),
            "tail": tail ? nil : .bool(false), "appearance": appearance.map(JSONNode.word),
        ])
    }
}

extension CalloutAccessory {
    fileprivate var jsonNode: JSONNode {
        var (button, image, text): (JSONNode?, JSONNode?, JSONNode?)
        switch content {
        case .button(let kind): button = .word(kind)
        case .image(let asset): image = asset.jsonNode
        case .text(let words): text = .text(words)
        }
        return .members([
            "button": button, "image": image, "text": text, "id": id.map(JSONNode.text),
            "href": href.map(JSONNode.text), "label": label.map(JSONNode.text),
        ])
    }
}

extension CalloutDetail {
    fileprivate var jsonNode: JSONNode {
        var members: [JSONObject.Member] = []
        switch content {
        case .text(let text): members.append(JSONObject.Member("text", .text(text)))
        case .image(let asset): members.append(JSONObject.Member("image", asset.jsonNode))
        case .box(let color): members.append(JSONObject.Member("box", .color(color)))
        case .stack(let axis, let spacing, let parts):
            members += [
                JSONObject.Member("stack", .list(parts.map(\.jsonNode))), JSONObject.Member("axis", .word(axis)),
                JSONObject.Member("spacing", .number(spacing)),
            ]
        }
        if let width { members.append(JSONObject.Member("width", .number(width))) }
        if let height { members.append(JSONObject.Member("height", .number(height))) }
        return JSONNode(.object(JSONObject(members)))
    }
}

extension CalloutCard {
    fileprivate var jsonNode: JSONNode {
        .members([
            "type": .text("card"), "icon": icon?.jsonNode, "text": .text(text), "rating": rating?.jsonNode,
            "padding": .number(padding), "maxTextWidth": .number(maxTextWidth), "wrap": .word(wrap),
            "background": background.map(JSONNode.color),
        ])
    }
}
