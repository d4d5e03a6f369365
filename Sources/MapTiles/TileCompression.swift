// SPDX-License-Identifier: MIT
import CBrotli
import CDeflate
import CZstd
package import MapCore

/// The maximum size of a decompressed tile, directory or metadata text: 64 MiB, far above any real tile.
package let decompressedSizeLimit = 64 << 20

/// The compression of a tile.
package enum TileCompression: String {
    case none, gzip, zlib, brotli, zstd

    /// The compression that the first bytes indicate. Brotli data have no signature.
    init(sniffing bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 2 else {
            self = .none
            return
        }
        switch (bytes[0], bytes[1]) {
        case (0x1F, 0x8B): self = .gzip
        // RFC 1950, 2.2: deflate with a window of 32 KiB, and a header that is a multiple of 31.
        case (0x78, let flags) where (0x7800 + Int(flags)) % 31 == 0: self = .zlib
        case (0x28, 0xB5) where bytes.count > 4 && bytes[2] == 0x2F && bytes[3] == 0xFD: self = .zstd
        default: self = .none
        }
    }
}

/// Why bytes could not be decompressed.
package enum DecompressionError: Error {
    /// With the name of the compression.
    case damaged(String)
    case tooLarge(Int)
    case noMemory
    /// The map for which it was done has no time left.
    case stopped

    var message: String {
        switch self {
        case .damaged(let compression): "the \(compression) data are damaged or cut off"
        case .tooLarge(let limit): "the decompressed data are larger than \(limit >> 20) MiB"
        case .stopped: "the map ended before the data were decompressed"
        case .noMemory: "there is not enough memory to decompress the data"
        }
    }
}

/// Decompresses gzip, zlib and zstd data, recognized by their first bytes; returns other bytes unchanged.
///
/// - Parameters:
///   - bytes: of a tile.
///   - stated: the name of the compression that an archive states, as for `unpackedTile`.
///   - limit: the most bytes that may come of it.
/// - Returns: the decompressed data.
/// - Throws: when the data are damaged or too large.
package func decompressed(
    _ bytes: [UInt8], stated: String? = nil, limit: Int = decompressedSizeLimit
) throws(Diagnostic) -> [UInt8] {
    try bytes.withUnsafeBufferPointer { buffer throws(Diagnostic) in
        let stated = stated.flatMap(TileCompression.init)
        if stated != .brotli, TileCompression(sniffing: buffer) == .none { return bytes }
        do throws(DecompressionError) {
            return try unpackedTile(buffer, stated, limit: limit)
        } catch {
            throw Diagnostic(code: .tilesDamagedTile, error.message)
        }
    }
}

/// Decompresses a tile as its archive states or, if that is wrong, as its first bytes indicate.
func unpackedTile(
    _ bytes: UnsafeBufferPointer<UInt8>, _ stated: TileCompression?, limit: Int = decompressedSizeLimit
) throws(DecompressionError) -> [UInt8] {
    let seen = TileCompression(sniffing: bytes)
    guard stated == .brotli else { return try unpacked(bytes, seen, limit: limit) }
    do throws(DecompressionError) {
        return try unpacked(bytes, .brotli, limit: limit)
    } catch {
        guard seen != .none else { throw error }
        return try unpacked(bytes, seen, limit: limit)
    }
}

/// Decompresses deflate data without a wrapper (RFC 1951), which nothing in the data tells.
package func rawInflated(_ bytes: [UInt8], limit: Int) throws(Diagnostic) -> [UInt8] {
    do throws(DecompressionError) {
        return try bytes.withUnsafeBufferPointer { buffer throws(DecompressionError) in
            try inflated(buffer, .raw, limit: limit)
        }
    } catch {
        throw Diagnostic(code: .tilesDamagedTile, error.message)
    }
}

/// Unpacks bytes whose packing is told by their first bytes.
func unpackedBySniffing(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecompressionError) -> [UInt8] {
    try unpacked(bytes, TileCompression(sniffing: bytes), limit: decompressedSizeLimit)
}

/// Unpacks bytes of a known packing.
///
/// Two bytes that look like a zlib header may be the beginning of something else, so when that fails, the bytes are
/// returned as they are.
package func unpacked(
    _ bytes: UnsafeBufferPointer<UInt8>, _ compression: TileCompression, limit: Int
) throws(DecompressionError) -> [UInt8] {
    let rest = RenderBudget.rest(of: .bytes)
    do throws(DecompressionError) {
        let unpacked = try unpackedWithin(min(limit, rest), bytes, compression)
        RenderBudget.spend(unpacked.count, .bytes)
        return unpacked
    } catch {
        if case .tooLarge = error, rest < limit { RenderBudget.spend(rest + 1, .bytes) }
        throw error
    }
}

private func unpackedWithin(
    _ limit: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ compression: TileCompression
) throws(DecompressionError) -> [UInt8] {
    switch compression {
    case .none: return Array(bytes)
    case .gzip: return try inflated(bytes, .gzip, limit: limit)
    case .zlib:
        do {
            return try inflated(bytes, .zlib, limit: limit)
        } catch {
            if case .damaged = error { return Array(bytes) }
            throw error
        }
    case .brotli: return try brotliDecoded(bytes, limit: limit)
    case .zstd: return try zstdDecoded(bytes, limit: limit)
    }
}

/// The wrappers of deflate data.
enum DeflateWrapping: String {
    case gzip, zlib
    /// None (RFC 1951).
    case raw = "deflate"
}

/// Owns a libdeflate decompressor for the length of a scope.
private struct Decompressor: ~Copyable {
    let handle: OpaquePointer

    init() throws(DecompressionError) {
        guard let handle = libdeflate_alloc_decompressor() else { throw .noMemory }
        self.handle = handle
    }

    deinit { libdeflate_free_decompressor(handle) }
}

/// Decompresses deflate data.
///
/// libdeflate needs a buffer that is large enough. The first guess is gzip's own length field, limited to the maximum ratio
/// of deflate (1032 to 1); if it is too small, the buffer is doubled up to the limit.
func inflated(
    _ input: UnsafeBufferPointer<UInt8>, _ wrapping: DeflateWrapping, limit: Int
) throws(DecompressionError) -> [UInt8] {
    let decompressor = try Decompressor()
    let maxCapacity = min(limit, input.count.multipliedReportingOverflow(by: 1032).partialValue &+ 64)
    // An array without capacity is one that all threads share, which must not be written to.
    var capacity = max(1, min(maxCapacity, wrapping == .gzip ? statedLength(input) : 4 * input.count + 64))
    while true {
        var result = LIBDEFLATE_BAD_DATA
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            var produced = 0
            result =
                switch wrapping {
                case .gzip:
                    libdeflate_gzip_decompress_ex(
                        decompressor.handle, input.baseAddress, input.count, buffer.baseAddress, capacity, nil,
                        &produced)
                case .zlib:
                    libdeflate_zlib_decompress_ex(
                        decompressor.handle, input.baseAddress, input.count, buffer.baseAddress, capacity, nil,
                        &produced)
                case .raw:
                    libdeflate_deflate_decompress_ex(
                        decompressor.handle, input.baseAddress, input.count, buffer.baseAddress, capacity, nil,
                        &produced)
                }
            count = result == LIBDEFLATE_SUCCESS ? min(produced, capacity) : 0
        }
        if result == LIBDEFLATE_SUCCESS { return output }
        guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { throw .damaged(wrapping.rawValue) }
        guard capacity < maxCapacity else { throw .tooLarge(limit) }
        guard !WorkContext.isCancelled else { throw .stopped }
        capacity = min(maxCapacity, max(2 * capacity, 4096))
    }
}

/// The decompressed length at the end of gzip data (RFC 1952, 2.3.1), modulo 2^32; it may be wrong.
private func statedLength(_ input: UnsafeBufferPointer<UInt8>) -> Int {
    guard input.count >= 18 else { return 64 }
    return input.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
}

/// A buffer that a decoder fills, and that doubles its size up to a limit.
private struct GrowingBuffer {
    private(set) var bytes: [UInt8]
    private(set) var count = 0
    private let limit: Int

    init(first: Int, limit: Int) {
        self.limit = limit
        bytes = [UInt8](repeating: 0, count: max(1, min(first, limit)))
    }

    var isFull: Bool { count == bytes.count }

    mutating func grow() throws(DecompressionError) {
        guard !WorkContext.isCancelled else { throw .stopped }
        guard bytes.count < limit else { throw .tooLarge(limit) }
        let size = min(limit, 2 * bytes.count)
        bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
    }

    /// Calls `write` with the free part; `write` returns the number of bytes written.
    mutating func fill(_ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        let start = count
        let written = bytes.withUnsafeMutableBufferPointer { write(UnsafeMutableBufferPointer(rebasing: $0[start...])) }
        count = min(bytes.count, start + written)
    }

    func finished() -> [UInt8] { Array(bytes[..<count]) }
}

/// Decompresses Brotli data (RFC 7932).
func brotliDecoded(_ input: UnsafeBufferPointer<UInt8>, limit: Int) throws(DecompressionError) -> [UInt8] {
    guard let decoder = BrotliDecoderCreateInstance(nil, nil, nil) else { throw .noMemory }
    defer { BrotliDecoderDestroyInstance(decoder) }
    var output = GrowingBuffer(first: 4 * input.count + 64, limit: limit)
    var next = input.baseAddress
    var available = input.count
    while true {
        var result = BROTLI_DECODER_RESULT_ERROR
        output.fill { free in
            var target = free.baseAddress
            var room = free.count
            result = BrotliDecoderDecompressStream(decoder, &available, &next, &room, &target, nil)
            return free.count - room
        }
        switch result {
        case BROTLI_DECODER_RESULT_SUCCESS:
            // Other data may begin like a short Brotli stream; then input is left over.
            guard available == 0 else { throw .damaged("brotli") }
            return output.finished()
        case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: if output.isFull { try output.grow() }
        default: throw .damaged("brotli")
        }
    }
}

/// Decompresses one Zstandard frame (RFC 8878) with a window of at most 64 MiB.
func zstdDecoded(_ input: UnsafeBufferPointer<UInt8>, limit: Int) throws(DecompressionError) -> [UInt8] {
    guard let decoder = ZSTD_createDCtx() else { throw .noMemory }
    defer { ZSTD_freeDCtx(decoder) }
    ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, 26)
    // Unknown or unreadable lengths are huge numbers, beyond the limit: then guess.
    let stated = ZSTD_getFrameContentSize(input.baseAddress, input.count)
    let first = stated <= UInt64(limit) ? Int(stated) : 4 * input.count + 64
    var output = GrowingBuffer(first: first, limit: limit)
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    while true {
        var rest = 0
        output.fill { free in
            var target = ZSTD_outBuffer(dst: free.baseAddress, size: free.count, pos: 0)
            rest = ZSTD_decompressStream(decoder, &target, &source)
            return target.pos
        }
        if ZSTD_isError(rest) != 0 { throw .damaged("zstd") }
        if rest == 0 { return output.finished() }
        if output.isFull { try output.grow() } else if source.pos == source.size { throw .damaged("zstd") }
    }
}
