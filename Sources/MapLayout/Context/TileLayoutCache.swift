// SPDX-License-Identifier: MIT
import MapGeo
import MapRuntime
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

    /// Creates a cache of at most so many bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// How many layouts were made because they were not in the cache.
    package var missCount: Int {
        storages.withLock { $0.values.reduce(0) { $0 + $1.missCount() } }
    }

    func value<Layout: CacheableTileLayout>(for key: Layout.CacheKey, make: () -> Layout) -> Layout {
        cache(of: Layout.self).value(for: key, cost: { $0.byteCount }, isLasting: { $0.isCacheable }, make: make)
    }

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
