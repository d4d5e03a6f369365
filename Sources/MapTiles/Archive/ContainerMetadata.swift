// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo

/// What a container says of its tiles.
package struct ContainerMetadata: Sendable {
    package var name: String
    package var format: ArchiveInfo.Format
    /// Of the tiles: "none", "gzip", "brotli" or "zstd".
    package var compression: String
    package var zooms: ClosedRange<Int>
    package var bounds: CoordinateBox
    package var attribution: String?
    /// The layers of vector tiles, as TileJSON lists them; nil for pixels.
    package var vectorLayers: JSONNode?

    package init(
        name: String, format: ArchiveInfo.Format, compression: String, zooms: ClosedRange<Int>, bounds: CoordinateBox,
        attribution: String? = nil, vectorLayers: JSONNode? = nil
    ) {
        self.name = name
        self.format = format
        self.compression = compression
        self.zooms = zooms
        self.bounds = bounds
        self.attribution = attribution
        self.vectorLayers = vectorLayers
    }

    /// As MBTiles and file names call it.
    package var formatName: String {
        switch format {
        case .mvt: "pbf"
        case .jpeg: "jpg"
        case .unknown: "bin"
        default: format.rawValue
        }
    }

    /// The metadata of PMTiles, as JSON.
    var json: JSONNode {
        .members([
            "name": .text(name), "format": .text(formatName), "attribution": attribution.map(JSONNode.text),
            "vector_layers": vectorLayers,
        ])
    }
}
