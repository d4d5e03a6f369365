// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapTiles

extension FuzzTarget {
    /// Packed bytes; the first one says how they are packed.
    static let compression = FuzzTarget("compression") { bytes throws(BrokenPromise) in
        let kinds: [TileCompression] = [.gzip, .zlib, .brotli, .zstd]
        guard let first = bytes.first else { return }
        let (packed, limit) = (Array(bytes.dropFirst()), 1 << 20)
        let unpackedBytes = accepted { () throws(DecompressionError) in
            try packed.withUnsafeBufferPointer { buffer throws(DecompressionError) in
                try unpacked(buffer, kinds[Int(first) % kinds.count], limit: limit)
            }
        }
        try promise(unpackedBytes?.count ?? 0 <= limit, "more is unpacked than allowed")
        let sniffed = accepted { () throws(Diagnostic) in try decompressed(packed, limit: limit) }
        try promise(sniffed?.count ?? 0 <= max(limit, packed.count), "more is unpacked than allowed")
    }

    /// A ZIP archive, as KMZ is.
    static let zip = FuzzTarget("zip") { bytes throws(BrokenPromise) in
        guard let archive = accepted({ () throws(ZipArchive.ReadingError) in try ZipArchive(bytes) }) else { return }
        for entry in archive.entries.prefix(20) {
            let contents = accepted { () throws(ZipArchive.ReadingError) in
                try archive.contents(of: entry, limit: 1 << 16)
            }
            try promise(contents?.count ?? 0 <= 1 << 16, "more is unpacked than allowed")
        }
    }
}
