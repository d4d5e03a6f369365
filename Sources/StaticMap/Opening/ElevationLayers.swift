// SPDX-License-Identifier: MIT
import MapCore
import MapScene
import MapStyle
import MapTiles

/// The sources and layers by which a style shows the heights that a scene names.
struct ElevationLayers {
    let elevation: Elevation
    /// True for a dark style.
    let isDark: Bool

    /// The name of the source of heights, and the beginning of the others' names.
    static let name = "elevation"

    /// Adds them to a style: light and shade above the ground, contours below roads, and numbers below the names.
    ///
    /// - Parameters:
    ///   - editor: of the style.
    ///   - folder: where files of the scene begin.
    ///   - isTilted: true for a map that stands on the heights.
    ///   - diagnostics: gets what is wrong.
    func add(to editor: inout StyleEditor, folder: String, isTilted: Bool, _ diagnostics: DiagnosticSink) {
        func field(_ node: JSONNode) -> Field {
            Field(JSONDocument(.style, file: "basemap.elevation", root: node), diagnostics: diagnostics)
        }
        if elevation.contours != nil {
            // Those of an archive would lie beside them.
            for layer in editor.style.layers where layer.sourceLayer.map(ArchiveInfo.contourLayers.contains) ?? false {
                _ = editor.setVisibility(false, matching: layer.id)
            }
        }
        for (name, source) in sources { editor.addSource(name, field(source), folder: folder) }
        if isTilted, elevation.exaggeration > 0 {
            editor.setTerrain(Self.name, exaggeration: elevation.exaggeration, field([:]))
        }
        let (ground, roads, names) = (
            editor.style.firstLayer(above: .ground), editor.style.firstLayer(above: .water),
            editor.style.firstLayer(above: .lines)
        )
        for (layers, before) in [(shades, ground), (lines, roads), (labels, names)] {
            for layer in layers {
                var object = layer.object ?? JSONObject()
                if let before { object.members.append(JSONObject.Member("before", .text(before))) }
                editor.addLayer(field(JSONNode(.object(object))), folder: folder)
            }
        }
    }

    // MARK: - Sources

    private var sources: [(String, JSONNode)] {
        var sources = [
            (
                Self.name,
                JSONNode.members([
                    "type": "raster-dem", "tiles": .list(elevation.data.map(JSONNode.text)),
                    "encoding": .text(elevation.encoding.rawValue), "tileSize": 256,
                ])
            )
        ]
        func add(_ name: String, _ type: String, _ members: KeyValuePairs<String, JSONNode?>) {
            var object = JSONObject([
                JSONObject.Member("type", .text(type)), JSONObject.Member("source", .text(Self.name)),
            ])
            for (key, node) in members { if let node { object.members.append(JSONObject.Member(key, node)) } }
            sources.append(("\(Self.name)-\(name)", JSONNode(.object(object))))
        }
        if elevation.hillshade == .swiss { add("swiss", "raster", ["shading": "swiss"]) }
        if elevation.shadows { add("shadows", "raster", ["shading": "shadows"]) }
        switch elevation.slopes {
        case .none: break
        case .steepness: add("slopes", "raster", ["shading": "slope"])
        case .aspect: add("slopes", "raster", ["shading": "aspect"])
        }
        if elevation.contours != nil || elevation.spotHeights {
            let contours = elevation.contours ?? Contours()
            add(
                "contours", "vector",
                [
                    "contours": [
                        "interval": contours.interval.map(JSONNode.number),
                        "index": contours.index.map(JSONNode.number), "unit": .text(contours.unit.rawValue),
                    ]
                ])
        }
        return sources
    }

    // MARK: - Layers

    private func layer(
        _ name: String, _ type: String, of source: String, _ members: KeyValuePairs<String, JSONNode?>
    ) -> JSONNode {
        var object = JSONObject([
            JSONObject.Member("id", "\(Self.name)-\(name)"), JSONObject.Member("type", .text(type)),
            JSONObject.Member("source", .text(source)),
        ])
        for (key, node) in members { if let node { object.members.append(JSONObject.Member(key, node)) } }
        return JSONNode(.object(object))
    }

    private func picture(_ name: String, opacity: Double) -> JSONNode {
        layer(name, "raster", of: "\(Self.name)-\(name)", ["paint": ["raster-opacity": .number(opacity)]])
    }

    /// Above the colors of the ground.
    private var shades: [JSONNode] {
        var layers: [JSONNode] = []
        func texts(_ color: String) -> JSONNode { .list([color, color, color, color].map(JSONNode.text)) }
        let (shadow, light) = isDark ? ("#000000", "#5a6a80") : ("#3c4a62", "#fffbe8")
        switch elevation.hillshade {
        case .none: break
        case .standard:
            layers.append(
                layer(
                    "hillshade", "hillshade", of: Self.name,
                    [
                        "paint": [
                            "hillshade-exaggeration": 0.35, "hillshade-shadow-color": .text(shadow),
                            "hillshade-highlight-color": .text(light), "hillshade-accent-color": .text(shadow),
                        ]
                    ]))
        case .multidirectional:
            layers.append(
                layer(
                    "hillshade", "hillshade", of: Self.name,
                    [
                        "paint": [
                            "hillshade-method": "multidirectional", "hillshade-exaggeration": 0.28,
                            "hillshade-illumination-direction": [270, 315, 0, 225],
                            "hillshade-illumination-altitude": [30, 30, 30, 30],
                            "hillshade-shadow-color": texts(shadow), "hillshade-highlight-color": texts(light),
                        ]
                    ]))
        case .swiss: layers.append(picture("swiss", opacity: isDark ? 0.6 : 0.85))
        }
        if elevation.shadows { layers.append(picture("shadows", opacity: 1)) }
        if elevation.slopes != .none { layers.append(picture("slopes", opacity: 1)) }
        return layers
    }

    private var color: String {
        elevation.contours?.color?.cssText ?? (isDark ? "rgba(214,178,140,0.75)" : "rgba(150,94,44,0.85)")
    }

    private var source: String { "\(Self.name)-contours" }

    /// Below roads.
    private var lines: [JSONNode] {
        guard let contours = elevation.contours else { return [] }
        func line(_ name: String, _ isIndex: Bool, _ width: Double, _ opacity: Double) -> JSONNode {
            let filter: [JSONNode] = ["==", ["get", "index"], .bool(isIndex)]
            return layer(
                name, "line", of: source,
                [
                    "source-layer": "contour", "filter": .list(filter),
                    "layout": ["line-join": "round"],
                    "paint": [
                        "line-color": .text(color), "line-width": .number(width), "line-opacity": .number(opacity),
                    ],
                ])
        }
        return [
            line("contour", false, contours.width, 0.75), line("contour-index", true, 1.8 * contours.width, 0.95),
        ]
    }

    /// Below the names of the map.
    private var labels: [JSONNode] {
        let halo = isDark ? "rgba(20,24,30,0.8)" : "rgba(255,253,246,0.85)"
        let text = isDark ? "#e2c6a4" : "#7b4a1e"
        func paint(_ color: String) -> JSONNode {
            ["text-color": .text(color), "text-halo-color": .text(halo), "text-halo-width": 1.3]
        }
        let height: JSONNode = ["to-string", ["get", "ele"]]
        var layers: [JSONNode] = []
        if let contours = elevation.contours, contours.labels {
            let filter: [JSONNode] = ["==", ["get", "index"], true]
            layers.append(
                layer(
                    "contour-label", "symbol", of: source,
                    [
                        "source-layer": "contour", "filter": .list(filter),
                        "layout": [
                            "symbol-placement": "line", "symbol-spacing": 220, "text-field": height, "text-size": 9.5,
                            "text-keep-upright": false, "text-font": ["Inter Medium", "Noto Sans Regular"],
                            "text-max-angle": 40, "text-padding": 6,
                        ],
                        "paint": paint(contours.color?.cssText ?? text),
                    ]))
        }
        if elevation.spotHeights {
            layers.append(
                layer(
                    "spot", "symbol", of: source,
                    [
                        "source-layer": "spot",
                        "layout": [
                            "text-field": ["concat", "• ", height], "text-size": 10,
                            "text-font": ["Inter Medium", "Noto Sans Regular"], "text-anchor": "left",
                            "text-offset": [-0.25, 0], "symbol-sort-key": ["-", 0, ["get", "ele"]],
                        ],
                        "paint": paint(isDark ? "#e8e2d8" : "#3a3128"),
                    ]))
        }
        return layers
    }
}

extension StyleSheet {
    /// Parts of a map, from the bottom.
    fileprivate enum Part { case ground, water, lines }

    private static let ground: Set<String> = ["landcover", "landuse", "park", "globallandcover", "land"]
    private static let water: Set<String> = [
        "water", "waterway", "bathymetry", "ocean", "water_polygons", "water_lines",
    ]

    /// The layer before which something is drawn that lies on a part; nil for the top.
    fileprivate func firstLayer(above part: Part) -> String? {
        let index = layers.firstIndex { layer in
            switch (layer.kind, layer.sourceLayer) {
            case (.background, _), (.raster, _), (.hillshade, _), (.colorRelief, _): return false
            case (.symbol, _): return true
            case (_, let name?) where part == .ground: return !Self.ground.contains(name)
            case (_, let name?) where part == .water: return !Self.ground.union(Self.water).contains(name)
            case (_, nil): return layer.kind == .line && part != .lines
            default: return false
            }
        }
        return index.map { layers[$0].id }
    }
}
