// SPDX-License-Identifier: MIT
import CDeflate
import MapRuntime

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
        guard !WorkCancellation.isRequested else { throw .stopped }
        capacity = min(maxCapacity, max(2 * capacity, 4096))
    }
}

/// The decompressed length at the end of gzip data (RFC 1952, 2.3.1), modulo 2^32; it may be wrong.
private func statedLength(_ input: UnsafeBufferPointer<UInt8>) -> Int {
    guard input.count >= 18 else { return 64 }
    return input.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
}
