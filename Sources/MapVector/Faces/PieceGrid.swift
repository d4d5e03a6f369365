// SPDX-License-Identifier: MIT
import MapPlane

/// Finds the pieces that may touch a rectangle.
struct PieceGrid {
    private let cell = 48.0
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]
    /// The last search that met a piece.
    private var met: [Int32] = []
    private var search: Int32 = 0

    /// - Parameter rect: the picture, from its top left; what lies beside it is found with its edge.
    init(_ rect: Rect) {
        columns = max(1, Int(rect.width / cell) + 1)
        rows = max(1, Int(rect.height / cell) + 1)
        cells = Array(repeating: [], count: columns * rows)
    }

    private func range(_ low: Double, _ high: Double, _ count: Int) -> ClosedRange<Int> {
        func index(_ x: Double) -> Int { Int(max(0, min(Double(count - 1), x / cell))) }
        return index(low)...index(max(low, high))
    }

    mutating func insert(_ piece: Int, _ bounds: Rect) {
        while met.count <= piece { met.append(0) }
        for row in range(bounds.minY, bounds.maxY, rows) {
            for column in range(bounds.minX, bounds.maxX, columns) {
                cells[row * columns + column].append(Int32(piece))
            }
        }
    }

    /// In the order of their numbers.
    mutating func candidates(_ bounds: Rect) -> [Int] {
        search += 1
        var found: [Int] = []
        for row in range(bounds.minY, bounds.maxY, rows) {
            for column in range(bounds.minX, bounds.maxX, columns) {
                for piece in cells[row * columns + column] where met[Int(piece)] != search {
                    met[Int(piece)] = search
                    found.append(Int(piece))
                }
            }
        }
        return found.sorted()
    }
}
