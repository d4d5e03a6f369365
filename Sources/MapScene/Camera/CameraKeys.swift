// SPDX-License-Identifier: MIT
import MapCore
import MapGeo

extension Camera: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "camera"

    static var schemaRules: JSONNode {
        let forms = ["center", "distance", "region", "bounds", "mapRect", "fit", "follow"]
        let none = JSONNode(.object(JSONObject(forms.map { JSONObject.Member($0, false) })))
        let zooms = { (limit: JSONNode) -> JSONNode in
            [
                "properties": [
                    "zoom": limit, "minZoom": limit, "maxZoom": limit, "default": ["properties": ["zoom": limit]],
                ]
            ]
        }
        return [
            "oneOf": .oneOf(
                required: Placement.forms + [["center", "mapScale"], ["fit"], ["follow"]], or: ["properties": none]),
            "if": ["required": ["zoomTileSize"], "properties": ["zoomTileSize": ["const": 256]]],
            "then": zooms(["minimum": .number(Camera.zooms.lowerBound + 1)]),
            "else": zooms(["maximum": .number(Camera.zooms.upperBound)]),
        ]
    }

    mutating func keys(_ k: inout Keys) {
        let zooms = ZoomCodec(k)
        let written = writtenFraming
        var place = Placement(written, zoom: zoom)
        var (content, followed): (Content?, String?)
        switch written {
        case .fit(let items):
            content = items
            place.center = center
        case .followUser: followed = followsHeading ? Camera.withHeading : "user"
        case .center, .lookingAt, .region, .distance, .bounds: break
        }
        if k.isReading { (place, content) = (Placement(zooms: zooms), nil) }
        // A scale stands in for the zoom of a center.
        if mapScale != nil { (place.distance, place.zoom) = (nil, nil) }
        place.centerKeys(&k)
        k("mapScale", &mapScale, .number(Camera.mapScales))
        var tileSize = zooms.tileSize
        k("zoomTileSize", &tileSize, .tileSize)
        place.areaKeys(&k)
        k.keep(true) { $0("fit", &content, .content) }
        k("follow", &followed, .user)
        k("default", &fallback, FallbackCodec(zooms: zooms))
        k("minZoom", &minZoom, zooms)
        k("maxZoom", &maxZoom, zooms)
        k("bearing", &bearing, .number)
        k("pitch", &tilt.pitch, .number(Tilt.pitches))
        k("roll", &tilt.roll, .number)
        k("verticalFieldOfView", &tilt.verticalFieldOfView, .number(Tilt.fieldsOfView))
        for gesture in Camera.gestures {
            var isEnabled: Bool?
            k(gesture, &isEnabled, .gesture)
        }
        let sides = "a length, [vertical, horizontal] or [top, right, bottom, left]"
        k("padding", &padding, .tuple(sides, of: .length, counts: [2, 4], orOne: true))
        k("snapZoom", &snapZoom)
        k("contentInsets", &contentInsets)
        guard k.isReading else { return }
        let forms = k.named(Camera.placedForms + ["fit", "follow"])
        let follows = followed.map { _ in Framing.followUser(zoom: place.zoom ?? Camera.fitMaxZoom) }
        followsHeading = followed == Camera.withHeading
        if k.given("mapScale") != nil { _ = k.atMostOne(of: ["mapScale", "zoom", "distance"]) }
        if forms == ["center", "fit"], k.named(["zoom", "distance"]).isEmpty {
            center = place.center
        } else {
            _ = k.atMostOne(of: Camera.placedForms + ["fit", "follow"])
            place.checkFraming(&k)
        }
        let atScale = mapScale.flatMap { _ in place.center.map { Framing.center($0, zoom: Camera.fitMaxZoom) } }
        let named = place.framing ?? (forms.contains("fit") ? nil : atScale) ?? content.map(Framing.fit) ?? follows
        if named == nil, !forms.isEmpty { k.isWhole = false }
        framing = named ?? .fit(.all)
        zoom = forms.contains("center") || forms.contains("follow") ? nil : place.zoom
        noteIneffective(&k)
        if mapScale != nil {
            for key in ["minZoom", "maxZoom", "snapZoom"] { k.noteNoEffect(key, "beside a \"mapScale\"") }
        }
        let hasZooms = !k.named(["zoom", "minZoom", "maxZoom"]).isEmpty || k.given("default")?.node["zoom"] != nil
        if !hasZooms { k.noteNoEffect("zoomTileSize", "without a zoom") }
        if let minZoom, let maxZoom, minZoom > maxZoom {
            k.given("minZoom")?.report(
                expected: "a minZoom up to the maxZoom \(formatted(maxZoom - zooms.shift))",
                found: "\(formatted(minZoom - zooms.shift))")
        }
    }

    /// What a camera frames whose center and zoom are replaced: nothing is left then of a fit, a region or a box.
    private var writtenFraming: Framing {
        switch framing {
        case .fit, .region, .distance, .bounds:
            guard let center, let zoom else { return framing }
            return .center(center, zoom: zoom)
        case .center, .lookingAt, .followUser: return framing
        }
    }

    /// Whether the format has no words for the center: it has some beside a fit, and beside a zoom.
    var losesCenter: Bool {
        switch writtenFraming {
        case .region, .distance, .bounds: center != nil
        case .center, .fit, .lookingAt, .followUser: false
        }
    }

    /// Notes keys that are for other framings. Padding moves a center that has more room on one side.
    private func noteIneffective(_ k: inout Keys) {
        let isEven = padding.map { $0.top == $0.bottom && $0.left == $0.right } ?? false
        switch framing {
        case .fit: break
        case .followUser:
            if isEven { k.noteNoEffect("padding", "where the camera follows the user") }
            k.noteNoEffect("snapZoom", "where the camera follows the user")
        case .center:
            if isEven { k.noteNoEffect("padding", "beside a \"center\" with a \"zoom\"") }
            for key in ["snapZoom", "default"] { k.noteNoEffect(key, "beside a \"center\" with a \"zoom\"") }
        case .lookingAt, .region, .distance, .bounds:
            for key in ["snapZoom", "default"] {
                k.noteNoEffect(key, "where the camera says itself what it shows")
            }
        }
    }

    /// What a camera follows that turns with the user.
    fileprivate static let withHeading = "userWithHeading"

    /// What MapKit and AMap say about fingers: nothing to an image.
    private static let gestures: [StaticString] = [
        "zoomEnabled", "scrollEnabled", "rotateEnabled", "rotateCameraEnabled", "pitchEnabled",
    ]
    /// The keys of framings that need nothing else of the scene.
    fileprivate static let placedForms = ["center", "region", "bounds", "mapRect"]
}

/// A zoom, which counts tiles of the size that the camera says.
fileprivate struct ZoomCodec: KeyCodec {
    /// What a zoom counts less than in MapLibre's tiles of 512 points.
    var shift = 0.0
    var tileSize: Int { shift == 0 ? 512 : 256 }

    init(_ k: Keys) {
        if k.given("zoomTileSize")?.node.number == 256 { shift = -1 }
    }

    init() {}

    func decode(_ field: Field) -> Double? {
        field.number(in: (Camera.zooms.lowerBound - shift)...(Camera.zooms.upperBound - shift)).map { $0 + shift }
    }
    func encode(_ value: Double) -> JSONNode? { .number(value) }
    var schema: JSONNode { .reference("zoom") }
}

/// A framing that needs nothing else of the scene: a center with a zoom or a distance, a region or bounds.
struct Placement: KeyedValue {
    var center: Coordinate?
    var distance: Double?
    var zoom: Double?
    var region: Region?
    var bounds: CoordinateBox?
    var mapRect: MapRect?

    fileprivate var zooms = ZoomCodec()
    /// What was read; nil for none, and after a rule is broken.
    fileprivate var framing: Camera.Framing?

    static var usual: Self { Self() }
    static let definition = "fallback"
    static var schemaRules: JSONNode { ["oneOf": .oneOf(required: forms)] }
    fileprivate static let forms = [["center", "zoom"], ["center", "distance"], ["region"], ["bounds"], ["mapRect"]]

    fileprivate init(_ framing: Camera.Framing? = nil, zoom: Double? = nil, zooms: ZoomCodec = ZoomCodec()) {
        (self.zoom, self.zooms) = (zoom, zooms)
        switch framing {
        case .center(let place, let zoom): (center, self.zoom) = (place, zoom)
        case .lookingAt(let place, let meters): (center, distance, self.zoom) = (place, meters, nil)
        case .region(let center, let span): region = Region(center: center, span: span)
        case .distance(let center, let latitudinal, let longitudinal):
            region = Region(center: center, latitudinalMeters: latitudinal, longitudinalMeters: longitudinal)
        case .bounds(let box): bounds = box
        case .followUser(let zoom): self.zoom = zoom
        case .fit, nil: break
        }
    }

    mutating func keys(_ k: inout Keys) {
        centerKeys(&k)
        areaKeys(&k)
        guard k.isReading else { return }
        _ = k.exactlyOne(of: Camera.placedForms)
        checkFraming(&k)
        if k.given("center") == nil {
            k.given("zoom")?.report("a zoom goes with a \"center\" here", code: .sceneConflictingKeys)
        }
    }

    fileprivate mutating func centerKeys(_ k: inout Keys) {
        k("center", &center, .coordinate)
        k("distance", &distance, .number(Camera.distances))
        k("zoom", &zoom, zooms)
    }

    fileprivate mutating func areaKeys(_ k: inout Keys) {
        k("region", &region)
        k("bounds", &bounds, .box)
        k("mapRect", &mapRect)
    }

    fileprivate mutating func checkFraming(_ k: inout Keys) {
        if k.given("center") == nil {
            k.given("distance")?.report("a distance goes with a \"center\"", code: .sceneConflictingKeys)
            framing = region?.framing ?? bounds.map(Camera.Framing.bounds) ?? mapRect.map { .bounds($0.box) }
        } else if k.given("mapScale") != nil {
            // A camera has one; what it falls back to has not.
            framing = nil
        } else if k.given("distance") == nil {
            k.require("zoom")
            framing = center.flatMap { center in zoom.map { .center(center, zoom: $0) } }
        } else if k.atMostOne(of: ["zoom", "distance"]), let center, let distance {
            framing = .lookingAt(center, fromDistance: distance)
        }
    }
}

/// The camera where there is nothing to fit or to follow; its zooms count as those of the camera that it is for.
private struct FallbackCodec: KeyCodec {
    let zooms: ZoomCodec

    func decode(_ field: Field) -> Camera.Framing? {
        var place = Placement(zooms: zooms)
        return place.read(field) ? place.framing : nil
    }
    func encode(_ value: Camera.Framing) -> JSONNode? { Placement(value).jsonNode }
    var schema: JSONNode { .reference(Placement.definition) }
}

/// A region as MapKit has it: a center with a span in degrees, or with meters to both sides.
struct Region: KeyedValue {
    var center: Coordinate
    var span: CoordinateSpan?
    var latitudinalMeters: Double?
    var longitudinalMeters: Double?

    static var usual: Self { Self(center: Coordinate(latitude: 0, longitude: 0)) }
    static let definition = "region"
    static var schemaRules: JSONNode {
        ["oneOf": .oneOf(required: [["span"], ["latitudinalMeters", "longitudinalMeters"]])]
    }

    mutating func keys(_ k: inout Keys) {
        k.required("center", &center, .coordinate)
        k("span", &span)
        k("latitudinalMeters", &latitudinalMeters, .positive(upTo: WebMercator.circumference.rounded(.down)))
        k("longitudinalMeters", &longitudinalMeters, .positive(upTo: WebMercator.circumference.rounded(.down)))
        guard let object = k.object else { return }
        let bySpan = object.object["span"] != nil
        let meters = k.named(["latitudinalMeters", "longitudinalMeters"])
        if bySpan ? !meters.isEmpty : meters.count != 2 {
            object.field.report(
                expected: "a \"span\", or \"latitudinalMeters\" and \"longitudinalMeters\"",
                found: bySpan ? "both" : meters.first.map { "\"\($0)\" alone" } ?? "neither",
                code: .sceneConflictingKeys)
        }
    }

    fileprivate var framing: Camera.Framing? {
        if let span { return .region(center: center, span: span) }
        guard let latitudinalMeters, let longitudinalMeters else { return nil }
        return .distance(center: center, latitudinalMeters: latitudinalMeters, longitudinalMeters: longitudinalMeters)
    }
}

extension MapRect: KeyedValue {
    static var usual: Self { Self(x: 0, y: 0, width: 0, height: 0) }
    static let definition = "mapRect"

    mutating func keys(_ k: inout Keys) {
        let world = MapRect.worldSize
        k.required("x", &x, .number(-world...2 * world))
        k.required("y", &y, .number(0...world))
        k.required("width", &width, .positive(upTo: world))
        k.required("height", &height, .positive(upTo: world))
        guard k.isWhole, y + height > world else { return }
        k.given("height")?.report(
            expected: "a rectangle that ends within the world's \(formatted(world)) map points",
            found: formatted(y + height))
    }
}

extension CoordinateSpan: KeyedValue {
    static var usual: Self { Self(latitudeDelta: 0, longitudeDelta: 0) }
    static let definition = "span"

    mutating func keys(_ k: inout Keys) {
        k.required("latitudeDelta", &latitudeDelta, .positive(upTo: 180))
        k.required("longitudeDelta", &longitudeDelta, .positive(upTo: 360))
    }
}

extension EdgeInsets: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "insets"

    mutating func keys(_ k: inout Keys) {
        let points = 0...Double.greatestFiniteMagnitude
        k("top", &top, .number(points))
        k("left", &left, .number(points))
        k("bottom", &bottom, .number(points))
        k("right", &right, .number(points))
    }
}

extension KeyCodec where Self == Form<Int> {
    fileprivate static var tileSize: Self {
        Form(
            ["enum": [256, 512]],
            { [256, 512].contains($0.node.number) ? $0.node.number.map { Int($0) } : $0.expected("256 or 512") },
            JSONNode.count)
    }
}

extension KeyCodec where Self == Form<Camera.Content> {
    /// "all" or ids. That the ids exist is checked with the annotations.
    fileprivate static var content: Self {
        Form(
            ["oneOf": [["const": "all"], ["type": "array", "items": ["type": "string"], "minItems": 1]]],
            { field in
                if field.node.string == "all" { return .all }
                guard field.node.array?.isEmpty == false else {
                    return field.expected("\"all\" or an array of annotation ids")
                }
                return field.array { $0.string() }.map(Value.ids)
            },
            { if case .ids(let ids) = $0 { .list(ids.map(JSONNode.text)) } else { "all" } })
    }
}

extension KeyCodec where Self == Form<String> {
    fileprivate static var user: Self {
        Form(
            ["enum": ["user", .text(Camera.withHeading)]],
            { field in
                let isKnown = ["user", Camera.withHeading].contains(field.node.string)
                return isKnown ? field.node.string : field.expected("\"user\" or \"\(Camera.withHeading)\"")
            }, JSONNode.text)
    }
}

extension KeyCodec where Self == Form<Bool> {
    fileprivate static var gesture: Self {
        Form(
            .reference("gesture"),
            { field in
                guard let isEnabled = field.bool() else { return nil }
                field.report(
                    "an image has no gestures; this changes nothing", severity: .note, code: .sceneNoEffect)
                return isEnabled
            }, JSONNode.bool)
    }
}

extension Padding: Tuple {
    init(parts: [Length]) {
        let all = parts.count == 4 ? parts : [0, 1, 0, 1].map { parts[min($0, parts.count - 1)] }
        self.init(top: all[0], right: all[1], bottom: all[2], left: all[3])
    }
    var parts: [Length] { [top, right, bottom, left] }
}

extension KeyCodec where Self == Form<Padding.Length> {
    static var length: Self { Form(.reference("length"), Padding.Length.init, \.jsonNode) }
}

extension Padding.Length {
    /// Points, or a percentage of the image's side.
    init?(_ field: Field) {
        switch field.node.value {
        case .number(let points) where points >= 0: self = .points(points)
        case .string(let text):
            let digits = text.dropLast()
            guard text.hasSuffix("%"), digits.first != ".", digits.last != ".",
                digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
                let percent = Double(digits), (0...100).contains(percent)
            else { fallthrough }
            self = .percent(percent)
        default:
            field.report(expected: "points from 0 or a percentage such as \"10%\"")
            return nil
        }
    }

    var jsonNode: JSONNode {
        switch self {
        case .points(let points): .number(points)
        case .percent(let percent): .percentage(percent)
        }
    }
}
