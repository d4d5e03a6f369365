// SPDX-License-Identifier: MIT
import CBrotli
import CZstd
import MapRuntime

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
        guard !WorkCancellation.isRequested else { throw .stopped }
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
