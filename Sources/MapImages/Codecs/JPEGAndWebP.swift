// SPDX-License-Identifier: MIT
import CTurboJPEG
import CWebP
package import MapCore
import MapGeometry

/// Decodes a baseline or progressive JPEG: color, grayscale or CMYK. It is turned as its Exif orientation says.
func decodeJPEG(_ bytes: UnsafeBufferPointer<UInt8>, _ maxPixels: Int) throws(Diagnostic) -> Bitmap {
    guard let decoder = tjInitDecompress() else { throw ImageFormat.jpeg.problem("no memory for a decoder") }
    defer { tjDestroy(decoder) }
    var (width, height, sampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let size = UInt(bytes.count)
    guard tjDecompressHeader3(decoder, bytes.baseAddress, size, &width, &height, &sampling, &space) == 0 else {
        throw ImageFormat.jpeg.problem(lastError(decoder))
    }
    let header = ImageHeader(format: .jpeg, width: Int(width), height: Int(height), isOpaque: true)
    try header.check(maxPixels)
    let isCMYK = space == Int32(TJCS_CMYK.rawValue) || space == Int32(TJCS_YCCK.rawValue)
    let format = Int32(isCMYK ? TJPF_CMYK.rawValue : TJPF_BGRA.rawValue)
    let bitmap = try header.bitmap { rows in
        let status = tjDecompress2(
            decoder, bytes.baseAddress, size,
            UnsafeMutableRawPointer(rows.baseAddress)?.assumingMemoryBound(to: UInt8.self),
            width, width * 4, height, format, TJFLAG_LIMITSCANS)
        if status != 0, !(tjGetErrorCode(decoder) == TJERR_WARNING.rawValue && isHarmless(lastError(decoder))) {
            return .failure(ImageFormat.jpeg.problem(lastError(decoder)))
        }
        if isCMYK { convertCMYK(rows) }
        return .success(())
    }
    return bitmap.turned(ExifOrientation(ofJPEG: bytes) ?? .upright)
}

/// How the rows and columns of a photo lie.
///
/// - SeeAlso: CIPA DC-008 (Exif), tag 274; TIFF 6.0, Orientation.
enum ExifOrientation: Int {
    case upright = 1
    case mirrored, upsideDown, flipped, transposed, onLeftSide, transversed, onRightSide

    /// Nil for a file that does not say.
    init?(ofJPEG bytes: UnsafeBufferPointer<UInt8>) {
        var start = 2
        while start + 4 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] != 0xDA {
            let end = start + 2 + max(2, Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))
            let content = bytes[min(start + 4, bytes.count)..<min(end, bytes.count)]
            if bytes[start + 1] == 0xE1, content.starts(with: "Exif\0\0".utf8) {
                self.init(ofTIFF: Array(content.dropFirst(6)))
                return
            }
            start = end
        }
        return nil
    }

    private init?(ofTIFF bytes: [UInt8]) {
        let isLittleEndian = bytes.starts(with: "II".utf8)
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start >= 0, start + count <= bytes.count else { return nil }
            let digits = bytes[start..<start + count]
            let ordered = isLittleEndian ? Array(digits.reversed()) : Array(digits)
            return ordered.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        let entry = (0..<count).lazy.map { directory + 2 + 12 * $0 }.first { number($0, 2) ?? 274 == 274 }
        guard let entry, let value = number(entry + 8, 2) else { return nil }
        self.init(rawValue: value)
    }

    var swapsSides: Bool { rawValue >= 5 }
}

extension Bitmap {
    func turned(_ orientation: ExifOrientation) -> Bitmap {
        guard orientation != .upright else { return self }
        let (width, height, pixels) = (width, height, pixels)
        let (columns, rows) = orientation.swapsSides ? (height, width) : (width, height)
        var turned: [UInt32] = []
        turned.reserveCapacity(pixels.count)
        for y in 0..<rows {
            for x in 0..<columns {
                let (column, row) =
                    switch orientation {
                    case .upright: (x, y)
                    case .mirrored: (width - 1 - x, y)
                    case .upsideDown: (width - 1 - x, height - 1 - y)
                    case .flipped: (x, height - 1 - y)
                    case .transposed: (y, x)
                    case .onLeftSide: (y, height - 1 - x)
                    case .transversed: (width - 1 - y, height - 1 - x)
                    case .onRightSide: (width - 1 - y, x)
                    }
                turned.append(pixels[row * width + column])
            }
        }
        return Bitmap(width: columns, height: rows, pixels: turned, isOpaque: isOpaque)
    }
}

/// True for warnings after which the image is complete nevertheless.
private func isHarmless(_ warning: String) -> Bool {
    warning.contains("extraneous bytes") || warning.contains("Adobe color transform")
}

/// Converts CMYK as Adobe writes it, with inverted components, to opaque BGRA.
private func convertCMYK(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    for i in pixels.indices {
        let p = pixels[i].littleEndian
        let black = p >> 24
        let component = { (ink: UInt32) in ((ink & 0xFF) * black + 127) / 255 }
        pixels[i] = 0xFF00_0000 | component(p) << 16 | component(p >> 8) << 8 | component(p >> 16)
    }
}

func lastError(_ handle: tjhandle) -> String {
    tjGetErrorStr2(handle).map { String(cString: $0) } ?? "the image is damaged"
}

/// Encodes a JPEG over a background, as the format has no alpha channel; a translucent one lies on white.
///
/// The quality is 1...100. Chroma is not subsampled (4:4:4), which keeps thin lines and small text crisp; scans are
/// progressive unless told, which makes files smaller.
package func encodeJPEG(
    _ bitmap: Bitmap, quality: Int, background: Color = .white, pixelsPerInch: Double? = nil,
    isProgressive: Bool = true
) throws(Diagnostic) -> [UInt8] {
    guard bitmap.width <= 65_500, bitmap.height <= 65_500 else {
        throw ImageFormat.jpeg.problem("either side must be at most 65500 pixels")
    }
    guard let encoder = tjInitCompress() else { throw ImageFormat.jpeg.problem("no memory for an encoder") }
    defer { tjDestroy(encoder) }
    var file: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(file) }
    let status = bitmap.flattened(on: background.onWhite).withUnsafeBytes { pixels in
        tjCompress2(
            encoder, pixels.bindMemory(to: UInt8.self).baseAddress, Int32(bitmap.width), Int32(bitmap.width * 4),
            Int32(bitmap.height), Int32(TJPF_BGRX.rawValue), &file, &size, Int32(TJSAMP_444.rawValue),
            Int32(max(1, min(100, quality))), isProgressive ? TJFLAG_PROGRESSIVE : 0)
    }
    guard status == 0, let file else { throw ImageFormat.jpeg.problem(lastError(encoder)) }
    var bytes = Array(UnsafeBufferPointer(start: file, count: Int(size)))
    if let pixelsPerInch { setDensity(pixelsPerInch, in: &bytes) }
    return bytes
}

/// Writes the density into the JFIF segment, which the library writes first and without one.
///
/// - SeeAlso: ITU-T T.871, §10.1: identifier, version, unit (1: dots per inch), horizontal and vertical density.
private func setDensity(_ pixelsPerInch: Double, in file: inout [UInt8]) {
    guard file.count > 18, file[2...3] == [0xFF, 0xE0], file[6...10].elementsEqual("JFIF\0".utf8),
        pixelsPerInch >= 1, pixelsPerInch <= 65_535
    else { return }
    let density = UInt16(pixelsPerInch.rounded())
    let bytes = [UInt8(density >> 8), UInt8(density & 255)]
    file.replaceSubrange(13...17, with: [1] + bytes + bytes)
}

extension Bitmap {
    /// The pixels composited over a background; opaque if either is.
    package func flattened(on background: Color) -> [UInt32] {
        guard !isOpaque else { return pixels }
        let opacity = clampedToUnit(background.alpha)
        let byte = { (component: Double) in UInt32((clampedToUnit(component) * opacity * 255).rounded()) }
        let (red, green, blue) = (byte(background.red), byte(background.green), byte(background.blue))
        let alpha = byte(1)
        return pixels.map { p in
            let remainder = 255 - p >> 24
            let over = { (component: UInt32, background: UInt32) in
                min(255, component & 255 + (background * remainder + 127) / 255)
            }
            return over(p >> 24, alpha) << 24 | over(p >> 16, red) << 16 | over(p >> 8, green) << 8 | over(p, blue)
        }
    }
}

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
///   - effort: from 0 (fast) to 6, without loss to 9 (small); nil for what suits a single image.
/// - Returns: a file.
/// - Throws: when the image is too large, or there is no memory.
package func encodeWebP(
    _ bitmap: Bitmap, _ compression: WebPCompression, effort: Int? = nil
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
        WebPConfigLosslessPreset(&config, Int32(effort ?? 3))
        image.use_argb = 1
    case .quality(let quality):
        config.quality = Float(max(0, min(100, quality)))
        if let effort { config.method = Int32(effort) }
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
