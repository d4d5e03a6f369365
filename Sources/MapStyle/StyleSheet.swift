// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics

/// A decoded MapLibre style (specification version 8).
package struct StyleSheet: Sendable {
    package var name: String?
    /// Where relative addresses begin: the style file's folder.
    package var baseFolder: String
    package var sources: [String: StyleSource]
    package var layers: [StyleLayer]
    /// Sprite addresses by id; a single sprite is called "default".
    package var sprites: [(id: String, url: String)]
    package var glyphs: String?
    package var globalState: [String: Value]

    package init(
        name: String?, baseFolder: String, sources: [String: StyleSource], layers: [StyleLayer],
        sprites: [(id: String, url: String)], glyphs: String?, globalState: [String: Value]
    ) {
        self.name = name
        self.baseFolder = baseFolder
        self.sources = sources
        self.layers = layers
        self.sprites = sprites
        self.glyphs = glyphs
        self.globalState = globalState
    }
}

/// Where a style's features or pictures come from.
package struct StyleSource: Sendable {
    package enum Kind: String, Sendable { case vector, raster, rasterDEM = "raster-dem", geojson, image, video }

    package var kind: Kind
    /// `url` as written: `mbtiles://`, `pmtiles://`, `file:`, a relative path to an archive or a TileJSON.
    package var url: String?
    /// `tiles` templates as written.
    package var tiles: [String]
    package var minZoom: Double
    package var maxZoom: Double
    /// Points; 512 unless the style says otherwise.
    package var tileSize: Double
    /// "xyz" or "tms".
    package var scheme: String
    /// West, south, east, north in degrees.
    package var bounds: [Double]?
    package var attribution: String?
    /// GeoJSON: inline data, or a string with an address.
    package var data: JSONNode?
    /// All members, for what only some kinds have (`cluster`, `coordinates`, `encoding`, …).
    package var members: JSONObject

    package init(kind: Kind, members: JSONObject) {
        self.kind = kind
        self.members = members
        tiles = []
        minZoom = 0
        maxZoom = 22
        tileSize = 512
        scheme = "xyz"
    }
}
