// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages

extension Annotation {
    /// Decodes one annotation.
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let id = object.optional("id") { $0.filled() }
        let coordinate = object.required("coordinate", Coordinate.init)
        self.init(id: id, at: coordinate ?? Coordinate(latitude: 0, longitude: 0))
        title = object.optional("title") { $0.string() }
        subtitle = object.optional("subtitle") { $0.string() }
        view = decodeView(&object)
        decodePlacement(&object)
        dragState = object.optional("dragState") { $0.choice(of: DragState.self) } ?? .none
        alpha = object.optional("alpha") { $0.number(in: 0...1) } ?? 1
        alt = object.optional("alt") { $0.string() }
        href = object.optional("href") { $0.link() }
        selected = object.optional("selected") { $0.bool() } ?? false
        canShowCallout = object.optional("canShowCallout") { $0.bool() }
        callout = object.optional("callout", Callout.init)
        calloutOffset = object.optional("calloutOffset", Point.init(offset:))
        if object.object["callout"]?["offset"] != nil {
            object.field("calloutOffset")?.report(
                "\"calloutOffset\" is another name for the callout's \"offset\": give one or the other",
                code: .sceneConflictingKeys)
        }
        coordinateSystem = object.optional("coordinateSystem") { $0.choice(of: CoordinateSystem.self) }
        properties = object.optional("properties", Properties.init) ?? Properties()
        object.finish()
        if view == .callout, filledCallout.isEmpty, object.object["callout"] == nil, object.object["title"] == nil {
            field.report(
                "a view \"callout\" goes with a \"callout\" or a \"title\"", code: .sceneConflictingKeys)
        }
        guard coordinate != nil else { return nil }
        if let problem = selectionProblem {
            object.field("selected")?.report(
                problem.message, severity: .warning, code: .sceneNoEffect, hint: problem.hint)
        }
    }
}

extension Annotation {
    /// The keys of all views are read, so that one scene may switch views without losing the others' keys.
    private func decodeView(_ object: inout ObjectReader) -> View {
        let kind = object.optional("view") { $0.choice(of: View.Kind.self) } ?? .marker
        var marker = Marker(glyphText: object.optional("glyphText") { $0.string() })
        marker.glyphImage = object.optional("glyphImage", ImageAsset.init)
        marker.selectedGlyphImage = object.optional("selectedGlyphImage", ImageAsset.init)
        marker.glyphTint = object.one(of: ["glyphTint", "glyphTintColor"], Color.init(tint:))
        marker.size = object.optional("markerSize") { $0.choice(of: MarkerSize.self) } ?? .medium
        let visibility = { (field: Field) in field.choice(of: TextVisibility.self) }
        marker.titleVisibility = object.optional("titleVisibility", visibility) ?? .adaptive
        marker.subtitleVisibility = object.optional("subtitleVisibility", visibility) ?? .adaptive
        marker.tint = object.one(of: ["tint", "markerTintColor", "pinTintColor"], Color.init(tint:))
        let image = object.optional("image", ImageAsset.init)
        let text = object.optional("text") { $0.filled() }
        let style = object.optional("textStyle", AnnotationTextStyle.init) ?? AnnotationTextStyle()
        switch kind {
        case .marker: return .marker(marker)
        case .pin: return .pin(tint: marker.tint)
        case .callout: return .callout
        case .image:
            if object.object["image"] == nil {
                object.field.report("a view \"image\" goes with an \"image\"", code: .sceneConflictingKeys)
            }
            return image.map(View.image) ?? .marker(marker)
        case .text:
            if text == nil, title?.isEmpty ?? true, object.object["text"] == nil {
                object.field.report(
                    "a view \"text\" goes with a \"text\" or a \"title\"", code: .sceneConflictingKeys)
            }
            return .text(text, style: style)
        }
    }

    private mutating func decodePlacement(_ object: inout ObjectReader) {
        zPriority = object.optional("zPriority") { $0.number(in: 0...1000) }
        displayPriority = object.optional("displayPriority", Annotation.displayPriority)
        collisionMode = object.optional("collisionMode") { $0.choice(of: CollisionMode.self) } ?? .rectangle
        clusteringIdentifier = object.optional("clusteringIdentifier") { $0.filled() }
        anchor = object.optional("anchor", Annotation.anchor)
        centerOffset = object.optional("centerOffset", AnnotationOffset.init) ?? AnnotationOffset()
        rotation = object.optional("rotation") { $0.number() } ?? 0
        imageScale = object.optional("imageScale") { $0.number(in: 0.05...20) } ?? 1
    }

    /// One of MapKit's names, or a number.
    static func displayPriority(_ field: Field) -> Double? {
        switch field.node.string {
        case "required": DisplayPriority.required
        case "high": DisplayPriority.high
        case "low": DisplayPriority.low
        case .some: field.expected("\"required\", \"high\", \"low\" or a number from 0 to 1000")
        case nil: field.number(in: 0...1000)
        }
    }

    private static let anchors: [String: Point] = [
        "center": Point(0.5, 0.5), "top": Point(0.5, 0), "bottom": Point(0.5, 1), "left": Point(0, 0.5),
        "right": Point(1, 0.5), "topLeft": Point(0, 0), "topRight": Point(1, 0), "bottomLeft": Point(0, 1),
        "bottomRight": Point(1, 1),
    ]

    /// A name, or fractions of the width and height.
    private static func anchor(_ field: Field) -> Point? {
        guard let name = field.node.string else {
            guard field.node.array?.count == 2, let fields = field.elements() else {
                return field.expected("one of \(listing(anchors.keys.sorted())) or [x, y] in fractions of the size")
            }
            let (x, y) = (fields[0].number(in: -100...100), fields[1].number(in: -100...100))
            return x.flatMap { x in y.map { Point(x, $0) } }
        }
        return anchors[name]
            ?? field.expected(
                "one of \(listing(anchors.keys.sorted())) or [x, y] in fractions of the size",
                hint: didYouMean(name, anchors.keys.sorted()))
    }
}

extension ObjectReader {
    /// Decodes the one of several names for the same thing that is there.
    mutating func one<T>(of names: [String], _ decode: (Field) -> T?) -> T? {
        let given = names.compactMap { name in field(name).map { (name, $0) } }
        if let (name, first) = given.dropFirst().first, let (other, _) = given.first {
            first.report(
                "\"\(name)\" is another name for \"\(other)\": give one or the other",
                code: .sceneConflictingKeys)
        }
        return given.first.flatMap { decode($0.1) }
    }
}

extension Annotation {
    var jsonNode: JSONNode {
        var members: [JSONObject.Member] = []
        func add(_ key: String, _ node: JSONNode?) {
            if let node { members.append(JSONObject.Member(key, node)) }
        }
        add("id", id.map(JSONNode.text))
        add("coordinate", coordinate.jsonNode)
        add("view", view.kind == .marker ? nil : .word(view.kind))
        add("title", title.map(JSONNode.text))
        add("subtitle", subtitle.map(JSONNode.text))
        members += view.members
        add("alt", alt.map(JSONNode.text))
        add("href", href.map(JSONNode.text))
        add("coordinateSystem", coordinateSystem.map(JSONNode.word))
        add("selected", selected ? .bool(true) : nil)
        add("canShowCallout", canShowCallout.map(JSONNode.bool))
        add("callout", callout?.jsonNode)
        add("calloutOffset", calloutOffset.map { .pair($0.x, $0.y) })
        add("dragState", dragState == .none ? nil : .word(dragState))
        add("alpha", alpha == 1 ? nil : .number(alpha))
        add("zPriority", zPriority.map(JSONNode.number))
        add("displayPriority", displayPriority.map(JSONNode.number))
        add("collisionMode", collisionMode == .rectangle ? nil : .word(collisionMode))
        add("clusteringIdentifier", clusteringIdentifier.map(JSONNode.text))
        add("anchor", anchor.map { .pair($0.x, $0.y) })
        add("centerOffset", centerOffset == AnnotationOffset() ? nil : centerOffset.jsonNode)
        add("rotation", rotation == 0 ? nil : .number(rotation))
        add("imageScale", imageScale == 1 ? nil : .number(imageScale))
        add("properties", properties.isEmpty ? nil : JSONNode(.object(properties.object)))
        return JSONNode(.object(JSONObject(members)))
    }
}

extension Annotation.View {
    /// The keys of the view itself.
    fileprivate var members: [JSONObject.Member] {
        switch self {
        case .marker(let marker): marker.jsonNode.object?.members ?? []
        case .pin(let tint): tint.map { [JSONObject.Member("tint", .color($0))] } ?? []
        case .image(let image): [JSONObject.Member("image", image.jsonNode)]
        case .text(let text, let style):
            (text.map { [JSONObject.Member("text", .text($0))] } ?? [])
                + (style == AnnotationTextStyle() ? [] : [JSONObject.Member("textStyle", style.jsonNode)])
        case .callout: []
        }
    }
}

extension Annotation.Marker {
    fileprivate var jsonNode: JSONNode {
        .members([
            "tint": tint.map(JSONNode.color), "glyphText": glyphText.map(JSONNode.text),
            "glyphImage": glyphImage?.jsonNode, "selectedGlyphImage": selectedGlyphImage?.jsonNode,
            "glyphTint": glyphTint.map(JSONNode.color),
            "markerSize": size == .medium ? nil : .word(size),
            "titleVisibility": titleVisibility == .adaptive ? nil : .word(titleVisibility),
            "subtitleVisibility": subtitleVisibility == .adaptive ? nil : .word(subtitleVisibility),
        ])
    }
}

extension AnnotationOffset {
    fileprivate var jsonNode: JSONNode { .list([x.jsonNode, y.jsonNode]) }
}

extension AnnotationOffset.Length {
    fileprivate var jsonNode: JSONNode {
        switch self {
        case .points(let points): .number(points)
        case .percent(let percent): .percentage(percent)
        }
    }
}

extension AnnotationTextStyle {
    var jsonNode: JSONNode {
        .members([
            "size": .number(size), "weight": .count(weight), "color": color.map(JSONNode.color),
            "halo": halo.map(JSONNode.color), "haloWidth": .number(haloWidth), "box": box.map(JSONNode.color),
            "padding": .pair(verticalPadding, horizontalPadding), "radius": .number(radius),
            "maxWidth": maxWidth.map(JSONNode.number), "align": .word(align),
        ])
    }
}

extension ClusterStyle {
    var jsonNode: JSONNode {
        .members([
            "identifier": identifier.map(JSONNode.text), "tint": tint.map(JSONNode.color),
            "glyphText": .text(glyphText), "glyphTint": glyphTint.map(JSONNode.color), "title": .text(title),
            "subtitle": .text(subtitle),
            "titleVisibility": titleVisibility == .adaptive ? nil : .word(titleVisibility),
            "subtitleVisibility": subtitleVisibility == .adaptive ? nil : .word(subtitleVisibility),
            "selected": selected ? .bool(true) : nil, "callout": callout?.jsonNode,
        ])
    }
}
