// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages

extension Overlay {
    /// The words of `type`.
    enum Kind: String, CaseIterable {
        case polyline, polygon, circle, fog, tiles, geojson, gpx, kml, geopackage, topojson, wkt, graticule
        /// What `Scene.json` has for an overlay that code draws.
        case drawing

        /// Those that a scene file is meant to have.
        static let allCases: [Kind] = [
            polyline, polygon, circle, fog, tiles, geojson, gpx, kml, geopackage, topojson, wkt, graticule,
        ]
    }

    /// Decodes one overlay.
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        guard let kind = object.required("type", { $0.choice(of: Kind.self) }) else { return nil }
        let id = object.optional("id") { $0.filled() }
        let level = object.optional("level") { $0.choice(of: Level.self) }
        let before = object.optional("before") { $0.filled() }
        let alpha = object.one(of: ["alpha", "opacity"]) { $0.number(in: 0...1) }
        let blend = object.one(of: ["blend", "blendMode"]) { $0.choice(of: BlendMode.self) }
        let system = object.optional("coordinateSystem") { $0.choice(of: CoordinateSystem.self) }
        let title = object.optional("title") { $0.string() }
        let alt = object.optional("alt") { $0.string() }
        let href = object.optional("href") { $0.link() }
        let properties = object.optional("properties", Properties.init)
        let content: Content? =
            switch kind {
            case .polyline: Polyline(&object).map(Content.polyline)
            case .polygon: Polygon(&object).map(Content.polygon)
            case .circle: Circle(&object).map(Content.circle)
            case .fog: Fog(&object).map(Content.fog)
            case .tiles: TileOverlay(&object).map(Content.tiles)
            case .geojson: DataOverlay(.geojson, &object).map(Content.data)
            case .gpx: DataOverlay(.gpx, &object).map(Content.data)
            case .kml: DataOverlay(.kml, &object).map(Content.data)
            case .geopackage: DataOverlay(.geopackage, &object).map(Content.data)
            case .topojson: DataOverlay(.topojson, &object).map(Content.data)
            case .wkt: DataOverlay(.wkt, &object).map(Content.data)
            case .graticule: .graticule(Graticule(&object))
            case .drawing: .drawing(OverlayDrawing(&object))
            }
        object.finish()
        guard let content else { return nil }
        self.init(
            content, id: id, level: level, alpha: alpha ?? 1, coordinateSystem: system, title: title, alt: alt,
            href: href)
        blendMode = blend ?? .normal
        self.before = before
        self.properties = properties ?? Properties()
    }
}

extension OverlayDrawing {
    /// Reports that the code is missing, and draws nothing.
    init(_ object: inout ObjectReader) {
        object.field("type")?.report(
            "an overlay that Swift code draws has no JSON form: nothing is drawn", severity: .warning,
            code: .sceneDrawnByCode, hint: "render the scene from Swift")
        self.init { _, _ in }
    }
}

extension Polyline {
    init?(_ object: inout ObjectReader) {
        let coordinates = object.line(atLeast: 2)
        let style = LineStyle(&object)
        let gradient = object.optional("gradient", Gradient.init)
        let arrows = object.optional("arrows", Arrows.decode) ?? nil
        let geodesic = object.optional("geodesic") { $0.bool() }
        let simplify = object.optional("simplify") { $0.number(in: 0...100) }
        let merge = object.optional("mergeStrokes") { $0.bool() }
        guard let coordinates else { return nil }
        self.init(
            coordinates, style: style, gradient: gradient, arrows: arrows, geodesic: geodesic ?? false,
            simplify: simplify ?? Polyline.finestDetail, mergeStrokes: merge ?? false)
    }
}

extension Polyline.Gradient {
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let colors = object.required("colors") { $0.list(of: "colors", atLeast: 2, { Color($0) }) }
        let locationsField = object.field("locations")
        let locations = locationsField?.array { $0.number(in: 0...1) }
        object.finish()
        guard let colors else { return nil }
        if let locations, let locationsField {
            guard locationsField.node.array?.count == colors.count else {
                locationsField.report(expected: "as many locations as colors, \(colors.count)")
                return nil
            }
            guard locations == locations.sorted() else {
                locationsField.report("expected locations in ascending order")
                return nil
            }
        }
        self.init(colors, locations: locations ?? [])
    }
}

extension Polyline.Arrows {
    /// True, false, or an object.
    static func decode(_ field: Field) -> Polyline.Arrows?? {
        if let on = field.node.bool { return on ? Polyline.Arrows() : .some(nil) }
        guard field.node.object != nil else { return field.expected("true, false or an object") }
        guard var object = field.object() else { return nil }
        let spacing = object.optional("spacing") { $0.number(in: 8...10_000) }
        let color = object.optional("color", { Color($0) })
        object.finish()
        return Polyline.Arrows(spacing: spacing ?? 64, color: color)
    }
}

extension Polygon {
    init?(_ object: inout ObjectReader) {
        let coordinates = object.line(atLeast: 3)
        let holes = object.optional("holes") { holes in
            holes.array { $0.list(of: "corners", atLeast: 3, Coordinate.init) }
        }
        let (fill, style) = object.area(lineWidth: 2)
        let area = coordinates.map { Polygon($0, holes: holes ?? [], fillColor: fill, style: style) }
        let handles = object.optional("handles") { Handles.decode($0, corners: area?.corners.count) } ?? nil
        guard var polygon = area else { return nil }
        polygon.handles = handles
        if let problem = polygon.crossingProblem {
            let position = object.field("coordinates") ?? object.field
            position.report(problem.message, severity: .warning, code: .sceneCrossingEdges, hint: problem.hint)
        }
        self = polygon
    }
}

extension Circle {
    /// Half the way round the Earth.
    static let radii = 0.001...20_037_508.0

    init?(_ object: inout ObjectReader) {
        let center = object.required("center", Coordinate.init)
        let radius = object.required("radius") { $0.number(in: Circle.radii) }
        let (fill, style) = object.area(lineWidth: 2)
        guard let center, let radius else { return nil }
        self.init(center: center, radius: radius, fillColor: fill, style: style)
    }
}

extension Fog {
    init?(_ object: inout ObjectReader) {
        let usual = Fog(reveal: [])
        let color = object.optional("color", { Color($0) })
        let reveal = object.required("reveal") { $0.array(Reveal.init) }
        let feather = object.optional("feather") { $0.number(in: 0...200) }
        guard let reveal else { return nil }
        self.init(color: color ?? usual.color, reveal: reveal, feather: feather ?? usual.feather)
    }
}

extension Fog.Reveal {
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let track = object.optional("track") { field -> [String]? in
            field.node.array == nil
                ? field.filled().map { [$0] } : field.list(of: "ids of overlays", atLeast: 1) { $0.filled() }
        }
        let line = object.field("coordinates")?.list(of: "coordinates", atLeast: 1, Coordinate.init)
        let width = object.optional("width") { $0.number(in: 0...10_000) }
        let radius = object.optional("radiusMeters") { $0.number(in: Circle.radii) }
        object.finish()
        guard object.exactlyOne(of: ["track", "coordinates"]), object.atMostOne(of: ["width", "radiusMeters"]) else {
            return nil
        }
        let reach = radius.map(Reach.radiusMeters) ?? .width(width ?? 32)
        if let track {
            self.init(.overlays(track), reach: reach)
        } else if let line {
            self.init(.line(line), reach: reach)
        } else {
            return nil
        }
    }
}

extension Overlay {
    var jsonNode: JSONNode {
        var members: [JSONObject.Member] = []
        func add(_ key: String, _ node: JSONNode?) {
            if let node { members.append(JSONObject.Member(key, node)) }
        }
        add("id", id.map(JSONNode.text))
        members += content.members
        add("level", level == content.usualLevel ? nil : .word(level))
        add("before", before.map(JSONNode.text))
        add("alpha", alpha == 1 ? nil : .number(alpha))
        add("blend", blendMode == .normal ? nil : .word(blendMode))
        add("coordinateSystem", coordinateSystem.map(JSONNode.word))
        add("title", title.map(JSONNode.text))
        add("alt", alt.map(JSONNode.text))
        add("href", href.map(JSONNode.text))
        add("properties", properties.isEmpty ? nil : JSONNode(.object(properties.object)))
        return JSONNode(.object(JSONObject(members)))
    }
}

extension Overlay.Content {
    fileprivate var members: [JSONObject.Member] {
        switch self {
        case .polyline(let line): line.members
        case .polygon(let polygon): polygon.members
        case .circle(let circle): circle.members
        case .fog(let fog): fog.members
        case .tiles(let tiles): tiles.members
        case .data(let data): data.members
        case .graticule(let graticule): graticule.members
        case .drawing: [JSONObject.Member("type", .text(Overlay.Kind.drawing.rawValue))]
        }
    }
}

private typealias Members = KeyValuePairs<String, JSONNode?>

/// The members of an object, without those that are nil.
private func present(_ members: Members) -> [JSONObject.Member] {
    members.compactMap { key, node in node.map { JSONObject.Member(key, $0) } }
}

private func list(_ line: [Coordinate]) -> JSONNode { .list(line.map(\.jsonNode)) }

extension Polyline {
    fileprivate var members: [JSONObject.Member] {
        present([
            "type": .text("polyline"), "coordinates": list(coordinates),
            "gradient": gradient.map { gradient in
                .members([
                    "colors": .list(gradient.colors.map(JSONNode.color)),
                    "locations": .nonEmpty(gradient.locations.map(JSONNode.number)),
                ])
            },
            "arrows": arrows.map { arrows in
                .members(["spacing": .number(arrows.spacing), "color": arrows.color.map(JSONNode.color)])
            },
            "geodesic": geodesic ? .bool(true) : nil,
            "simplify": simplify == Polyline.finestDetail ? nil : .number(simplify),
            "mergeStrokes": mergeStrokes ? .bool(true) : nil,
        ]) + style.members
    }
}

extension Polygon {
    fileprivate var members: [JSONObject.Member] {
        present([
            "type": .text("polygon"), "coordinates": list(coordinates), "holes": .nonEmpty(holes.map(list)),
            "handles": handles?.jsonNode,
        ]) + areaMembers(fillColor, style)
    }
}

extension Circle {
    fileprivate var members: [JSONObject.Member] {
        present(["type": .text("circle"), "center": center.jsonNode, "radius": .number(radius)])
            + areaMembers(fillColor, style)
    }
}

/// An area with neither fill nor edge is filled with a transparent color: without both keys it would get the defaults.
private func areaMembers(_ fill: Color?, _ style: LineStyle?) -> [JSONObject.Member] {
    let fill = fill ?? (style == nil ? .transparent : nil)
    return present(["fillColor": fill.map(JSONNode.color)]) + (style?.members ?? [])
}

extension Handles {
    fileprivate var jsonNode: JSONNode {
        .members([
            "image": image?.jsonNode, "highlightedImage": highlightedImage?.jsonNode,
            "hitSize": .pair(hitSize.width, hitSize.height), "highlighted": highlighted.map(JSONNode.count),
        ])
    }
}

extension LineStyle {
    fileprivate var members: [JSONObject.Member] {
        var (points, meters): (JSONNode?, JSONNode?)
        switch lineWidth {
        case .points(let width): points = .number(width)
        case .meters(let width): meters = .number(width)
        }
        return present([
            "strokeColor": .color(strokeColor), "lineWidth": points, "widthMeters": meters,
            "lineCap": lineCap == .round ? nil : .word(lineCap), "lineJoin": lineJoin == .round ? nil : .word(lineJoin),
            "miterLimit": miterLimit == 10 ? nil : .number(miterLimit),
            "lineDashPattern": .nonEmpty(lineDashPattern.map(JSONNode.number)),
            "lineDashPhase": lineDashPhase == 0 ? nil : .number(lineDashPhase),
            "casing": casing.map { casing in
                .members(["color": casing.color.map(JSONNode.color), "width": .number(casing.width)])
            },
            "strokeStart": strokeStart == 0 ? nil : .number(strokeStart),
            "strokeEnd": strokeEnd == 1 ? nil : .number(strokeEnd),
        ])
    }
}

extension Fog {
    fileprivate var members: [JSONObject.Member] {
        present([
            "type": .text("fog"), "color": .color(color), "reveal": .list(reveal.map(\.jsonNode)),
            "feather": .number(feather),
        ])
    }
}

extension Fog.Reveal {
    fileprivate var jsonNode: JSONNode {
        var (ids, line, width, radius): (JSONNode?, JSONNode?, JSONNode?, JSONNode?)
        switch track {
        case .overlays(let names): ids = .list(names.map(JSONNode.text))
        case .line(let coordinates): line = list(coordinates)
        }
        switch reach {
        case .width(let points): width = .number(points)
        case .radiusMeters(let meters): radius = .number(meters)
        }
        return .members(["track": ids, "coordinates": line, "width": width, "radiusMeters": radius])
    }
}

extension TileOverlay {
    fileprivate var members: [JSONObject.Member] {
        present([
            "type": .text("tiles"), "tiles": .text(tiles), "minZoom": minZoom.map(JSONNode.count),
            "maxZoom": maxZoom.map(JSONNode.count), "overzoom": overzoom ? nil : .bool(false),
            "bounds": bounds?.jsonNode, "tileSize": tileSize.map(JSONNode.number),
            "geometryFlipped": geometryFlipped ? .bool(true) : nil,
            "canReplaceMapContent": canReplaceMapContent ? .bool(true) : nil,
            "missingTiles": missingTiles == .skip ? nil : .word(missingTiles),
        ])
    }
}

extension Graticule {
    fileprivate var members: [JSONObject.Member] {
        present([
            "type": .text("graticule"),
            "interval": interval.map { .pair($0.longitude, $0.latitude) },
            "strokeColor": strokeColor.map(JSONNode.color), "lineWidth": .number(lineWidth),
            "lineDashPattern": .nonEmpty(lineDashPattern.map(JSONNode.number)), "labels": labels ? nil : .bool(false),
            "textStyle": textStyle == Graticule.defaultTextStyle ? nil : textStyle.jsonNode,
        ])
    }
}

extension DataOverlay {
    fileprivate var members: [JSONObject.Member] {
        let source: JSONNode =
            switch source {
            case .file(let path): .text(path)
            case .inline(let json): json.node
            }
        return present([
            "type": .word(format), "data": source, "layers": .nonEmpty(layers.map(JSONNode.text)),
            "fillColor": fillColor.map(JSONNode.color),
        ]) + style.members
    }
}
