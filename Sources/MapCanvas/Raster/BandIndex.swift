// SPDX-License-Identifier: MIT
import MapPlane

/// Which items touch which horizontal band of a drawing.
package struct BandIndex: Sendable {
    private let width: Int
    private let height: Int
    private let bandHeight: Int
    /// Places in `Drawing.items`, ascending, for each band.
    private let places: [[Int]]

    package init(_ drawing: Drawing, bandHeight: Int) {
        (width, height) = (drawing.width, drawing.height)
        self.bandHeight = bandHeight
        let picture = PixelRect(minX: 0, minY: 0, maxX: drawing.width, maxY: drawing.height)
        var places = [[Int]](repeating: [], count: (drawing.height + bandHeight - 1) / bandHeight)
        for (place, item) in drawing.items.enumerated() {
            let area = picture.touched(by: item.bounds)
            guard !area.isEmpty else { continue }
            for band in area.minY / bandHeight...(area.maxY - 1) / bandHeight { places[band].append(place) }
        }
        self.places = places
    }

    package var count: Int { places.count }

    package func area(of band: Int) -> PixelRect {
        PixelRect(minX: 0, minY: band * bandHeight, maxX: width, maxY: min((band + 1) * bandHeight, height))
    }

    package func items(of band: Int) -> [Int] { places[band] }
}
