// SPDX-License-Identifier: MIT

/// Premultiplied pixels to be blended over the picture at once; rows begin at multiples of 16 bytes.
struct PixelLayer {
    let area: PixelRect
    let stride: Int
    private(set) var pixels: [UInt32]

    init(_ area: PixelRect) {
        self.area = area
        stride = (max(0, area.width) + 3) & ~3
        pixels = [UInt32](repeating: 0, count: stride * max(0, area.height))
    }

    mutating func paint(_ body: (UnsafeMutablePointer<UInt32>) -> Void) {
        pixels.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base) }
        }
    }

    /// Blends premultiplied components, 0...1, over a pixel.
    @inline(__always)
    static func blend(_ color: SIMD4<Float>, over pixel: inout UInt32) {
        guard color.w > 0 else { return }
        let rest = 1 - min(1, color.w)
        let old = SIMD4<Float>(
            Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), Float(pixel >> 24))
        let sum = (color * 255 + old * rest + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        pixel = UInt32(sum.w) << 24 | UInt32(sum.x) << 16 | UInt32(sum.y) << 8 | UInt32(sum.z)
    }
}
