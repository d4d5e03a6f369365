// SPDX-License-Identifier: MIT
import MapPlane

/// The boxes that labels have taken, found by place rather than by looking at all of them.
struct CollisionGrid {
    private let cell: Double
    private let columns: Int
    private let rows: Int
    private let origin: Point
    private var cells: [[Int32]]
    private var boxes: [Rect] = []

    /// Covers a picture and a margin around it; boxes further out never collide.
    init(covering area: Rect, cell: Double) {
        self.cell = max(cell, max(area.width, area.height) / 2048)
        origin = Point(area.minX, area.minY)
        columns = max(1, Int((area.width / self.cell).rounded(.up)))
        rows = max(1, Int((area.height / self.cell).rounded(.up)))
        cells = Array(repeating: [], count: columns * rows)
    }

    /// True when no taken box overlaps.
    func isFree(_ box: Rect) -> Bool {
        guard let (xs, ys) = range(of: box) else { return true }
        for y in ys {
            for x in xs {
                for index in cells[y * columns + x] where boxes[Int(index)].intersects(box) { return false }
            }
        }
        return true
    }

    mutating func take(_ box: Rect) {
        guard let (xs, ys) = range(of: box) else { return }
        let index = Int32(boxes.count)
        boxes.append(box)
        for y in ys {
            for x in xs { cells[y * columns + x].append(index) }
        }
    }

    private func range(of box: Rect) -> (ClosedRange<Int>, ClosedRange<Int>)? {
        guard !box.isNull else { return nil }
        let left = (box.minX - origin.x) / cell
        let right = (box.maxX - origin.x) / cell
        let top = (box.minY - origin.y) / cell
        let bottom = (box.maxY - origin.y) / cell
        guard left < Double(columns), right >= 0, top < Double(rows), bottom >= 0 else { return nil }
        return (
            Int(max(0, left))...min(columns - 1, Int(min(right, Double(columns)))),
            Int(max(0, top))...min(rows - 1, Int(min(bottom, Double(rows))))
        )
    }
}
