// SPDX-License-Identifier: MIT

/// An immutable image: premultiplied ARGB in native byte order (B, G, R, A on little-endian machines), top row first,
/// without row padding.
package final class Bitmap: Sendable {
    package let width: Int
    package let height: Int
    /// `width * height` pixels.
    package let pixels: [UInt32]
    /// True when every pixel is opaque.
    package let isOpaque: Bool

    /// Creates a bitmap of exactly `width * height` pixels. `isOpaque` is computed unless it is known.
    package init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool? = nil) {
        precondition(width > 0 && height > 0 && pixels.count == width * height, "a bitmap's size must fit its pixels")
        self.width = width
        self.height = height
        self.pixels = pixels
        self.isOpaque = isOpaque ?? pixels.withUnsafeBufferPointer(PremultipliedPixel.areOpaque)
    }
}
