// SPDX-License-Identifier: MIT
import MapCanvas

extension ImageMark {
    /// The image with pixels that are as opaque as they are bright.
    var withoutLight: ImageMark {
        let pixels = bitmap.pixels.map { pixel -> UInt32 in
            let brightest = max(pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
            return brightest > pixel >> 24 ? brightest << 24 | pixel & 0x00FF_FFFF : pixel
        }
        var copy = self
        copy.bitmap = Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels)
        copy.addsLight = false
        return copy
    }
}
