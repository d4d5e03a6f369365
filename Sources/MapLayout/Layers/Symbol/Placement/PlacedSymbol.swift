// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry

/// The drawing items of a placed symbol.
struct PlacedSymbol {
    /// Halos of icons, which are painted below all icons of the layer.
    private(set) var iconHalo: [DrawingItem] = []
    private(set) var icon: [DrawingItem] = []
    /// Halos that are painted below all text of the layer.
    private(set) var halo: [DrawingItem] = []
    private(set) var text: [DrawingItem] = []

    /// Adds the text of a symbol on a map with these bounds, in pixels.
    mutating func add(
        _ candidate: TextCandidate, of properties: SymbolProperties, _ layer: SymbolBucket, within bounds: Rect
    ) {
        guard let own = properties.text else { return }
        for mark in own.marks(of: candidate) {
            let (halo, inner) = items(layer, mark, own.overlap, bounds)
            self.halo += halo
            text += inner
        }
    }

    /// Adds the icon of a symbol.
    mutating func add(
        _ candidate: IconCandidate, of properties: SymbolProperties, hasText: Bool, _ layer: SymbolBucket,
        within bounds: Rect
    ) {
        guard let own = properties.icon, own.opacity > 0, hasText || own.fit?.needsText != true else { return }
        (iconHalo, icon) = items(layer, candidate.mark, own.overlap, bounds)
    }

    /// A mark, and apart from it its halo where others may overlap it.
    private func items(
        _ layer: SymbolBucket, _ drawn: (mark: Mark, bounds: Rect), _ overlap: Overlap, _ bounds: Rect
    ) -> (halo: [DrawingItem], shape: [DrawingItem]) {
        func item(_ mark: Mark) -> DrawingItem {
            DrawingItem(
                id: "layer/\(layer.id)", role: .label, bounds: drawn.bounds.intersection(bounds), mark: mark)
        }
        guard overlap != .never, !layer.ordersByKey, case .sdf(let shapes) = drawn.mark,
            let (halo, inner) = shapes.separated
        else { return ([], [item(drawn.mark)]) }
        return ([item(.sdf(halo))], [item(.sdf(inner))])
    }

    /// The items of a layer's symbols in painting order.
    static func items(of symbols: [PlacedSymbol], in layer: SymbolBucket) -> [DrawingItem] {
        guard !layer.ordersByKey else { return symbols.flatMap { [$0.iconHalo, $0.icon, $0.halo, $0.text].joined() } }
        let parts: [(PlacedSymbol) -> [DrawingItem]] = [\.iconHalo, \.icon, \.halo, \.text]
        return parts.flatMap { symbols.flatMap($0) }
    }
}

/// A layer's symbols in the orders in which they are placed and painted.
struct LayerSymbols {
    let layer: SymbolBucket
    let candidates: [(SymbolProperties, SymbolAnchor)]
    /// The candidates' indices from the north; empty for layers that are neither placed nor painted in that order.
    private let byY: [Int]
    /// On a grid of tiles, one for each candidate.
    let turns: [BlockGrid.Turn]
    /// By the cells of the grid; one for the whole map without a grid.
    private(set) var streets: [(labels: CrossTileLineLabels, cell: Rect?)]
    /// The candidates that are drawn.
    var shown: [PlacedSymbol?]
    /// The names of streets that are drawn beside them.
    var extra: [PlacedSymbol] = []

    init(_ layer: SymbolBucket, on grid: BlockGrid? = nil) {
        self.layer = layer
        let candidates = layer.features.flatMap { feature in feature.anchors.map { (feature.properties, $0) } }
        self.candidates = candidates
        // Rounded to a sixteenth of a point, the precision of MapLibre's tile units.
        let isByY = layer.placesByY || layer.ordersByY
        let heights = isByY ? candidates.map { ($0.1.position.y / layer.scale * 16).rounded() } : []
        byY = heights.indices.sorted { (heights[$0], $1) < (heights[$1], $0) }
        shown = Array(repeating: nil, count: candidates.count)
        turns = grid.map { grid in candidates.map { $0.0.turn(on: grid, at: $0.1, in: layer) } } ?? []
        streets =
            grid?.cells(of: layer.features).map { (CrossTileLineLabels($0.features), $0.cell) }
            ?? [(CrossTileLineLabels(layer.features), nil)]
    }

    /// The indices of the candidates in the order of placement.
    var order: [Int] { layer.placesByY ? byY.reversed() : Array(candidates.indices) }

    /// Records that a name is on the map, or in the cells that show some of it.
    mutating func markPlaced(_ properties: SymbolProperties, at anchor: SymbolAnchor) {
        for index in streets.indices where streets[index].cell?.contains(anchor.position) ?? true {
            streets[index].labels.markPlaced(properties)
        }
    }

    /// Names of streets that found no place on their own, with the anchors of which one is enough.
    ///
    /// - Parameters:
    ///   - labels: of all streets.
    ///   - smoothsRivers: true where names of rivers follow their course rather than each bend.
    /// - Returns: the names with their anchors.
    func unplaced(
        of labels: CrossTileLineLabels, smoothsRivers: Bool = false
    ) -> [(SymbolProperties, [SymbolAnchor])] {
        labels.candidates(
            spacing: layer.spacing, maxAngle: layer.maxAngle, scale: layer.scale,
            isSmooth: smoothsRivers && layer.namesRivers, perspective: layer.perspective(at:))
    }

    /// In painting order.
    var items: [DrawingItem] {
        let indices = layer.ordersByY ? byY : Array(candidates.indices)
        let items = PlacedSymbol.items(of: indices.compactMap { shown[$0] } + extra, in: layer)
        return turns.isEmpty ? items : items.filter { !$0.bounds.isNull }
    }
}
