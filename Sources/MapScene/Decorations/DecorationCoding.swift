// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry

extension Decoration {
    /// The words of `type`. An object with an image needs none.
    enum Kind: String, CaseIterable { case scaleBar, compass, image, logo, rectangle, legend, text }

    /// Decodes one decoration.
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let kind: Kind?
        if object.object["type"] == nil, object.object["image"] != nil {
            _ = object.field("type")
            kind = .image
        } else {
            kind = object.required("type") { $0.choice(of: Kind.self) }
        }
        guard let kind else { return nil }
        let id = object.optional("id") { $0.filled() }
        let alt = object.optional("alt") { $0.string() }
        let href = object.optional("href") { $0.link() }
        let visible = object.optional("visible") { $0.bool() }
        let content: Content? =
            switch kind {
            case .scaleBar: .scaleBar(ScaleBar(&object))
            case .compass: .compass(Compass(&object, isAsked: visible == true))
            case .image, .logo: ScreenImage(&object).map(Content.image)
            case .rectangle: ScreenRectangle(&object).map(Content.rectangle)
            case .legend: .legend(Legend(&object))
            case .text: ScreenText(&object).map(Content.text)
            }
        let position = object.optional("at") { $0.choice(of: Position.self) }
        let margin = object.optional("margin", Size.init(margin:))
        let origin = object.optional("origin", Point.init(field:))
        let center = object.optional("center", Point.init(field:))
        object.finish()
        guard object.atMostOne(of: ["at", "origin", "center"]), object.atMostOne(of: ["margin", "origin"]),
            object.atMostOne(of: ["margin", "center"]), let content
        else { return nil }
        let usual = kind == .logo ? Position.bottomLeft : content.usualPosition
        let usualMargin = kind == .logo ? Size(width: 12, height: 12) : content.usualMargin
        let location =
            origin.map(Location.origin) ?? center.map(Location.center)
            ?? .at(position ?? usual, margin: margin ?? usualMargin)
        self.init(content, id: id, location: location, alt: alt, href: href)
        isVisible = visible ?? true
    }
}

extension ScaleBar {
    fileprivate init(_ object: inout ObjectReader) {
        let units = object.optional("units") { $0.choice(of: Units.self) }
        let maxWidth = object.optional("maxWidth") { $0.number(in: 20...2000) }
        self.init(units: units ?? .metric, maxWidth: maxWidth ?? ScaleBar().maxWidth)
    }
}

extension Compass {
    /// One that is asked for by `visible` is shown at north too.
    fileprivate init(_ object: inout ObjectReader, isAsked: Bool) {
        let visibility = object.optional("visibility") { $0.choice(of: Visibility.self) }
        self.init(visibility: visibility ?? (isAsked ? .visible : .adaptive))
    }
}

extension ScreenImage {
    /// A name, or one for each state with `selected` to choose.
    fileprivate init?(_ object: inout ObjectReader) {
        let selected = object.optional("selected") { $0.bool() } ?? false
        let image = object.required("image") { field -> ImageAsset? in
            guard field.node.object != nil else { return ImageAsset(field) }
            guard var states = field.object() else { return nil }
            let normal = states.required("normal", ImageAsset.init)
            let chosen = states.optional("selected", ImageAsset.init)
            states.finish()
            return selected ? chosen ?? normal : normal
        }
        let anchor = object.optional("anchor") { $0.choice(of: Decoration.Position.self) }
        guard let image else { return nil }
        self.init(image, anchor: anchor)
    }
}

extension ScreenText {
    fileprivate init?(_ object: inout ObjectReader) {
        let text = object.required("text") { $0.filled() }
        let style = object.optional("textStyle", AnnotationTextStyle.init)
        guard let text else { return nil }
        self.init(text, style: style ?? AnnotationTextStyle())
    }
}

extension Point {
    /// `[x, y]` in points.
    fileprivate init?(field: Field) {
        guard field.node.array?.count == 2, let fields = field.elements() else {
            field.report(expected: "[x, y]")
            return nil
        }
        let range = -100_000.0...100_000
        guard let x = fields[0].number(in: range), let y = fields[1].number(in: range) else { return nil }
        self.init(x, y)
    }
}

extension Size {
    /// A number, or `[horizontal, vertical]`, in points.
    fileprivate init?(margin field: Field) {
        let range = -10_000.0...10_000
        if field.node.number != nil {
            guard let both = field.number(in: range) else { return nil }
            self.init(width: both, height: both)
            return
        }
        guard field.node.array?.count == 2, let fields = field.elements() else {
            field.report(expected: "a number or [horizontal, vertical]")
            return nil
        }
        guard let x = fields[0].number(in: range), let y = fields[1].number(in: range) else { return nil }
        self.init(width: x, height: y)
    }
}

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
