// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapImages
import StaticMapTesting
import TestSupport
import Testing

@Suite("Golden image") struct GoldenImageTests {
    private let folder: ScratchFolder
    private var golden: GoldenImage
    private let plain = Bitmap(width: 2, height: 1, pixels: [0xFF00_0000, 0xFFFF_FFFF])
    private let other = Bitmap(width: 2, height: 1, pixels: [0xFF00_0000, 0xFFFF_FF00])

    init() throws {
        folder = try ScratchFolder()
        golden = GoldenImage(
            name: "pins/red", file: URL(filePath: folder.file("references/red.png")), tolerance: .exact, record: nil,
            page: MismatchPage(folder: URL(filePath: folder.file("page"))))
    }

    private func recorded(_ mode: RecordMode?) -> GoldenImage {
        var copy = golden
        copy.record = mode
        return copy
    }

    @Test("fails without a reference, and says how to record one") func absent() throws {
        let mismatch = try #require(try golden.mismatch(of: plain))
        #expect(mismatch.message.hasPrefix("pins/red: there is no reference \(folder.file("references/red.png"));"))
        #expect(mismatch.message.contains("STATICMAP_RECORD=missing"))
        #expect(mismatch.attachments.map(\.name) == ["pins-red-actual.png"])
        #expect(try folder.names() == ["page"])
    }

    @Test("fails once where it is recorded, then passes", arguments: RecordMode.allCases)
    func recording(mode: RecordMode) throws {
        let mismatch = try recorded(mode).mismatch(of: plain)
        #expect(mismatch?.message == "pins/red: recorded, because there was no reference; look at it, then run again")
        #expect(try golden.mismatch(of: plain) == nil)
    }

    @Test("an existing reference is written anew by all, by failed where it differs, and by missing never")
    func modes() throws {
        _ = try recorded(.missing).mismatch(of: plain)
        #expect(try recorded(.failed).mismatch(of: plain) == nil)
        #expect(try recorded(.all).mismatch(of: plain) != nil)
        #expect(try recorded(.missing).mismatch(of: other)?.attachments.count == 3)
        #expect(try golden.mismatch(of: plain) == nil)
        #expect(try recorded(.failed).mismatch(of: other)?.message.contains("recorded, because 1 of 2") == true)
        #expect(try golden.mismatch(of: other) == nil)
    }

    @Test("what differs is said, attached, and shown on a page until it matches") func shown() throws {
        _ = try recorded(.missing).mismatch(of: plain)
        let mismatch = try #require(try golden.mismatch(of: other))
        #expect(
            mismatch.message == """
                pins/red: 1 of 2 pixels differ, 0 may; the largest difference of a channel is 255; \
                the largest region is 1 pixels, 1×1 at 1,0
                images: \(folder.file("page/index.html"))
                """)
        #expect(
            mismatch.attachments.map(\.name)
                == ["pins-red-expected.png", "pins-red-actual.png", "pins-red-difference.png"])
        let images = try mismatch.attachments.map { try decodeImage($0.bytes, maxPixels: 100).pixels }
        #expect(images == [plain.pixels, other.pixels, [0xFFC0_C0C0, 0xFFFF_0000]])
        let page = { String(decoding: try folder.contents("page/index.html"), as: UTF8.self) }
        #expect(try page().contains("<img src=\"pins/red-difference.png\">"))
        #expect(try golden.mismatch(of: plain) == nil)
        #expect(try page().contains("All match."))
    }

    @Test("a reference that is no image is an error, not a mismatch") func broken() throws {
        try folder.write("references/red.png", "no image")
        #expect(throws: (any Error).self) { try golden.mismatch(of: plain) }
    }
}
