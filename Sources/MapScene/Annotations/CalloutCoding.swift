// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages

/// Points; more than any image is wide.
private let lengths = 0...32_767.0

extension Callout {
    /// Decodes a callout; wrong parts are reported and left out.
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        self.init(
            title: object.optional("title") { $0.string() },
            subtitle: object.optional("subtitle") { $0.string() },
            left: object.optional("left", CalloutAccessory.init),
            right: object.optional("right", CalloutAccessory.init),
            detail: object.optional("detail") { CalloutDetail($0) })
        content = object.optional("content", CalloutCard.init)
        offset = object.optional("offset", Point.init(offset:)) ?? .zero
        placement = object.optional("placement") { $0.choice(of: Placement.self) } ?? .top
        overlap = object.optional("overlap") { $0.number(in: lengths) } ?? 0
        tail = object.optional("tail") { $0.bool() } ?? true
        appearance = object.optional("appearance") { $0.choice(of: Appearance.self) }
        object.finish()
        guard object.object["content"] != nil else { return }
        for key in ["left", "right", "detail", "subtitle"] {
            object.field(key)?.report(
                "\"\(key)\" is not shown beside a \"content\"", severity: .warning, code: .sceneNoEffect,
                hint: "take one of them out")
        }
    }
}

extension CalloutAccessory {
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let button = object.optional("button") { $0.choice(of: Button.self) }.map(Content.button)
        let image = object.optional("image", ImageAsset.init).map(Content.image)
        let text = object.optional("text") { $0.filled() }.map(Content.text)
        let id = object.optional("id") { $0.filled() }
        let href = object.optional("href") { $0.link() }
        let label = object.optional("label") { $0.string() }
        object.finish()
        guard object.hasOne(of: ["button", "image", "text"]), let content = button ?? image ?? text else {
            return nil
        }
        self.init(content, id: id, href: href, label: label)
    }
}

extension CalloutDetail {
    /// Stacks within stacks: more than anybody can read in a bubble.
    private static let maxDepth = 4

    init?(_ field: Field, depth: Int = 0) {
        guard var object = field.object() else { return nil }
        let text = object.optional("text") { $0.string() }.map(Content.text)
        let image = object.optional("image", ImageAsset.init).map(Content.image)
        let box = object.optional("box", Color.init(tint:)).map(Content.box)
        let parts = object.optional("stack") { field -> [CalloutDetail]? in
            guard depth < CalloutDetail.maxDepth else {
                field.report("stacks may lie in stacks \(CalloutDetail.maxDepth) deep only")
                return nil
            }
            return field.array { CalloutDetail($0, depth: depth + 1) }
        }
        let axis = object.optional("axis") { $0.choice(of: Axis.self) }
        let spacing = object.optional("spacing") { $0.number(in: lengths) }
        let width = object.optional("width") { $0.number(in: lengths) }
        let height = object.optional("height") { $0.number(in: lengths) }
        object.finish()
        if object.object["stack"] == nil {
            for key in ["axis", "spacing"] {
                object.field(key)?.report("\"\(key)\" goes with a \"stack\" only", code: .sceneConflictingKeys)
            }
        }
        if case .box? = box, width == nil || height == nil {
            field.report(
                "a box has no size of its own and shows nothing", severity: .warning, code: .sceneNoEffect,
                hint: #"give it "width" and "height", in points"#)
        }
        let stack = parts.map { Content.stack(axis ?? .vertical, spacing: spacing ?? 4, $0) }
        guard object.hasOne(of: ["text", "image", "box", "stack"]), let content = text ?? image ?? box ?? stack else {
            return nil
        }
        self.init(content, width: width, height: height)
    }
}

extension Point {
    /// `[x, y]` in points, y downwards.
    init?(offset field: Field) {
        guard field.node.array?.count == 2, let fields = field.elements() else {
            field.report(expected: "[x, y] in points")
            return nil
        }
        let range = -lengths.upperBound...lengths.upperBound
        let (x, y) = (fields[0].number(in: range), fields[1].number(in: range))
        guard let x, let y else { return nil }
        self.init(x, y)
    }
}

extension ObjectReader {
    /// Reports unless exactly one of the keys is there.
    func hasOne(of keys: [String]) -> Bool {
        let found = keys.filter { object[$0] != nil }
        guard found.count != 1 else { return true }
        field.report(
            expected: "one of \(listing(keys))",
            found: found.isEmpty ? "none" : found.map { "\"\($0)\"" }.joined(separator: " and "),
            code: .sceneConflictingKeys)
        return false
    }
}

extension Field {
    /// An address that a link may have; those that run something, or lead to other programs, are refused.
    func link() -> String? {
        guard let address = filled() else { return nil }
        guard let scheme = refusedScheme(of: address) else { return address }
        report(
            expected: "a link with https:, http:, mailto: or tel:, or a relative one",
            found: scheme == "//" ? "an address without a scheme" : "one of the scheme \"\(scheme.prefix(40))\"",
            code: .sceneUnsafeLink)
        return nil
    }
}

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
