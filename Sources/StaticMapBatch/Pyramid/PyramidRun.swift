// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import MapTiles
package import StaticMap

/// Draws the tiles of a pyramid, a block of them on each thread, into a store.
package struct PyramidRun: Sendable {
    /// The outcome of a run.
    package struct Summary: Sendable {
        /// Tiles that were written.
        package var tiles = 0
        /// Tiles that were found to be of one color before they were painted.
        package var uniform = 0
        /// Tiles without anything, which are not written.
        package var empty = 0
        /// Blocks, with those of earlier runs.
        package var blocks = 0
        /// Of some blocks, each once.
        package var warnings: [Diagnostic] = []
        /// Of the data that were drawn, in plain text; nil when there is none.
        package var attribution: String?

        package init(blocks: Int = 0) { self.blocks = blocks }
    }

    private let renderer: MapRenderer
    private let threads: Int
    private let plan: PyramidPlan
    private let basemap: JSONNode
    private let format: OutputFormat
    private let quality: Int?

    /// - Parameters:
    ///   - renderer: draws the blocks, as many at a time as it has threads.
    ///   - plan: the tiles.
    ///   - basemap: of the scene of each block: style, tiles and language.
    ///   - format: a format of pixels.
    ///   - quality: of JPEG and WebP, from 1 to 100; nil for 80 and 90.
    package init(_ renderer: MapRenderer, _ plan: PyramidPlan, basemap: JSONNode, format: OutputFormat, quality: Int?) {
        threads = renderer.threads
        var renderer = renderer
        renderer.threads = 1
        self.renderer = renderer
        self.plan = plan
        self.basemap = basemap
        self.format = format
        self.quality = quality
    }

    /// What the tiles depend on, shards apart.
    package var settings: String {
        let shard = "\(plan.shard.index)/\(plan.shard.count)"
        return
            "\(basemap.line)|\(plan.region.description)|\(plan.zooms)|\(plan.tileSize)@\(plan.scale)|\(plan.metatile)|"
            + "\(format.rawValue)|\(quality ?? 0)|\(shard)"
    }

    /// The files that the tiles are drawn from, each with its size and date: of the style, its sprites, archives and features.
    ///
    /// - Throws: when a style or a scene cannot be read.
    package func files() throws(Diagnostic) -> [TileStore.File] {
        var found: Set<FileStamp> = []
        var zoom: Int?
        // A source is opened at the zooms at which a layer shows it.
        for row in plan.rows where row.zoom != zoom {
            zoom = row.zoom
            let block = plan.block(row, column: row.columns.lowerBound)
            _ = try withScene(of: block) { document throws(RenderError) in
                try renderer.open(document, DiagnosticSink())
            }
            found.formUnion(renderer.cache.files)
        }
        return found.map { TileStore.File(path: $0.path, contents: $0.contents) }
    }

    /// Draws all blocks that the store has not.
    ///
    /// - Parameters:
    ///   - store: gets the tiles.
    ///   - report: called after each block, on any thread, but not by two at a time, with the share of all blocks.
    /// - Returns: how many tiles there were.
    /// - Throws: when a block cannot be drawn, or the store cannot be written.
    package func run(
        into store: TileStore, report: @escaping @Sendable (_ summary: Summary, _ share: Double) -> Void
    ) throws(Diagnostic) -> Summary {
        let queue = PyramidQueue(plan, done: try store.parts(), report: report)
        WorkerPool.run(threads, name: "tiles") {
            while let block = queue.next() {
                do throws(Diagnostic) {
                    let (summary, images) = try withinLimits { () throws(Diagnostic) in try draw(block, queue) }
                    try store.add(part: block.key, images)
                    queue.finish(summary)
                } catch {
                    queue.end(error)
                }
            }
        }
        var summary = try queue.result()
        // All blocks were drawn by an earlier run.
        if summary.attribution == nil, let row = plan.rows.first {
            let block = plan.block(row, column: row.columns.lowerBound)
            summary.attribution = try layout(block, painting: block.area(of: [])).attribution
        }
        return summary
    }

    /// Draws a block.
    private func draw(
        _ block: MetatilePlan, _ queue: PyramidQueue
    ) throws(Diagnostic) -> (summary: Summary, images: [StoredImage]) {
        var summary = Summary(blocks: 1)
        let wanted = block.tiles.filter { plan.region.contains($0) }
        var images: [StoredImage] = []
        if !wanted.isEmpty {
            let map = try layout(block, painting: block.area(of: wanted))
            summary.warnings = map.warnings
            summary.attribution = map.attribution.isEmpty ? nil : map.attribution
            let plain = uniformTiles(wanted, of: block, map.drawing)
            summary.uniform = plain.count
            try add(plain, &images, &summary, queue)
            let known = Set(plain.map(\.id))
            if known.count < wanted.count {
                let rest = wanted.filter { !known.contains($0) }
                try cut(rest, of: block, map.drawing, &images, &summary, queue)
            }
        }
        summary.tiles = images.reduce(0) { $0 + $1.count }
        return (summary, images)
    }

    /// The tiles that are known to have one color before they are painted.
    private func uniformTiles(
        _ tiles: [TileID], of block: MetatilePlan, _ drawing: Drawing
    ) -> [(id: TileID, color: UInt32)] {
        guard drawing.isSimple else { return [] }
        let side = Double(plan.tileSize) * plan.scale
        return tiles.compactMap { id in
            let origin = block.origin(of: id)
            let part = Rect(x: Double(origin.x), y: Double(origin.y), width: side, height: side)
            return drawing.uniformColor(in: part).map { (id, $0) }
        }
    }

    private func layout(_ block: MetatilePlan, painting area: PixelRect) throws(Diagnostic) -> LaidOutMap {
        try withScene(of: block) { document throws(RenderError) in
            try renderer.layout(document, cutAlong: block.grid, painting: area.rect)
        }
    }

    private func withScene<Result>(
        of block: MetatilePlan, _ work: (SceneDocument) throws(RenderError) -> Result
    ) throws(Diagnostic) -> Result {
        do throws(RenderError) {
            return try renderer.withinLimits { () throws(RenderError) in
                let text = Array(block.scene(basemap: basemap).line.utf8)
                return try work(try renderer.document(text: text, file: "tiles", folder: "."))
            }
        } catch {
            throw Self.problem(error)
        }
    }

    /// Does all work for a block within the renderer's limits. What it makes past them is incomplete, and not to be kept.
    private func withinLimits<Result>(_ work: () throws(Diagnostic) -> Result) throws(Diagnostic) -> Result {
        do throws(RenderError) {
            return try renderer.withinLimits { () throws(RenderError) in
                do throws(Diagnostic) { return try work() } catch { throw RenderError(.badData, [error]) }
            }
        } catch {
            throw Self.problem(error)
        }
    }

    private static func problem(_ error: RenderError) -> Diagnostic {
        error.diagnostics.first { $0.severity == .error } ?? Diagnostic(code: .renderFailed, "\(error)")
    }

    /// Paints the part of a block that has some tiles, and cuts it into them.
    private func cut(
        _ tiles: [TileID], of block: MetatilePlan, _ drawing: Drawing, _ images: inout [StoredImage],
        _ summary: inout Summary, _ queue: PyramidQueue
    ) throws(Diagnostic) {
        let area = block.area(of: tiles)
        let bitmap: Bitmap
        do {
            bitmap = try RasterPainter().paint(drawing, threads: 1, area: area)
        } catch {
            throw Diagnostic(code: .renderFailed, "\(error)")
        }
        let side = Int(Double(plan.tileSize) * plan.scale)
        var plain: [(TileID, UInt32)] = []
        for id in tiles {
            let origin = block.origin(of: id)
            let tile = bitmap.cropped(
                x: origin.x - area.minX, y: origin.y - area.minY, width: side, height: side)
            if let color = tile.uniformColor {
                plain.append((id, color))
            } else {
                images.append(StoredImage(numbers: [id.hilbertNumber], bytes: try encoded(tile)))
            }
        }
        try add(plain, &images, &summary, queue)
    }

    /// Adds tiles of one color each, without those of nothing.
    private func add(
        _ tiles: [(id: TileID, color: UInt32)], _ images: inout [StoredImage], _ summary: inout Summary,
        _ queue: PyramidQueue
    ) throws(Diagnostic) {
        for (color, tiles) in Dictionary(grouping: tiles, by: \.color).sorted(by: { $0.key < $1.key }) {
            guard color != 0 else {
                summary.empty += tiles.count
                continue
            }
            var bytes = queue.tile(of: color)
            if bytes == nil {
                let side = Int(Double(plan.tileSize) * plan.scale)
                let pixels = [UInt32](repeating: color, count: side * side)
                bytes = try encoded(Bitmap(width: side, height: side, pixels: pixels))
                queue.keep(bytes ?? [], of: color)
            }
            images.append(StoredImage(numbers: tiles.map(\.id.hilbertNumber), bytes: bytes ?? []))
        }
    }

    private func encoded(_ tile: Bitmap) throws(Diagnostic) -> [UInt8] {
        do {
            return try tile.encodedTile(as: format, quality: quality)
        } catch {
            throw Diagnostic(code: .renderFailed, "\(error)")
        }
    }
}
