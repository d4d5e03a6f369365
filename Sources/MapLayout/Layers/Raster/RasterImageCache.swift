// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
import MapRuntime

/// Caches decoded raster tiles for further maps, by their encoded bytes.
package final class RasterImageCache: Sendable {
    private let bitmaps: SharedCache<EncodedImage, Bitmap>

    /// Creates a cache of at most so many bytes; 0 disables it.
    package init(limit: Int) { bitmaps = SharedCache(limit: limit) }

    /// How many images were decoded.
    package var missCount: Int { bitmaps.missCount }

    /// Decodes an image of at most `maxPixels` pixels.
    package func bitmap(_ bytes: [UInt8], maxPixels: Int) throws(Diagnostic) -> Bitmap {
        guard bitmaps.isEnabled else { return try decodeImage(bytes, maxPixels: maxPixels) }
        let key = EncodedImage(bytes: bytes)
        let bitmap = try bitmaps.value(for: key, cost: { bytes.count + 4 * $0.width * $0.height }) {
            () throws(Diagnostic) in try decodeImage(bytes, maxPixels: maxPixels)
        }
        // It may have been decoded under a larger limit.
        return bitmap.width * bitmap.height <= maxPixels ? bitmap : try decodeImage(bytes, maxPixels: maxPixels)
    }
}

/// Encoded bytes as a key: hashed by a sample, compared as a whole.
private struct EncodedImage: Hashable {
    private static let sample = 64

    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes.count)
        bytes.suffix(Self.sample).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension RasterTiles {
    /// Decodes a tile of at most `maxPixels` pixels.
    func bitmap(_ bytes: [UInt8], maxPixels: Int) throws(Diagnostic) -> Bitmap {
        if let imageCache { return try imageCache.bitmap(bytes, maxPixels: maxPixels) }
        return try decodeImage(bytes, maxPixels: maxPixels)
    }
}
