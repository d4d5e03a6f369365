// SPDX-License-Identifier: MIT
import CPNG
import MapDiagnostics

// Macros of png.h that do not arrive in Swift.
/// PNG_IMAGE_VERSION
private let imageVersion: UInt32 = 1
/// PNG_FORMAT_FLAG_ALPHA
private let alphaFlag: UInt32 = 0x01
/// PNG_FORMAT_BGRA: PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR
private let formatBGRA: UInt32 = 0x01 | 0x02 | 0x10
/// PNG_IMAGE_FLAG_16BIT_sRGB: 16-bit samples without a gAMA or sRGB chunk are sRGB, not linear.
private let deepIsSRGB: UInt32 = 0x04

/// Decodes every kind of PNG to sRGB: plain ones at once, all others through libpng's simplified API, which never calls
/// `longjmp` over our frames.
func decodePNG(_ bytes: UnsafeBufferPointer<UInt8>, _ maxPixels: Int) throws(Diagnostic) -> Bitmap {
    var image = png_image()
    image.version = imageVersion
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else { throw failure(image) }
    defer { png_image_free(&image) }
    let header = ImageHeader(
        format: .png, width: Int(image.width), height: Int(image.height), isOpaque: image.format & alphaFlag == 0)
    try header.check(maxPixels)
    if let bitmap = FastPNGDecoder(bytes)?.bitmap() { return bitmap }
    image.flags |= deepIsSRGB
    image.format = formatBGRA
    return try header.bitmap { rows in
        guard png_image_finish_read(&image, nil, rows.baseAddress, Int32(header.width * 4), nil) != 0 else {
            return .failure(failure(image))
        }
        return .success(())
    }
}

private func failure(_ image: png_image) -> Diagnostic {
    let words = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return ImageFormat.png.problem(words.isEmpty ? "the image is damaged" : words)
}
