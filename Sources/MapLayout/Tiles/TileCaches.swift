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
    private let requests = Mutex(RecentRequests())

    /// Creates a cache of at most so many bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// How many layouts were made because they were not in the cache.
    package var missCount: Int {
        storages.withLock { $0.values.reduce(0) { $0 + $1.missCount() } }
    }

    func value<Layout: CacheableTileLayout>(
        for key: Layout.CacheKey, isLasting: (Layout) -> Bool = { _ in true }, make: () -> Layout
    ) -> Layout {
        cache(of: Layout.self).value(for: key, cost: { $0.byteCount }, isLasting: isLasting, make: make)
    }

    /// The layout for a key if it was made before.
    func known<Layout: CacheableTileLayout>(_ key: Layout.CacheKey) -> Layout? {
        cache(of: Layout.self).value(for: key)
    }

    /// True for a view that one of the last maps had; from now on this is one of them.
    func isRepeated(_ view: Viewport) -> Bool { views.withLock { $0.isRepeated(view.hashValue) } }

    /// The layout for a key that was asked for before, made now unless it is known; nil for a new key.
    ///
    /// Nor is one made that would be evicted before it is asked for again: where the cache is full, keys must come again sooner
    /// than there are values.
    func valueOfRepeated<Layout: CacheableTileLayout>(
        _ key: Layout.CacheKey, isLasting: (Layout) -> Bool, make: () -> Layout
    ) -> Layout? {
        let cache = cache(of: Layout.self)
        let age = requests.withLock { $0.age(of: key.hashValue) }
        if let known = cache.value(for: key) { return known }
        guard let age, age < cache.count || cache.cost < bytes(for: Layout.self) / 4 * 3 else { return nil }
        return cache.value(for: key, cost: { $0.byteCount }, isLasting: isLasting, make: make)
    }

    private func bytes<Layout: CacheableTileLayout>(for layout: Layout.Type) -> Int {
        Int(Double(limit) * Layout.cacheFraction)
    }

    private func cache<Layout: CacheableTileLayout>(of layout: Layout.Type) -> SharedCache<Layout.CacheKey, Layout> {
        storages.withLock { storages in
            let id = ObjectIdentifier(layout)
            if let cache = storages[id]?.cache as? SharedCache<Layout.CacheKey, Layout> { return cache }
            let cache = SharedCache<Layout.CacheKey, Layout>(limit: bytes(for: layout))
            storages[id] = Storage(cache: cache, missCount: { cache.missCount })
            return cache
        }
    }
}

/// When keys were asked for.
private struct RecentRequests {
    private var count = 0
    /// The number of the last request of each key, for as many as some maps with many tiles and layers have.
    private var numbers = LRUCache<Int, Int>(limit: 1 << 20)

    /// How many requests ago a key was asked for; nil for one that was not lately. From now on it was.
    mutating func age(of key: Int) -> Int? {
        count += 1
        defer { numbers.insert(count, for: key, cost: 0) }
        return numbers.value(for: key).map { count - $0 }
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

    /// What a tile is decoded to: one that is no image may well be a vector tile, and other layers than the damaged ones may
    /// be decoded.
    package enum Contents: Hashable {
        /// All of them, unless layers are named.
        case features(of: Set<String>?)
        case image
    }

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

/// The shapes of a layer in a tile.
struct KeptShapes: CacheableTileLayout {
    struct CacheKey: Hashable, Sendable {
        let features: TileLayoutKey
        let content: Content
        /// Of `content`; that of a view is found once for all keys of a map.
        let contentHash: Int
        let light: StyleLight
        let images: ObjectIdentity<SpriteNameSuggestions>

        func hash(into hasher: inout Hasher) {
            hasher.combine(features)
            hasher.combine(contentHash)
        }
    }

    indirect enum Content: Hashable {
        /// All of the tile, from its corner: how its units become pixels, and the zoom and scale of properties.
        case whole(toPixel: Transform, zoom: Double, scale: Double)
        /// What a view shows of the tile.
        case part(Viewport, of: PlacedTile, within: Rect?)
    }

    static let cacheFraction = 1.0 / 4

    let shapes: TileMarks.Shapes

    var byteCount: Int { 1024 + shapes.byteCount }
}

/// Keeps shapes for further maps: all of a tile, which are the same in all views of one zoom but for an offset, and those of views
/// that are drawn again, with other annotations or in another format.
///
/// What is wanted once is not kept: the first map lays out just what it shows. It gets the same shapes as all others.
struct ShapeKeeper: Sendable {
    private let cache: TileLayoutCache
    private let viewport: Viewport
    private let viewHash: Int
    private let painted: Rect?
    /// True for a view that was seen before.
    private let isRepeated: Bool

    /// Nil where nothing is kept. What hangs over terrain is not.
    init?(_ input: LayoutInput) {
        guard let cache = input.tileLayouts, input.viewport.terrain == nil, input.viewport.drape == nil
        else { return nil }
        self.cache = cache
        (viewport, viewHash, painted) = (input.viewport, input.viewport.hashValue, input.paintedArea)
        isRepeated = cache.isRepeated(viewport)
    }

    /// - Parameters:
    ///   - layout: of the style layer.
    ///   - tile: the features.
    ///   - style: the style layer.
    ///   - context: the map's.
    /// - Returns: what the map shows of the layer in the tile.
    func marks(
        _ layout: ShapeLayout, of tile: TileLayer, _ style: StyleLayer, _ context: LayerContext
    ) -> TileMarks {
        // What was reported is to be reported for each map.
        guard context.diagnostics.count == 0, let features = tile.cacheKey(style, context)?.1 else {
            return layout.marks(of: tile)
        }
        func key(_ content: KeptShapes.Content, hash: Int) -> KeptShapes.CacheKey {
            KeptShapes.CacheKey(
                features: features, content: content, contentHash: hash, light: context.light,
                images: context.images.identity)
        }
        func isLasting(_: KeptShapes) -> Bool { context.diagnostics.count == 0 }
        var wholeKey: KeptShapes.CacheKey?
        if layout.isMovable(in: tile) {
            let toPixel = tile.projection.fromCorner.toPixel
            wholeKey = key(
                .whole(toPixel: toPixel, zoom: context.zoom, scale: context.scale), hash: toPixel.hashValue)
        }
        guard isRepeated else {
            let whole = wholeKey.flatMap {
                cache.valueOfRepeated($0, isLasting: isLasting) {
                    KeptShapes(shapes: layout.shapes(of: tile.ofAnyView))
                }
            }
            return whole.map { layout.placed($0.shapes, in: tile) } ?? layout.marks(of: tile)
        }
        let part = cache.value(
            for: key(.part(viewport, of: tile.placed, within: painted), hash: viewHash), isLasting: isLasting
        ) {
            let whole: KeptShapes? = wholeKey.flatMap(cache.known)
            return KeptShapes(
                shapes: (whole.map { layout.placed($0.shapes, in: tile) } ?? layout.marks(of: tile)).shapes)
        }
        return TileMarks(tile: tile.outline, shapes: part.shapes)
    }
}
