// SPDX-License-Identifier: MIT
import MapPlane
import MapTiles
import Synchronization

/// A layer's point symbols in one tile, independent of the visible part. Properties are evaluated when a symbol first
/// becomes visible.
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

    /// The approximate memory in bytes once all properties are evaluated.
    var byteCount: Int { 256 + 2048 * symbols.count }

    /// A symbol's properties; nil for one that is not visible.
    func properties(of index: Int, _ evaluate: (VectorFeature) -> EvaluatedSymbol) -> SymbolProperties? {
        if let cached = evaluated.withLock({ $0[index] }) { return cached }
        let result = evaluate(symbols[index].feature)
        if result.isCacheable { evaluated.withLock { $0[index] = .some(result.properties) } }
        return result.properties
    }
}
