// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapRuntime

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
package func decompressed(_ bytes: [UInt8], limit: Int = decompressedSizeLimit) throws(Diagnostic) -> [UInt8] {
    try bytes.withUnsafeBufferPointer { buffer throws(Diagnostic) in
        let compression = TileCompression(sniffing: buffer)
        if compression == .none { return bytes }
        do throws(DecompressionError) {
            return try unpacked(buffer, compression, limit: limit)
        } catch {
            throw Diagnostic(code: TileCode.damagedTile, error.message)
        }
    }
}

/// Decompresses deflate data without a wrapper (RFC 1951), which nothing in the data tells.
package func rawInflated(_ bytes: [UInt8], limit: Int) throws(Diagnostic) -> [UInt8] {
    do throws(DecompressionError) {
        return try bytes.withUnsafeBufferPointer { buffer throws(DecompressionError) in
            try inflated(buffer, .raw, limit: limit)
        }
    } catch {
        throw Diagnostic(code: TileCode.damagedTile, error.message)
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
