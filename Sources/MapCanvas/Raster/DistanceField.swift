// SPDX-License-Identifier: MIT

/// A signed distance field: a shape stored as distances to its outline, which can be drawn sharply at many sizes, in
/// any color and with a halo.
package final class DistanceField: Sendable {
    package let width: Int
    package let height: Int
    /// Rows from the top; 191.25 on the outline, larger inside, 32 per pixel.
    package let distances: [UInt8]

    /// Creates a field of exactly `width * height` distances.
    package init(width: Int, height: Int, distances: [UInt8]) {
        precondition(
            width > 0 && height > 0 && distances.count == width * height, "a field's size must fit its distances")
        self.width = width
        self.height = height
        self.distances = distances
    }

    /// Uses a bitmap's alpha channel as distances, as sprite images with `sdf` store them.
    package convenience init(opacityOf bitmap: Bitmap) {
        self.init(
            width: bitmap.width, height: bitmap.height,
            distances: bitmap.pixels.map { UInt8(truncatingIfNeeded: $0 >> 24) })
    }
}
