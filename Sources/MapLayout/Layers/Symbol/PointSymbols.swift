// SPDX-License-Identifier: MIT
import MapPlane
import MapTiles
import Synchronization

/// The symbols of a layer that stand at points of one tile, wherever a picture cuts it. How a symbol looks is worked out
/// when it is first seen.
final class PointSymbols: Sendable {
    struct Symbol: Sendable {
        let feature: VectorFeature
        /// In tile units.
        let places: [Point]
    }

    let symbols: [Symbol]
    private let looks: Mutex<[SymbolProperties??]>

    init(_ symbols: [Symbol]) {
        self.symbols = symbols
        looks = Mutex([SymbolProperties??](repeating: .none, count: symbols.count))
    }

    /// The memory that it takes, about, once all looks are known.
    var byteCount: Int { 256 + 2048 * symbols.count }

    /// A symbol's look; nil for one that does not show.
    func look(of index: Int, _ read: (VectorFeature) -> EvaluatedSymbol) -> SymbolProperties? {
        if let known = looks.withLock({ $0[index] }) { return known }
        let found = read(symbols[index].feature)
        if found.isQuiet { looks.withLock { $0[index] = .some(found.look) } }
        return found.look
    }
}
