// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import TestSupport
import Testing

@Suite("Golden harness") struct GoldenHarnessTests {
    @Test("counts differing pixels and the largest difference") func diff() {
        let a = Bitmap(width: 2, height: 1, pixels: [0xFF00_0000, 0xFF10_1010])
        let b = Bitmap(width: 2, height: 1, pixels: [0xFF00_0001, 0xFF10_1410])
        let diff = ImageDiff(expected: a, actual: b)
        #expect(diff.differingPixels == 1 && diff.maxDifference == 4 && diff.mask == [false, true])
        #expect(ImageDiff(expected: a, actual: b, threshold: 0).differingPixels == 2)
        let triptych = diff.triptych(expected: a, actual: b)
        #expect(triptych.width == 22 && triptych.pixels[21] == 0xFFFF_0000)
    }

    @Test("records once and fails, passes, then shows what differs") func lifeCycle() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "golden-\(UInt64.random(in: 0...UInt64.max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let picture = Bitmap(width: 2, height: 1, pixels: [0xFF00_0000, 0xFFFF_FFFF])
        let other = Bitmap(width: 2, height: 1, pixels: [0xFF00_0000, 0xFFFF_FF00])
        var golden = Golden(topic: "pins", name: "red", reference: folder.appending(path: "ref/red.png"))
        golden.sheet = GoldenSheet(folder: folder.appending(path: "sheet"))

        golden.record = nil
        #expect(throws: Golden.Failure.self) { try golden.expect(picture) }
        golden.record = .missing
        #expect(throws: Golden.Failure.self) { try golden.expect(picture) }
        golden.record = nil
        #expect(throws: Never.self) { try golden.expect(picture) }

        let failure = #expect(throws: Golden.Failure.self) { try golden.expect(other) }
        #expect(failure?.description.contains("1 pixels differ (budget 0), by up to 255") == true)
        let page = try String(contentsOf: golden.sheet.page, encoding: .utf8)
        #expect(page.contains("pins/red-diff.png"))
        golden.budget = 1
        #expect(throws: Never.self) { try golden.expect(other) }
        #expect(try String(contentsOf: golden.sheet.page, encoding: .utf8).contains("All match."))
        golden.record = .all
        #expect(throws: Golden.Failure.self) { try golden.expect(other) }
    }
}
