// SPDX-License-Identifier: MIT
import MapPlane
import Synchronization

/// A layer's line symbols in one tile, independent of the visible part, in tile units. Anchors are computed when a line
/// first becomes visible.
final class LineSymbols: CacheableTileLayout {
    typealias CacheKey = SymbolLayoutKey
    static let cacheFraction = 1.0 / 2

    struct Symbol: Sendable {
        let properties: SymbolProperties
        /// Lines of the same name are merged.
        let lines: [[Point]]
        let bounds: Rect
    }

    /// A line, or the part of it inside the tile, with its label anchors.
    struct AnchoredLine: Sendable {
        let line: [Point]
        let bounds: Rect
        let anchors: [LineAnchorFinder.LineAnchor]
    }

    let symbols: [Symbol]
    /// False when evaluating a symbol reported diagnostics, which must be reported for each map.
    let isCacheable: Bool
    private let anchoredLines: Mutex<[[AnchoredLine]?]>

    init(_ symbols: [Symbol], isCacheable: Bool) {
        self.symbols = symbols
        self.isCacheable = isCacheable
        anchoredLines = Mutex([[AnchoredLine]?](repeating: nil, count: symbols.count))
    }

    /// The approximate memory in bytes once all anchors are computed.
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
