// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// One feature's polygon with its paint.
struct FillShape: Sendable {
    var key: Double
    var path: Path
    var paint: Paint
    /// What to draw the edge along; nil when it is the path.
    var edges: Path?
    /// What softens the edges, or outlines them; nil for hard edges.
    var edgePaint: Paint?
}

/// Turns the polygons that the tiles gave for one style layer into drawing items.
enum FillAssembly {
    /// All tiles' shapes as one path a mask: only for layers whose features all get the same opaque paint, where it
    /// cannot be seen which tile or feature a part came from, and no seam can show.
    static func joined(
        _ tiles: [(tile: TileOutline, shapes: [FillShape])], id: String, within rect: Rect
    ) -> [DrawingItem] {
        maskedRuns(tiles.filter { !$0.shapes.isEmpty }).compactMap { mask, shapes in
            guard let shape = FillShape(joining: shapes) else { return nil }
            let bounds = shape.bounds.intersection(rect)
            guard !bounds.isNull else { return nil }
            var marks: [Mark] = []
            // Softened first, so that the edge shows outside of the shape only.
            if let edgePaint = shape.edgePaint { marks.append(.edge(shape.edges ?? shape.path, edgePaint)) }
            marks.append(.aliasedFill(shape.path, shape.paint))
            return DrawingItem(id: id, role: .layer, bounds: bounds, mark: .group(Group(clip: mask, marks: marks)))
        }
    }

    /// Each tile's shapes in their order, clipped to the tile; the rims lie over all of them.
    static func clipped(
        _ tiles: [(tile: TileOutline, shapes: [FillShape])], id: String, within rect: Rect
    ) -> [DrawingItem] {
        tiles.compactMap { tile, shapes in
            var box = Rect.null
            for shape in shapes { box = box.union(shape.bounds) }
            let clip = tile.clip
            let bounds = box.intersection(clip.bounds.integral).intersection(rect)
            guard !bounds.isNull else { return nil }
            let marks = fills(shapes) + edges(shapes)
            guard !marks.isEmpty else { return nil }
            var mark = Mark.group(Group(clip: clip, marks: marks))
            if let mask = tile.mask { mark = .group(Group(clip: mask, marks: [mark])) }
            return DrawingItem(id: id, role: .layer, bounds: bounds, mark: mark)
        }
    }

    /// Neighbours in order with the same opaque color become one.
    private static func fills(_ shapes: [FillShape]) -> [Mark] {
        var marks: [Mark] = []
        var pending: (path: Path, color: Color)?
        func flush() {
            if let (path, color) = pending { marks.append(.aliasedFill(path, .color(color))) }
            pending = nil
        }
        for shape in shapes {
            guard case .color(let color) = shape.paint else {
                flush()
                marks.append(.aliasedFill(shape.path, shape.paint))
                continue
            }
            guard !color.isInvisible else { continue }
            if color.isOpaque, pending?.color == color {
                pending?.path.append(shape.path)
            } else {
                flush()
                pending = (shape.path, color)
            }
        }
        flush()
        return marks
    }

    /// Neighbours in order with the same color become one: the lines of an edge are blended one over the other anyway.
    private static func edges(_ shapes: [FillShape]) -> [Mark] {
        var marks: [Mark] = []
        var pending: (path: Path, color: Color)?
        func flush() {
            if let (path, color) = pending { marks.append(.edge(path, .color(color))) }
            pending = nil
        }
        for shape in shapes {
            let edges = shape.edges ?? shape.path
            switch shape.edgePaint {
            case .color(let color):
                guard !color.isInvisible else { continue }
                if pending?.color == color {
                    pending?.path.append(edges)
                } else {
                    flush()
                    pending = (edges, color)
                }
            case .some(let paint):
                flush()
                marks.append(.edge(edges, paint))
            case nil: continue
            }
        }
        flush()
        return marks
    }
}

extension FillShape {
    /// Shapes of one paint as one; nil for none.
    fileprivate init?(joining shapes: [FillShape]) {
        guard let first = shapes.first else { return nil }
        self = first
        guard shapes.count > 1 else { return }
        path = Path(joining: shapes.map(\.path))
        let hasOwnEdges = edgePaint != nil && shapes.contains { $0.edges != nil }
        edges = hasOwnEdges ? Path(joining: shapes.map { $0.edges ?? $0.path }) : nil
    }

    /// An edge reaches one pixel to either side.
    fileprivate var bounds: Rect { path.bounds.inset(by: edgePaint == nil ? 0 : -1.5) }
}

extension Array {
    /// By rising keys; equal ones keep their order.
    func sortedByKey(_ key: KeyPath<Element, Double>) -> [Element] {
        enumerated()
            .sorted { ($0.element[keyPath: key], $0.offset) < ($1.element[keyPath: key], $1.offset) }
            .map(\.element)
    }
}
