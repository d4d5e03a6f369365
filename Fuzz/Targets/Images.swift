// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapImages

extension FuzzTarget {
    /// PNG, JPEG and WebP.
    static let image = FuzzTarget("image") { bytes throws(BrokenPromise) in
        let bitmap = accepted { () throws(Diagnostic) in try decodeImage(bytes, maxPixels: 1 << 16) }
        guard let bitmap else { return }
        try promise(bitmap.width * bitmap.height <= 1 << 16, "an image is larger than allowed")
        try promise(bitmap.pixels.count == bitmap.width * bitmap.height, "an image has another size")
    }

    /// An SVG image, drawn as an icon.
    static let svg = FuzzTarget("svg") { bytes throws(BrokenPromise) in
        guard SVGIcon.matches(bytes),
            let icon = accepted({ () throws(Diagnostic) in try SVGIcon(bytes) })
        else { return }
        let bitmap = accepted { () throws(Diagnostic) in try icon.bitmap(scale: 1, maxPixels: 1 << 16) }
        try promise((bitmap?.width ?? 0) * (bitmap?.height ?? 0) <= 1 << 16, "an icon is larger than allowed")
    }
}
