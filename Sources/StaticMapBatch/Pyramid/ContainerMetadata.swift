// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import MapGeo
package import MapTiles
package import StaticMap

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

    /// That of rendered tiles.
    package init(
        name: String, tiles: OutputFormat, zooms: ClosedRange<Int>, bounds: CoordinateBox, attribution: String?
    ) {
        self.init(
            name: name, format: ArchiveInfo.Format(rawValue: tiles == .png8 ? "png" : tiles.rawValue) ?? .unknown,
            compression: "none", zooms: zooms, bounds: bounds, attribution: attribution)
    }

    /// As MBTiles and file names call it.
    var formatName: String {
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
