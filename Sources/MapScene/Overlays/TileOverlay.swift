// SPDX-License-Identifier: MIT
public import MapGeo

/// Raster tiles over the map.
public struct TileOverlay: Hashable, Sendable {
    /// A path with placeholders such as `tiles/{z}/{x}_{y}.png`, a folder, or an MBTiles or PMTiles file; a relative one
    /// begins in the scene's folder.
    public var tiles: String
    /// The smallest zoom of tiles that is drawn; nil for the archive's.
    public var minZoom: Int?
    /// The largest zoom of tiles; nil for the archive's.
    public var maxZoom: Int?
    /// Whether tiles of `maxZoom` are enlarged at larger zooms; otherwise nothing is drawn there.
    public var overzoom: Bool
    /// The box outside of which nothing is drawn, in degrees; nil for no limit.
    public var bounds: CoordinateBox?
    /// The points that a tile's side covers at its own zoom; nil for as many as it has pixels, of which `@2x` files have
    /// twice as many.
    public var tileSize: Double?
    /// Whether rows are counted from the south, as in TMS.
    public var geometryFlipped = false
    /// Whether the overlay replaces the base map, which is then not drawn at all.
    public var canReplaceMapContent = false
    /// What is drawn where a tile is missing.
    public var missingTiles = MissingTilePolicy.skip

    /// The datum of the tiles and that of the map, where they differ.
    package var shift: DatumShift?

    /// Creates a tile overlay.
    ///
    /// - Parameters:
    ///   - tiles: a path with placeholders such as `tiles/{z}/{x}_{y}.png`, a folder, or an MBTiles or PMTiles file,
    ///     relative to the scene's folder.
    ///   - minZoom: the smallest zoom of tiles that is drawn; nil for the archive's.
    ///   - maxZoom: the largest zoom of tiles; nil for the archive's.
    ///   - overzoom: whether tiles of `maxZoom` are enlarged at larger zooms.
    ///   - bounds: the box outside of which nothing is drawn, in degrees; nil for no limit.
    public init(
        _ tiles: String, minZoom: Int? = nil, maxZoom: Int? = nil, overzoom: Bool = true, bounds: CoordinateBox? = nil
    ) {
        self.tiles = tiles
        self.minZoom = minZoom
        self.maxZoom = maxZoom
        self.overzoom = overzoom
        self.bounds = bounds
    }
}
