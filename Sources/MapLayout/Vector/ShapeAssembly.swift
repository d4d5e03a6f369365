// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Turns what the tiles gave for one style layer into drawing items.
enum ShapeAssembly {
    /// All tiles' shapes as one path a mask: only for layers whose features all get the same opaque paint, where it
    /// cannot be seen which tile or feature a part came from, and no seam can show.
    static func joined(_ tiles: [TileMarks], id: String, within rect: Rect) -> [DrawingItem] {
        var items: [DrawingItem] = []
        var pending: PaintedShape?
        var mask: Path?
        func flush() {
            guard let shape = pending, let item = item(shape, id: id, mask: mask, within: rect) else { return }
            items.append(item)
        }
        for tile in tiles {
            for (_, shape) in tile.marks {
                if pending != nil, mask == tile.mask {
                    pending?.path.append(shape.path)
                } else {
                    flush()
                    (pending, mask) = (shape, tile.mask)
                }
            }
        }
        flush()
        return items
    }

    /// Each tile's shapes in their order, clipped to the tile.
    static func clipped(_ tiles: [TileMarks], id: String, within rect: Rect) -> [DrawingItem] {
        tiles.compactMap { tile in
            var shapes = tile.marks
            if shapes.contains(where: { $0.key != 0 }) {
                shapes = shapes.enumerated()
                    .sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
                    .map(\.element)
            }
            let merged = mergedRuns(shapes.map(\.mark))
            let marks = merged.map(\.mark)
            let bounds = merged.reduce(Rect.null) { $0.union($1.bounds) }
                .intersection(tile.clip.bounds.integral).intersection(rect)
            guard !bounds.isNull, !marks.isEmpty else { return nil }
            let group = Mark.group(Group(clip: tile.clip, marks: marks))
            return DrawingItem(id: id, role: .layer, bounds: bounds, mark: masked(group, tile.mask))
        }
    }

    private static func item(_ shape: PaintedShape, id: String, mask: Path?, within rect: Rect) -> DrawingItem? {
        let bounds = shape.bounds.intersection(rect)
        guard !bounds.isNull else { return nil }
        return DrawingItem(id: id, role: .layer, bounds: bounds, mark: masked(shape.mark, mask))
    }

    private static func masked(_ mark: Mark, _ mask: Path?) -> Mark {
        mask.map { .group(Group(clip: $0, marks: [mark])) } ?? mark
    }

    /// Neighbours in order with the same opaque paint become one shape.
    private static func mergedRuns(_ shapes: [PaintedShape]) -> [PaintedShape] {
        var runs: [PaintedShape] = []
        for shape in shapes {
            if let last = runs.last, last.canAbsorb(shape) {
                runs[runs.count - 1].path.append(shape.path)
            } else {
                runs.append(shape)
            }
        }
        return runs
    }
}

extension PaintedShape {
    var bounds: Rect {
        switch look {
        case .fill: path.bounds
        case .stroke(let style, _): path.bounds.inset(by: -style.reach)
        }
    }

    var mark: Mark {
        switch look {
        case .fill(let paint, antialias: true): .fill(path, .nonZero, paint)
        case .fill(let paint, antialias: false):
            .group(Group(clip: path, marks: [.fill(.rectangle(path.bounds), .nonZero, paint)]))
        case .stroke(let style, let color): .stroke(path, style, color)
        }
    }

    /// True when painting both as one path looks the same as painting one over the other.
    fileprivate func canAbsorb(_ other: PaintedShape) -> Bool {
        switch (look, other.look) {
        case (.fill(.color(let a), let hard), .fill(.color(let b), let otherHard)):
            a == b && a.isOpaque && hard == otherHard
        case (.stroke(let style, let a), .stroke(let otherStyle, let b)):
            a == b && a.isOpaque && style == otherStyle
        default: false
        }
    }
}
