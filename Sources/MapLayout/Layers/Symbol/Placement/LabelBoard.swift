// SPDX-License-Identifier: MIT
import MapGeometry

/// The areas that labels occupy while they are moved about, with their owners.
struct LabelBoard {
    private var cells: GridCells
    private var shapes: [CollisionShape] = []
    private var owners: [Int32] = []
    /// The shapes of each owner.
    private var owned: [Int: [Int32]] = [:]

    /// The owner of what is never moved.
    private static let fixed: Int32 = -1

    init(covering area: Rect, cell: Double) {
        cells = GridCells(covering: area, cell: cell, maxCells: 2048)
    }

    /// True when the shape is inside the indexed area.
    func covers(_ shape: CollisionShape) -> Bool { cells.range(of: shape.bounds) != nil }

    /// Keeps labels out of an area for good.
    mutating func reserve(_ shape: CollisionShape) { add(shape, Self.fixed) }

    mutating func insert(_ shapes: [CollisionShape], owner: Int) {
        for shape in shapes { owned[owner, default: []].append(add(shape, Int32(truncatingIfNeeded: owner))) }
    }

    mutating func remove(owner: Int) {
        for number in owned.removeValue(forKey: owner) ?? [] {
            guard let (xs, ys) = cells.range(of: shapes[Int(number)].bounds) else { continue }
            for y in ys {
                for x in xs { cells[x, y].removeAll { $0 == number } }
            }
        }
    }

    @discardableResult
    private mutating func add(_ shape: CollisionShape, _ owner: Int32) -> Int32 {
        let number = Int32(truncatingIfNeeded: shapes.count)
        guard let (xs, ys) = cells.range(of: shape.bounds) else { return number }
        shapes.append(shape)
        owners.append(owner)
        for y in ys {
            for x in xs { cells[x, y].append(number) }
        }
        return number
    }

    /// What a label would collide with.
    enum Conflict: Equatable {
        case none
        /// These labels, in the order in which they were found.
        case labels([Int])
        /// What is never moved, or more labels than the limit.
        case fixed
    }

    /// What shapes would collide with, up to a limit of labels.
    func conflict(of shapes: [CollisionShape], limit: Int) -> Conflict {
        var found: [Int] = []
        for shape in shapes {
            guard let (xs, ys) = cells.range(of: shape.bounds) else { continue }
            for y in ys {
                for x in xs {
                    for number in cells[x, y] where self.shapes[Int(number)].collides(with: shape) {
                        let owner = Int(owners[Int(number)])
                        guard !found.contains(owner) else { continue }
                        guard owner >= 0, found.count < limit else { return .fixed }
                        found.append(owner)
                    }
                }
            }
        }
        return found.isEmpty ? .none : .labels(found)
    }

    func isFree(_ shapes: [CollisionShape]) -> Bool { conflict(of: shapes, limit: 0) == .none }
}
