// SPDX-License-Identifier: MIT

/// An image with what is needed to recognise anti-aliased pixels in it.
///
/// - SeeAlso: Vyšniauskas, *Anti-aliased pixel and intensity slope detector* (2009), as used by pixelmatch.
struct ComparedImage {
    private let bitmap: Bitmap
    /// Brightness over white, 0...255.
    private let luma: [Double]

    private var width: Int { bitmap.width }
    private var height: Int { bitmap.height }

    init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
        luma = bitmap.pixels.map { pixel in
            let white = 255 - channel(pixel, 24)
            return (channel(pixel, 16) + white) * 0.29889531 + (channel(pixel, 8) + white) * 0.58662247
                + (channel(pixel, 0) + white) * 0.11448223
        }
    }

    private static let neighbours = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

    /// True when the pixel lies between a darker and a brighter neighbour, one of which belongs to a plain area in both
    /// images.
    func isAntialiased(_ x: Int, _ y: Int, beside other: ComparedImage) -> Bool {
        let here = luma[y * width + x]
        var equal = isEdge(x, y) ? 1 : 0
        var (darkest, brightest) = (0.0, 0.0)
        var (dark, bright) = ((0, 0), (0, 0))
        for (dx, dy) in Self.neighbours {
            let (nx, ny) = (x + dx, y + dy)
            guard nx >= 0, nx < width, ny >= 0, ny < height else { continue }
            let step = here - luma[ny * width + nx]
            if step == 0 {
                equal += 1
            } else if step < darkest {
                (darkest, dark) = (step, (nx, ny))
            } else if step > brightest {
                (brightest, bright) = (step, (nx, ny))
            }
        }
        guard equal <= 2, darkest < 0, brightest > 0 else { return false }
        return isPlain(dark.0, dark.1) && other.isPlain(dark.0, dark.1)
            || isPlain(bright.0, bright.1) && other.isPlain(bright.0, bright.1)
    }

    /// True when at least three neighbours have the same color; beyond the image's edge counts as one.
    private func isPlain(_ x: Int, _ y: Int) -> Bool {
        let pixel = bitmap.pixels[y * width + x]
        var equal = isEdge(x, y) ? 1 : 0
        for (dx, dy) in Self.neighbours {
            let (nx, ny) = (x + dx, y + dy)
            guard nx >= 0, nx < width, ny >= 0, ny < height else { continue }
            if bitmap.pixels[ny * width + nx] == pixel { equal += 1 }
        }
        return equal > 2
    }

    private func isEdge(_ x: Int, _ y: Int) -> Bool { x == 0 || y == 0 || x == width - 1 || y == height - 1 }
}
