// SPDX-License-Identifier: MIT
import MapPlane
import Synchronization

/// The symbols of a layer that stand on lines of one tile, wherever a picture cuts it; in tile units. Where they could
/// stand is worked out when a line is first seen.
final class LineSymbols: CacheableTileLayout {
    typealias CacheKey = SymbolLayoutKey
    static let cacheFraction = 1.0 / 2

    struct Symbol: Sendable {
        let properties: SymbolProperties
        /// Streets of one name are joined.
        let lines: [[Point]]
        let bounds: Rect
    }

    /// A line, or a part of it that the tile owns, with the places for a label.
    struct AnchoredLine: Sendable {
        let line: [Point]
        let bounds: Rect
        let anchors: [LineAnchorFinder.LineAnchor]
    }

    let symbols: [Symbol]
    /// False when something had to be told of a look, which is to be told for each picture.
    let isCacheable: Bool
    private let anchoredLines: Mutex<[[AnchoredLine]?]>

    init(_ symbols: [Symbol], isCacheable: Bool) {
        self.symbols = symbols
        self.isCacheable = isCacheable
        anchoredLines = Mutex([[AnchoredLine]?](repeating: nil, count: symbols.count))
    }

    /// The memory that it takes, about, once all places are known.
    var byteCount: Int {
        symbols.reduce(256) { $0 + 2048 + 64 * $1.lines.reduce(0) { $0 + $1.count } }
    }

    func anchoredLines(of index: Int, _ compute: (Symbol) -> [AnchoredLine]) -> [AnchoredLine] {
        if let cached = anchoredLines.withLock({ $0[index] }) { return cached }
        let result = compute(symbols[index])
        anchoredLines.withLock { $0[index] = result }
        return result
    }
}
