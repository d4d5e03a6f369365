// SPDX-License-Identifier: MIT

/// How GeoJSON is cut into tiles; the defaults are those of a MapLibre style's GeoJSON source.
///
/// - SeeAlso: MapLibre style specification, sources, geojson.
package struct GeoJSONOptions: Sendable, Hashable {
    /// Tile units a side.
    package var extent = 8192
    /// What is kept around each tile, in points of a tile that is 512 wide.
    package var buffer = 128.0
    /// How far simplified lines may be off, in the same points; not applied from `maxZoom` on.
    package var tolerance = 0.375
    /// The deepest zoom that is cut; deeper views stretch its tiles.
    package var maxZoom = 18
    /// The property that gives features their id.
    package var promoteID: String?
    /// Number features by their place in the list instead.
    package var generateIDs = false
    /// Lines know how far along they are: see `VectorFeature.lineClip`.
    package var lineMetrics = false
    /// The name of the one layer that the tiles have.
    package var layerName = "geojson"

    package init() {}
}
