// SPDX-License-Identifier: MIT
package import MapGeo

extension TileID {
    /// The tile's number in PMTiles: by zoom, and along a Hilbert curve within each zoom.
    ///
    /// - SeeAlso: PMTiles specification, version 3, section 4.1; Hacker's Delight, 16-3.
    package var hilbertNumber: UInt64 {
        // (4^z - 1) / 3 tiles lie above this zoom; z is 30 at most.
        var number = Self.firstHilbertNumber(ofZoom: z)
        var (x, y) = (UInt64(x), UInt64(y))
        var side = UInt64(1) << UInt64(z)
        while side > 1 {
            let half = side >> 1
            let right: UInt64 = x & half != 0 ? 1 : 0
            let low: UInt64 = y & half != 0 ? 1 : 0
            number += half * half * ((3 * right) ^ low)
            x &= half - 1
            y &= half - 1
            if low == 0 {
                if right == 1 {
                    x = half - 1 - x
                    y = half - 1 - y
                }
                swap(&x, &y)
            }
            side = half
        }
        return number
    }

    /// The first of the numbers that the tiles of a zoom have.
    package static func firstHilbertNumber(ofZoom zoom: Int) -> UInt64 { ((UInt64(1) << UInt64(2 * zoom)) - 1) / 3 }

    /// The tile of a zoom with an index along the curve, from 0.
    package init(z: Int, hilbertIndex: UInt64) {
        var rest = hilbertIndex
        var (x, y) = (UInt64(0), UInt64(0))
        var side: UInt64 = 1
        while side < 1 << UInt64(z) {
            let right = (rest / 2) & 1
            let low = (rest ^ right) & 1
            if low == 0 {
                if right == 1 {
                    x = side - 1 - x
                    y = side - 1 - y
                }
                swap(&x, &y)
            }
            x += side * right
            y += side * low
            rest /= 4
            side *= 2
        }
        self.init(z: z, x: Int(x), y: Int(y))
    }
}
