// SPDX-License-Identifier: MIT
import CDeflate
package import MapDiagnostics

/// Writes a PNG: RGB when all is opaque, else RGBA with straight components; 8 bits, no row filter.
///
/// The level is libdeflate's, 1 (fast) to 12 (small); `pixelsPerMeter` is the physical resolution, for printing.
///
/// - SeeAlso: PNG specification, third edition, §5 and §11.
package func encodePNG(
    _ bitmap: Bitmap, level: Int = 6, pixelsPerMeter: Double? = nil
) throws(Diagnostic) -> [UInt8] {
    let image = try zlibCompressed(PNGScanlines.rows(0..<bitmap.height, of: bitmap), level: level)
    var file = PNGWriter(capacity: image.count + 256)
    file.chunk("IHDR") { data in
        data.append(UInt32(bitmap.width))
        data.append(UInt32(bitmap.height))
        // Depth, color type, compression, filter, interlace.
        data.bytes += [8, bitmap.isOpaque ? 2 : 6, 0, 0, 0]
    }
    if let pixelsPerMeter, pixelsPerMeter >= 1, pixelsPerMeter < 2_147_483_647 {
        file.chunk("pHYs") { data in
            data.append(UInt32(pixelsPerMeter.rounded()))
            data.append(UInt32(pixelsPerMeter.rounded()))
            data.bytes.append(1)
        }
    }
    // A chunk's length must stay below 2³¹.
    var start = 0
    while start < image.count {
        let end = min(start + 1 << 30, image.count)
        file.chunk("IDAT") { $0.bytes += image[start..<end] }
        start = end
    }
    file.chunk("IEND") { _ in }
    return file.bytes
}

private func zlibCompressed(_ raw: [UInt8], level: Int) throws(Diagnostic) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(Int32(max(1, min(12, level)))) else {
        throw ImageFormat.png.problem("no memory to compress \(raw.count) bytes")
    }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, raw.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
        count = libdeflate_zlib_compress(compressor, raw, raw.count, buffer.baseAddress, bound)
    }
}

/// Bytes of a PNG file in the making.
private struct PNGWriter {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func append(_ number: UInt32) {
        bytes += [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
    }

    /// Length, type, content, checksum.
    mutating func chunk(_ type: String, _ content: (inout PNGWriter) -> Void) {
        let start = bytes.count
        append(0)
        bytes += type.utf8
        content(&self)
        let length = UInt32(bytes.count - start - 8)
        for i in 0..<4 { bytes[start + i] = UInt8(length >> (24 - 8 * i) & 255) }
        let checksum = bytes.withUnsafeBytes { all in
            let checked = UnsafeRawBufferPointer(rebasing: all[(start + 4)...])
            return libdeflate_crc32(0, checked.baseAddress, checked.count)
        }
        append(checksum)
    }
}
