// SPDX-License-Identifier: MIT
import MapPlane

/// Cells of a square grid with the numbers of the boxes that touch them.
struct GridCells {
    private let area: Rect
    private let cell: Double
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]

    /// - Parameters:
    ///   - area: the indexed area.
    ///   - cell: the least width of a cell.
    ///   - maxCells: along a side; cells are widened to stay within it.
    init(covering area: Rect, cell: Double, maxCells: Double) {
        self.area = area
        self.cell = max(cell, max(area.width, area.height) / maxCells)
        columns = max(1, Int((area.width / self.cell).rounded(.up)))
        rows = max(1, Int((area.height / self.cell).rounded(.up)))
        cells = Array(repeating: [], count: columns * rows)
    }

    /// The numbers in a cell.
    subscript(x: Int, y: Int) -> [Int32] {
        @inline(__always) _read { yield cells[y * columns + x] }
        @inline(__always) _modify { yield &cells[y * columns + x] }
    }

    /// The columns and rows that a box touches; nil when it lies outside of the area.
    func range(of box: Rect) -> (ClosedRange<Int>, ClosedRange<Int>)? {
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
