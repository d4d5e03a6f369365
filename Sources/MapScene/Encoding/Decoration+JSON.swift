// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapPlane

extension Decoration {
    var jsonNode: JSONNode {
        var members = content.members
        func add(_ key: String, _ node: JSONNode?) {
            if let node { members.append(JSONObject.Member(key, node)) }
        }
        add("id", id.map(JSONNode.text))
        add("alt", alt.map(JSONNode.text))
        add("href", href.map(JSONNode.text))
        add("visible", isVisible ? nil : .bool(false))
        switch location {
        case .at(let position, let margin):
            add("at", .word(position))
            add("margin", .pair(margin.width, margin.height))
        case .origin(let point): add("origin", .pair(point.x, point.y))
        case .center(let point): add("center", .pair(point.x, point.y))
        }
        return JSONNode(.object(JSONObject(members)))
    }
}

extension Decoration.Content {
    fileprivate var members: [JSONObject.Member] {
        let node: JSONNode =
            switch self {
            case .scaleBar(let bar):
                .members([
                    "type": .text("scaleBar"), "units": .word(bar.units), "maxWidth": .number(bar.maxWidth),
                ])
            case .compass(let compass):
                .members(["type": .text("compass"), "visibility": .word(compass.visibility)])
            case .image(let image):
                .members([
                    "type": .text("image"), "image": image.image.jsonNode, "anchor": image.anchor.map(JSONNode.word),
                ])
            case .rectangle(let rectangle):
                .members([
                    "type": .text("rectangle"),
                    "size": .list([rectangle.width.jsonNode, rectangle.height.jsonNode]),
                    "fillColor": rectangle.fillColor.map(JSONNode.color),
                    "strokeColor": rectangle.strokeColor.map(JSONNode.color),
                    "lineWidth": .number(rectangle.lineWidth), "cornerRadius": rectangle.cornerRadius.jsonNode,
                    "shadow": rectangle.hasShadow ? .bool(true) : nil,
                ])
            case .legend(let legend):
                .members([
                    "type": .text("legend"), "title": legend.title.map(JSONNode.text),
                    "maxWidth": .number(legend.maxWidth),
                ])
            case .text(let text):
                .members([
                    "type": .text("text"), "text": .text(text.text),
                    "textStyle": text.style == AnnotationTextStyle() ? nil : text.style.jsonNode,
                ])
            }
        return node.object?.members ?? []
    }
}

extension ScreenRectangle.CornerRadii {
    fileprivate var jsonNode: JSONNode {
        .list([topLeft, topRight, bottomRight, bottomLeft].map(JSONNode.number))
    }
}
