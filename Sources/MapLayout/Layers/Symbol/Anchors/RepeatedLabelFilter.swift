// SPDX-License-Identifier: MIT
import MapPlane

/// Keeps labels of the same name in a tile apart (`anchorIsTooClose` in MapLibre).
struct RepeatedLabelFilter {
    private struct Cell: Hashable {
        var name: String
        var x: Int
        var y: Int
    }

    /// In tile units.
    private let minDistance: Double
    /// By squares whose sides are the distance: what is too close is in the same or a neighboring one.
    private var positions: [Cell: [Point]] = [:]

    init(minDistance: Double) { self.minDistance = minDistance }

    /// False when a label of that name is too close.
    mutating func add(_ name: String, _ position: Point) -> Bool {
        let (x, y) = (column(position.x), column(position.y))
        for dx in -1...1 {
            for dy in -1...1 {
                let near = positions[Cell(name: name, x: x + dx, y: y + dy)] ?? []
                if near.contains(where: { $0.distance(to: position) < minDistance }) { return false }
            }
        }
        positions[Cell(name: name, x: x, y: y), default: []].append(position)
        return true
    }

    private func column(_ value: Double) -> Int { Int(max(-1e9, min(1e9, (value / minDistance).rounded(.down)))) }
}
