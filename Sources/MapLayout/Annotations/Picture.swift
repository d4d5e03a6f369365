// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapPlane

/// A decoded image with its size on the map.
package struct Picture: Sendable {
    package var bitmap: Bitmap
    /// Points.
    package var size: Size

    /// `density` is pixels of the image a point: 2 for a file with "@2x" in its name.
    package init(_ bitmap: Bitmap, density: Double = 1) {
        self.bitmap = bitmap
        size = Size(width: Double(bitmap.width) / density, height: Double(bitmap.height) / density)
    }

    /// The image, made to fill a rectangle; points.
    func mark(in rect: Rect) -> Mark {
        let (width, height) = (Double(bitmap.width), Double(bitmap.height))
        let fit = Transform.scale(rect.width / width, rect.height / height)
        return .image(ImageMark(bitmap, transform: fit.then(.translation(Point(rect.minX, rect.minY)))))
    }
}
