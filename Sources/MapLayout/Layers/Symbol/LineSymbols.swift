// SPDX-License-Identifier: MIT
import MapPlane
import Synchronization

/// The symbols of a layer that stand on lines of one tile, wherever a picture cuts it; in tile units. Where they could
/// stand is worked out when a line is first seen.
final class LineSymbols: Sendable {
    struct Symbol: Sendable {
        let look: SymbolProperties
        /// Streets of one name are joined.
        let lines: [[Point]]
        let bounds: Rect
    }

    /// A line, or a part of it that the tile owns, with the places for a label.
    struct Stretch: Sendable {
        let line: [Point]
        let bounds: Rect
        let stops: [LineAnchors.Stop]
    }

    let symbols: [Symbol]
    /// False when something had to be told of a look, which is to be told for each picture.
    let isQuiet: Bool
    private let stretches: Mutex<[[Stretch]?]>

    init(_ symbols: [Symbol], isQuiet: Bool) {
        self.symbols = symbols
        self.isQuiet = isQuiet
        stretches = Mutex([[Stretch]?](repeating: nil, count: symbols.count))
    }

    /// The memory that it takes, about, once all places are known.
    var byteCount: Int {
        symbols.reduce(256) { $0 + 2048 + 64 * $1.lines.reduce(0) { $0 + $1.count } }
    }

    func stretches(of index: Int, _ find: (Symbol) -> [Stretch]) -> [Stretch] {
        if let known = stretches.withLock({ $0[index] }) { return known }
        let found = find(symbols[index])
        stretches.withLock { $0[index] = found }
        return found
    }
}
