// SPDX-License-Identifier: MIT
import Libc
package import MapCore
import MapGeo
import MapGeometry
package import MapImages
import MapScene
import MapTiles

/// Selects and reads the raster tiles of a view; each tile is read once.
struct RasterTileLoader<Content: Sendable>: Sendable {
    let tiles: RasterTiles
    let policy: MissingTilePolicy
    let viewport: Viewport
    let threads: Int
    let diagnostics: DiagnosticSink
    /// Takes the pixels of archives that make them; nil to decode the tiles of all.
    var take: (@Sendable (TileID, TilePixels) -> Content)?

    /// How many zooms above a missing tile MapLibre looks for one to overzoom.
    private static var maxOverzoom: Int { 10 }

    /// What was read, and which tile of the plan each stands in for.
    struct Selection {
        var plan: [PlacedTile]
        var resolved: [TileID: ResolvedTile]
        var contents: [(id: TileID, content: Content)]
    }

    /// - Parameter decode: decodes a tile's bytes; the last argument is the largest allowed number of pixels.
    /// - Returns: nil when nothing is to be drawn.
    func load(_ decode: @Sendable (TileID, [UInt8], Int) throws(Diagnostic) -> Content) -> Selection? {
        let zoom = tiles.tileZoom(in: viewport)
        guard zoom >= Double(tiles.minZoom - tiles.underzoom) else { return nil }
        guard
            let plan = TilePlan.covering(
                viewport, zoom: max(0, tiles.minZoom, min(Int(min(zoom, 30)), tiles.maxZoom)), finest: tiles.maxZoom,
                detail: viewport.zoom + binaryLogarithm(512 / tiles.tileSize) + 0.5)
        else {
            diagnostics.add(
                Diagnostic(
                    .warning, code: .tilesTooMany, file: tiles.archive.info.file,
                    "the view needs too many tiles; none are drawn"))
            return nil
        }
        return load(plan.filter { $0.id.z >= tiles.minZoom }, decode)
    }

    /// As `load(_:)`, for known tiles.
    func load(
        _ plan: [PlacedTile], _ decode: @Sendable (TileID, [UInt8], Int) throws(Diagnostic) -> Content
    ) -> Selection {
        var selection = Selection(plan: plan.filter { tiles.covers($0.id) }, resolved: [:], contents: [])
        var pending = selection.plan.map(\.id).uniqued().map { (requested: $0, candidate: $0) }
        let limit = pixelLimit(for: pending.count)
        var columnIndices: [TileID: Int] = [:]
        while !pending.isEmpty {
            // An ancestor may have been read for itself.
            let candidates = pending.map(\.candidate).uniqued().filter { columnIndices[$0] == nil }
            let results = parallelMap(candidates, threads: threads) { ($0, content(of: $0, limit, decode)) }
            for (id, content) in results {
                guard let content else { continue }
                columnIndices[id] = selection.contents.count
                selection.contents.append((id, content))
            }
            var missing: [(requested: TileID, candidate: TileID)] = []
            for (requested, candidate) in pending {
                if let index = columnIndices[candidate] {
                    selection.resolved[requested] = ResolvedTile(id: candidate, index: index)
                } else if let next = replacement(for: candidate, requested: requested) {
                    missing.append((requested, next))
                }
            }
            pending = missing
        }
        return selection
    }

    /// The tile to try in place of a missing one; reports it where the scene's policy says so.
    private func replacement(for id: TileID, requested: TileID) -> TileID? {
        if tiles.overzoomsMissingTiles {
            guard requested.z - id.z < Self.maxOverzoom else { return nil }
        } else {
            switch policy {
            case .skip: return nil
            case .overzoom: break
            case .error:
                diagnostics.add(
                    Diagnostic(
                        code: .tilesMissing, file: tiles.archive.info.file, path: "tile \(id)", "the tile is missing"
                    ))
                return nil
            }
        }
        return id.parent.flatMap { $0.z >= tiles.minZoom ? $0 : nil }
    }

    private func content(
        of id: TileID, _ limit: Int, _ decode: (TileID, [UInt8], Int) throws(Diagnostic) -> Content
    ) -> Content? {
        guard !WorkContext.isCancelled, RenderBudget.spend(1, .tiles, at: "tile \(id)") else { return nil }
        do throws(Diagnostic) {
            let file = tiles.archive.file(of: id)
            return try tiles.failedTiles.read(id, as: .image, of: file) { () throws(Diagnostic) -> Content? in
                try RenderBudget.locate(at: { "tile \(id)" }) { () throws(Diagnostic) -> Content? in
                    if let take, tiles.archive.makesPixels {
                        return try tiles.archive.pixels(id).map { take(id, $0) }
                    }
                    guard let bytes = try tiles.archive.tile(id) else { return nil }
                    return try decode(id, bytes, limit)
                }
            }
        } catch {
            diagnostics.add(
                Diagnostic(
                    .warning, code: error.code, file: tiles.archive.info.file, path: "tile \(id)", error.message))
            return nil
        }
    }

    /// 2²⁸ pixels, or one gibibyte, for all tiles of a view together; between 512 × 512 and 4096 × 4096 for each.
    private func pixelLimit(for count: Int) -> Int {
        max(1 << 18, min(1 << 24, (1 << 28) / max(1, count)))
    }
}

extension Sequence where Element: Hashable {
    /// The distinct elements in the order of their first occurrence.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

/// Caches decoded raster tiles for further maps, by their encoded bytes.
package final class RasterImageCache: Sendable {
    private let bitmaps: SharedCache<EncodedImage, Bitmap>

    /// Creates a cache of at most so many bytes; 0 disables it.
    package init(limit: Int) { bitmaps = SharedCache(limit: limit) }

    /// How many images were decoded.
    package var missCount: Int { bitmaps.missCount }

    /// Decodes an image of at most `maxPixels` pixels.
    package func bitmap(_ bytes: [UInt8], maxPixels: Int) throws(Diagnostic) -> Bitmap {
        guard bitmaps.isEnabled else { return try decodeImage(bytes, maxPixels: maxPixels) }
        let key = EncodedImage(bytes: bytes)
        let bitmap = try bitmaps.value(for: key, cost: { bytes.count + 4 * $0.width * $0.height }) {
            () throws(Diagnostic) in try decodeImage(bytes, maxPixels: maxPixels)
        }
        // It may have been decoded under a larger limit.
        return bitmap.width * bitmap.height <= maxPixels ? bitmap : try decodeImage(bytes, maxPixels: maxPixels)
    }
}

/// Encoded bytes as a key: hashed by a sample, compared as a whole.
private struct EncodedImage: Hashable {
    private static let sample = 64

    let bytes: [UInt8]

    static func == (a: EncodedImage, b: EncodedImage) -> Bool {
        a.bytes.count == b.bytes.count && memcmp(a.bytes, b.bytes, a.bytes.count) == 0
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes.count)
        bytes.suffix(Self.sample).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension RasterTiles {
    /// Decodes a tile of at most `maxPixels` pixels.
    func bitmap(_ bytes: [UInt8], maxPixels: Int) throws(Diagnostic) -> Bitmap {
        if let imageCache { return try imageCache.bitmap(bytes, maxPixels: maxPixels) }
        return try decodeImage(bytes, maxPixels: maxPixels)
    }
}
