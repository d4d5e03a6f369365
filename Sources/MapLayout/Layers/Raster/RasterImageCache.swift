package import MapCanvas
package import MapDiagnostics
// SPDX-License-Identifier: MIT
import MapRuntime

/// Decoded tiles of pictures, kept for the next map; known by their bytes, wherever these come from.
package final class RasterImageCache: Sendable {
    private let bitmaps: SharedCache<EncodedImage, Bitmap>

    /// Keeps at most so many bytes; nothing for 0.
    package init(limit: Int) { bitmaps = SharedCache(limit: limit) }

    /// How many were decoded.
    package var missCount: Int { bitmaps.made }

    /// Decodes a picture of at most so many pixels.
    package func bitmap(_ bytes: [UInt8], maxPixels: Int) throws(Diagnostic) -> Bitmap {
        guard bitmaps.keeps else { return try decodeImage(bytes, maxPixels: maxPixels) }
        let key = EncodedImage(bytes: bytes)
        let bitmap = try bitmaps.value(for: key, cost: { bytes.count + 4 * $0.width * $0.height }) {
            () throws(Diagnostic) in try decodeImage(bytes, maxPixels: maxPixels)
        }
        // It may have been decoded for a map of fewer tiles, which may be larger.
        return bitmap.width * bitmap.height <= maxPixels ? bitmap : try decodeImage(bytes, maxPixels: maxPixels)
    }
}

/// A picture's bytes as a key: a few of them tell most pictures apart, all of them whether two are the same.
private struct EncodedImage: Hashable {
    private static let sample = 64

    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes.count)
        bytes.suffix(Self.sample).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension RasterTiles {
    /// Decodes a tile of at most so many pixels.
    func bitmap(_ bytes: [UInt8], maxPixels: Int) throws(Diagnostic) -> Bitmap {
        if let imageCache { return try imageCache.bitmap(bytes, maxPixels: maxPixels) }
        return try decodeImage(bytes, maxPixels: maxPixels)
    }
}
