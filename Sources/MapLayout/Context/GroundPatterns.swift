// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import Synchronization

/// Patterns on the ground of a tilted map, as images of the whole output: each pattern is projected once per map.
final class GroundPatterns: Sendable {
    private struct Key: Hashable {
        let bitmap: ObjectIdentifier
        let transform: Transform
    }

    private let images = Mutex<[Key: Bitmap]>([:])

    /// A paint for areas of the picture.
    ///
    /// - Parameters:
    ///   - bitmap: one tile of the pattern.
    ///   - transform: from the bitmap to pixels of the ground.
    ///   - perspective: of the camera.
    ///   - rect: the picture, from its top left.
    ///   - opacity: that of the pattern.
    /// - Returns: an image of the size of the picture.
    func paint(
        _ bitmap: Bitmap, _ transform: Transform, _ perspective: Perspective, in rect: Rect, opacity: Double
    ) -> Paint {
        let key = Key(bitmap: ObjectIdentifier(bitmap), transform: transform)
        let image = images.withLock { images in
            if let image = images[key] { return image }
            let image = Self.image(of: bitmap, transform, perspective, in: rect)
            images[key] = image
            return image
        }
        return .pattern(image, .identity, opacity: opacity)
    }

    private static func image(
        of bitmap: Bitmap, _ transform: Transform, _ perspective: Perspective, in rect: Rect
    ) -> Bitmap {
        let (width, height) = (Int(rect.width), Int(rect.height))
        var pixels = [UInt32](repeating: 0, count: width * height)
        guard let inverse = transform.inverse, bitmap.width > 0, bitmap.height > 0 else {
            return Bitmap(width: width, height: height, pixels: pixels)
        }
        // Copied around by one pixel, so that samples between the last and the first pixel are interpolated.
        let textures = TextureSet([bitmap.wrappedBorder])
        let (columns, rows) = (Double(bitmap.width), Double(bitmap.height))
        textures.pixels.withUnsafeBufferPointer { texture in
            for y in 0..<height {
                for x in 0..<width {
                    let point = Point(Double(x) + 0.5, Double(y) + 0.5)
                    guard perspective.showsGround(at: point), let ground = perspective.ground(at: point) else {
                        continue
                    }
                    let p = inverse.apply(ground)
                    let u = p.x - (p.x / columns).rounded(.down) * columns
                    let v = p.y - (p.y / rows).rounded(.down) * rows
                    pixels[y * width + x] = textures.linear(0, (u + 1) / (columns + 2), (v + 1) / (rows + 2), texture)
                }
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }
}

extension Bitmap {
    /// The bitmap with the opposite edges repeated around it.
    fileprivate var wrappedBorder: Bitmap {
        var result: [UInt32] = []
        result.reserveCapacity((width + 2) * (height + 2))
        for y in -1...height {
            let row = (y + height) % height * width
            for x in -1...width { result.append(pixels[row + (x + width) % width]) }
        }
        return Bitmap(width: width + 2, height: height + 2, pixels: result)
    }
}
