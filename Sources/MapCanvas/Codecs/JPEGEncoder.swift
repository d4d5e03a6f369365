// SPDX-License-Identifier: MIT
import CTurboJPEG
package import MapDiagnostics

/// Encodes a JPEG over a background, as the format has no alpha channel.
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
    let status = bitmap.flattened(on: background).withUnsafeBytes { pixels in
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
    /// The pixels composited over an opaque background.
    package func flattened(on background: Color) -> [UInt32] {
        guard !isOpaque else { return pixels }
        let byte = { (component: Double) in UInt32((clampedToUnit(component) * 255).rounded()) }
        let (red, green, blue) = (byte(background.red), byte(background.green), byte(background.blue))
        return pixels.map { p in
            let remainder = 255 - p >> 24
            let over = { (component: UInt32, background: UInt32) in
                min(255, component & 255 + (background * remainder + 127) / 255)
            }
            return 0xFF00_0000 | over(p >> 16, red) << 16 | over(p >> 8, green) << 8 | over(p, blue)
        }
    }
}
