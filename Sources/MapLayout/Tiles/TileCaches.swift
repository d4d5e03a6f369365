// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
package import MapGeo
import MapGeometry
import MapStyle
import MapTiles
import Synchronization

/// Caches what layers read from tiles, for further maps of the same tiles at the same zoom.
///
/// Results do not depend on the part of a tile that is visible. Tiles and style layers are identified as objects, so nothing
/// has to be invalidated: the entries of a discarded tile or style are not found again and are evicted in time.
package final class TileLayoutCache: Sendable {
    private struct Storage {
        /// A `SharedCache` of one type of layout.
        let cache: any Sendable
        let missCount: @Sendable () -> Int
    }

    /// In bytes.
    private let limit: Int
    private let storages = Mutex<[ObjectIdentifier: Storage]>([:])
    private let views = Mutex(RecentKeys())

    /// Creates a cache of at most so many bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// How many layouts were made because they were not in the cache.
    package var missCount: Int {
        storages.withLock { $0.values.reduce(0) { $0 + $1.missCount() } }
    }

    func value<Layout: CacheableTileLayout>(
        for key: Layout.CacheKey, isLasting: (Layout) -> Bool = { $0.isCacheable }, make: () -> Layout
    ) -> Layout {
        cache(of: Layout.self).value(for: key, cost: { $0.byteCount }, isLasting: isLasting, make: make)
    }

    /// True for a view that one of the last maps had; from now on this is one of them.
    func isRepeated(_ view: Viewport) -> Bool { views.withLock { $0.isRepeated(view.hashValue) } }

    private func cache<Layout: CacheableTileLayout>(of layout: Layout.Type) -> SharedCache<Layout.CacheKey, Layout> {
        storages.withLock { storages in
            let id = ObjectIdentifier(layout)
            if let cache = storages[id]?.cache as? SharedCache<Layout.CacheKey, Layout> { return cache }
            let cache = SharedCache<Layout.CacheKey, Layout>(limit: Int(Double(limit) * Layout.cacheFraction))
            storages[id] = Storage(cache: cache, missCount: { cache.missCount })
            return cache
        }
    }
}

/// A layer type's result for one tile that `TileLayoutCache` can keep.
protocol CacheableTileLayout: Sendable {
    /// Everything that the result depends on.
    associatedtype CacheKey: Hashable & Sendable

    /// The fraction of the cache's bytes that results of this type may take.
    static var cacheFraction: Double { get }
    /// Approximate.
    var byteCount: Int { get }
    /// False when making the result reported diagnostics, which must be reported for each map.
    var isCacheable: Bool { get }
}

extension CacheableTileLayout {
    var isCacheable: Bool { true }
}

/// The features of a tile's layer, and everything that decides which of them a style layer's filter lets pass.
struct TileLayoutKey: Hashable, Sendable {
    let features: ObjectIdentity<FeatureRows>
    let tile: TileID
    let rules: ObjectIdentity<StyleLayer.Rules>
    /// Of the tiles: a whole number.
    let zoom: Double
    let globalState: [String: Value]
}

/// Tiles that are damaged: what was found wrong with them is reported for each map, but they are not read and decoded again.
///
/// A tile is forgotten when its file changes: a folder's when its own file does, others with their archive. What could not
/// be read, for lack of permission for instance, is tried again for each map, and so are missing tiles, which cost no
/// more than a look whether something changed.
package final class FailedTiles: Sendable {
    /// Those of all maps of the process, whichever renderer draws them.
    package static let ofProcess = FailedTiles(limit: 10_000)

    /// What a tile is decoded to: one that is no image may well be a vector tile.
    package enum Contents { case features, image }

    private struct Key: Hashable {
        var file: FileStamp
        var id: TileID
        var contents: Contents
    }

    private struct State {
        var failures: [Key: Diagnostic] = [:]
        /// The oldest first.
        var keys: [Key] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: as many tiles are remembered; then the oldest are forgotten.
    package init(limit: Int) { self.limit = limit }

    /// How many tiles are remembered.
    package var count: Int { state.withLock { $0.failures.count } }

    /// Reads a tile, unless that has failed before.
    ///
    /// - Parameters:
    ///   - id: the tile.
    ///   - contents: what it is decoded to.
    ///   - file: where it is stored, as it was before reading; nil if that is not known, and nothing is remembered.
    ///   - read: reads and decodes the tile.
    /// - Returns: the result of `read`.
    /// - Throws: what `read` throws, now or then.
    package func read<Tile>(
        _ id: TileID, as contents: Contents, of file: FileStamp?, _ read: () throws(Diagnostic) -> Tile
    ) throws(Diagnostic) -> Tile {
        guard let file else { return try read() }
        let key = Key(file: file, id: id, contents: contents)
        if let failure = state.withLock({ $0.failures[key] }) { throw failure }
        do throws(Diagnostic) {
            return try read()
        } catch {
            // Past a limit, less than usual may be decompressed.
            if Self.lastingCodes.contains(error.code), !WorkContext.isCancelled { note(error, key) }
            throw error
        }
    }

    /// What reading again cannot mend. An image that is too large for one view may be drawn in another.
    package static let lastingCodes: Set<Diagnostic.Code> = [
        Diagnostic.Code.tilesDamagedTile, Diagnostic.Code.imageUnknownFormat, Diagnostic.Code.imageUndecodable,
    ]

    private func note(_ failure: Diagnostic, _ key: Key) {
        state.withLock { state in
            guard state.failures.updateValue(failure, forKey: key) == nil else { return }
            state.keys.append(key)
            guard state.keys.count > limit else { return }
            // A quarter at once, so that this is rare.
            let surplus = state.keys.count - (limit - limit / 4)
            for old in state.keys.prefix(surplus) { state.failures[old] = nil }
            state.keys.removeFirst(surplus)
        }
    }
}

/// The shapes of a layer in a tile, as one view shows them.
extension TileMarks: CacheableTileLayout {
    struct CacheKey: Hashable, Sendable {
        let features: TileLayoutKey
        let viewport: Viewport
        /// Of the viewport: found once for all keys of a map.
        let viewHash: Int
        /// The tile that is drawn, and that of which it is a part.
        let shown: PlacedTile
        let tile: PlacedTile
        let mask: Path?
        let painted: Rect?
        let light: StyleLight
        let images: ObjectIdentity<SpriteNameSuggestions>

        func hash(into hasher: inout Hasher) {
            hasher.combine(features)
            hasher.combine(viewHash)
            hasher.combine(shown)
        }
    }

    static let cacheFraction = 1.0 / 4

    var byteCount: Int { 256 + 16 * shapes.vertexCost + (tile.mask?.points.count ?? 0) * MemoryLayout<Point>.stride }
}

/// Keeps the shapes of views that are drawn again: with other annotations, or in another format.
struct ViewedShapes: Sendable {
    private let cache: TileLayoutCache
    private let viewport: Viewport
    private let viewHash: Int
    private let painted: Rect?

    /// Nil for a view that was not seen before: most views are drawn once. What hangs over terrain is not kept.
    init?(_ input: LayoutInput) {
        guard let cache = input.tileLayouts, input.viewport.terrain == nil, input.viewport.drape == nil,
            cache.isRepeated(input.viewport)
        else { return nil }
        self.cache = cache
        (viewport, viewHash, painted) = (input.viewport, input.viewport.hashValue, input.paintedArea)
    }

    /// - Parameters:
    ///   - layout: of the style layer.
    ///   - tile: the features.
    ///   - shown: the tile that the map shows, which may be a part of `tile`.
    ///   - style: the style layer.
    ///   - context: the map's.
    /// - Returns: the shapes, made now or for an earlier map.
    func marks(
        _ layout: ShapeLayout, of tile: TileLayer, shown: PlacedTile, _ style: StyleLayer, _ context: LayerContext
    ) -> TileMarks {
        guard let features = tile.cacheKey(style, context)?.1 else { return layout.marks(of: tile) }
        let key = TileMarks.CacheKey(
            features: features, viewport: viewport, viewHash: viewHash, shown: shown, tile: tile.placed,
            mask: tile.mask, painted: painted,
            light: context.light, images: context.images.identity)
        // What was reported is to be reported for each map.
        return cache.value(for: key, isLasting: { _ in context.diagnostics.count == 0 }) { layout.marks(of: tile) }
    }
}
