// SPDX-License-Identifier: MIT
import CDeflate
package import MapCore
import Synchronization

/// The compression effort; all levels are lossless.
package enum PNGEffort: Sendable {
    /// A multithreaded compressor designed for images with flat areas.
    case fast
    /// libdeflate's maximum: about 100 times slower, 11 % smaller.
    case small
}

/// Encodes a PNG with 8-bit samples, or palette indices when there are few colors. Rows are filtered where
/// `PaethFilter` suits the image: it makes most maps larger.
///
/// Strips of rows are compressed in parallel and concatenated into one stream. The division depends on the bitmap's
/// size alone, so that the bytes are the same for any number of threads. `pixelsPerMeter` is the physical resolution,
/// for printing.
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

/// Compresses an image in horizontal strips, each to chunks of its own.
package struct PNGStrips {
    /// Rows of a bitmap; matches may refer to the rows before them.
    package struct Rows {
        var bitmap: Bitmap
        var range: Range<Int>

        package init(bitmap: Bitmap, range: Range<Int>) {
            self.bitmap = bitmap
            self.range = range
        }
    }

    private struct Strip {
        var chunks: [[UInt8]]
        var sum: AdlerSum
    }

    private let width: Int
    private let height: Int
    private let format: PNGPixelFormat
    /// Rows per block: enough bytes to fill deflate's window several times. Large images have fewer blocks, as each looks
    /// at rows before it and has codes of its own, but enough for many threads.
    private let blockHeight: Int

    package init(width: Int, height: Int, _ format: PNGPixelFormat) {
        self.width = width
        self.height = height
        self.format = format
        let stride = format.stride(width)
        blockHeight = max(1, min(max(1 << 18, stride * height / 24), 1 << 19) / stride)
    }

    /// The IDAT chunks of a bitmap.
    package func parts(of bitmap: Bitmap, threads: Int) -> [[UInt8]] {
        let count = (height + blockHeight - 1) / blockHeight
        let strips = Mutex([Strip?](repeating: nil, count: count))
        let progress = WorkContext.current.progress
        let done = Atomic(0)
        parallelLoop(count: count, threads: threads, state: { deflater(blockHeight) }) { index, deflater in
            guard !WorkContext.isCancelled else { return }
            let rows = Rows(bitmap: bitmap, range: index * blockHeight..<min((index + 1) * blockHeight, height))
            let strip = strip(rows, isFirst: index == 0, &deflater)
            strips.withLock { $0[index] = strip }
            progress?.advance(done.wrappingAdd(1, ordering: .relaxed).newValue, of: count)
        }
        var sum = AdlerSum()
        var parts: [[UInt8]] = []
        for strip in strips.withLock({ $0.compactMap(\.self) }) {
            sum.append(strip.sum)
            parts += strip.chunks
        }
        parts.append(lastPart(sum))
        return parts
    }

    /// Makes the IDAT chunks of an image that `make` provides in strips of `stripHeight` rows, and hands them on in their order.
    ///
    /// - Throws: what `output` throws.
    package func write(
        stripHeight: Int, threads: Int, _ make: @Sendable (Range<Int>) -> Rows, to output: ([UInt8]) throws -> Void
    ) throws {
        let progress = WorkContext.current.progress
        var (first, done, sum) = (0, 0, AdlerSum())
        try parallelPipeline(threads: threads, ahead: 2 * threads) {
            deflater(stripHeight)
        } next: { () -> Range<Int>? in
            guard first < height, !WorkContext.isCancelled else { return nil }
            defer { first += stripHeight }
            return first..<min(first + stripHeight, height)
        } map: { rows, deflater in
            strip(make(rows), isFirst: rows.lowerBound == 0, &deflater)
        } consume: { strip in
            sum.append(strip.sum)
            for chunk in strip.chunks { try output(chunk) }
            done += stripHeight
            progress?.advance(min(done, height), of: height)
        }
        try output(lastPart(sum))
    }

    private func deflater(_ stripHeight: Int) -> PixelDeflater {
        PixelDeflater(width: width, rows: min(blockHeight, stripHeight, height), format)
    }

    /// The final block, which is empty, and the checksum.
    private func lastPart(_ sum: AdlerSum) -> [UInt8] {
        pngChunk("IDAT", [1, 0, 0, 255, 255] + bigEndian(sum.value))
    }

    private func strip(_ rows: Rows, isFirst: Bool, _ deflater: inout PixelDeflater) -> Strip {
        var strip = Strip(chunks: [], sum: AdlerSum())
        for first in stride(from: rows.range.lowerBound, to: rows.range.upperBound, by: blockHeight) {
            // The zlib header: a window of 32 KiB, the fastest method.
            var chunk = pngChunkStart("IDAT") + (isFirst && strip.chunks.isEmpty ? [0x78, 0x01] : [])
            let block = first..<min(first + blockHeight, rows.range.upperBound)
            strip.sum.append(deflater.compress(block, of: rows.bitmap, to: &chunk))
            finishPNGChunk(&chunk)
            strip.chunks.append(chunk)
        }
        return strip
    }
}

/// Assembles the bytes of a PNG file.
package struct PNGWriter {
    package var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    package init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends IHDR, sRGB (rendering intent 0: perceptual), and the palette if there is one.
    package mutating func header(width: Int, height: Int, _ colors: PNGPixelFormat) {
        chunk("IHDR") { data in
            data += bigEndian(UInt32(width)) + bigEndian(UInt32(height))
            // Depth, color type, compression, filter, interlace.
            data += [UInt8(colors.depth), colors.type, 0, 0, 0]
        }
        chunk("sRGB") { $0.append(0) }
        guard case .indexed(let palette) = colors else { return }
        let straight = palette.straight
        chunk("PLTE") { data in
            for color in straight { data += [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255)] }
        }
        guard palette.translucent > 0 else { return }
        chunk("tRNS") { data in
            for color in straight[..<palette.translucent] { data.append(UInt8(color >> 24)) }
        }
    }

    /// Appends pHYs, in pixels per meter; omitted for values out of range.
    package mutating func resolution(_ pixelsPerMeter: Double?) {
        guard let pixelsPerMeter, pixelsPerMeter >= 1, pixelsPerMeter < 2_147_483_647 else { return }
        let number = bigEndian(UInt32(pixelsPerMeter.rounded()))
        chunk("pHYs") { $0 += number + number + [1] }
    }

    package mutating func chunk(_ type: String, _ content: (inout [UInt8]) -> Void) {
        var data: [UInt8] = []
        content(&data)
        bytes += pngChunk(type, data)
    }
}

/// A chunk: length, type, content, checksum.
package func pngChunk(_ type: String, _ content: some Collection<UInt8>) -> [UInt8] {
    var bytes = pngChunkStart(type)
    bytes.reserveCapacity(content.count + 12)
    bytes += content
    finishPNGChunk(&bytes)
    return bytes
}

/// A chunk of unknown length without content.
private func pngChunkStart(_ type: String) -> [UInt8] { [0, 0, 0, 0] + type.utf8 }

/// Fills in the length of a chunk, and appends the checksum.
private func finishPNGChunk(_ bytes: inout [UInt8]) {
    bytes.replaceSubrange(..<4, with: bigEndian(UInt32(bytes.count - 8)))
    let checksum = bytes.withUnsafeBytes { all in
        let checked = UnsafeRawBufferPointer(rebasing: all[4...])
        return libdeflate_crc32(0, checked.baseAddress, checked.count)
    }
    bytes += bigEndian(checksum)
}

func bigEndian(_ number: UInt32) -> [UInt8] {
    [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
}

extension PNGPalette {
    /// The colors with straight components.
    fileprivate var straight: [UInt32] {
        PremultipliedPixel.reciprocals.withUnsafeBufferPointer { table in
            guard let reciprocals = table.baseAddress else { return [] }
            return colors.map { $0 & 0xFF00_0000 | PremultipliedPixel.straight($0, reciprocals) }
        }
    }
}

/// A PNG with international text after its header.
///
/// - Parameters:
///   - png: a whole file.
///   - texts: by keyword.
///   - language: of the texts, as an RFC 3066 tag.
/// - Returns: the file with a chunk `iTXt` for each text, in the order of the keywords; unchanged if it is no PNG.
/// - SeeAlso: PNG (Third Edition), §11.3.3.4 "iTXt".
package func described(png: [UInt8], _ texts: [String: String], language: String) -> [UInt8] {
    // The signature, and the chunk IHDR of 13 bytes.
    let end = 8 + 25
    guard png.count > end, png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return png }
    var chunks: [UInt8] = []
    for (keyword, text) in texts.sorted(by: { $0.key < $1.key }) {
        // Not compressed, and without a translated keyword.
        chunks += pngChunk("iTXt", Array(keyword.utf8) + [0, 0, 0] + Array(language.utf8) + [0, 0] + Array(text.utf8))
    }
    return Array(png[..<end]) + chunks + Array(png[end...])
}
