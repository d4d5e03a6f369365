// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// A feature's polygon with its paint.
struct FillShape: Sendable {
    var key: Double
    var path: Path
    var paint: Paint
    /// The rings to stroke; nil when they are those of `path`.
    var edges: Path?
    /// The paint of antialiased edges or of the outline; nil for aliased edges.
    var edgePaint: Paint?

    var vertexCount: Int { path.points.count + (edges?.points.count ?? 0) }
}

/// Turns the polygons of all tiles into drawing items of one layer.
enum FillAssembly {
    /// All tiles' shapes as one path per mask: only for layers whose features all get the same opaque paint. It is then
    /// invisible which tile or feature a part came from, and no seam can show.
    static func joined(
        _ tiles: [(tile: TileOutline, shapes: [FillShape])], id: String, within rect: Rect
    ) -> [DrawingItem] {
        maskedRuns(tiles.filter { !$0.shapes.isEmpty }).compactMap { mask, shapes in
            guard let shape = FillShape(joining: shapes) else { return nil }
            let bounds = shape.bounds.intersection(rect)
            guard !bounds.isNull else { return nil }
            var marks: [Mark] = []
            // The edge is painted first, so that only its outer half remains visible.
            if let edgePaint = shape.edgePaint { marks.append(.edge(shape.edges ?? shape.path, edgePaint)) }
            marks.append(.aliasedFill(shape.path, shape.paint))
            return DrawingItem(id: id, role: .layer, bounds: bounds, mark: .group(Group(clip: mask, marks: marks)))
        }
    }

    /// Each tile's shapes in order, clipped to the tile, with the edges above all fills.
    static func clipped(
        _ tiles: [(tile: TileOutline, shapes: [FillShape])], id: String, within rect: Rect
    ) -> [DrawingItem] {
        tiles.compactMap { tile, shapes in
            var box = Rect.null
            for index in shapes.indices { box = box.union(shapes[index].bounds) }
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

    /// Merges consecutive shapes with the same opaque color.
    private static func fills(_ shapes: [FillShape]) -> [Mark] {
        var marks: [Mark] = []
        var pending: (path: Path, color: Color)?
        func flush() {
            if let (path, color) = pending { marks.append(.aliasedFill(path, .color(color))) }
            pending = nil
        }
        // By index: a shape need not be copied to look at a part of it.
        for index in shapes.indices {
            guard case .color(let color) = shapes[index].paint else {
                flush()
                marks.append(.aliasedFill(shapes[index].path, shapes[index].paint))
                continue
            }
            guard !color.isInvisible else { continue }
            if color.isOpaque, pending?.color == color {
                pending?.path.append(shapes[index].path)
            } else {
                flush()
                pending = (shapes[index].path, color)
            }
        }
        flush()
        return marks
    }

    /// Merges consecutive edges with the same color: the segments of an edge are blended one by one in any case.
    private static func edges(_ shapes: [FillShape]) -> [Mark] {
        var marks: [Mark] = []
        var pending: (path: Path, color: Color)?
        func flush() {
            if let (path, color) = pending { marks.append(.edge(path, .color(color))) }
            pending = nil
        }
        for index in shapes.indices {
            switch shapes[index].edgePaint {
            case .color(let color):
                guard !color.isInvisible else { continue }
                if pending?.color == color {
                    pending?.path.append(shapes[index].edges ?? shapes[index].path)
                } else {
                    flush()
                    pending = (shapes[index].edges ?? shapes[index].path, color)
                }
            case .some(let paint):
                flush()
                marks.append(.edge(shapes[index].edges ?? shapes[index].path, paint))
            case nil: continue
            }
        }
        flush()
        return marks
    }
}

extension FillShape {
    /// Joins shapes of the same paint; nil for none.
    fileprivate init?(joining shapes: [FillShape]) {
        guard let first = shapes.first else { return nil }
        self = first
        guard shapes.count > 1 else { return }
        path = Path(joining: shapes.map(\.path))
        let hasOwnEdges = edgePaint != nil && shapes.contains { $0.edges != nil }
        edges = hasOwnEdges ? Path(joining: shapes.map { $0.edges ?? $0.path }) : nil
    }

    /// Edges extend one pixel to either side.
    var bounds: Rect { path.bounds.inset(by: edgePaint == nil ? 0 : -1.5) }
}

extension Array {
    /// Sorts by ascending keys; the order of equal keys is preserved.
    func sortedByKey(_ key: KeyPath<Element, Double>) -> [Element] {
        enumerated()
            .sorted { ($0.element[keyPath: key], $0.offset) < ($1.element[keyPath: key], $1.offset) }
            .map(\.element)
    }
}
