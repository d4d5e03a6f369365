// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapTiles

/// A style for tiles of a schema that no installed style knows: each layer in a color of its own, as inspectors show them.
struct SchemaStyle {
    let info: ArchiveInfo

    private static let colors = [
        "#1b9e77", "#d95f02", "#7570b3", "#e7298a", "#66a61e", "#e6ab02", "#a6761d", "#377eb8", "#984ea3", "#e41a1c",
    ]

    var json: JSONNode {
        var layers: [JSONNode] = [
            .members([
                "id": .text("background"), "type": .text("background"),
                "paint": .members(["background-color": .text("#f8f8f5")]),
            ])
        ]
        for (kind, shape) in [("fill", "Polygon"), ("line", "LineString"), ("circle", "Point")] {
            for (index, layer) in info.vectorLayers.enumerated() {
                layers.append(
                    .members([
                        "id": .text("\(layer.id)-\(kind)"), "type": .text(kind), "source": .text("data"),
                        "source-layer": .text(layer.id),
                        "filter": .list([.text("=="), .list([.text("geometry-type")]), .text(shape)]),
                        "paint": paint(kind, Self.colors[index % Self.colors.count]),
                    ]))
            }
        }
        let address = "\(info.container == .mbtiles ? "mbtiles" : "pmtiles")://\(info.file)"
        let source =
            info.container == .geojson
            ? JSONNode.members(["type": .text("geojson"), "data": .text(info.file)])
            : .members(["type": .text("vector"), "url": .text(address)])
        return .members([
            "version": .count(8), "name": .text(info.name ?? "Tiles"), "sources": .members(["data": source]),
            "layers": .list(layers),
        ])
    }

    private func paint(_ kind: String, _ color: String) -> JSONNode {
        switch kind {
        case "fill":
            .members(["fill-color": .text(color), "fill-opacity": .number(0.25), "fill-outline-color": .text(color)])
        case "line": .members(["line-color": .text(color), "line-width": .number(1.25)])
        default: .members(["circle-color": .text(color), "circle-radius": .number(2.5)])
        }
    }
}
