// SPDX-License-Identifier: MIT
import MapPlane
import MapTiles
import Synchronization

/// The symbols of a layer that stand at points of one tile, wherever a picture cuts it. How a symbol looks is worked out
/// when it is first seen.
final class PointSymbols: CacheableTileLayout {
    typealias CacheKey = SymbolLayoutKey
    static let cacheFraction = 3.0 / 8

    struct Symbol: Sendable {
        let feature: VectorFeature
        /// In tile units.
        let positions: [Point]
    }

    let symbols: [Symbol]
    private let evaluated: Mutex<[SymbolProperties??]>

    init(_ symbols: [Symbol]) {
        self.symbols = symbols
        evaluated = Mutex([SymbolProperties??](repeating: .none, count: symbols.count))
    }

    /// The memory that it takes, about, once all looks are known.
    var byteCount: Int { 256 + 2048 * symbols.count }

    /// A symbol's look; nil for one that does not show.
    func properties(of index: Int, _ evaluate: (VectorFeature) -> EvaluatedSymbol) -> SymbolProperties? {
        if let cached = evaluated.withLock({ $0[index] }) { return cached }
        let result = evaluate(symbols[index].feature)
        if result.isCacheable { evaluated.withLock { $0[index] = .some(result.properties) } }
        return result.properties
    }
}
