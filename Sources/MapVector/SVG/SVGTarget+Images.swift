// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapPlane

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A key for bitmaps with equal content.
struct BitmapKey: Hashable {
    var width: Int
    var pixels: [UInt32]
}

extension SVGTarget {
    mutating func image(_ image: ImageMark) {
        guard let name = imageName(of: image.bitmap) else { return }
        put("<use xlink:href=\"#\(name)\"")
        if image.transform != .identity { put(" transform=\"\(image.transform.svg)\"") }
        if image.opacity < 1 { put(" opacity=\"\(SVGNumbers.share.text(image.opacity))\"") }
        // Images aligned to the drawing's pixels are better interpolated when the document is scaled.
        let keepsPixels = image.transform.keepsRectangles && image.transform.a == 1 && image.transform.d == 1
        if image.sampling == .nearest, !keepsPixels { put(" image-rendering=\"pixelated\"") }
        put("/>\n")
    }

    /// The id of an image, which is defined once; nil when it cannot be encoded.
    mutating func imageName(of bitmap: Bitmap) -> String? {
        if let cached = bitmapNames[ObjectIdentifier(bitmap)] { return cached.name }
        let key = BitmapKey(width: bitmap.width, pixels: bitmap.pixels)
        if let cached = bitmapsByContent[key] {
            bitmapNames[ObjectIdentifier(bitmap)] = (bitmap, cached)
            return cached
        }
        do throws(Diagnostic) {
            let png = try encodePNG(bitmap)
            let name = nextName("i")
            let href = address(of: png, name)
            var attributes = "width=\"\(bitmap.width)\" height=\"\(bitmap.height)\""
            if let cached = options.bitmapNames[ObjectIdentifier(bitmap)] {
                attributes += " data-name=\"\(markupEscaped(cached))\""
            }
            definitions.append(contentsOf: "<image id=\"\(name)\" \(attributes) xlink:href=\"\(href)\"/>\n".utf8)
            bitmapNames[ObjectIdentifier(bitmap)] = (bitmap, name)
            bitmapsByContent[key] = name
            return name
        } catch {
            problem = problem ?? error
            return nil
        }
    }

    private mutating func address(of png: [UInt8], _ name: String) -> String {
        switch options.images {
        case .embedded: return "data:image/png;base64," + Data(png).base64EncodedString()
        case .linked(let prefix):
            let file = "\(prefix)\(name).png"
            files.append(SVGDocument.File(name: file, bytes: png))
            return markupEscaped(file.asRelativeAddress)
        }
    }
}

extension String {
    /// The file name as a relative URL.
    fileprivate var asRelativeAddress: String {
        percentEncoded { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "/": true
            default: false
            }
        }
    }
}
