// SPDX-License-Identifier: MIT
import MapCore
import MapTiles
import Testing

@Suite("Packed tiles") struct CompressionTests {
    /// "hello hello hello hello", packed by other programs.
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40,
        0x27, 0x01, 0xE3, 0x51, 0x3D, 0x8D, 0x17, 0x00, 0x00, 0x00,
    ]
    private static let zlib: [UInt8] = [
        0x78, 0xDA, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01, 0x68, 0x03, 0x08, 0xB1,
    ]
    private static let text = Array("hello hello hello hello".utf8)

    @Test("gzip and zlib are told by their first bytes", arguments: [gzip, zlib, text])
    func unpacks(_ packed: [UInt8]) throws { #expect(try decompressed(packed) == Self.text) }

    @Test("deflate data without a wrapper are unpacked, up to a limit")
    func raw() throws {
        let packed = Array(Self.zlib[2..<12])
        #expect(try rawInflated(packed, limit: 100) == Self.text)
        #expect(throws: Diagnostic.self) { try rawInflated(packed, limit: 10) }
        #expect(throws: Diagnostic.self) { try rawInflated(Array(packed.dropLast()), limit: 100) }
        #expect(throws: Diagnostic.self) { try rawInflated([], limit: 100) }
    }

    @Test("a stated length that is a lie neither allocates nor fails", arguments: [0, 5, 0xFF] as [UInt8])
    func lies(_ byte: UInt8) throws {
        // libdeflate checks the length in the end, so only the first guess is at stake here.
        let lie = Self.gzip.dropLast(4) + [byte, byte, byte, byte]
        #expect(throws: Diagnostic.self) { try decompressed(Array(lie)) }
    }

    @Test("what unpacks to more than the limit is refused") func limit() {
        #expect(throws: Diagnostic.self) { try decompressed(Self.gzip, limit: 10) }
        #expect(throws: Diagnostic.self) { try decompressed(Self.zlib, limit: 10) }
    }

    @Test("truncated data are refused, or given back as they are when they only look packed")
    func truncated() throws {
        for length in 0..<Self.gzip.count {
            let part = Array(Self.gzip[..<length])
            if length < 2 {
                #expect(try decompressed(part) == part)
            } else {
                #expect(throws: Diagnostic.self) { try decompressed(part) }
            }
        }
        for length in 0..<Self.zlib.count {
            let part = Array(Self.zlib[..<length])
            #expect(try decompressed(part) == part)
        }
    }
}
