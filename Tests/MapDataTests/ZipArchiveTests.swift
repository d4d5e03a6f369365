// SPDX-License-Identifier: MIT
import MapData
import Testing

@Suite("ZIP archives") struct ZipArchiveTests {
    /// `doc.kml`, deflated: twenty times "<kml/>"; `a.txt`, stored: "stored". Made with Python's zipfile.
    private static let archive: [UInt8] = {
        let hex = [
            "504b03041400000008000000210098a122e60b0000007800000007000000646f632e6b6d6cb3c9cecdd1b7b3a13b0900",
            "504b0304140000000000000021000bf94356060000000600000005000000612e74787473746f726564504b0102140314",
            "00000008000000210098a122e60b00000078000000070000000000000000000000800100000000646f632e6b6d6c504b",
            "01021403140000000000000021000bf943560600000006000000050000000000000000000000800130000000612e7478",
            "74504b0506000000000200020068000000590000000000",
        ].joined()
        let digits = Array(hex.utf8).map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }()

    @Test("deflated and stored files are read")
    func files() throws {
        let archive = try ZipArchive(Self.archive)
        #expect(archive.entries.map(\.name) == ["doc.kml", "a.txt"])
        let texts = try archive.entries.map {
            String(decoding: try archive.contents(of: $0, limit: 120), as: UTF8.self)
        }
        #expect(texts == [String(repeating: "<kml/>", count: 20), "stored"])
    }

    @Test("a file above the limit is refused before it is unpacked")
    func limit() throws {
        let archive = try ZipArchive(Self.archive)
        let error = #expect(throws: ZipArchive.ReadingError.self) {
            try archive.contents(of: archive.entries[0], limit: 119)
        }
        #expect(error == .tooLarge(119))
    }

    @Test("an archive cut off or with a changed byte is refused or gives the same files, and never traps")
    func damaged() throws {
        let whole = Self.archive
        for length in 0..<whole.count {
            #expect(throws: ZipArchive.ReadingError.self) { try ZipArchive(Array(whole[..<length])) }
        }
        let expected = [String(repeating: "<kml/>", count: 20), "stored"]
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0x55
            guard let archive = try? ZipArchive(bytes) else { continue }
            for entry in archive.entries {
                guard let contents = try? archive.contents(of: entry, limit: 1 << 20) else { continue }
                #expect(expected.contains(String(decoding: contents, as: UTF8.self)), "byte \(index)")
            }
        }
    }
}
