// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// A source of a style: vector or raster tiles, GeoJSON, or an image.
package struct StyleSource: Sendable {
    package enum Kind: String, Sendable { case vector, raster, rasterDEM = "raster-dem", geojson, image, video }

    package var kind: Kind
    /// `url` as written: `mbtiles://`, `pmtiles://`, `file:`, a relative path to an archive or a TileJSON.
    package var url: String?
    /// `tiles` templates as written.
    package var tiles: [String]
    package var minZoom: Double
    package var maxZoom: Double
    /// In points; 512 by default.
    package var tileSize: Double
    /// "xyz" or "tms".
    package var scheme: String
    /// West, south, east, north in degrees.
    package var bounds: [Double]?
    package var attribution: String?
    /// GeoJSON: inline data, or a string with an address.
    package var data: JSONNode?
    /// All members, including those that only some types have (`cluster`, `coordinates`, `encoding`, …).
    package var members: JSONObject
    /// The folder to which relative addresses refer, for a source that a scene adds; nil for the style's own sources, which
    /// use the style's folder.
    package var sceneFolder: String?

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
