// SPDX-License-Identifier: MIT

/// A shape as distances to its outline, which can be drawn sharp at many sizes, in any color and with a rim.
package final class DistanceField: Sendable {
    package let width: Int
    package let height: Int
    /// Row by row from the top; 191.25 on the outline, more inside: 32 a pixel.
    package let distances: [UInt8]

    /// Takes exactly `width * height` distances.
    package init(width: Int, height: Int, distances: [UInt8]) {
        precondition(
            width > 0 && height > 0 && distances.count == width * height, "a field's size must fit its distances")
        self.width = width
        self.height = height
        self.distances = distances
    }

    /// Takes the opacity of a picture for distances, as in images of a sprite with `sdf`.
    package convenience init(opacityOf bitmap: Bitmap) {
        self.init(
            width: bitmap.width, height: bitmap.height,
            distances: bitmap.pixels.map { UInt8(truncatingIfNeeded: $0 >> 24) })
    }
}
