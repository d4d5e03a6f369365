// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry

extension Annotation: KeyedValue {
    static let usual = Annotation(at: Coordinate(latitude: 0, longitude: 0))
    static let definition = "annotation"

    mutating func keys(_ k: inout Keys) {
        var look = Look(view)
        k("id", &id, .filled)
        var place = moment.map(AnnotationPlace.moment) ?? .coordinate(coordinate)
        k.required("coordinate", &place, .annotationPlace)
        switch place {
        case .coordinate(let own): (coordinate, moment) = (own, nil)
        case .moment(let own): moment = own
        }
        k("view", &look.kind)
        k("title", &title, .text)
        k("subtitle", &subtitle, .text)
        k("tint", &look.marker.tint, .tint, aliases: ["markerTintColor", "pinTintColor"])
        k("selected", &selected)
        k("canShowCallout", &canShowCallout)
        k("callout", &callout)
        k("calloutOffset", &calloutOffset, .offset)
        k("glyphText", &look.marker.glyphText, .text)
        k("glyphImage", &look.marker.glyphImage, .image)
        k("selectedGlyphImage", &look.marker.selectedGlyphImage, .image)
        k("glyphTint", &look.marker.glyphTint, .tint, aliases: ["glyphTintColor"])
        k("markerSize", &look.marker.size)
        k("titleVisibility", &look.marker.titleVisibility)
        k("subtitleVisibility", &look.marker.subtitleVisibility)
        k("dragState", &dragState)
        k("alpha", &alpha, .number(0...1))
        k("zPriority", &zPriority, .number(0...1000))
        k("displayPriority", &displayPriority, .priority)
        k("collisionMode", &collisionMode)
        k("clusteringIdentifier", &clusteringIdentifier, .filled)
        k("image", &look.image, .image)
        k("imageScale", &imageScale, .number(0.05...20))
        k("text", &look.text, .filled)
        k("textStyle", &look.textStyle)
        k("anchor", &anchor, .anchor)
        k("centerOffset", &centerOffset, .centerOffset)
        k("rotation", &rotation, .number)
        k("alt", &alt, .text)
        k("href", &href, .link)
        k("properties", &properties, .properties)
        k("coordinateSystem", &coordinateSystem, .datum)
        k("elevation", &elevation)
        // As in MapKit, an image is all that a view of an image needs.
        if k.given("view") == nil, look.image != nil { look.kind = .image }
        view = look.view
        checkRules(k, look.kind)
    }

    private func checkRules(_ k: Keys, _ kind: View.Kind) {
        guard let object = k.object else { return }
        let shown: [String] =
            switch kind {
            case .marker, .pin: []
            case .image: ["image"]
            case .text: title?.isEmpty == false ? [] : ["text", "title"]
            case .callout: filledCallout.isEmpty ? ["callout", "title"] : []
            }
        // A title without letters is no text, and a key that is wrong was reported.
        let given = kind == .text ? k.named(["text"]) : k.named(shown)
        if !shown.isEmpty, given.isEmpty {
            let keys = shown.map { "a \"\($0)\"" }.joined(separator: " or ")
            object.field.report(
                "a view \"\(kind.rawValue)\" goes with \(kind == .image ? "an \"image\"" : keys)",
                code: .sceneConflictingKeys)
        }
        if let calloutOffset = k.given("calloutOffset"), object.object["callout"]?["offset"] != nil {
            calloutOffset.report(
                "\"calloutOffset\" is another name for the callout's \"offset\": give one or the other",
                code: .sceneConflictingKeys)
        }
        noteIdleKeys(k, kind)
        for member in object.object.members {
            guard let kinds = Look.keys[member.key], !kinds.contains(kind) else { continue }
            object.field.member(member.key, member.node).report(
                "\"\(member.key)\" has no effect on a view \"\(kind.rawValue)\"", severity: .note,
                code: .sceneNoEffect, hint: "it is for \(listing(kinds.map(\.rawValue)))")
        }
        if k.isWhole, let problem = selectionProblem {
            k.given("selected")?.report(
                problem.message, severity: .warning, code: .sceneNoEffect, hint: problem.hint)
        }
    }

    /// Notes what needs another key to be seen.
    private func noteIdleKeys(_ k: Keys, _ kind: View.Kind) {
        if moment != nil { k.noteNoEffect("coordinateSystem", "where the coordinate is a moment of a track") }
        if kind == .callout {
            let circumstance = "on a view \"callout\", which is its own anchor"
            k.noteNoEffect("calloutOffset", circumstance)
            for key in ["offset", "overlap", "placement", "tail"] { k.noteNoEffect(key, of: "callout", circumstance) }
        } else if !selected {
            k.noteCallout("unless \"selected\" is true")
        } else if openCallout == nil {
            k.noteNoEffect("calloutOffset", "without a callout")
        }
        guard case .marker(let marker) = view, kind == .marker else { return }
        if !selected { k.noteNoEffect("selectedGlyphImage", "unless \"selected\" is true") }
        if (title ?? "").isEmpty { k.noteNoEffect("titleVisibility", "without a \"title\"") }
        if (subtitle ?? "").isEmpty { k.noteNoEffect("subtitleVisibility", "without a \"subtitle\"") }
        if marker.glyphImage != nil { k.noteNoEffect("glyphText", "beside \"glyphImage\"") }
    }

    /// The keys of all views, so that one scene may switch views without losing the others' keys.
    private struct Look {
        var kind: View.Kind
        var marker = Marker()
        var image: ImageAsset?
        var text: String?
        var textStyle = AnnotationTextStyle()

        /// The keys that not all views show, and the views that do.
        static let keys: [String: [View.Kind]] = {
            let marker = [
                "glyphText", "glyphImage", "selectedGlyphImage", "glyphTint", "glyphTintColor", "markerSize",
                "titleVisibility", "subtitleVisibility",
            ]
            var keys = Dictionary(uniqueKeysWithValues: marker.map { ($0, [View.Kind.marker]) })
            for key in ["tint", "markerTintColor", "pinTintColor", "dragState"] { keys[key] = [.marker, .pin] }
            for key in ["image", "imageScale"] { keys[key] = [.image] }
            for key in ["text", "textStyle"] { keys[key] = [.text] }
            keys["rotation"] = [.image, .text, .callout]
            for key in ["selected", "canShowCallout"] { keys[key] = [.marker, .pin, .image, .text] }
            return keys
        }()

        init(_ view: View) {
            kind = view.kind
            switch view {
            case .marker(let own): marker = own
            case .pin(let tint): marker.tint = tint
            case .image(let asset): image = asset
            case .text(let words, let style): (text, textStyle) = (words, style)
            case .callout: break
            }
        }

        var view: View {
            switch kind {
            case .marker: .marker(marker)
            case .pin: .pin(tint: marker.tint)
            case .image: image.map(View.image) ?? .marker(marker)
            case .text: .text(text, style: textStyle)
            case .callout: .callout
            }
        }
    }
}

/// What an annotation's coordinate may be.
private enum AnnotationPlace {
    case coordinate(Coordinate)
    case moment(TrackMoment)
}

extension KeyCodec where Self == Form<AnnotationPlace> {
    /// A coordinate, or an object with a time on a track.
    fileprivate static var annotationPlace: Self {
        Form(
            ["oneOf": [.reference("coordinate"), .reference(TrackMoment.definition)]],
            { field in
                if field.node["time"] != nil { return TrackMoment(field).map(Value.moment) }
                return Coordinate(field).map(Value.coordinate)
            },
            { place in
                switch place {
                case .coordinate(let own): own.jsonNode
                case .moment(let own): own.jsonNode
                }
            })
    }
}

extension Keys {
    /// Notes that the keys of a callout change nothing.
    fileprivate func noteCallout(_ circumstance: String) {
        for key in ["callout", "calloutOffset", "canShowCallout"] { noteNoEffect(key, circumstance) }
    }
}

extension KeyCodec where Self == Form<Double> {
    /// One of MapKit's names, or a number.
    fileprivate static var priority: Self {
        Form(
            ["oneOf": [["enum": ["required", "high", "low"]], .number(in: 0...1000)]],
            { field in
                switch field.node.string {
                case "required": Annotation.DisplayPriority.required
                case "high": Annotation.DisplayPriority.high
                case "low": Annotation.DisplayPriority.low
                case .some: field.expected("\"required\", \"high\", \"low\" or a number from 0 to 1000")
                case nil: field.number(in: 0...1000)
                }
            }, JSONNode.number)
    }
}

extension KeyCodec where Self == Form<Point> {
    /// A name, or fractions of the width and height.
    fileprivate static var anchor: Self {
        Form(
            ["oneOf": [["enum": .list(anchors.map { .text($0.key) })], Value.fractions().schema]],
            { field in
                let names = anchors.map(\.key).sorted()
                let expected = "one of \(listing(names)) or [x, y] in fractions of the size"
                guard let name = field.node.string else {
                    return Value.fractions(expected).decode(field)
                }
                return anchors.first { $0.key == name }?.value
                    ?? field.expected(expected, hint: didYouMean(name, names))
            }, { .pair($0.x, $0.y) })
    }
}

extension Point {
    fileprivate static func fractions(_ shape: String = "") -> TupleCodec<Point, NumberCodec> {
        .tuple(shape, of: .number(-100...100))
    }
}

private let anchors: KeyValuePairs = [
    "center": Point(0.5, 0.5), "top": Point(0.5, 0), "bottom": Point(0.5, 1), "left": Point(0, 0.5),
    "right": Point(1, 0.5), "topLeft": Point(0, 0), "topRight": Point(1, 0), "bottomLeft": Point(0, 1),
    "bottomRight": Point(1, 1),
]

extension AnnotationOffset: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "centerOffset"

    mutating func keys(_ k: inout Keys) {
        k("x", &x, .ownLength)
        k("y", &y, .ownLength)
    }
}

extension AnnotationOffset: Tuple {
    init(parts: [Length]) { self.init(x: parts[0], y: parts[1]) }
    var parts: [Length] { [x, y] }
}

extension KeyCodec where Self == Form<AnnotationOffset> {
    /// `[x, y]` or `{"x": …, "y": …}`; each in points or as a percentage.
    fileprivate static var centerOffset: Self {
        let pair: TupleCodec<AnnotationOffset, Form<AnnotationOffset.Length>> = .tuple("[x, y]", of: .ownLength)
        return Form(
            ["oneOf": [pair.schema, .reference(AnnotationOffset.definition)]],
            { $0.node.object == nil ? pair.decode($0) : AnnotationOffset($0) }, pair.encode)
    }
}

extension KeyCodec where Self == Form<AnnotationOffset.Length> {
    fileprivate static var ownLength: Self {
        Form(.reference("ownLength"), AnnotationOffset.Length.init, \.jsonNode, hasDefault: false)
    }
}

extension AnnotationOffset.Length {
    fileprivate init?(_ field: Field) {
        switch field.node.value {
        case .number(let points) where abs(points) <= 32_767: self = .points(points)
        case .string(let text):
            guard text.hasSuffix("%"), let percent = Double(text.dropLast()), abs(percent) <= 10_000 else {
                fallthrough
            }
            self = .percent(percent)
        default:
            field.report(expected: "points or a percentage of the own size such as \"-50%\"")
            return nil
        }
    }

    fileprivate var jsonNode: JSONNode {
        switch self {
        case .points(let points): .number(points)
        case .percent(let percent): .percentage(percent)
        }
    }
}

/// `[vertical, horizontal]`
private struct Sides: Tuple {
    var (vertical, horizontal): (Double, Double)
    init(vertical: Double, horizontal: Double) { (self.vertical, self.horizontal) = (vertical, horizontal) }
    init(parts: [Double]) { self.init(vertical: parts[0], horizontal: parts[parts.count - 1]) }
    var parts: [Double] { [vertical, horizontal] }
}

extension AnnotationTextStyle: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "textStyle"

    /// All of it: what is usual depends on where the text stands.
    var jsonNode: JSONNode { Keys.written(self, omitting: nil) }

    mutating func keys(_ k: inout Keys) {
        let length = NumberCodec.number(0...1000)
        var padding = Sides(vertical: verticalPadding, horizontal: horizontalPadding)
        k("size", &size, .number(1...1000))
        k("weight", &weight, .whole(100...900))
        k("color", &color, .color)
        k("halo", &halo, .color)
        k("haloWidth", &haloWidth, length)
        k("box", &box, .color)
        k("padding", &padding, .tuple("points or [vertical, horizontal]", of: length, orOne: true))
        k("radius", &radius, length)
        k("maxWidth", &maxWidth, .number(1...32_767))
        k("align", &align)
        (verticalPadding, horizontalPadding) = (padding.vertical, padding.horizontal)
        guard box == nil else { return }
        // What is usual may be written out.
        let usual = Self.usual
        let hasUsual = (verticalPadding, horizontalPadding) == (usual.verticalPadding, usual.horizontalPadding)
        if !hasUsual { k.noteNoEffect("padding", "without a \"box\"") }
        if radius != usual.radius { k.noteNoEffect("radius", "without a \"box\"") }
    }
}

extension UserLocation: KeyedValue {
    static var usual: Self { Self(at: Coordinate(latitude: 0, longitude: 0)) }
    static let definition = "userLocation"

    mutating func keys(_ k: inout Keys) {
        k.required("coordinate", &coordinate, .coordinate)
        k("accuracy", &accuracy, .number(0...20_037_508))
        k("heading", &heading, .number)
        k("coordinateSystem", &coordinateSystem, .datum)
    }
}

extension Numbering: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "numbering"

    mutating func keys(_ k: inout Keys) {
        k("start", &start, .whole(0...9999))
    }
}

extension ClusterStyle: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "clusterStyle"

    mutating func keys(_ k: inout Keys) {
        k("identifier", &identifier, .filled)
        k("tint", &tint, .tint, aliases: ["markerTintColor"])
        k("glyphText", &glyphText, .text)
        k("glyphTint", &glyphTint, .tint, aliases: ["glyphTintColor"])
        k("title", &title, .text)
        k("subtitle", &subtitle, .text)
        k("titleVisibility", &titleVisibility)
        k("subtitleVisibility", &subtitleVisibility)
        k("selected", &selected)
        k("callout", &callout)
        if !selected { k.noteCallout("unless \"selected\" is true") }
        if selected, callout == nil, k.given("callout") == nil {
            k.given("selected")?.report(
                "selected has no effect: there is no callout", severity: .warning, code: .sceneNoEffect,
                hint: #"add "callout": {}"#)
        }
    }
}
