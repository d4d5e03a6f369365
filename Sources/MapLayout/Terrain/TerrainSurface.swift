// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
package import MapGeo
import MapGeometry
package import MapImages
package import MapScene
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
        // As in MapLibre, no fog lies on a globe.
        (self.input, self.fog, self.tiles) = (input, input.viewport.isGlobe ? nil : fog, tiles)
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
        guard !layers.isEmpty || !overlays.isEmpty, !WorkContext.isCancelled else { return [] }
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
            canvas.paint(
                painted.compactMap(\.self), depths: perspective.camera.depths, fog: fog,
                threads: input.threads)
        }
        collected.inDocumentOrder.forEach(input.diagnostics.add)
        let bitmap = Bitmap(width: canvas.width, height: canvas.height, pixels: canvas.pixels)
        var mark = ImageMark(bitmap, transform: .identity, sampling: .nearest)
        mark.inverseDepth = canvas.inverseDepth
        let id = layers.first.map { "layer/\($0.id)" } ?? "terrain"
        return DrawingItem(id: id, role: .layer, bounds: mark.bounds, mark: .image(mark))
    }

    /// A tile as a flat map; nil and an error when it cannot be painted.
    private func texture(of placed: PlacedTile, _ diagnostics: DiagnosticSink) -> Bitmap? {
        let view = input.viewport
        // Pixels along the side of a tile: as many for a point as in MapLibre, and more for an image of higher resolution.
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
        (tile.decorations, tile.attribution) = ([], AttributionLine(""))
        (tile.page, tile.insets) = (nil, [:])
        let shown = Set(overlays)
        for index in tile.overlays.indices {
            if shown.contains(index) {
                (tile.overlays[index].before, tile.overlays[index].level) = (nil, .aboveRoads)
            } else {
                tile.overlays[index].alpha = 0
            }
        }
        tile.threads = 1
        do throws(CairoError) {
            return try RasterPainter().paint(SceneLayout(tile).drawing(), threads: 1)
        } catch {
            diagnostics.add(error.diagnostic(path: "basemap"))
            return nil
        }
    }
}

/// A tile of the ground as a grid of triangles, in the image.
///
/// - SeeAlso: MapLibre GL JS, `terrain.ts`, for the size of the grid, and for the skirts that hide gaps between tiles.
struct TerrainMesh: Sendable {
    struct Vertex: Sendable {
        /// Pixels of the image.
        var x, y: Double
        /// The reciprocal of the depth; 0 for what is not before the camera.
        var inverseDepth: Double
        /// The position in the tile, as fractions of its sides.
        var u, v: Double
    }

    /// Squares along a side.
    let count: Int
    /// Rows of `count + 1` vertices, from the north.
    let vertices: [Vertex]
    /// The lower ends of the skirts: along the northern, southern, western and eastern side. At the ends of a globe's ground they
    /// lie at the poles.
    let skirts: [[Vertex]]
    /// The rows of the image that each row of squares touches.
    let rows: [ClosedRange<Double>]

    /// MapLibre's number of squares.
    private static let detail = 128
    private static let corners = [Point(0, 0), Point(1, 0), Point(0, 1), Point(1, 1)]

    init(_ tile: PlacedTile, _ viewport: Viewport, _ perspective: Perspective) {
        let patch = viewport.terrain?.patch(below: tile.id)
        let toGround = tile.toPixel(in: viewport)
        let (scale, center) = (viewport.pixelsPerMeter, viewport.centerHeight)
        func vertex(_ u: Double, _ v: Double, below: Double, north: Double = 0) -> Vertex {
            let height = ((patch?.height(u, v) ?? 0) - center - below) * scale
            guard let seen = perspective.image(of: toGround.apply(Point(u, v - north)), height: height) else {
                return Vertex(x: 0, y: 0, inverseDepth: 0, u: u, v: v)
            }
            return Vertex(x: seen.point.x, y: seen.point.y, inverseDepth: 1 / seen.depth, u: u, v: v)
        }
        let isBeforeCamera = Self.corners.allSatisfy { vertex($0.x, $0.y, below: 0).inverseDepth > 0 }
        let hills = patch.map { $0.isLevel ? 1 : max(8, 4 * $0.sampleCount) } ?? 1
        let side = powerOfTwo(Double(tile.id.z))
        let needed = max(hills, perspective.sphere.map { Self.detail(of: $0.globe, angle: 2 * .pi / side) } ?? 1)
        // Triangles that reach behind the camera are left out: small ones, which the image does not show.
        let count = isBeforeCamera ? min(Self.detail, needed) : Self.detail
        self.count = count
        let steps = (0...count).map { Double($0) / Double(count) }
        vertices = steps.flatMap { v in steps.map { vertex($0, v, below: 0) } }
        let isGlobe = perspective.sphere != nil
        let drop = min(2 * Double.pi / side / 5, isGlobe ? 0.5 : .infinity) * WebMercator.earthRadius
        // Far enough beyond the end of the ground to be at the pole.
        let (north, south) = (isGlobe && tile.id.y == 0, isGlobe && Double(tile.id.y) == side - 1)
        skirts = [
            steps.map { north ? vertex($0, 0, below: 0, north: side) : vertex($0, 0, below: drop) },
            steps.map { south ? vertex($0, 1, below: 0, north: -side) : vertex($0, 1, below: drop) },
            steps.map { vertex(0, $0, below: drop) }, steps.map { vertex(1, $0, below: drop) },
        ]
        let all = vertices
        rows = (0..<count).map { row in
            var (low, high) = (Double.infinity, -Double.infinity)
            for vertex in all[row * (count + 1)..<(row + 2) * (count + 1)] where vertex.inverseDepth > 0 {
                (low, high) = (min(low, vertex.y), max(high, vertex.y))
            }
            return low <= high ? low...high : -1...(-1)
        }
    }

    /// How many squares along a side follow a globe to within a quarter of a pixel.
    private static func detail(of globe: Globe, angle: Double) -> Int {
        Int(max(1, min(Double(detail), (angle * (globe.radius / 2).squareRoot()).rounded(.up))))
    }

    /// Calls `body` with each triangle that may touch rows of the image.
    func forEachTriangle(from top: Double, to bottom: Double, _ body: (Vertex, Vertex, Vertex) -> Void) {
        let stride = count + 1
        vertices.withUnsafeBufferPointer { vertices in
            for row in 0..<count where rows[row].lowerBound < bottom && rows[row].upperBound > top {
                for column in 0..<count {
                    let i = row * stride + column
                    let (a, b, c, d) = (vertices[i], vertices[i + 1], vertices[i + stride], vertices[i + stride + 1])
                    body(a, c, b)
                    body(b, c, d)
                }
            }
            let edges: [(Int) -> Int] = [
                { $0 }, { count * stride + $0 }, { $0 * stride }, { $0 * stride + count },
            ]
            for (skirt, edge) in zip(skirts, edges) {
                for i in 0..<count {
                    let (a, b, c, d) = (vertices[edge(i)], vertices[edge(i + 1)], skirt[i], skirt[i + 1])
                    body(a, c, b)
                    body(b, c, d)
                }
            }
        }
    }
}

/// Reads the heights of the ground that a view shows.
package struct TerrainLoader: Sendable {
    private let tiles: RasterTiles
    private let code: ElevationCode
    private let exaggeration: Double
    private let policy: MissingTilePolicy
    private let threads: Int
    private let diagnostics: DiagnosticSink

    /// MapLibre takes elevation tiles of half the resolution of the map's.
    private static let zoomDifference = 1
    /// From this size on, in points, the tiles of the map are smaller than the meshes.
    private static let fineTileSize = 512.0

    package init(
        _ tiles: RasterTiles, _ code: ElevationCode, exaggeration: Double, policy: MissingTilePolicy,
        threads: Int, diagnostics: DiagnosticSink
    ) {
        (self.tiles, self.code, self.exaggeration) = (tiles, code, exaggeration)
        (self.policy, self.threads, self.diagnostics) = (policy, threads, diagnostics)
    }

    /// The view over the terrain; nil where no heights can be read.
    package func standing(_ viewport: Viewport) -> Viewport? {
        // The camera's height is that of the center; what it sees then depends on the heights around.
        let center = WebMercator.project(viewport.center)
        let zoom = Int(max(0, min(Self.maxZoom, Self.detail(of: viewport, tileSize: tiles.tileSize).rounded(.down))))
        let count = Double(1 << zoom)
        let middle = TileID(
            z: zoom, x: max(0, min(Int(count) - 1, Int(center.x * count))),
            y: max(0, min(Int(count) - 1, Int(center.y * count))))
        guard let first = terrain(of: [middle]) else { return nil }
        var view = viewport.standing(on: first)
        for _ in 0..<2 {
            guard let seen = Self.tiles(of: view), let terrain = terrain(of: seen.map(\.id) + [middle]) else {
                return nil
            }
            view = viewport.standing(on: terrain)
        }
        return view
    }

    /// The tiles of a view over a terrain, as meshes; nil for too many.
    static func tiles(of view: Viewport) -> [PlacedTile]? {
        let detail = detail(of: view, tileSize: view.terrain?.tileSize ?? 512)
        return TilePlan.covering(
            view, zoom: Int(max(0, min(maxZoom, detail.rounded(.down)))), finest: Int(maxZoom), detail: detail)
    }

    /// The zoom from which that of the meshes is rounded down.
    private static func detail(of view: Viewport, tileSize: Double) -> Double {
        view.zoom + binaryLogarithm(512 / tileSize) - Double(zoomDifference)
    }

    /// Of a mesh.
    private static let maxZoom = 22.0

    /// The heights below tiles of the map; nil when no tile is there.
    private func terrain(of ids: [TileID]) -> Terrain? {
        var tiles = tiles
        // A missing tile is no hole in the ground.
        tiles.overzoomsMissingTiles = true
        var sources = ids.compactMap(source)
        if tiles.tileSize >= Self.fineTileSize, !sources.isEmpty {
            // What stands on the ground does so at heights of twice the resolution.
            for id in ids { sources.append(id.ancestor(atZoom: min(id.z, tiles.maxZoom))) }
        }
        let view = Viewport(
            size: Size(width: 1, height: 1), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
        let loader = RasterTileLoader<ElevationTile>(
            tiles: tiles, policy: policy, viewport: view, threads: threads, diagnostics: diagnostics)
        let selection = loader.load(sources.uniqued().map { PlacedTile(id: $0, wrap: 0) }) {
            [tiles, code] _, bytes, limit throws(Diagnostic) in
            try ElevationTile(tiles.bitmap(bytes, maxPixels: limit), code)
        }
        guard !selection.contents.isEmpty else { return nil }
        let contents = ElevationTile.backfillingEdges(selection.contents, threads: threads)
        let found = contents.map { ($0.id, Terrain.Tile(side: $0.heights.side, heights: $0.heights.heights)) }
        return Terrain(Dictionary(uniqueKeysWithValues: found), exaggeration: exaggeration, tileSize: tiles.tileSize)
    }

    /// The elevation tile below a tile of the map; nil where the source has none.
    private func source(below id: TileID) -> TileID? {
        let zoom = min(id.z - Self.zoomDifference, tiles.maxZoom)
        // Heights of the mesh's own resolution are better than none.
        guard zoom >= max(0, tiles.minZoom) else { return id.z >= tiles.minZoom ? id : nil }
        return id.ancestor(atZoom: zoom)
    }
}
