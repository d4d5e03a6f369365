// SPDX-License-Identifier: MIT
import MapGeometry
import MapTiles

/// Rounds the corners of polygons in tiles that are drawn much larger than they were made for, such as a coast of zoom 7 at
/// zoom 12, and those of a coast that was drawn on a grid, wherever it is: `"corners": "round"` in a layer's metadata.
struct CornerRounding {
    /// The longest piece of an edge that a corner gives up, in tile units; nil for a tile that is not enlarged.
    private let reach: Double?
    /// The shortest edge of a grid that is seen as one, in tile units.
    private let leastStep: Double
    /// The tile, in its units: what lies outside belongs to others.
    private let square: Rect

    /// In units of a tile that has 4096: about what its coordinates and its simplification are exact to.
    private static let reach = 8.0
    /// A unit that is smaller, in points, shows no corners.
    private static let leastUnit = 0.5
    /// In points: corners between shorter edges are not seen.
    private static let leastStep = 3.0
    /// Lines in place of a corner.
    private static let steps = 4

    /// - Parameters:
    ///   - tile: the polygons' tile.
    ///   - scale: output pixels per point.
    init(_ tile: TileLayer, scale: Double) {
        let unit = Double(tile.layer.extent) / 4096
        let pixels = tile.projection.pixelsPerUnit
        reach = pixels * unit >= Self.leastUnit * scale ? Self.reach * unit : nil
        leastStep = max(Self.leastStep * scale / max(pixels, 1e-9), 4 * unit)
        square = tile.projection.square
    }

    /// The same polygons with rounded corners. Those at and beyond the tile's edge stay, so that tiles meet.
    func rounded(_ geometry: TileGeometry) -> TileGeometry {
        var result = TileGeometry()
        for part in geometry.parts {
            let ring = Array(geometry.points[part])
            guard ring.count > 2 else {
                result.append(ring)
                continue
            }
            let isStepped = isStepped(ring)
            var points: [Point] = []
            points.reserveCapacity(ring.count * (Self.steps + 1))
            for index in ring.indices {
                let corner = ring[index]
                let (before, after) = (ring[(index + ring.count - 1) % ring.count], ring[(index + 1) % ring.count])
                guard isInside(corner) else {
                    points.append(corner)
                    continue
                }
                let ownReach = isStepped && isStep(before, corner) && isStep(corner, after) ? .infinity : reach
                guard let ownReach else {
                    points.append(corner)
                    continue
                }
                let from = start(of: corner, towards: before, ownReach)
                let to = start(of: corner, towards: after, ownReach)
                for step in 0...Self.steps {
                    let share = Double(step) / Double(Self.steps)
                    points.append(from.mix(corner, share).mix(corner.mix(to, share), share))
                }
            }
            result.append(points)
        }
        return result
    }

    private func isInside(_ p: Point) -> Bool {
        p.x > square.minX && p.x < square.maxX && p.y > square.minY && p.y < square.maxY
    }

    /// Where the curve around a corner leaves one of its edges: in the tile, and not beyond the edge's middle.
    private func start(of corner: Point, towards end: Point, _ reach: Double) -> Point {
        let length = (end - corner).length
        guard length > 0, let (_, leave) = clippedSegment(corner, end, square) else { return corner }
        return corner.mix(end, min(0.5, reach / length, leave))
    }

    /// True for a ring that was drawn on a grid: nearly all of its long edges run along its lines and diagonals, not just
    /// along its lines, as those of basins and piers do.
    private func isStepped(_ ring: [Point]) -> Bool {
        var (long, steps, diagonals) = (0, 0, 0)
        var last = ring[ring.count - 1]
        for point in ring {
            let (dx, dy) = (abs(point.x - last.x), abs(point.y - last.y))
            if max(dx, dy) >= leastStep {
                long += 1
                if isStep(last, point) {
                    steps += 1
                    if min(dx, dy) > max(dx, dy) / 2 { diagonals += 1 }
                }
            }
            last = point
        }
        return long > 4 && diagonals > 0 && 5 * steps >= 4 * long
    }

    /// True for an edge along the lines or the diagonals of a grid.
    private func isStep(_ from: Point, _ to: Point) -> Bool {
        let (dx, dy) = (abs(to.x - from.x), abs(to.y - from.y))
        let length = max(dx, dy)
        return length >= leastStep && min(dx, dy, abs(dx - dy)) <= 0.13 * length
    }
}
