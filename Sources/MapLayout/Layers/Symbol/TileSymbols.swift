// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapText
import MapTiles
import Synchronization

/// A layer's point symbols in one tile, independent of the visible part. Properties are evaluated when a symbol first
/// becomes visible.
final class PointSymbols: CacheableTileLayout {
    typealias CacheKey = SymbolLayoutKey
    static let cacheFraction = 1.0 / 4

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

/// A layer's line symbols in one tile, independent of the visible part, in tile units. Anchors are computed when a line
/// first becomes visible.
final class LineSymbols: CacheableTileLayout {
    typealias CacheKey = SymbolLayoutKey
    static let cacheFraction = 3.0 / 8

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

/// A key of cached symbols: besides the features, everything that decides how a symbol is drawn.
struct SymbolLayoutKey: Hashable, Sendable {
    private let features: TileLayoutKey
    private let zoom: Double
    private let scale: Double
    private let images: ObjectIdentity<SpriteNameSuggestions>
    private let fonts: ObjectIdentity<FontLibrary>
    private let glyphs: GlyphFiles.Location?
    private let language: String?

    init(_ features: TileLayoutKey, _ context: LayerContext) {
        self.features = features
        zoom = context.zoom
        scale = context.scale
        images = context.images.identity
        fonts = ObjectIdentity(context.fonts)
        glyphs = context.glyphs?.location
        language = context.language
    }
}
