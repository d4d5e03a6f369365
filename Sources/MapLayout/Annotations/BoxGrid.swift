// SPDX-License-Identifier: MIT
import MapPlane

/// Boxes that are found by place rather than by looking at all of them.
struct BoxGrid {
    private let area: Rect
    private let cell: Double
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]
    private var boxes: [Int32: Rect] = [:]

    /// Covers an area; boxes outside of it are never found.
    init(covering area: Rect, cell: Double) {
        self.area = area
        self.cell = max(cell, max(area.width, area.height) / 512)
        columns = max(1, Int((area.width / self.cell).rounded(.up)))
        rows = max(1, Int((area.height / self.cell).rounded(.up)))
        cells = Array(repeating: [], count: columns * rows)
    }

    /// Adds a box under a number of its own.
    mutating func insert(_ box: Rect, _ number: Int) {
        let id = Int32(truncatingIfNeeded: number)
        guard let (xs, ys) = range(of: box) else { return }
        boxes[id] = box
        for y in ys {
            for x in xs { cells[y * columns + x].append(id) }
        }
    }

    /// Takes out what was inserted under a number.
    mutating func remove(_ number: Int) {
        let id = Int32(truncatingIfNeeded: number)
        guard let box = boxes.removeValue(forKey: id), let (xs, ys) = range(of: box) else { return }
        for y in ys {
            for x in xs { cells[y * columns + x].removeAll { $0 == id } }
        }
    }

    /// Calls for each box that overlaps this one, once, in an order that depends on places alone.
    func forEach(overlapping box: Rect, _ visit: (Int, Rect) -> Void) {
        guard let (xs, ys) = range(of: box) else { return }
        for y in ys {
            for x in xs {
                for id in cells[y * columns + x] {
                    guard let other = boxes[id], other.intersects(box), let (left, top) = range(of: other),
                        // Of the cells that both lie in, the first one tells.
                        x == max(left.lowerBound, xs.lowerBound), y == max(top.lowerBound, ys.lowerBound)
                    else { continue }
                    visit(Int(id), other)
                }
            }
        }
    }

    private func range(of box: Rect) -> (ClosedRange<Int>, ClosedRange<Int>)? {
        guard !box.isNull, box.minX <= area.maxX, box.maxX >= area.minX, box.minY <= area.maxY,
            box.maxY >= area.minY
        else { return nil }
        func index(_ distance: Double, _ count: Int) -> Int {
            Int(max(0, min(Double(count - 1), (distance / cell).rounded(.down))))
        }
        return (
            index(box.minX - area.minX, columns)...index(box.maxX - area.minX, columns),
            index(box.minY - area.minY, rows)...index(box.maxY - area.minY, rows)
        )
    }
}
