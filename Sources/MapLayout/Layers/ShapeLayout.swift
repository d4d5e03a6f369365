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

/// Where a tile's shapes may be painted.
struct TileOutline: Sendable {
    /// The tile itself; its neighbours meet it without seam or overlap.
    let corners: [Point]
    /// What no archive above hides; nil for all of it.
    let mask: Path?

    /// Hard-edged: pixels belong to the tile that holds their centers.
    var clip: Path {
        var path = Path()
        path.addLines(corners, closed: true)
        return path
    }
}

/// The shapes of all tiles in order; those of neighbours in order with the same mask are together.
func maskedRuns<Shape>(
    _ tiles: [(tile: TileOutline, shapes: [Shape])]
) -> [(mask: Path?, shapes: [Shape])] {
    var runs: [(mask: Path?, shapes: [Shape])] = []
    for (tile, shapes) in tiles {
        if let last = runs.indices.last, runs[last].mask == tile.mask {
            runs[last].shapes += shapes
        } else {
            runs.append((tile.mask, shapes))
        }
    }
    return runs
}

extension DrawingItem {
    /// What a layer paints through a mask; nil when none of it lies within `rect`.
    init?(layer id: String, _ mark: Mark, bounds: Rect, mask: Path?, within rect: Rect) {
        let bounds = bounds.intersection(rect)
        guard !bounds.isNull else { return nil }
        self.init(
            id: id, role: .layer, bounds: bounds, mark: mask.map { .group(Group(clip: $0, marks: [mark])) } ?? mark)
    }
}
