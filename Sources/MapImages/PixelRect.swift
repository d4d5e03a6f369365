// SPDX-License-Identifier: MIT
package import MapGeometry

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

    /// The pixels that a rectangle touches, even partly. NaN edges do not limit the result.
    package func touched(by r: Rect) -> PixelRect {
        PixelRect(
            minX: Self.clamped(r.minX.rounded(.down), minX, maxX, minX),
            minY: Self.clamped(r.minY.rounded(.down), minY, maxY, minY),
            maxX: Self.clamped(r.maxX.rounded(.up), minX, maxX, maxX),
            maxY: Self.clamped(r.maxY.rounded(.up), minY, maxY, maxY)
        )
    }

    /// The pixels whose centers lie inside a rectangle; a center on an edge belongs to the right or lower side, so
    /// that adjacent rectangles share no pixel.
    package func centered(in r: Rect) -> PixelRect {
        PixelRect(
            minX: Self.clamped((r.minX - 0.5).rounded(.up), minX, maxX, minX),
            minY: Self.clamped((r.minY - 0.5).rounded(.up), minY, maxY, minY),
            maxX: Self.clamped((r.maxX - 0.5).rounded(.up), minX, maxX, maxX),
            maxY: Self.clamped((r.maxY - 0.5).rounded(.up), minY, maxY, maxY))
    }

    private static func clamped(_ edge: Double, _ low: Int, _ high: Int, _ fallback: Int) -> Int {
        guard !edge.isNaN else { return fallback }
        return edge <= Double(low) ? low : edge >= Double(high) ? high : Int(edge)
    }
}
