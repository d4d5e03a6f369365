// SPDX-License-Identifier: MIT
import CTurboJPEG
import MapDiagnostics

/// Decodes a baseline or progressive JPEG: color, grayscale or CMYK.
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
    return try header.bitmap { rows in
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
