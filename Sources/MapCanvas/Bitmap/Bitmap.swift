// SPDX-License-Identifier: MIT

/// A finished picture: premultiplied ARGB in native byte order (on every machine we run on: bytes B, G, R, A), top row
/// first, rows without padding. Never changed once made, so it can be shared freely.
package final class Bitmap: Sendable {
    package let width: Int
    package let height: Int
    /// `width * height` pixels.
    package let pixels: [UInt32]
    /// True when every pixel is opaque.
    package let isOpaque: Bool

    /// Takes exactly `width * height` pixels. `isOpaque` is looked up in them unless the maker knows it.
    package init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool? = nil) {
        precondition(width > 0 && height > 0 && pixels.count == width * height, "a bitmap's size must fit its pixels")
        self.width = width
        self.height = height
        self.pixels = pixels
        self.isOpaque = isOpaque ?? pixels.withUnsafeBufferPointer(PremultipliedPixel.areOpaque)
    }
}
