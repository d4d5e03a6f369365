// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

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
