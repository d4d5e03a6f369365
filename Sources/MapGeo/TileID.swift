// SPDX-License-Identifier: MIT
package import MapGeometry

/// A tile of the XYZ grid: y counts from the north.
public struct TileID: Hashable, Sendable, CustomStringConvertible {
    /// The maximum zoom; at 30 a tile is 4 cm wide.
    public static let maxZoom = 30

    /// 0...30; zoom z has 2^z by 2^z tiles.
    public let z: Int
    /// Column from 180° W, 0..<2^z.
    public let x: Int
    /// Row from the north, 0..<2^z.
    public let y: Int

    /// Creates a tile identifier; `isValid` checks the ranges.
    public init(z: Int, x: Int, y: Int) {
        self.z = z
        self.x = x
        self.y = y
    }

    /// True when zoom, column and row are in range.
    public var isValid: Bool {
        (0...Self.maxZoom).contains(z) && x >= 0 && y >= 0 && x < 1 << z && y < 1 << z
    }

    /// z/x/y.
    public var description: String { "\(z)/\(x)/\(y)" }

    /// The row counted from the south, as in TMS and MBTiles.
    package var tmsRow: Int { (1 << z) - 1 - y }

    package var parent: TileID? { z > 0 ? TileID(z: z - 1, x: x >> 1, y: y >> 1) : nil }

    /// The tile of a smaller zoom that holds this one.
    package func ancestor(atZoom zoom: Int) -> TileID {
        let shift = max(0, z - zoom)
        return TileID(z: z - shift, x: x >> shift, y: y >> shift)
    }

    /// The tile's rectangle in the unit square of Web Mercator.
    package var mercatorRect: Rect {
        let side = 1 / Double(1 << z)
        return Rect(x: Double(x) * side, y: Double(y) * side, width: side, height: side)
    }

    /// The tile's bounds in degrees.
    package var box: CoordinateBox {
        let r = mercatorRect
        let northWest = WebMercator.unproject(Point(r.minX, r.minY))
        let southEast = WebMercator.unproject(Point(r.maxX, r.maxY))
        return CoordinateBox(
            west: northWest.longitude, south: southEast.latitude, east: southEast.longitude, north: northWest.latitude)
    }
}

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

extension CoordinateBox {
    /// In the unit square of Web Mercator; a box across the antimeridian is two.
    package var mercatorRects: [Rect] {
        // At the greatest latitude, rounding leads beyond the edge.
        let south = min(1, WebMercator.project(Coordinate(latitude: south, longitude: 0)).y)
        let north = max(0, WebMercator.project(Coordinate(latitude: north, longitude: 0)).y)
        let (west, east) = (west / 360 + 0.5, east / 360 + 0.5)
        return [-1.0, 0, 1].compactMap { shift in
            let (left, right) = (max(0, west + shift), min(1, east + shift))
            guard left < right || west == east && (0...1).contains(west + shift) else { return nil }
            return Rect(x: left, y: north, width: right - left, height: south - north)
        }
    }
}

extension Rect {
    /// The columns and rows of a zoom's tiles that a rectangle of the unit square touches.
    package func tiles(ofZoom zoom: Int) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        let count = Double(1 << zoom)
        func index(_ value: Double) -> Int { max(0, min((1 << zoom) - 1, Int((value * count).rounded(.down)))) }
        // One that ends on the edge of a tile does not want the next one.
        func last(_ value: Double) -> Int { index((value * count).rounded(.up) / count - 0.5 / count) }
        let (x, y) = (index(minX), index(minY))
        return (x...max(x, last(maxX)), y...max(y, last(maxY)))
    }
}
