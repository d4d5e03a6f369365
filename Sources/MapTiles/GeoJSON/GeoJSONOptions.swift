// SPDX-License-Identifier: MIT

/// How GeoJSON is cut into tiles; the defaults are those of a MapLibre style's GeoJSON source.
///
/// - SeeAlso: MapLibre style specification, sources, geojson.
package struct GeoJSONOptions: Sendable, Hashable {
    /// Tile units per side.
    package var extent = 8192
    /// The width of the margin around each tile, in points of a tile that is 512 wide.
    package var buffer = 128.0
    /// The maximum deviation of simplified lines, in the same points; lines are not simplified from `maxZoom` on.
    package var tolerance = 0.375
    /// The maximum zoom of tiles; closer views enlarge them.
    package var maxZoom = 18
    /// The property that is used as the feature's id.
    package var promoteID: String?
    /// Use the feature's index as its id instead.
    package var generateIDs = false
    /// Whether lines have `VectorFeature.lineClip`.
    package var lineMetrics = false
    /// The name of the only layer of the tiles.
    package var layerName = "geojson"

    package init() {}
}
