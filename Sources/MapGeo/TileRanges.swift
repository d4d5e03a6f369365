// SPDX-License-Identifier: MIT
package import MapGeometry

extension CoordinateBox {
    /// In the unit square of Web Mercator; a box across the antimeridian is two.
    package var mercatorRects: [Rect] {
        let south = WebMercator.project(Coordinate(latitude: south, longitude: 0)).y
        let north = WebMercator.project(Coordinate(latitude: north, longitude: 0)).y
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
