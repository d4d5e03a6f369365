// SPDX-License-Identifier: MIT
import CDeflate

/// The two wrappings of deflate data that tiles have.
enum DeflateWrapping { case gzip, zlib }

/// Owns a libdeflate decompressor for the length of a scope.
private struct Decompressor: ~Copyable {
    let handle: OpaquePointer

    init() throws(DecompressionError) {
        guard let handle = libdeflate_alloc_decompressor() else { throw .noMemory }
        self.handle = handle
    }

    deinit { libdeflate_free_decompressor(handle) }
}

/// Unpacks gzip or zlib data.
///
/// libdeflate fills a buffer that must be large enough at once. The first guess is gzip's own length field, cut to what
/// deflate can reach (1032 to 1); if it was wrong, the buffer is doubled up to the limit.
func inflated(
    _ input: UnsafeBufferPointer<UInt8>, _ wrapping: DeflateWrapping, limit: Int
) throws(DecompressionError) -> [UInt8] {
    let decompressor = try Decompressor()
    let ceiling = min(limit, input.count.multipliedReportingOverflow(by: 1032).partialValue &+ 64)
    var capacity = min(ceiling, wrapping == .gzip ? statedLength(input) : 4 * input.count + 64)
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
                }
            count = result == LIBDEFLATE_SUCCESS ? min(produced, capacity) : 0
        }
        if result == LIBDEFLATE_SUCCESS { return output }
        guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { throw .damaged(wrapping == .gzip ? .gzip : .zlib) }
        guard capacity < ceiling else { throw .tooLarge(limit) }
        capacity = min(ceiling, max(2 * capacity, 4096))
    }
}

/// The unpacked length that gzip data end with (RFC 1952, 2.3.1), modulo 2^32; not to be trusted.
private func statedLength(_ input: UnsafeBufferPointer<UInt8>) -> Int {
    guard input.count >= 18 else { return 64 }
    return input.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
}
