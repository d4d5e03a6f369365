// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane

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
