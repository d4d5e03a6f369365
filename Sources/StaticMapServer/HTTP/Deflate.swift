// SPDX-License-Identifier: MIT
import CDeflate
import MapDiagnostics

/// Packs bytes as gzip, at a level that costs little; nil when there is no memory.
func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
    guard let compressor = libdeflate_alloc_compressor(6) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let capacity = libdeflate_gzip_compress_bound(compressor, bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        count = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, capacity)
    }
    return packed.isEmpty ? nil : packed
}

/// Unpacks deflate data without a header (RFC 1951).
func rawInflated(_ bytes: [UInt8], limit: Int) throws(Diagnostic) -> [UInt8] {
    guard let decompressor = libdeflate_alloc_decompressor() else {
        throw Diagnostic(code: ServerCode.undecodableData, "there is no memory")
    }
    defer { libdeflate_free_decompressor(decompressor) }
    // Deflate reaches 1032 to 1.
    var capacity = min(limit, 8 * bytes.count + 64)
    while true {
        var result = LIBDEFLATE_BAD_DATA
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            var produced = 0
            result = libdeflate_deflate_decompress(
                decompressor, bytes, bytes.count, buffer.baseAddress, capacity, &produced)
            count = result == LIBDEFLATE_SUCCESS ? min(produced, capacity) : 0
        }
        if result == LIBDEFLATE_SUCCESS { return output }
        guard result == LIBDEFLATE_INSUFFICIENT_SPACE else {
            throw Diagnostic(code: ServerCode.undecodableData, "the data are damaged or cut off")
        }
        guard capacity < limit else {
            throw Diagnostic(code: ServerCode.undecodableData, "the data unpack to more than \(limit) bytes")
        }
        capacity = min(limit, 4 * capacity)
    }
}
