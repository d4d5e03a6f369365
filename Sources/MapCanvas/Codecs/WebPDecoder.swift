// SPDX-License-Identifier: MIT
import CWebP
import MapDiagnostics

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
