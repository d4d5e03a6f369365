// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane

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
                code: SceneCode.conflictingKeys)
        }
        coordinateSystem = object.optional("coordinateSystem") { $0.choice(of: CoordinateSystem.self) }
        properties = object.optional("properties", Properties.init) ?? Properties()
        object.finish()
        if view == .callout, filledCallout.isEmpty, object.object["callout"] == nil, object.object["title"] == nil {
            field.report(
                "a view \"callout\" goes with a \"callout\" or a \"title\"", code: SceneCode.conflictingKeys)
        }
        guard coordinate != nil else { return nil }
        if let problem = selectionProblem {
            object.field("selected")?.report(
                problem.message, severity: .warning, code: SceneCode.noEffect, hint: problem.hint)
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
                object.field.report("a view \"image\" goes with an \"image\"", code: SceneCode.conflictingKeys)
            }
            return image.map(View.image) ?? .marker(marker)
        case .text:
            if text == nil, title?.isEmpty ?? true, object.object["text"] == nil {
                object.field.report(
                    "a view \"text\" goes with a \"text\" or a \"title\"", code: SceneCode.conflictingKeys)
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
                code: SceneCode.conflictingKeys)
        }
        return given.first.flatMap { decode($0.1) }
    }
}
