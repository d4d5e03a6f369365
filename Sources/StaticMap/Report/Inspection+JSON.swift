// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapLayout
import MapStyle
import MapTiles

extension MapRenderer.OpenedMap {
    /// The solved camera, in the scene's datum.
    var inspection: JSONNode {
        let view = input.viewport
        return .members([
            "kind": .text("scene"), "size": .list([.number(view.size.width), .number(view.size.height)]),
            "scale": .number(view.scale), "pixels": .list([.count(view.pixelWidth), .count(view.pixelHeight)]),
            "camera": view.report(in: SceneDatum(systems)), "dataZoom": dataZoom.map { .count($0.zoom) },
            "annotations": .count(input.annotations.count), "attribution": .text(attribution),
        ])
    }
}

extension ArchiveInfo {
    /// What the archive says of itself.
    var inspection: JSONNode {
        .members([
            "kind": .text("archive"), "container": .text(container.rawValue), "tiles": .text(format.rawValue),
            "name": name.map(JSONNode.text), "minZoom": .count(minZoom), "maxZoom": .count(maxZoom),
            "bounds": bounds.map { .list([$0.west, $0.south, $0.east, $0.north].map(JSONNode.number)) },
            "center": center.map(JSONNode.coordinate), "attribution": attribution.map(JSONNode.text),
            "layers": .list(
                vectorLayers.map { layer in
                    let fields = layer.fields.sorted { $0.key < $1.key }
                    return .members([
                        "id": .text(layer.id),
                        "fields": JSONNode(
                            .object(JSONObject(fields.map { JSONObject.Member($0.key, .text($0.value)) }))),
                    ])
                }),
        ])
    }
}

extension StyleSheet {
    /// What the style draws from.
    var inspection: JSONNode {
        .members([
            "kind": .text("style"), "name": name.map(JSONNode.text),
            "sources": .list(
                sources.sorted { $0.key < $1.key }.map { name, source in
                    .members([
                        "name": .text(name), "type": .text(source.kind.rawValue),
                        "address": (source.url ?? source.tiles.first ?? source.data?.string).map(JSONNode.text),
                    ])
                }),
            "sprites": .list(sprites.map { .text($0.url) }), "glyphs": glyphs.map(JSONNode.text),
            "layers": .list(
                layers.map { .members(["id": .text($0.id), "type": .text($0.kind.rawValue)]) }),
        ])
    }
}
