// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane

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
