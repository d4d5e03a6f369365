// SPDX-License-Identifier: MIT
import MapGeometry
import MapTiles

/// Rounds the corners of polygons in tiles that are drawn much larger than they were made for, such as a coast of zoom 7 at
/// zoom 12: `"corners": "round"` in a layer's metadata.
struct CornerRounding {
    /// The longest piece of an edge that a corner gives up, in tile units.
    private let reach: Double
    /// The tile, in its units: what lies outside belongs to others.
    private let square: Rect

    /// In units of a tile that has 4096: about what its coordinates and its simplification are exact to.
    private static let reach = 8.0
    /// A unit that is smaller, in points, shows no corners.
    private static let leastUnit = 0.5
    /// Lines in place of a corner.
    private static let steps = 4

    /// Nil for a tile that is not enlarged.
    ///
    /// - Parameters:
    ///   - tile: the polygons' tile.
    ///   - scale: output pixels per point.
    init?(_ tile: TileLayer, scale: Double) {
        let unit = Double(tile.layer.extent) / 4096
        guard tile.projection.pixelsPerUnit * unit >= Self.leastUnit * scale else { return nil }
        reach = Self.reach * unit
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
            var points: [Point] = []
            points.reserveCapacity(ring.count * (Self.steps + 1))
            for index in ring.indices {
                let corner = ring[index]
                let (before, after) = (ring[(index + ring.count - 1) % ring.count], ring[(index + 1) % ring.count])
                guard isInside(corner) else {
                    points.append(corner)
                    continue
                }
                let (from, to) = (start(of: corner, towards: before), start(of: corner, towards: after))
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
    private func start(of corner: Point, towards end: Point) -> Point {
        let length = (end - corner).length
        guard length > 0, let (_, leave) = clippedSegment(corner, end, square) else { return corner }
        return corner.mix(end, min(0.5, reach / length, leave))
    }
}
