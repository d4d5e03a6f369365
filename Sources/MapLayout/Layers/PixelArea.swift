// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages

/// An area of whole output pixels that a layer computes itself.
struct PixelArea: Sendable {
    let minX: Int
    let minY: Int
    let width: Int
    let height: Int

    /// The pixels that a rectangle touches within the bounds; nil when there are none.
    init?(_ rect: Rect, within bounds: Rect) {
        let cut = rect.intersection(bounds).integral
        guard !cut.isNull, cut.width >= 1, cut.height >= 1, cut.width * cut.height < 2_147_483_648 else { return nil }
        minX = Int(cut.minX)
        minY = Int(cut.minY)
        width = Int(cut.width)
        height = Int(cut.height)
    }

    /// The center of the first pixel of a row, in output pixels.
    func start(ofRow row: Int) -> Point { Point(Double(minX) + 0.5, Double(minY + row) + 0.5) }

    /// Computes the area's pixels row by row in parallel.
    ///
    /// `paint` fills one row with premultiplied pixels. It must depend on the row alone, so that the output is the same
    /// for any number of threads. `addsLight` is true if pixels may be brighter than their opacity.
    func item(
        id: String, threads: Int, addsLight: Bool = false,
        _ paint: @Sendable (_ row: Int, _ pixels: UnsafeMutableBufferPointer<UInt32>) -> Void
    ) -> DrawingItem {
        let pixels = filledRows(width: width, height: height, threads: threads, zero: 0, paint)
        let bitmap = Bitmap(width: width, height: height, pixels: pixels)
        var mark = ImageMark(bitmap, transform: .translation(Point(Double(minX), Double(minY))), sampling: .nearest)
        mark.addsLight = addsLight
        return DrawingItem(id: id, role: .layer, bounds: mark.bounds, mark: .image(mark))
    }
}

/// An array of `width * height` elements, filled row by row in parallel.
func filledRows<Element: Sendable>(
    width: Int, height: Int, threads: Int, zero: Element,
    _ fill: @Sendable (_ row: Int, _ elements: UnsafeMutableBufferPointer<Element>) -> Void
) -> [Element] {
    let rowsAtOnce = 16
    let strips = (height + rowsAtOnce - 1) / rowsAtOnce
    return [Element](unsafeUninitializedCapacity: width * height) { buffer, count in
        // Each strip of rows is written by one thread only.
        nonisolated(unsafe) let all = buffer
        parallelLoop(count: strips, threads: threads) { strip in
            for row in strip * rowsAtOnce..<min((strip + 1) * rowsAtOnce, height) {
                let part = UnsafeMutableBufferPointer(rebasing: all[row * width..<(row + 1) * width])
                part.initialize(repeating: zero)
                if !WorkContext.isCancelled { fill(row, part) }
            }
        }
        count = width * height
    }
}

/// A table of premultiplied colors for 0...1, linearly interpolated.
struct ColorRamp: Sendable {
    private let colors: [SIMD4<Float>]

    /// Requires at least one color.
    init(_ colors: [Color], opacity: Double) {
        self.colors = colors.map { color in
            let alpha = Float(color.alpha * opacity)
            return SIMD4(Float(color.red) * alpha, Float(color.green) * alpha, Float(color.blue) * alpha, alpha)
        }
    }

    /// The packed color at a position in 0...1. As in a texture lookup, the outer half of the first and last entry is
    /// flat.
    @inline(__always)
    func pixel(at position: Float) -> UInt32 {
        let last = colors.count - 1
        let shifted = max(0, min(Float(last), position * Float(colors.count) - 0.5))
        let first = Int(shifted)
        let (a, b) = (colors[first], colors[min(first + 1, last)])
        let color = a + (b - a) * (shifted - Float(first))
        return packed(red: color.x, green: color.y, blue: color.z, alpha: color.w)
    }
}

/// The two cells around a position along one axis and the weight of the second, clamped at both ends.
@inline(__always)
func linearNeighbors(_ position: Double, _ count: Int) -> (Int, Int, Float) {
    let shifted = max(0, min(Double(count - 1), position - 0.5))
    let first = Int(shifted)
    return (first, min(first + 1, count - 1), Float(shifted - Double(first)))
}
