// SPDX-License-Identifier: MIT
package import MapCore
import MapScene
import MapStyle
package import MapTiles

/// A style for vector tiles whose schema no installed style knows: each of their layers in a color of its own, areas under
/// lines under points under names, as inspectors of tiles draw them.
package struct AutomaticStyle {
    private let layers: [VectorLayerInfo]
    private let isDark: Bool

    /// - Parameters:
    ///   - archives: their metadata names the layers; where it names none, some of their tiles do.
    ///   - isDark: for light colors on a dark background.
    package init(_ archives: [any TileArchive], isDark: Bool = false) {
        var layers: [VectorLayerInfo] = []
        for archive in archives {
            for layer in archive.layers() where !layers.contains(where: { $0.id == layer.id }) {
                layers.append(layer)
            }
        }
        self.layers = Array(layers.prefix(Self.maxLayers))
        self.isDark = isDark
    }

    private static let maxLayers = 256

    /// A style of the MapLibre style specification.
    ///
    /// - Parameters:
    ///   - name: the style's name.
    ///   - source: the only source, which all layers draw.
    /// - Returns: the root object.
    package func json(name: String, source: JSONNode) -> JSONNode {
        let background: JSONNode = [
            "id": "background", "type": "background",
            "paint": ["background-color": .text(isDark ? "#15181d" : "#f8f8f5")],
        ]
        return [
            "version": 8, "name": .text(name), "sources": [Self.source: source], "layers": .list([background] + drawn),
        ]
    }

    private static let source = "tiles"

    /// All areas, then all lines, points and names: no area covers another layer's lines.
    private var drawn: [JSONNode] {
        let shapes = [("fill", "Polygon"), ("line", "LineString"), ("circle", "Point")].flatMap { type, geometry in
            layers.enumerated().map { index, layer in
                shape(type, of: layer, where: geometry, Self.paint(type, color(index), isDark: isDark))
            }
        }
        let names = layers.enumerated().flatMap { index, layer -> [JSONNode] in
            guard let property = Self.nameProperty(of: layer) else { return [] }
            return [
                self.name(of: layer, property, along: true, color(index)),
                self.name(of: layer, property, along: false, color(index)),
            ]
        }
        return shapes + names
    }

    private func color(_ index: Int) -> String {
        let colors = isDark ? Self.lightColors : Self.darkColors
        return colors[index % colors.count]
    }

    /// Dark enough for names on a light background.
    private static let darkColors = [
        "#1b7f5f", "#b8500a", "#5d57a6", "#c2206f", "#4d7f14", "#8f6a00", "#7a5514", "#2b6aa8", "#7d3f88", "#b81517",
    ]
    private static let lightColors = [
        "#5fd3b0", "#ffa15c", "#aaa5ef", "#ff82bd", "#a8d96b", "#f2cf5b", "#d9b27a", "#7fb7ec", "#d29add", "#ff8a86",
    ]

    private func shape(
        _ type: String, of layer: VectorLayerInfo, where geometry: String, _ paint: JSONNode
    ) -> JSONNode {
        [
            "id": "\(layer.id)-\(type)", "type": .text(type), "source": .text(Self.source),
            "source-layer": .text(layer.id), "filter": Self.filter("==", geometry), "paint": paint,
        ]
    }

    private static func paint(_ type: String, _ color: String, isDark: Bool) -> JSONNode {
        switch type {
        case "fill":
            ["fill-color": .text(color), "fill-opacity": 0.2, "fill-outline-color": .text(color)]
        case "line":
            ["line-color": .text(color), "line-width": widening(from: 0.6, to: 2.5)]
        default:
            [
                "circle-color": .text(color), "circle-radius": widening(from: 1.5, to: 4.5),
                "circle-stroke-color": .text(isDark ? "#15181d" : "#ffffff"), "circle-stroke-width": 0.75,
            ]
        }
    }

    /// From zoom 4 to 16.
    private static func widening(from low: Double, to high: Double) -> JSONNode {
        ["interpolate", ["linear"], ["zoom"], 4, .number(low), 16, .number(high)]
    }

    private static func filter(_ comparison: String, _ geometry: String) -> JSONNode {
        [.text(comparison), ["geometry-type"], .text(geometry)]
    }

    /// Names along lines, or at points and in areas.
    private func name(
        of layer: VectorLayerInfo, _ property: String, along isLine: Bool, _ color: String
    ) -> JSONNode {
        [
            "id": "\(layer.id)-\(isLine ? "line-" : "")name", "type": "symbol",
            "source": .text(Self.source), "source-layer": .text(layer.id),
            "filter": Self.filter(isLine ? "==" : "!=", "LineString"),
            "layout": [
                "text-field": ["to-string", ["get", .text(property)]], "text-size": 11,
                "symbol-placement": isLine ? "line" : nil,
                "text-variable-anchor": isLine ? nil : ["top", "bottom", "left", "right"],
                "text-radial-offset": isLine ? nil : 0.6,
            ],
            "paint": [
                "text-color": .text(color), "text-halo-color": .text(isDark ? "#15181d" : "#ffffff"),
                "text-halo-width": 1.2,
            ],
        ]
    }

    /// The property that most likely holds a feature's name; nil if there is none.
    private static func nameProperty(of layer: VectorLayerInfo) -> String? {
        let usual = ["name", "NAME", "Name", "name:latin", "name_en", "name:en", "NAME_EN", "title", "label", "ref"]
        if let known = usual.first(where: { layer.fields[$0] != nil }) { return known }
        return layer.fields.keys.sorted().first {
            $0.lowercased().hasPrefix("name") || $0.lowercased().hasSuffix("name")
        }
    }
}

/// The kinds of maps by MapKit's names that images of the ground make.
enum ImageryMap {
    /// Images alone.
    case satellite
    /// Images with roads and names above them.
    case hybrid

    init?(_ style: BaseMap.Style?) {
        guard case .named(let name) = style else { return nil }
        switch name {
        case "satellite", "satelliteFlyover": self = .satellite
        case "hybrid", "hybridFlyover": self = .hybrid
        default: return nil
        }
    }
}

extension StyleSheet {
    /// The roads, borders and names of a style, for a map whose ground is images: names are white with dark edges, and
    /// what the images show themselves is left out.
    ///
    /// - Parameter images: a style with the images alone.
    /// - Returns: the style with the layers of images below what is left of its own.
    func overImages(_ images: StyleSheet) -> StyleSheet {
        var sheet = self
        sheet.layers = layers.filter(\.isDrawnOverImages)
        sheet.terrain = nil
        var editor = StyleEditor(sheet, language: nil)
        let silent = DiagnosticSink()
        for layer in sheet.layers {
            let paint = JSONDocument(.style, file: "hybrid", root: layer.paintOverImages)
            editor.setPaint(of: layer.id, Field(paint, diagnostics: silent))
        }
        sheet = editor.style
        sheet.sources.merge(images.sources) { own, _ in own }
        sheet.layers = images.layers + sheet.layers
        return sheet
    }
}

extension StyleLayer {
    fileprivate var isDrawnOverImages: Bool {
        switch (kind, sourceLayer) {
        case (.symbol, _): return sourceLayer != "housenumber"
        case (.line, "transportation"), (.line, "boundary"):
            // What is in a tunnel, and what the image shows better.
            return !["tunnel", "pier", "siding", "ticks"].contains(where: id.contains)
        default: return false
        }
    }

    fileprivate var paintOverImages: JSONNode {
        guard kind == .symbol else {
            if sourceLayer == "boundary" {
                return ["line-color": "rgba(255,255,255,0.75)", "line-opacity": 0.9]
            }
            if id.contains("casing") {
                return ["line-color": "rgba(24,28,34,0.55)", "line-opacity": 0.7]
            }
            // Roads that were translucent would show where their parts overlap.
            let isFine = ["path", "track", "steps", "rail"].contains(where: id.contains)
            return ["line-opacity": .number(isFine ? 0.5 : 1)]
        }
        // Numbers of roads stand on plates of their own.
        guard !id.contains("shield") else { return [:] }
        let color =
            switch sourceLayer {
            case "water_name", "waterway": "#cfe8ff"
            case "park": "#dff3d0"
            case "mountain_peak": "#ffe9cf"
            default: "#ffffff"
            }
        return [
            "text-color": .text(color), "text-halo-color": "rgba(10,14,20,0.82)",
            "text-halo-width": 1.5, "text-halo-blur": 0.4,
        ]
    }
}
