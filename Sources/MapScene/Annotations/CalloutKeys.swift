// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages

/// Points; more than any image is wide.
private let lengths = 0...32_767.0

extension KeyCodec where Self == NumberCodec {
    fileprivate static var points: Self { .number(lengths) }
}

extension Callout: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "callout"

    mutating func keys(_ k: inout Keys) {
        k("title", &title, .text)
        k("subtitle", &subtitle, .text)
        k("left", &left)
        k("right", &right)
        k("detail", &detail)
        k("content", &content)
        k("offset", &offset, .offset)
        k("placement", &placement)
        k("overlap", &overlap, .points)
        k("tail", &tail)
        k("appearance", &appearance)
        guard k.given("content") != nil else { return }
        for key in ["left", "right", "detail", "subtitle"] {
            k.given(key)?.report(
                "\"\(key)\" is not shown beside a \"content\"", severity: .warning, code: .sceneNoEffect,
                hint: "take one of them out")
        }
    }
}

extension CalloutAccessory: KeyedValue {
    static var usual: Self { Self(.text("")) }
    static let definition = "accessory"
    static var schemaRules: JSONNode { ["oneOf": .oneOf(required: [["button"], ["image"], ["text"]])] }

    mutating func keys(_ k: inout Keys) {
        var (button, image, text): (Button?, ImageAsset?, String?)
        switch content {
        case .button(let kind): button = kind
        case .image(let asset): image = asset
        case .text(let words): text = k.isReading ? nil : words
        }
        k("button", &button)
        k("image", &image, .image)
        k.keep(true) { $0("text", &text, .filled) }
        k("id", &id, .filled)
        k("href", &href, .link)
        k("label", &label, .text)
        guard k.isReading else { return }
        guard k.exactlyOne(of: ["button", "image", "text"]),
            let shown = button.map(Content.button) ?? image.map(Content.image) ?? text.map(Content.text)
        else { return k.isWhole = false }
        content = shown
    }
}

extension CalloutDetail: KeyedValue {
    static var usual: Self { Self(.text("")) }
    static let definition = "detail"
    static var schemaRules: JSONNode { ["oneOf": .oneOf(required: [["text"], ["image"], ["box"], ["stack"]])] }
    /// Stacks within stacks: more than anybody can read in a bubble.
    private static let maxDepth = 4

    mutating func keys(_ k: inout Keys) {
        var (text, image, box, stack): (String?, ImageAsset?, Color?, [CalloutDetail]?)
        var (axis, spacing) = (Axis.vertical, 4.0)
        switch content {
        case .text(let words): text = k.isReading ? nil : words
        case .image(let asset): image = asset
        case .box(let color): box = color
        case .stack(let direction, let space, let parts): (axis, spacing, stack) = (direction, space, parts)
        }
        k.keep(true) { $0("text", &text, .text) }
        k("image", &image, .image)
        k("box", &box, .tint)
        k("stack", &stack, .stack)
        k("axis", &axis)
        k("spacing", &spacing, .points)
        k("width", &width, .points)
        k("height", &height, .points)
        guard let object = k.object else { return }
        if object.object["stack"] == nil {
            for key in ["axis", "spacing"] {
                k.given(key)?.report("\"\(key)\" goes with a \"stack\" only", code: .sceneConflictingKeys)
            }
        }
        if box != nil, width == nil || height == nil {
            object.field.report(
                "a box has no size of its own and shows nothing", severity: .warning, code: .sceneNoEffect,
                hint: #"give it "width" and "height", in points"#)
        }
        guard k.exactlyOne(of: ["text", "image", "box", "stack"]),
            let shown = text.map(Content.text) ?? image.map(Content.image) ?? box.map(Content.box)
                ?? stack.map({ Content.stack(axis, spacing: spacing, $0) })
        else { return k.isWhole = false }
        content = shown
    }

    fileprivate static func stack(_ field: Field) -> [CalloutDetail]? {
        // Each stack adds its key to the path.
        guard field.path.split(separator: "stack", omittingEmptySubsequences: false).count - 1 <= maxDepth else {
            field.report("stacks may lie in stacks \(maxDepth) deep only")
            return nil
        }
        return field.array(CalloutDetail.init)
    }
}

extension KeyCodec where Self == Form<[CalloutDetail]> {
    fileprivate static var stack: Self {
        Form(
            ["type": "array", "items": .reference(CalloutDetail.definition)], CalloutDetail.stack,
            { .list($0.map(\.jsonNode)) })
    }
}

extension CalloutCard: KeyedValue {
    /// What `type` may be; there is one kind so far.
    private enum Kind: String, CaseIterable { case card }

    static var usual: Self { Self(text: "") }
    static let definition = "card"

    mutating func keys(_ k: inout Keys) {
        var kind = Kind.card
        k.required("type", &kind, ChoiceCodec())
        k("icon", &icon, .image)
        k.required("text", &text, .filled)
        k("rating", &rating, .image)
        k("padding", &padding, .number(0...1000))
        k("maxTextWidth", &maxTextWidth, .number(1...32_767))
        k("wrap", &wrap)
        k("background", &background, .tint)
    }
}

extension KeyCodec where Self == TupleCodec<Point, NumberCodec> {
    /// `[x, y]` in points, y downwards.
    static var offset: Self { .tuple("[x, y] in points", of: .number(-lengths.upperBound...lengths.upperBound)) }
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
