// SPDX-License-Identifier: MIT
import MapCore
import MapGeo

extension Camera {
    /// Decodes a camera; wrong parts are reported and fall to their defaults.
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let forms = (Camera.placedForms + ["fit", "follow"]).filter { object.object[$0] != nil }
        let movesFit = forms == ["center", "fit"] && object.object["zoom"] == nil && object.object["distance"] == nil
        if forms.count > 1, !movesFit {
            field.report(
                expected: "one of \"center\", \"region\", \"bounds\", \"mapRect\", \"fit\" and \"follow\"",
                found: forms.map { "\"\($0)\"" }.joined(separator: " and "), code: .sceneConflictingKeys)
        }
        let shift = object.optional("zoomTileSize", Camera.zoomShift) ?? 0
        let zoom = { (field: Field) -> Double? in
            field.number(in: (Camera.zooms.lowerBound - shift)...(Camera.zooms.upperBound - shift)).map { $0 + shift }
        }
        let near = object.object["center"] == nil ? object.optional("zoom", zoom) : nil
        let framing =
            movesFit
            ? object.optional("fit", Content.init).map(Framing.fit) : Camera.framing(&object, zoom: zoom, near: near)
        self.init(framing ?? .fit(.all))
        if movesFit { center = object.optional("center", Coordinate.init) }
        if object.object["follow"] == nil { self.zoom = near }
        followsHeading = object.object["follow"]?.string == Camera.withHeading
        bearing = object.optional("bearing") { $0.number() } ?? 0
        padding = object.optional("padding", Padding.init)
        contentInsets = object.optional("contentInsets", EdgeInsets.init) ?? EdgeInsets()
        minZoom = object.optional("minZoom", zoom)
        maxZoom = object.optional("maxZoom", zoom)
        if let minZoom, let maxZoom, minZoom > maxZoom {
            object.field("minZoom")?.report(
                expected: "a minZoom up to the maxZoom \(formatted(maxZoom - shift))",
                found: "\(formatted(minZoom - shift))"
            )
        }
        snapZoom = object.optional("snapZoom") { $0.bool() }
        fallback = object.optional("default") { Camera.fallback($0, zoom: zoom) }
        tilt.pitch = object.optional("pitch") { $0.number(in: Tilt.pitches) } ?? 0
        tilt.roll = object.optional("roll") { $0.number() } ?? 0
        tilt.verticalFieldOfView =
            object.optional("verticalFieldOfView") { $0.number(in: Tilt.fieldsOfView) } ?? Tilt.defaultFieldOfView
        for gesture in Camera.gestures { object.optional(gesture, Camera.noteOfGesture) }
        object.finish()
        if framing == nil, !forms.isEmpty { return nil }
    }

    /// What a zoom counts less in tiles of this size than in MapLibre's 512 points.
    private static func zoomShift(_ field: Field) -> Double? {
        switch field.node.number {
        case 256: -1
        case 512: 0
        default: field.expected("256 or 512")
        }
    }

    /// What MapKit and AMap say about fingers: nothing to an image.
    private static let gestures = [
        "zoomEnabled", "scrollEnabled", "rotateEnabled", "rotateCameraEnabled", "pitchEnabled",
    ]

    private static func noteOfGesture(_ field: Field) {
        guard field.bool() != nil else { return }
        field.report("an image has no gestures; this changes nothing", severity: .note, code: .sceneNoEffect)
    }

    /// A framing that needs nothing else: a center with a zoom, a region or bounds.
    private static func fallback(_ field: Field, zoom: (Field) -> Double?) -> Framing? {
        guard var object = field.object() else { return nil }
        let forms = Camera.placedForms.filter { object.object[$0] != nil }
        if forms.count != 1 {
            field.report(
                expected: "one of \"center\", \"region\", \"bounds\" and \"mapRect\"",
                found: forms.isEmpty ? "none" : forms.map { "\"\($0)\"" }.joined(separator: " and "),
                code: .sceneConflictingKeys)
        }
        let framing = Camera.placed(&object, zoom: zoom)
        if object.object["center"] == nil, let wrong = object.field("zoom") {
            wrong.report("a zoom goes with a \"center\" here", code: .sceneConflictingKeys)
        }
        object.finish()
        return framing
    }

    /// The first of the forms that is there. All of their keys are asked for, so that they count as known.
    /// `near` is the zoom of a camera that follows.
    private static func framing(
        _ object: inout ObjectReader, zoom: (Field) -> Double?, near: Double?
    ) -> Framing? {
        let placed = placed(&object, zoom: zoom)
        let content = object.optional("fit", Content.init)
        let follows = object.optional("follow") { field -> Bool? in
            ["user", withHeading].contains(field.node.string)
                ? true : field.expected("\"user\" or \"\(withHeading)\"")
        }
        return placed ?? content.map(Framing.fit) ?? follows.map { _ in .followUser(zoom: near ?? Camera.fitMaxZoom) }
    }

    /// What a camera follows that turns with the user.
    private static let withHeading = "userWithHeading"

    /// The keys of framings that need nothing else of the scene.
    private static let placedForms = ["center", "region", "bounds", "mapRect"]

    private static func placed(_ object: inout ObjectReader, zoom: (Field) -> Double?) -> Framing? {
        let centered = centered(&object, zoom: zoom)
        let region = object.optional("region", Framing.init(region:))
        let bounds = object.optional("bounds", CoordinateBox.init)
        let rect = object.optional("mapRect", MapRect.init)
        return centered ?? region ?? bounds.map(Framing.bounds) ?? rect.map { .bounds($0.box) }
    }

    /// A center with a zoom, or with a distance.
    private static func centered(_ object: inout ObjectReader, zoom: (Field) -> Double?) -> Framing? {
        let distance = object.field("distance")
        guard let center = object.field("center") else {
            distance?.report("a distance goes with a \"center\"", code: .sceneConflictingKeys)
            return nil
        }
        let coordinate = Coordinate(center)
        guard let distance else {
            let zoom = object.required("zoom", zoom)
            return coordinate.flatMap { coordinate in zoom.map { .center(coordinate, zoom: $0) } }
        }
        _ = object.field("zoom")
        let meters = distance.number(in: Camera.distances)
        guard object.atMostOne(of: ["zoom", "distance"]), let coordinate, let meters else { return nil }
        return .lookingAt(coordinate, fromDistance: meters)
    }
}

extension Camera.Framing {
    /// A center with a span in degrees, or with metres to both sides.
    fileprivate init?(region field: Field) {
        guard var object = field.object() else { return nil }
        let center = object.required("center", Coordinate.init)
        let span = object.optional("span", CoordinateSpan.init)
        let latitudinal = object.optional("latitudinalMeters") { $0.positive(upTo: WebMercator.circumference) }
        let longitudinal = object.optional("longitudinalMeters") { $0.positive(upTo: WebMercator.circumference) }
        object.finish()
        let bySpan = object.object["span"] != nil
        let meters = ["latitudinalMeters", "longitudinalMeters"].filter { object.object[$0] != nil }
        guard bySpan ? meters.isEmpty : meters.count == 2 else {
            field.report(
                expected: "a \"span\", or \"latitudinalMeters\" and \"longitudinalMeters\"",
                found: bySpan ? "both" : meters.first.map { "\"\($0)\" alone" } ?? "neither",
                code: .sceneConflictingKeys)
            return nil
        }
        guard let center else { return nil }
        if let span {
            self = .region(center: center, span: span)
        } else if let latitudinal, let longitudinal {
            self = .distance(center: center, latitudinalMeters: latitudinal, longitudinalMeters: longitudinal)
        } else {
            return nil
        }
    }
}

extension MapRect {
    /// Map points, as MapKit has them.
    fileprivate init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let world = MapRect.worldSize
        let x = object.required("x") { $0.number(in: -world...2 * world) }
        let y = object.required("y") { $0.number(in: 0...world) }
        let width = object.required("width") { $0.positive(upTo: world) }
        let height = object.required("height") { $0.positive(upTo: world) }
        object.finish()
        guard let x, let y, let width, let height else { return nil }
        guard y + height <= world else {
            object.field("height")?.report(
                expected: "a rectangle that ends within the world's \(formatted(world)) map points",
                found: formatted(y + height))
            return nil
        }
        self.init(x: x, y: y, width: width, height: height)
    }
}

extension CoordinateSpan {
    fileprivate init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let latitudeDelta = object.required("latitudeDelta") { $0.positive(upTo: 180) }
        let longitudeDelta = object.required("longitudeDelta") { $0.positive(upTo: 360) }
        object.finish()
        guard let latitudeDelta, let longitudeDelta else { return nil }
        self.init(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta)
    }
}

extension Camera.Content {
    /// "all" or ids. That the ids exist is checked with the annotations.
    fileprivate init?(_ field: Field) {
        if field.node.string == "all" {
            self = .all
            return
        }
        guard let elements = field.node.array, !elements.isEmpty else {
            field.report(expected: "\"all\" or an array of annotation ids")
            return nil
        }
        self = .ids(field.array { $0.string() } ?? [])
    }
}

extension Field {
    /// A number above zero.
    fileprivate func positive(upTo limit: Double) -> Double? {
        guard let number = node.number else { return expected("a number") }
        guard number > 0, number <= limit else {
            return expected("a number above 0, up to \(formatted(limit.rounded(.down)))")
        }
        return number
    }
}

extension Camera {
    var jsonNode: JSONNode {
        var members = framing.members
        func add(_ key: String, _ node: JSONNode?) {
            if let node { members.append(JSONObject.Member(key, node)) }
        }
        if case .fit = framing, zoom == nil { add("center", center?.jsonNode) }
        if followsHeading, let index = members.firstIndex(where: { $0.key == "follow" }) {
            members[index] = JSONObject.Member("follow", .text(Camera.withHeading))
        }
        if members.allSatisfy({ $0.key != "zoom" }) { add("zoom", zoom.map(JSONNode.number)) }
        add("bearing", bearing == 0 ? nil : .number(bearing))
        add("pitch", tilt.pitch == 0 ? nil : .number(tilt.pitch))
        add("roll", tilt.roll == 0 ? nil : .number(tilt.roll))
        let fieldOfView = tilt.verticalFieldOfView
        add("verticalFieldOfView", fieldOfView == Tilt.defaultFieldOfView ? nil : .number(fieldOfView))
        add("padding", padding?.jsonNode)
        add("contentInsets", contentInsets == EdgeInsets() ? nil : contentInsets.jsonNode)
        add("minZoom", minZoom.map(JSONNode.number))
        add("maxZoom", maxZoom.map(JSONNode.number))
        add("snapZoom", snapZoom.map(JSONNode.bool))
        add("default", fallback.map { JSONNode(.object(JSONObject($0.members))) })
        return JSONNode(.object(JSONObject(members)))
    }
}

extension Camera.Framing {
    fileprivate var members: [JSONObject.Member] {
        switch self {
        case .center(let center, let zoom):
            return [JSONObject.Member("center", center.jsonNode), JSONObject.Member("zoom", .number(zoom))]
        case .lookingAt(let center, let distance):
            return [JSONObject.Member("center", center.jsonNode), JSONObject.Member("distance", .number(distance))]
        case .region(let center, let span):
            let span = JSONNode.members([
                "latitudeDelta": .number(span.latitudeDelta), "longitudeDelta": .number(span.longitudeDelta),
            ])
            return [JSONObject.Member("region", .members(["center": center.jsonNode, "span": span]))]
        case .distance(let center, let latitudinal, let longitudinal):
            let region = JSONNode.members([
                "center": center.jsonNode, "latitudinalMeters": .number(latitudinal),
                "longitudinalMeters": .number(longitudinal),
            ])
            return [JSONObject.Member("region", region)]
        case .bounds(let box): return [JSONObject.Member("bounds", box.jsonNode)]
        case .fit(.all): return [JSONObject.Member("fit", .text("all"))]
        case .fit(.ids(let ids)): return [JSONObject.Member("fit", .list(ids.map(JSONNode.text)))]
        case .followUser(let zoom):
            return [JSONObject.Member("follow", .text("user")), JSONObject.Member("zoom", .number(zoom))]
        }
    }
}

extension CoordinateBox {
    /// `[west, south, east, north]`
    var jsonNode: JSONNode { .list([west, south, east, north].map(JSONNode.number)) }
}

extension Padding {
    fileprivate var jsonNode: JSONNode { .list([top, right, bottom, left].map(\.jsonNode)) }
}

extension Padding.Length {
    var jsonNode: JSONNode {
        switch self {
        case .points(let points): .number(points)
        case .percent(let percent): .percentage(percent)
        }
    }
}

extension JSONNode {
    static func percentage(_ percent: Double) -> JSONNode { .text(formatted(percent) + "%") }
}

extension EdgeInsets {
    fileprivate var jsonNode: JSONNode {
        .members(["top": .number(top), "left": .number(left), "bottom": .number(bottom), "right": .number(right)])
    }
}
