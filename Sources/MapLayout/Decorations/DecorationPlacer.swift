// SPDX-License-Identifier: MIT
import MapPlane
import MapScene

/// Finds the position of a decoration: at its own corner or stacked inwards there, else at another corner. In points.
struct DecorationPlacer {
    /// The distance between decorations.
    private static let gap = 6.0
    /// The least distance to the output's edge.
    private static let edge = 2.0
    /// The cost of a point of distance, and of another corner, in square points of covered annotations.
    private static let (costOfDistance, costOfCorner) = (4.0, 300.0)

    let bounds: Rect
    /// The attribution and the decorations so far.
    var occupied: [Rect]
    /// The frames of annotations.
    let frames: [Rect]

    /// Nil where there is no room.
    func box(for decoration: Decoration, _ size: Size) -> Rect? {
        switch decoration.location {
        case .origin(let p): return Rect(x: p.x, y: p.y, width: size.width, height: size.height)
        case .center(let p):
            return Rect(x: p.x - size.width / 2, y: p.y - size.height / 2, width: size.width, height: size.height)
        case .at(let position, let margin):
            var anchor = position
            if case .image(let image) = decoration.content, let imageAnchor = image.anchor { anchor = imageAnchor }
            let asked = box(at: position, margin, anchor, size)
            guard anchor == position, position.fraction.y != 0.5, decoration.content.avoidsOverlap else { return asked }
            let positions = decoration.content.isMovable ? position.alternatives : [position]
            var best: (cost: Double, box: Rect)?
            for (rank, corner) in positions.enumerated() {
                let penalty = rank == 0 ? 0 : Self.costOfCorner * (1 + Double(rank) * 0.25)
                let start = box(at: corner, margin, corner, size)
                for candidate in stacked(start, inwards: corner.fraction.y == 0 ? 1 : -1) {
                    let cost = penalty + cost(of: candidate, from: start)
                    if best.map({ cost < $0.cost }) ?? true { best = (cost, candidate) }
                }
            }
            return best?.box ?? (decoration.content.isMovable ? nil : asked)
        }
    }

    private func box(
        at position: Decoration.Position, _ margin: Size, _ anchor: Decoration.Position, _ size: Size
    ) -> Rect {
        let at = position.fraction
        // A margin is measured inwards from an edge; at the center it moves right and down.
        let x = bounds.width * at.x + margin.width * (at.x > 0.75 ? -1 : 1) * (at.x == 0.5 ? 0 : 1)
        let y = bounds.height * at.y + margin.height * (at.y > 0.75 ? -1 : 1) * (at.y == 0.5 ? 0 : 1)
        return Rect(
            x: x - size.width * anchor.fraction.x, y: y - size.height * anchor.fraction.y, width: size.width,
            height: size.height)
    }

    /// The box, and the box just past each obstacle, moved down (1) or up (-1): as many as lie within the output and
    /// overlap no other decoration.
    private func stacked(_ box: Rect, inwards direction: Double) -> [Rect] {
        let obstacles = (occupied + frames).filter { $0.minX < box.maxX + Self.gap && box.minX - Self.gap < $0.maxX }
        let moved = obstacles.map { other in
            box.offset(
                by: Point(0, direction > 0 ? other.maxY + Self.gap - box.minY : other.minY - Self.gap - box.maxY))
        }
        .filter { ($0.minY - box.minY) * direction > 0 }
        let room = bounds.inset(by: Self.edge)
        return ([box] + moved).filter { candidate in
            room.contains(candidate)
                && !occupied.contains { $0.inset(by: -Self.gap + 0.01).intersects(candidate) }
        }
    }

    private func cost(of box: Rect, from start: Rect) -> Double {
        let covered = frames.reduce(0.0) { sum, frame in
            let overlap = frame.intersection(box)
            return overlap.isNull ? sum : sum + overlap.width * overlap.height
        }
        return covered + abs(box.minY - start.minY) * Self.costOfDistance
    }
}

extension Decoration.Position {
    /// The position itself, the other side, the other edge, and the opposite corner.
    fileprivate var alternatives: [Decoration.Position] {
        let all = Self.allCases
        func position(_ x: Double, _ y: Double) -> Self { all.first { $0.fraction == Point(x, y) } ?? self }
        let at = fraction
        let corners = [
            self, position(1 - at.x, at.y), position(at.x, 1 - at.y), position(1 - at.x, 1 - at.y),
        ]
        return at.x == 0.5 ? [corners[0], corners[2]] : corners
    }

    /// The position as a fraction of width and height.
    var fraction: Point {
        switch self {
        case .topLeft: Point(0, 0)
        case .top: Point(0.5, 0)
        case .topRight: Point(1, 0)
        case .left: Point(0, 0.5)
        case .center: Point(0.5, 0.5)
        case .right: Point(1, 0.5)
        case .bottomLeft: Point(0, 1)
        case .bottom: Point(0.5, 1)
        case .bottomRight: Point(1, 1)
        }
    }
}
