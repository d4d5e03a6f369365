// SPDX-License-Identifier: MIT
import MapGeometry

/// The grid along which rendered tiles are cut, so that maps drawn apart agree about every symbol on a grid line.
///
/// Symbols on grid lines are placed first, in two steps. The first are those near the grid's corners: each corner has its
/// own, too far from those of other corners to collide with them. Then come those on the lines between the corners, and last
/// those inside of a cell, which no other cell shows. Which symbols a step has, and what they collide with, depends on
/// nothing farther away than `margin`. Each cell sees that much of its surroundings, so neighbors decide alike.
///
/// - SeeAlso: MapLibre Native, `TilePlacement`, which also places first what crosses the edges of a tile.
package struct BlockGrid: Hashable, Sendable {
    /// The side of a cell in pixels; the lines are at its multiples from the output's corner.
    package let side: Double
    /// The largest width and height of a symbol on a grid line, and the radius of a corner, in pixels.
    let reach: Double

    /// How far around the output symbols are read.
    var margin: Double { 2 * reach }

    /// Creates a grid of square cells, whose sides must be positive.
    package init(side: Double, scale: Double) {
        self.side = side
        // The symbols of two corners must not meet: four reaches fit into a side.
        reach = min(side / 4, 256 * scale)
    }

    /// When a symbol is placed.
    enum Step: CaseIterable {
        case corner, line, inside
    }

    /// What is done with a symbol on the grid.
    struct Turn {
        let step: Step
        /// The cell that the symbol must not leave; nil for symbols on grid lines.
        let cell: Rect?
    }

    /// The cell that contains a point.
    func cell(at point: Point) -> Rect {
        Rect(
            x: (point.x / side).rounded(.down) * side, y: (point.y / side).rounded(.down) * side, width: side,
            height: side)
    }

    /// True when a rectangle lies on a grid line.
    func isCrossed(by rect: Rect) -> Bool { crosses(rect.minX, rect.maxX) || crosses(rect.minY, rect.maxY) }

    /// When a symbol is placed that may paint in `rect`.
    func turn(of rect: Rect, anchor: Point) -> Turn {
        guard isCrossed(by: rect) else { return Turn(step: .inside, cell: cell(at: rect.center)) }
        guard rect.width <= reach, rect.height <= reach else { return Turn(step: .inside, cell: cell(at: anchor)) }
        let isNearCorner = touchesLine(rect.minX, rect.maxX) && touchesLine(rect.minY, rect.maxY)
        return Turn(step: isNearCorner ? .corner : .line, cell: nil)
    }

    /// False where a part of the map has nothing of the symbols with an anchor at a point: those of other cells that cannot lie on
    /// a grid line.
    func mayShow(_ anchor: Point, in bounds: Rect) -> Bool {
        cell(at: anchor).intersects(bounds) || touchesLine(anchor.x, anchor.x) || touchesLine(anchor.y, anchor.y)
    }

    private func crosses(_ low: Double, _ high: Double) -> Bool {
        (low / side).rounded(.down) != (high / side).rounded(.down)
    }

    /// True when a grid line is not farther away than `reach`.
    private func touchesLine(_ low: Double, _ high: Double) -> Bool { crosses(low - reach, high + reach) }
}
