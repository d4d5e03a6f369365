// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapStyle
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
    private let known: Mutex<[EvaluatedSymbol?]>

    init(_ symbols: [Symbol]) {
        self.symbols = symbols
        known = Mutex([EvaluatedSymbol?](repeating: nil, count: symbols.count))
    }

    /// The approximate memory in bytes once all properties are evaluated.
    var byteCount: Int { 256 + 2048 * symbols.count }

    /// A symbol's properties.
    func evaluated(_ index: Int, _ evaluate: (VectorFeature) -> EvaluatedSymbol) -> EvaluatedSymbol {
        if let known = known.withLock({ $0[index] }) { return known }
        let result = evaluate(symbols[index].feature)
        // A label of a map that is past a limit may lack its letters.
        if !WorkContext.isCancelled { known.withLock { $0[index] = result } }
        return result
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
    /// What is to be reported for each map.
    let diagnostics: [Diagnostic]
    let fallback: [FallbackWarning]
    /// So many anchors of a symbol are kept, and one for each point of its lines.
    private static let maxAnchors = 64
    private let anchoredLines: Mutex<[[AnchoredLine]?]>

    init(_ symbols: [Symbol], _ diagnostics: [Diagnostic], _ fallback: [FallbackWarning]) {
        self.symbols = symbols
        self.diagnostics = diagnostics
        self.fallback = fallback
        anchoredLines = Mutex([[AnchoredLine]?](repeating: nil, count: symbols.count))
    }

    /// The approximate memory in bytes once all anchors are computed. Symbols that look the same share their properties.
    var byteCount: Int {
        var known: Set<ObjectIdentifier> = []
        return symbols.reduce(256 + 512 * (diagnostics.count + fallback.count)) { bytes, symbol in
            let isNew = known.insert(ObjectIdentifier(symbol.properties)).inserted
            let points = symbol.lines.reduce(0) { $0 + $1.count }
            return bytes + 512 + 64 * points + (isNew ? symbol.properties.byteCount : 0)
        }
    }

    func anchoredLines(of index: Int, _ compute: (Symbol) -> [AnchoredLine]) -> [AnchoredLine] {
        if let cached = anchoredLines.withLock({ $0[index] }) { return cached }
        let result = compute(symbols[index])
        // Anchors are not counted: lines with very many, close to each other, are looked at again for each map.
        let points = symbols[index].lines.reduce(0) { $0 + $1.count }
        if result.reduce(0, { $0 + $1.anchors.count }) <= points + Self.maxAnchors {
            anchoredLines.withLock { $0[index] = result }
        }
        return result
    }
}

/// A key of cached symbols: besides the features, everything that decides how a symbol is drawn.
struct SymbolLayoutKey: Hashable, Sendable {
    private let features: TileLayoutKey
    private let zoomed: [Value]
    private let scale: Double
    private let images: ObjectIdentity<SpriteNameSuggestions>
    private let fonts: ObjectIdentity<FontLibrary>
    private let glyphs: GlyphFiles.Location?
    private let language: String?

    init(_ features: TileLayoutKey, _ style: StyleLayer, _ context: LayerContext) {
        self.features = features
        zoomed = Self.zoomed(style, context)
        scale = context.scale
        images = context.images.identity
        fonts = ObjectIdentity(context.fonts)
        glyphs = context.glyphs?.location
        language = context.language
    }

    /// The values of properties that depend on the zoom: symbols look the same at all zooms between those of tiles at which
    /// these are the same. The zoom itself where features have different values, and where values take long to find.
    private static func zoomed(_ style: StyleLayer, _ context: LayerContext) -> [Value] {
        let paint = context.paint()
        var values: [Value] = []
        for property in style.properties.values where !property.isZoomConstant {
            guard property.isFeatureConstant, property.expression.steps < maxSteps else {
                return [.number(context.zoom)]
            }
            let value = property.value(paint)
            let isPlain =
                switch value {
                case .null, .bool, .number, .string, .color: true
                default: false
                }
            // A key with something that is not a number would not be found again.
            guard isPlain, value == value else { return [.number(context.zoom)] }
            values.append(value)
        }
        return values
    }

    /// Far more than the stops of a function.
    private static let maxSteps = 1000
}
