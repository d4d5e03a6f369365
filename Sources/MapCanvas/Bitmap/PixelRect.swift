// SPDX-License-Identifier: MIT
package import MapPlane

/// A rectangle of whole pixels: `minX..<maxX` by `minY..<maxY`.
package struct PixelRect: Hashable, Sendable {
    package var minX: Int
    package var minY: Int
    package var maxX: Int
    package var maxY: Int

    package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    package var width: Int { maxX - minX }
    package var height: Int { maxY - minY }
    package var isEmpty: Bool { minX >= maxX || minY >= maxY }
    package var rect: Rect { Rect(minX: Double(minX), minY: Double(minY), maxX: Double(maxX), maxY: Double(maxY)) }

    package var origin: Point { Point(Double(minX), Double(minY)) }

    package func intersection(_ o: PixelRect) -> PixelRect {
        PixelRect(minX: max(minX, o.minX), minY: max(minY, o.minY), maxX: min(maxX, o.maxX), maxY: min(maxY, o.maxY))
    }

    /// The part that a rectangle touches, if only in part of a pixel. An edge that is no number does not cut.
    package func touched(by r: Rect) -> PixelRect {
        PixelRect(
            minX: Self.cut(r.minX.rounded(.down), minX, maxX, minX),
            minY: Self.cut(r.minY.rounded(.down), minY, maxY, minY),
            maxX: Self.cut(r.maxX.rounded(.up), minX, maxX, maxX), maxY: Self.cut(r.maxY.rounded(.up), minY, maxY, maxY)
        )
    }

    /// The pixels whose centers lie inside a rectangle; a center on an edge belongs to the right or lower side, so that
    /// neighbours share no pixel.
    package func centered(in r: Rect) -> PixelRect {
        PixelRect(
            minX: Self.cut((r.minX - 0.5).rounded(.up), minX, maxX, minX),
            minY: Self.cut((r.minY - 0.5).rounded(.up), minY, maxY, minY),
            maxX: Self.cut((r.maxX - 0.5).rounded(.up), minX, maxX, maxX),
            maxY: Self.cut((r.maxY - 0.5).rounded(.up), minY, maxY, maxY))
    }

    private static func cut(_ edge: Double, _ low: Int, _ high: Int, _ unknown: Int) -> Int {
        guard !edge.isNaN else { return unknown }
        return edge <= Double(low) ? low : edge >= Double(high) ? high : Int(edge)
    }
}
