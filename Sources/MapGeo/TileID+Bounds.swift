// SPDX-License-Identifier: MIT
import MapPlane

extension TileID {
    /// True when the tile overlaps the box; touching edges do not count.
    ///
    /// This is how MapLibre applies the `bounds` of a source. A box whose east is west of its west crosses the
    /// antimeridian.
    package func lies(in box: CoordinateBox) -> Bool {
        let northWest = WebMercator.project(Coordinate(latitude: box.north, longitude: box.west))
        let southEast = WebMercator.project(Coordinate(latitude: box.south, longitude: box.east))
        let square = mercatorRect
        guard square.minY < southEast.y, square.maxY > northWest.y else { return false }
        let east = southEast.x < northWest.x ? southEast.x + 1 : southEast.x
        return [-1.0, 0, 1].contains { square.minX + $0 < east && square.maxX + $0 > northWest.x }
    }
}
