// SPDX-License-Identifier: MIT
import CTurboJPEG
import MapDiagnostics

/// Decodes a baseline or progressive JPEG: color, grey or CMYK.
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
    let inks = space == Int32(TJCS_CMYK.rawValue) || space == Int32(TJCS_YCCK.rawValue)
    let format = Int32(inks ? TJPF_CMYK.rawValue : TJPF_BGRA.rawValue)
    return try header.bitmap { rows in
        let status = tjDecompress2(
            decoder, bytes.baseAddress, size,
            UnsafeMutableRawPointer(rows.baseAddress)?.assumingMemoryBound(to: UInt8.self),
            width, width * 4, height, format, TJFLAG_LIMITSCANS)
        if status != 0, !(tjGetErrorCode(decoder) == TJERR_WARNING.rawValue && isHarmless(lastError(decoder))) {
            return .failure(ImageFormat.jpeg.problem(lastError(decoder)))
        }
        if inks { mixInks(rows) }
        return .success(())
    }
}

/// A warning after which the whole picture is there all the same.
private func isHarmless(_ warning: String) -> Bool {
    warning.contains("extraneous bytes") || warning.contains("Adobe color transform")
}

/// CMYK as Adobe writes it, each ink inverted, to opaque BGRA.
private func mixInks(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    for i in pixels.indices {
        let p = pixels[i].littleEndian
        let black = p >> 24
        let mixed = { (ink: UInt32) in ((ink & 0xFF) * black + 127) / 255 }
        pixels[i] = 0xFF00_0000 | mixed(p) << 16 | mixed(p >> 8) << 8 | mixed(p >> 16)
    }
}

func lastError(_ handle: tjhandle) -> String {
    tjGetErrorStr2(handle).map { String(cString: $0) } ?? "the image is damaged"
}
