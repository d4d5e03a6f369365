// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapRuntime
import MapScene
import MapStyle

/// What lies on the ground of a map with a terrain: layers and overlays are collected, painted as a flat map for each tile, and
/// draped over the tiles' meshes as soon as something stands on them.
///
/// - SeeAlso: MapLibre GL JS, `render_to_texture.ts`, for the layers and for the resolution.
struct TerrainSurface {
    private let input: LayoutInput
    private let fog: TerrainFog?
    private let tiles: [PlacedTile]
    private var layers: [StyleLayer] = []
    /// Indices of overlays above the layers.
    private var overlays: [Int] = []

    /// How many textures are in memory at a time.
    private static let batchSize = 8
    /// The sides of textures, in pixels.
    private static let (minSide, maxSide) = (256.0, 2048.0)

    /// Nil for a map without a terrain.
    init?(_ input: LayoutInput, fog: TerrainFog?) {
        guard input.viewport.terrain != nil, let tiles = TerrainLoader.tiles(of: input.viewport) else { return nil }
        (self.input, self.fog, self.tiles) = (input, fog, tiles)
    }

    /// True for layers that lie on the ground.
    static func drapes(_ kind: StyleLayer.Kind) -> Bool {
        switch kind {
        case .background, .fill, .line, .raster, .hillshade, .colorRelief: true
        case .symbol, .circle, .heatmap, .fillExtrusion: false
        }
    }

    /// Takes a layer; false for one that does not lie on the ground. What was collected and must lie below it is returned.
    mutating func take(_ layer: StyleLayer) -> (isTaken: Bool, below: [DrawingItem]) {
        guard Self.drapes(layer.kind) else { return (false, finished()) }
        let below = overlays.isEmpty ? [] : finished()
        layers.append(layer)
        return (true, below)
    }

    mutating func take(overlays indices: [Int]) { overlays += indices }

    /// What was collected since the last time.
    mutating func finished() -> [DrawingItem] {
        guard !layers.isEmpty || !overlays.isEmpty, !WorkCancellation.isRequested else { return [] }
        defer { (layers, overlays) = ([], []) }
        return item().map { [$0] } ?? []
    }

    private func item() -> DrawingItem? {
        let viewport = input.viewport
        guard let perspective = viewport.perspective else { return nil }
        var canvas = TerrainCanvas(width: viewport.pixelWidth, height: viewport.pixelHeight)
        let collected = DiagnosticSink()
        for start in stride(from: 0, to: tiles.count, by: Self.batchSize) {
            let batch = Array(tiles[start..<min(start + Self.batchSize, tiles.count)])
            let painted = parallelMap(batch, threads: input.threads) { tile in
                texture(of: tile, collected).map {
                    TerrainCanvas.Tile(mesh: TerrainMesh(tile, viewport, perspective), texture: $0)
                }
            }
            canvas.paint(painted.compactMap(\.self), depths: perspective.depths, fog: fog, threads: input.threads)
        }
        collected.inDocumentOrder.forEach(input.diagnostics.add)
        let bitmap = Bitmap(width: canvas.width, height: canvas.height, pixels: canvas.pixels)
        var mark = ImageMark(bitmap, transform: .identity, sampling: .nearest)
        mark.nearness = canvas.nearness
        let id = layers.first.map { "layer/\($0.id)" } ?? "terrain"
        return DrawingItem(id: id, role: .layer, bounds: mark.bounds, mark: .image(mark))
    }

    /// A tile as a flat map; nil when it cannot be painted.
    private func texture(of placed: PlacedTile, _ diagnostics: DiagnosticSink) -> Bitmap? {
        let view = input.viewport
        // Pixels along the side of a tile: as many for a point as in MapLibre, and more for a picture of higher resolution.
        let tileSize = view.terrain?.tileSize ?? 256
        let pixels = min(Self.maxSide, max(Self.minSide, 4 * tileSize * (view.scale > 1 ? 2 : 1)))
        let side = 512 * powerOfTwo(view.zoom - Double(placed.id.z))
        let square = placed.id.mercatorRect
        var tile = input
        tile.viewport = Viewport(
            size: Size(width: side, height: side), scale: pixels / side, center: WebMercator.unproject(square.center),
            zoom: view.zoom
        ).draped(Drape(camera: view, tile: placed.id, wrap: placed.wrap))
        tile.style.layers = layers
        tile.style.terrain = nil
        tile.style.sky = nil
        tile.style.glyphs = nil
        tile.diagnostics = diagnostics
        (tile.annotations, tile.clusters, tile.userLocation) = ([], [], nil)
        (tile.decorations, tile.attribution) = ([], "")
        let shown = Set(overlays)
        for index in tile.overlays.indices {
            if shown.contains(index) {
                (tile.overlays[index].before, tile.overlays[index].level) = (nil, .aboveRoads)
            } else {
                tile.overlays[index].alpha = 0
            }
        }
        tile.threads = 1
        return try? RasterPainter().paint(SceneLayout(tile).drawing(), threads: 1)
    }
}
