// SPDX-License-Identifier: MIT
import MapPlane

/// Boxes that are found by place rather than by looking at all of them.
struct BoxGrid {
    private var cells: GridCells
    private var boxes: [Int32: Rect] = [:]

    /// Covers an area; boxes outside of it are never found.
    init(covering area: Rect, cell: Double) {
        cells = GridCells(covering: area, cell: cell, maxCells: 512)
    }

    /// Adds a box under a number of its own.
    mutating func insert(_ box: Rect, _ number: Int) {
        let id = Int32(truncatingIfNeeded: number)
        guard let (xs, ys) = cells.range(of: box) else { return }
        boxes[id] = box
        for y in ys {
            for x in xs { cells[x, y].append(id) }
        }
    }

    /// Takes out what was inserted under a number.
    mutating func remove(_ number: Int) {
        let id = Int32(truncatingIfNeeded: number)
        guard let box = boxes.removeValue(forKey: id), let (xs, ys) = cells.range(of: box) else { return }
        for y in ys {
            for x in xs { cells[x, y].removeAll { $0 == id } }
        }
    }

    /// Calls for each box that overlaps this one, once, in an order that depends on places alone.
    func forEach(overlapping box: Rect, _ visit: (Int, Rect) -> Void) {
        guard let (xs, ys) = cells.range(of: box) else { return }
        for y in ys {
            for x in xs {
                for id in cells[x, y] {
                    guard let other = boxes[id], other.intersects(box), let (left, top) = cells.range(of: other),
                        // Of the cells that both lie in, the first one tells.
                        x == max(left.lowerBound, xs.lowerBound), y == max(top.lowerBound, ys.lowerBound)
                    else { continue }
                    visit(Int(id), other)
                }
            }
        }
    }
}
