// SPDX-License-Identifier: MIT
import CDeflate

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
