// SPDX-License-Identifier: MIT
import MapCore
import MapScene
import MapStyle

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
                return .members(["line-color": .text("rgba(255,255,255,0.75)"), "line-opacity": .number(0.9)])
            }
            if id.contains("casing") {
                return .members(["line-color": .text("rgba(24,28,34,0.55)"), "line-opacity": .number(0.7)])
            }
            // Roads that were translucent would show where their parts overlap.
            let isFine = ["path", "track", "steps", "rail"].contains(where: id.contains)
            return .members(["line-opacity": .number(isFine ? 0.5 : 1)])
        }
        // Numbers of roads stand on plates of their own.
        guard !id.contains("shield") else { return .members([:]) }
        let color =
            switch sourceLayer {
            case "water_name", "waterway": "#cfe8ff"
            case "park": "#dff3d0"
            case "mountain_peak": "#ffe9cf"
            default: "#ffffff"
            }
        return .members([
            "text-color": .text(color), "text-halo-color": .text("rgba(10,14,20,0.82)"),
            "text-halo-width": .number(1.5), "text-halo-blur": .number(0.4),
        ])
    }
}
