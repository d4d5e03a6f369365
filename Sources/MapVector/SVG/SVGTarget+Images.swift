// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapPlane

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A bitmap by what it shows.
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
        // An image whose pixels are the drawing's is better smoothed when it is shown at another size.
        let keepsPixels = image.transform.keepsRectangles && image.transform.a == 1 && image.transform.d == 1
        if image.sampling == .nearest, !keepsPixels { put(" image-rendering=\"pixelated\"") }
        put("/>\n")
    }

    /// The name of a picture that is defined once, however often it is used; nil when it cannot be written.
    mutating func imageName(of bitmap: Bitmap) -> String? {
        if let known = bitmapNames[ObjectIdentifier(bitmap)] { return known }
        let key = BitmapKey(width: bitmap.width, pixels: bitmap.pixels)
        if let known = bitmapsByContent[key] {
            bitmapNames[ObjectIdentifier(bitmap)] = known
            return known
        }
        do throws(Diagnostic) {
            let png = try encodePNG(bitmap)
            let name = nextName("i")
            let place = address(of: png, name)
            var words = "width=\"\(bitmap.width)\" height=\"\(bitmap.height)\""
            if let known = options.bitmapNames[ObjectIdentifier(bitmap)] {
                words += " data-name=\"\(XMLText.escaped(known))\""
            }
            definitions.append(contentsOf: "<image id=\"\(name)\" \(words) xlink:href=\"\(place)\"/>\n".utf8)
            bitmapNames[ObjectIdentifier(bitmap)] = name
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
            return XMLText.escaped(file.asRelativeAddress)
        }
    }
}

extension String {
    /// A file's name as an address: what has a meaning in addresses is escaped.
    fileprivate var asRelativeAddress: String {
        percentEscaped { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "/": true
            default: false
            }
        }
    }
}
