// SPDX-License-Identifier: MIT
import CDeflate
package import MapDiagnostics

/// How hard to try to make a file small; all lose nothing.
package enum PNGEffort: Sendable {
    /// A compressor made for pictures with plain areas, on several threads.
    case fast
    /// Takes some hundred times as long for a sixth less.
    case small
}

/// Writes a PNG of 8-bit samples, or of places in a palette when there are few colors; without row filters, which make
/// maps larger.
///
/// Strips of rows are compressed side by side and put one after the other into one stream. How the picture is cut
/// depends on its size alone, so that the bytes are the same for any number of threads. `pixelsPerMeter` is the
/// physical resolution, for printing.
///
/// - SeeAlso: PNG specification, third edition, §5 and §11.
package func encodePNG(
    _ bitmap: Bitmap, _ effort: PNGEffort = .fast, threads: Int = 1, pixelsPerMeter: Double? = nil
) throws(Diagnostic) -> [UInt8] {
    let colors = PNGPixelFormat(bitmap)
    let parts =
        switch effort {
        case .fast: PNGStrips(width: bitmap.width, height: bitmap.height, colors).parts(of: bitmap, threads: threads)
        case .small: try smallParts(bitmap, colors)
        }
    var file = PNGWriter(capacity: parts.reduce(2048) { $0 + $1.count })
    file.header(width: bitmap.width, height: bitmap.height, colors)
    file.resolution(pixelsPerMeter)
    for part in parts { file.bytes += part }
    file.chunk("IEND") { _ in }
    return file.bytes
}

private func smallParts(_ bitmap: Bitmap, _ colors: PNGPixelFormat) throws(Diagnostic) -> [[UInt8]] {
    let raw = PNGScanlines.rows(0..<bitmap.height, of: bitmap, as: colors)
    let count = raw.count - PNGScanlines.padding
    guard let compressor = libdeflate_alloc_compressor(12) else {
        throw ImageFormat.png.problem("no memory to compress \(count) bytes")
    }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, count)
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, used in
        used = libdeflate_zlib_compress(compressor, raw, count, buffer.baseAddress, bound)
    }
    // A chunk's length must stay below 2³¹.
    return stride(from: 0, to: packed.count, by: 1 << 30).map {
        pngChunk("IDAT", packed[$0..<min($0 + 1 << 30, packed.count)])
    }
}
