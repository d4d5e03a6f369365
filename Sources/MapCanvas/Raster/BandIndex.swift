// SPDX-License-Identifier: MIT
import MapPlane

/// The items that touch each horizontal band of a drawing.
package struct BandIndex: Sendable {
    private let width: Int
    private let height: Int
    private let bandHeight: Int
    /// For each band, ascending indices in `Drawing.items`.
    private let itemIndices: [[Int]]

    package init(_ drawing: Drawing, bandHeight: Int) {
        (width, height) = (drawing.width, drawing.height)
        self.bandHeight = bandHeight
        let output = PixelRect(minX: 0, minY: 0, maxX: drawing.width, maxY: drawing.height)
        var itemIndices = [[Int]](repeating: [], count: (drawing.height + bandHeight - 1) / bandHeight)
        for (index, item) in drawing.items.enumerated() {
            let area = output.touched(by: item.bounds)
            guard !area.isEmpty else { continue }
            for band in area.minY / bandHeight...(area.maxY - 1) / bandHeight { itemIndices[band].append(index) }
        }
        self.itemIndices = itemIndices
    }

    package var count: Int { itemIndices.count }

    package func area(of band: Int) -> PixelRect {
        PixelRect(minX: 0, minY: band * bandHeight, maxX: width, maxY: min((band + 1) * bandHeight, height))
    }

    package func items(of band: Int) -> [Int] { itemIndices[band] }
}
