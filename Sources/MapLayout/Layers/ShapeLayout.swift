// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle

/// A layer of shapes with its properties worked out for the picture's zoom, once for all tiles.
enum ShapeLayout: Sendable {
    case fill(FillLayout)
    case line(LineLayout)
    case circle(CircleLayout)

    /// Nil for layers that hold other things than shapes.
    init?(_ style: StyleLayer, _ context: LayerContext) {
        switch style.kind {
        case .fill, .fillExtrusion: self = .fill(FillLayout(style, context))
        case .line: self = .line(LineLayout(style, context))
        case .circle: self = .circle(CircleLayout(style, context))
        case .background, .symbol, .raster, .heatmap, .hillshade, .colorRelief: return nil
        }
    }

    /// What the layer draws of one tile.
    func marks(of tile: TileLayer) -> TileMarks {
        let shapes: TileMarks.Shapes =
            switch self {
            case .fill(let layout): .fills(layout.marks(of: tile))
            case .line(let layout): .lines(layout.marks(of: tile))
            case .circle(let layout): .circles(layout.marks(of: tile))
            }
        return TileMarks(tile: tile.outline, shapes: shapes)
    }

    /// Puts together what the tiles gave.
    func items(_ tiles: [TileMarks], id: String, within rect: Rect) -> [DrawingItem] {
        switch self {
        case .fill(let layout):
            let shapes = tiles.compactMap { if case .fills(let fills) = $0.shapes { ($0.tile, fills) } else { nil } }
            return grouped(layout.items(shapes, id: id, within: rect), layout.layerOpacity)
        case .line(let layout):
            let shapes = tiles.compactMap { if case .lines(let lines) = $0.shapes { ($0.tile, lines) } else { nil } }
            return grouped(layout.items(shapes, id: id, within: rect), layout.layerOpacity)
        case .circle(let layout):
            let shapes = tiles.compactMap { if case .circles(let all) = $0.shapes { ($0.tile, all) } else { nil } }
            return layout.items(shapes, id: id, within: rect)
        }
    }

    /// Blends a whole layer at once.
    private func grouped(_ items: [DrawingItem], _ opacity: Double) -> [DrawingItem] {
        guard opacity < 1, let first = items.first else { return items }
        guard opacity > 0 else { return [] }
        let bounds = items.reduce(Rect.null) { $0.union($1.bounds) }
        let group = Group(opacity: opacity, marks: items.map(\.mark))
        return [DrawingItem(id: first.id, role: first.role, bounds: bounds, mark: .group(group))]
    }
}

/// What a layer of shapes draws of one tile.
struct TileMarks: Sendable {
    enum Shapes: Sendable {
        case fills([FillShape])
        case lines([LineShape])
        case circles([CircleShape])
    }

    let tile: TileOutline
    let shapes: Shapes
}
