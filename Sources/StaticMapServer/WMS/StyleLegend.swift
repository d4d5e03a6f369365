// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry

/// What a style draws each kind of feature like: a picture with a sample of each, drawn by the style itself, and its name.
struct StyleLegend {
    /// A kind of feature, as the schema OpenMapTiles tells them apart.
    private struct Kind {
        enum Form { case area, line }

        let name: String
        let layer: String
        let properties: JSONNode
        let form: Form

        init(_ name: String, _ layer: String, _ properties: [String: String], _ form: Form) {
            (self.name, self.layer, self.form) = (name, layer, form)
            self.properties = properties.sorted { $0.key < $1.key }.reduce([:]) {
                $0.setting($1.key, $1.key == "admin_level" ? .number(Double($1.value) ?? 0) : .text($1.value))
            }
        }
    }

    private static let kinds = [
        Kind("Motorway", "transportation", ["class": "motorway"], .line),
        Kind("Main road", "transportation", ["class": "primary"], .line),
        Kind("Secondary road", "transportation", ["class": "secondary"], .line),
        Kind("Street", "transportation", ["class": "minor"], .line),
        Kind("Path", "transportation", ["class": "path", "subclass": "footway"], .line),
        Kind("Railway", "transportation", ["class": "rail", "subclass": "rail"], .line),
        Kind("Border", "boundary", ["admin_level": "2"], .line),
        Kind("River", "waterway", ["class": "river"], .line),
        Kind("Water", "water", ["class": "lake"], .area),
        Kind("Wood", "landcover", ["class": "wood"], .area),
        Kind("Grass", "landcover", ["class": "grass"], .area),
        Kind("Farmland", "landcover", ["class": "farmland"], .area),
        Kind("Park", "landcover", ["class": "grass", "subclass": "park"], .area),
        Kind("Residential area", "landuse", ["class": "residential"], .area),
        Kind("Industrial area", "landuse", ["class": "industrial"], .area),
        Kind("Building", "building", [:], .area),
    ]

    /// Points: a row, a sample, and the picture.
    private static let (row, sample, width) = (22.0, 36.0, 190.0)
    private static let zoom = 15.0

    private let style: JSONNode
    private let rows: [Kind]

    /// Nil for a style of images alone.
    init?(_ style: ServedStyle) {
        guard var json = style.json else { return nil }
        // Its sprite lies beside the style, and not where scenes begin.
        if let sprite = json["sprite"]?.string, !sprite.hasPrefix("/"), !sprite.contains("://") {
            json = json.setting("sprite", .text(style.folder + "/" + sprite))
        }
        self.style = json
        let layers = (json["layers"]?.array ?? []).filter { ["fill", "line"].contains($0["type"]?.string) }
        let names = layers.compactMap { $0["source-layer"]?.string }
        let known = Self.kinds.filter { names.contains($0.layer) }
        guard known.count < 3 else {
            rows = known
            return
        }
        // Of another schema: its layers as they are.
        var own: [Kind] = []
        for layer in layers {
            guard let name = layer["source-layer"]?.string, !own.contains(where: { $0.layer == name }) else { continue }
            own.append(Kind(name, name, [:], layer["type"]?.string == "line" ? .line : .area))
        }
        rows = Array(own.prefix(40))
    }

    var size: (width: Int, height: Int) { (Int(Self.width), Int(Self.row * Double(max(1, rows.count)) + 8)) }

    /// As `POST /render` takes it, for the renderer itself.
    var scene: [UInt8] {
        var sources: JSONNode = [:]
        for layer in Set(rows.map(\.layer)).sorted() {
            let features = rows.enumerated().filter { $0.element.layer == layer }.map { feature($0.element, $0.offset) }
            let data: JSONNode = ["type": "FeatureCollection", "features": .list(features)]
            sources = sources.setting("legend-" + layer, ["type": "geojson", "data": data])
        }
        let layers = (style["layers"]?.array ?? []).compactMap { layer -> JSONNode? in
            if layer["type"]?.string == "background" { return layer }
            guard let name = layer["source-layer"]?.string, rows.contains(where: { $0.layer == name }),
                ["fill", "line"].contains(layer["type"]?.string)
            else { return nil }
            return layer.removing("source-layer").setting("source", .text("legend-" + name))
        }
        let sheet = style.setting("sources", sources).setting("layers", .list(layers)).removing("terrain")
            .removing("sky").removing("center").removing("zoom")
        let texts = rows.enumerated().map { index, kind in
            JSONNode.members([
                "coordinate": position(Self.sample + 14, middle(index)).pair, "view": "text", "text": .text(kind.name),
                "anchor": "left", "textStyle": ["size": 12, "color": "#222222", "halo": "#ffffff", "haloWidth": 2],
                "displayPriority": "required", "collisionMode": "none",
            ])
        }
        let scene: JSONNode = [
            "version": 1, "size": [.count(size.width), .count(size.height)], "basemap": ["style": sheet],
            "camera": ["center": [0, 0], "zoom": .number(Self.zoom)], "annotations": .list(texts),
            "attribution": "none",
        ]
        return Array(scene.line.utf8)
    }

    private func middle(_ index: Int) -> Double { 4 + (Double(index) + 0.5) * Self.row }

    /// The place at a point of the picture, whose middle is where the equator meets Greenwich.
    private func position(_ x: Double, _ y: Double) -> Coordinate {
        let world = 512 * 32768.0
        let (dx, dy) = (x - Self.width / 2, y - Double(size.height) / 2)
        return WebMercator.unproject(.init(0.5 + dx / world, 0.5 + dy / world))
    }

    private func feature(_ kind: Kind, _ index: Int) -> JSONNode {
        let (left, right, y) = (6.0, 6 + Self.sample, middle(index))
        let geometry: JSONNode
        switch kind.form {
        case .line:
            geometry = ["type": "LineString", "coordinates": [position(left, y).pair, position(right, y).pair]]
        case .area:
            let (top, bottom) = (y - 7, y + 7)
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
            let ring = JSONNode.list(corners.map { position($0.0, $0.1).pair })
            geometry = ["type": "Polygon", "coordinates": [ring]]
        }
        return ["type": "Feature", "properties": kind.properties, "geometry": geometry]
    }
}
