import MapCanvas
import MapPlane
// SPDX-License-Identifier: MIT

/// Draws an image at the size to which it was stretched, so that it is then put down as it is.
struct StretchedImage {
    let columns: StretchAxis
    let rows: StretchAxis

    /// Pixels of either side; no label is longer, and pictures of labels shall not fill the memory.
    private static let longest = 2048.0

    /// The stretched image, and where its corner goes from the icon's place. Its pixels fall on those of the output
    /// if `home` does not turn.
    func drawn(_ bitmap: Bitmap, _ home: Transform, smoothly: Bool) -> (Bitmap, corner: Point) {
        let isUpright = home.keepsRectangles && home.a == 1 && home.d == 1
        let fraction = isUpright ? Point(home.tx - home.tx.rounded(.down), home.ty - home.ty.rounded(.down)) : .zero
        // Smoothed edges fade over one pixel of the image.
        let margin = smoothly ? 2.0 : 0
        func corner(_ axis: StretchAxis, _ part: Double) -> Double {
            (axis.start + part - margin).rounded(.down) - part
        }
        let left = corner(columns, fraction.x)
        let top = corner(rows, fraction.y)
        let width = Int(max(1, min(Self.longest, (columns.end + margin - left).rounded(.up))))
        let height = Int(max(1, min(Self.longest, (rows.end + margin - top).rounded(.up))))
        let across = (0..<width).map { tap(columns, left + Double($0), bitmap.width, smoothly) }
        let down = (0..<height).map { tap(rows, top + Double($0), bitmap.height, smoothly) }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        bitmap.pixels.withUnsafeBufferPointer { source in
            for row in down {
                for column in across { pixels.append(blend(source, bitmap.width, column, row)) }
            }
        }
        return (Bitmap(width: width, height: height, pixels: pixels), Point(left, top))
    }

    /// Two neighbouring pixels of the image, the share of the second, and how much of the output's pixel is covered.
    private struct Tap {
        var first: Int
        var second: Int
        var share: Double
        var cover: Double
    }

    private func tap(_ axis: StretchAxis, _ edge: Double, _ count: Int, _ smoothly: Bool) -> Tap {
        let place = max(-1e6, min(1e6, axis.source(of: edge + 0.5)))
        func inside(_ index: Double) -> Int { Int(max(0, min(Double(count - 1), index))) }
        guard smoothly else {
            let nearest = place.rounded(.down)
            let isInside = nearest >= 0 && nearest < Double(count)
            return Tap(first: inside(nearest), second: inside(nearest), share: 0, cover: isInside ? 1 : 0)
        }
        let u = place - 0.5
        let low = u.rounded(.down)
        let cover = max(0, min(1, place + 0.5)) * max(0, min(1, Double(count) - place + 0.5))
        return Tap(first: inside(low), second: inside(low + 1), share: u - low, cover: cover)
    }

    private func blend(_ source: UnsafeBufferPointer<UInt32>, _ width: Int, _ x: Tap, _ y: Tap) -> UInt32 {
        let cover = x.cover * y.cover
        let weights = [
            (1 - x.share) * (1 - y.share), x.share * (1 - y.share), (1 - x.share) * y.share, x.share * y.share,
        ]
        let places = [
            y.first * width + x.first, y.first * width + x.second, y.second * width + x.first,
            y.second * width + x.second,
        ]
        var result: UInt32 = 0
        for shift in [24, 16, 8, 0] as [UInt32] {
            var sum = 0.0
            for (weight, place) in zip(weights, places) { sum += weight * Double(source[place] >> shift & 0xFF) }
            result |= UInt32(sum * cover + 0.5) << shift
        }
        return result
    }
}
