// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapLayout
import MapScene
import MapStyle
import MapVector

/// What style and scene say about the drawn items, for formats that can name them.
struct MapMetadata {
    /// By the id of their items.
    private(set) var parts: [String: PartMetadata] = [:]
    /// Names of the style's images.
    let bitmapNames: [ObjectIdentifier: String]

    init(_ map: MapRenderer.OpenedMap, _ drawing: Drawing) {
        let input = map.input
        bitmapNames = input.styleImages.bitmapNames
        for layer in input.style.layers { parts["layer/\(layer.id)"] = PartMetadata(layer) }
        for (index, overlay) in input.overlays.enumerated() {
            parts[overlay.path(at: index)] = PartMetadata(overlay)
        }
        for (index, annotation) in input.annotations.enumerated() {
            let coordinate = map.systems.map.convert(annotation.coordinate, to: map.systems.scene)
            parts[annotation.path(at: index)] = PartMetadata(annotation, at: coordinate)
        }
        for cluster in drawing.clusters {
            var words = PartMetadata()
            words.note("count", String(cluster.members.count))
            parts[cluster.id] = words
        }
    }
}

extension PartMetadata {
    fileprivate init(_ layer: StyleLayer) {
        self.init()
        note("type", layer.kind.rawValue)
        note("source", layer.source)
        note("source-layer", layer.sourceLayer)
    }

    fileprivate init(_ overlay: Overlay) {
        self.init()
        note("type", overlay.content.word)
        note(properties: overlay.properties.texts)
    }

    fileprivate init(_ annotation: Annotation, at coordinate: Coordinate) {
        self.init()
        note("view", annotation.view.kind.rawValue)
        note("coordinate", coordinate.text)
        note("subtitle", annotation.subtitle)
        note(properties: annotation.properties.texts)
    }
}

extension Coordinate {
    /// Longitude and latitude in degrees, as the scene has them; a centimetre or so exact.
    fileprivate var text: String {
        let number = { (degrees: Double) in (degrees * 1e7).rounded() / 1e7 }
        return "\(number(longitude)),\(number(latitude))"
    }
}

extension Overlay.Content {
    fileprivate var word: String {
        switch self {
        case .polyline: "polyline"
        case .polygon: "polygon"
        case .circle: "circle"
        case .fog: "fog"
        case .tiles(let tiles): tiles.raster == nil ? "tiles" : "geotiff"
        case .graticule: "graticule"
        case .night: "night"
        case .drawing: "drawing"
        case .data(let data): data.format.rawValue
        }
    }
}
