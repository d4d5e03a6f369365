// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import Testing

@Suite("Pixel rectangles") struct PixelRectTests {
    private let output = PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 10)

    @Test("touched by a rectangle include partly covered pixels") func touched() {
        let r = output.touched(by: Rect(minX: 1.2, minY: 2, maxX: 3.1, maxY: 4))
        #expect(r == PixelRect(minX: 1, minY: 2, maxX: 4, maxY: 4))
    }

    @Test("centered in neighbouring rectangles share no pixel and leave none out", arguments: [0.0, 0.3, 0.5, 0.7])
    func centered(_ fraction: Double) {
        let edge = 4 + fraction
        let left = output.centered(in: Rect(minX: 0, minY: 0, maxX: edge, maxY: 10))
        let right = output.centered(in: Rect(minX: edge, minY: 0, maxX: 10, maxY: 10))
        #expect(left.maxX == right.minX)
    }

    @Test("stay whole for edges that are no numbers, and empty for the null rectangle") func strange() {
        let odd = Rect(minX: .nan, minY: -.infinity, maxX: .nan, maxY: .infinity)
        #expect(output.touched(by: odd) == output)
        #expect(output.touched(by: .null).isEmpty)
        #expect(output.touched(by: Rect(minX: 1e300, minY: 0, maxX: 1e301, maxY: 1)).isEmpty)
    }
}
