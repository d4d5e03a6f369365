// SPDX-License-Identifier: MIT
import CDeflate

/// Reads single files out of a ZIP archive, as KMZ documents need it. Encrypted, split and ZIP64 archives are refused.
///
/// - SeeAlso: PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4.
package struct ZipArchive {
    package enum ReadingError: Error, Hashable, Sendable {
        /// No end of a central directory, or one that points outside the file.
        case notZip
        case unsupported(String)
        case damaged(String)
        /// The file unpacks to more than the limit, in bytes.
        case tooLarge(Int)
    }

    /// A file of the archive.
    package struct Entry: Hashable, Sendable {
        package let name: String
        fileprivate let method: Int
        fileprivate let checksum: UInt32
        fileprivate let packedSize: Int
        fileprivate let size: Int
        fileprivate let headerOffset: Int
    }

    private let bytes: [UInt8]
    /// In the order of the central directory; at most 65,535.
    package let entries: [Entry]

    package init(_ bytes: [UInt8]) throws(ReadingError) {
        self.bytes = bytes
        guard let end = Self.endOfDirectory(bytes) else { throw .notZip }
        let count = Self.number(bytes, end + 10, 2)
        var offset = Self.number(bytes, end + 16, 4)
        guard count < 0xFFFF, offset < 0xFFFF_FFFF else { throw .unsupported("ZIP64") }
        var entries: [Entry] = []
        for _ in 0..<count {
            guard offset + 46 <= end, Self.number(bytes, offset, 4) == 0x0201_4B50 else { throw .notZip }
            let nameLength = Self.number(bytes, offset + 28, 2)
            guard offset + 46 + nameLength <= end else { throw .notZip }
            if Self.number(bytes, offset + 8, 2) & 1 == 1 { throw .unsupported("encryption") }
            entries.append(
                Entry(
                    name: String(decoding: bytes[offset + 46..<offset + 46 + nameLength], as: UTF8.self),
                    method: Self.number(bytes, offset + 10, 2), checksum: UInt32(Self.number(bytes, offset + 16, 4)),
                    packedSize: Self.number(bytes, offset + 20, 4), size: Self.number(bytes, offset + 24, 4),
                    headerOffset: Self.number(bytes, offset + 42, 4)))
            offset += 46 + nameLength + Self.number(bytes, offset + 30, 2) + Self.number(bytes, offset + 32, 2)
        }
        self.entries = entries
    }

    /// Unpacks a file and checks its CRC-32.
    /// - Parameters:
    ///   - entry: one of this archive's entries.
    ///   - limit: the largest unpacked size, in bytes.
    /// - Returns: the file's bytes.
    /// - Throws: `tooLarge`, `unsupported` or `damaged`.
    package func contents(of entry: Entry, limit: Int) throws(ReadingError) -> [UInt8] {
        let header = entry.headerOffset
        guard header + 30 <= bytes.count, Self.number(bytes, header, 4) == 0x0403_4B50 else {
            throw .damaged(entry.name)
        }
        let start = header + 30 + Self.number(bytes, header + 26, 2) + Self.number(bytes, header + 28, 2)
        guard start + entry.packedSize <= bytes.count else { throw .damaged(entry.name) }
        guard entry.size <= limit else { throw .tooLarge(limit) }
        let packed = bytes[start..<start + entry.packedSize]
        let contents: [UInt8]
        switch entry.method {
        case 0: contents = Array(packed)
        case 8: contents = try unpacked(packed, entry)
        default: throw .unsupported("compression method \(entry.method)")
        }
        guard contents.withUnsafeBytes({ libdeflate_crc32(0, $0.baseAddress, $0.count) }) == entry.checksum else {
            throw .damaged(entry.name)
        }
        return contents
    }

    private func unpacked(_ packed: ArraySlice<UInt8>, _ entry: Entry) throws(ReadingError) -> [UInt8] {
        guard let decompressor = libdeflate_alloc_decompressor() else { throw .damaged(entry.name) }
        defer { libdeflate_free_decompressor(decompressor) }
        var result = LIBDEFLATE_BAD_DATA
        let contents = [UInt8](unsafeUninitializedCapacity: max(1, entry.size)) { output, count in
            var size = 0
            result = packed.withUnsafeBytes { input in
                libdeflate_deflate_decompress(
                    decompressor, input.baseAddress, input.count, output.baseAddress, entry.size, &size)
            }
            count = result == LIBDEFLATE_SUCCESS ? size : 0
        }
        guard result == LIBDEFLATE_SUCCESS else { throw .damaged(entry.name) }
        return contents
    }

    /// The record at the end; a comment of up to 65,535 bytes may follow it.
    private static func endOfDirectory(_ bytes: [UInt8]) -> Int? {
        let first = max(0, bytes.count - 22 - 0xFFFF)
        return stride(from: bytes.count - 22, through: first, by: -1).first { number(bytes, $0, 4) == 0x0605_4B50 }
    }

    /// A little-endian number; the caller has checked the bounds.
    private static func number(_ bytes: [UInt8], _ offset: Int, _ length: Int) -> Int {
        bytes[offset..<offset + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
