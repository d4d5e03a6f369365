// SPDX-License-Identifier: MIT
import CWebP
package import MapCore

/// Decodes a lossy or lossless WebP image; animations are rejected.
func decodeWebP(_ bytes: UnsafeBufferPointer<UInt8>, _ maxPixels: Int) throws(Diagnostic) -> Bitmap {
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(bytes.baseAddress, bytes.count, &features) == VP8_STATUS_OK else {
        throw ImageFormat.webp.problem("the header is damaged")
    }
    guard features.has_animation == 0 else { throw ImageFormat.webp.problem("animations are not supported") }
    let header = ImageHeader(
        format: .webp, width: Int(features.width), height: Int(features.height), isOpaque: features.has_alpha == 0)
    try header.check(maxPixels)
    return try header.bitmap { rows in
        let output = UnsafeMutableRawPointer(rows.baseAddress)?.assumingMemoryBound(to: UInt8.self)
        guard WebPDecodeBGRAInto(bytes.baseAddress, bytes.count, output, rows.count * 4, Int32(header.width * 4)) != nil
        else { return .failure(ImageFormat.webp.problem("the image is damaged or cut off")) }
        return .success(())
    }
}

/// The compression of a WebP image.
package enum WebPCompression: Hashable, Sendable {
    /// Preserves every visible pixel.
    case lossless
    /// Lossy, 0...100.
    case quality(Int)
}

/// Encodes a WebP image, including its alpha channel.
///
/// - Parameters:
///   - bitmap: at most 16,383 pixels wide and high.
///   - compression: with or without loss.
///   - effort: of lossless compression, from 0 (fast) to 9 (small).
/// - Returns: a file.
/// - Throws: when the image is too large, or there is no memory.
package func encodeWebP(
    _ bitmap: Bitmap, _ compression: WebPCompression, effort: Int = 3
) throws(Diagnostic) -> [UInt8] {
    // WEBP_MAX_DIMENSION
    guard bitmap.width <= 16_383, bitmap.height <= 16_383 else {
        throw ImageFormat.webp.problem("either side must be at most 16383 pixels")
    }
    var config = WebPConfig()
    var image = WebPPicture()
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&image) != 0 else {
        throw ImageFormat.webp.problem("the library is of another version")
    }
    switch compression {
    case .lossless:
        WebPConfigLosslessPreset(&config, Int32(effort))
        image.use_argb = 1
    case .quality(let quality):
        config.quality = Float(max(0, min(100, quality)))
    }
    image.width = Int32(bitmap.width)
    image.height = Int32(bitmap.height)
    defer { WebPPictureFree(&image) }
    let imported = bitmap.straightPixels.withUnsafeBytes { pixels in
        let bytes = pixels.bindMemory(to: UInt8.self).baseAddress
        return bitmap.isOpaque
            ? WebPPictureImportBGRX(&image, bytes, Int32(bitmap.width * 4))
            : WebPPictureImportBGRA(&image, bytes, Int32(bitmap.width * 4))
    }
    guard imported != 0 else { throw ImageFormat.webp.problem("no memory for the image") }

    var output = WebPMemoryWriter()
    WebPMemoryWriterInit(&output)
    defer { WebPMemoryWriterClear(&output) }
    let encoded = withUnsafeMutablePointer(to: &output) { output in
        image.writer = WebPMemoryWrite
        // Encoding ends early when the hook returns 0.
        image.progress_hook = { _, _ in WorkContext.isCancelled ? 0 : 1 }
        image.custom_ptr = UnsafeMutableRawPointer(output)
        return WebPEncode(&config, &image)
    }
    guard encoded != 0 else { throw ImageFormat.webp.problem("encoding failed (code \(image.error_code.rawValue))") }
    return Array(UnsafeBufferPointer(start: output.mem, count: output.size))
}

extension Bitmap {
    /// The pixels as 0xAARRGGBB with straight components.
    package var straightPixels: [UInt32] {
        guard !isOpaque else { return pixels }
        return PremultipliedPixel.reciprocals.withUnsafeBufferPointer { table in
            guard let reciprocals = table.baseAddress else { return [] }
            return pixels.map { $0 & 0xFF00_0000 | PremultipliedPixel.straight($0, reciprocals) }
        }
    }
}
