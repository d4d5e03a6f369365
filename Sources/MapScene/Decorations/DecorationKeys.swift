// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry

extension Decoration: Keyed {
    /// The words of `type`. An object with an image needs none.
    enum Kind: String, CaseIterable {
        case scaleBar, compass, image, logo, rectangle, legend, text, inset, profile

        /// A decoration of this type without keys.
        var usual: Decoration {
            switch self {
            case .scaleBar: Decoration(.scaleBar(ScaleBar()))
            case .compass: Decoration(.compass(Compass()))
            case .image: Decoration(.image(ScreenImage("")))
            case .logo:
                Decoration(.image(ScreenImage("")), location: .at(.bottomLeft, margin: Size(width: 12, height: 12)))
            case .rectangle: Decoration(.rectangle(ScreenRectangle(width: .points(0), height: .points(0))))
            case .legend: Decoration(.legend(Legend()))
            case .text: Decoration(.text(ScreenText("")))
            case .inset: Decoration(.inset(Inset()))
            case .profile: Decoration(.profile(Profile()))
            }
        }
    }

    init?(_ field: Field) {
        guard var k = Keys(reading: field) else { return nil }
        let isImage = k.given("type") == nil && k.given("image") != nil
        guard let kind = isImage ? .image : k.kind(of: Kind.self) else { return nil }
        self = kind.usual
        keys(&k)
        guard k.finish(self) else { return nil }
    }

    var jsonNode: JSONNode { Keys.written(self, omitting: content.kind.usual) }

    mutating func keys(_ k: inout Keys) {
        if content.kind != .image { k.type(content.kind.rawValue) }
        switch content {
        case .image(var image):
            image.keys(&k)
            content = .image(image)
        case .scaleBar(var bar):
            k("units", &bar.units)
            k("maxWidth", &bar.maxWidth, .number(20...2000))
            k("style", &bar.style)
            content = .scaleBar(bar)
        case .compass(var compass):
            k("visibility", &compass.visibility)
            // One that is asked for is shown at north too.
            if k.given("visibility") == nil, k.given("visible")?.node.bool == true { compass.visibility = .visible }
            content = .compass(compass)
        case .rectangle(var rectangle):
            rectangle.keys(&k)
            content = .rectangle(rectangle)
        case .legend(var legend):
            k("title", &legend.title, .filled)
            k("maxWidth", &legend.maxWidth, .number(60...2000))
            k("overlays", &legend.overlays, .names("an id or an array of ids"))
            k("counts", &legend.counts)
            content = .legend(legend)
        case .text(var text):
            k.required("text", &text.text, .filled)
            k("textStyle", &text.style)
            content = .text(text)
        case .inset(var inset):
            inset.keys(&k)
            content = .inset(inset)
        case .profile(var profile):
            profile.keys(&k)
            content = .profile(profile)
        }
        location.keys(&k)
        k("visible", &isVisible)
        k("id", &id, .filled)
        k("alt", &alt, .text)
        k("href", &href, .link)
    }
}

extension Decoration.Content {
    fileprivate var kind: Decoration.Kind {
        switch self {
        case .scaleBar: .scaleBar
        case .compass: .compass
        case .image: .image
        case .rectangle: .rectangle
        case .legend: .legend
        case .text: .text
        case .inset: .inset
        case .profile: .profile
        }
    }
}

extension Decoration.Location {
    fileprivate mutating func keys(_ k: inout Keys) {
        var (usual, own): (Decoration.Position, Size) = (.center, Size(width: 0, height: 0))
        var (position, margin, origin, center): (Decoration.Position?, Size?, Point?, Point?)
        switch self {
        case .at(let word, let space):
            (usual, own) = (word, space)
            if !k.isReading { (position, margin) = (word, space) }
        case .origin(let point): origin = point
        case .center(let point): center = point
        }
        k("at", &position, .position)
        k("margin", &margin, .tuple("a number or [horizontal, vertical]", of: .number(-10_000...10_000), orOne: true))
        k("origin", &origin, .tuple("[x, y]", of: .number(-100_000...100_000)))
        k("center", &center, .tuple("[x, y]", of: .number(-100_000...100_000)))
        guard k.isReading else { return }
        guard k.atMostOne(of: ["at", "origin", "center"]), k.atMostOne(of: ["margin", "origin"]),
            k.atMostOne(of: ["margin", "center"])
        else { return k.isWhole = false }
        self =
            origin.map(Self.origin) ?? center.map(Self.center) ?? .at(position ?? usual, margin: margin ?? own)
        if case .at(.center, _) = self { k.noteNoEffect("margin", "in the center") }
    }
}

extension KeyCodec where Self == Form<Decoration.Position> {
    fileprivate static var position: Self { Form(.reference("position"), { $0.choice() }, JSONNode.word) }
}

extension ScreenImage {
    fileprivate mutating func keys(_ k: inout Keys) {
        // An image needs no type, and a logo is an image with another position.
        var kind = ImageKind.image
        k.keep(true) { $0("type", &kind) }
        var states = ImageStates(normal: image)
        var selected = false
        k.required("image", &states, .states)
        k("selected", &selected)
        k("anchor", &anchor, .position)
        image = selected ? states.selected ?? states.normal : states.normal
        if selected, states.selected == nil {
            k.noteNoEffect("selected", "without an image for the state \"selected\"")
        }
    }

    private enum ImageKind: String, CaseIterable { case image, logo }
}

/// An image for each state.
struct ImageStates: KeyedValue {
    var normal: ImageAsset
    var selected: ImageAsset?

    static var usual: Self { Self(normal: "") }
    static let definition = "imageStates"

    mutating func keys(_ k: inout Keys) {
        k.required("normal", &normal, .image)
        k("selected", &selected, .image)
    }
}

extension KeyCodec where Self == Form<ImageStates> {
    /// A name, or one for each state.
    fileprivate static var states: Self {
        Form(
            ["oneOf": [.filled, .reference(ImageStates.definition)]],
            { $0.node.object == nil ? ImageAsset($0).map { ImageStates(normal: $0) } : ImageStates($0) },
            \.normal.jsonNode)
    }
}

extension ScreenRectangle {
    fileprivate mutating func keys(_ k: inout Keys) {
        var size = LengthPair(parts: [width, height])
        k.required("size", &size, .tuple("[width, height]", of: .length))
        k("fillColor", &fillColor, .color)
        k("strokeColor", &strokeColor, .color)
        k("lineWidth", &lineWidth, .number(0...1000))
        let radii = "a radius or [topLeft, topRight, bottomRight, bottomLeft]"
        k("cornerRadius", &cornerRadius, .tuple(radii, of: .number(0...10_000), counts: [4], orOne: true))
        k("shadow", &hasShadow)
        (width, height) = (size.parts[0], size.parts[1])
        if k.given("strokeColor") == nil { k.noteNoEffect("lineWidth", "without a \"strokeColor\"") }
    }
}

/// A width and a height, each in points or as a percentage of the image's.
private struct LengthPair: Tuple { var parts: [Padding.Length] }

extension ScreenRectangle.CornerRadii: Tuple {
    init(parts: [Double]) {
        let all = parts.count == 4 ? parts : Array(repeating: parts[0], count: 4)
        self.init(topLeft: all[0], topRight: all[1], bottomRight: all[2], bottomLeft: all[3])
    }
    var parts: [Double] { [topLeft, topRight, bottomRight, bottomLeft] }
}
