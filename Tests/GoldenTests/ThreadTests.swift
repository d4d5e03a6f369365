// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

@Suite("Any number of threads") struct ThreadTests {
    /// One of each kind of work: vector tiles with labels, images, markers.
    @Test(
        "draws the same bytes",
        arguments: [
            "streets/zoom-14", "streets/zoom-2", "raster/turned", "annotations/title-long",
            "line/opacity-crossing-itself",
        ])
    func same(name: String) throws {
        let scene = GoldenCase.folder.appending(path: "\(name).json")
        let images = try [1, 2, 8].map { try MapRenderer.withTestFonts(threads: $0).render(file: scene).bytes }
        #expect(images[0] == images[1])
        #expect(images[0] == images[2])
    }

    @Test("may share one renderer") func shared() async throws {
        let renderer = try MapRenderer.withTestFonts(threads: 2)
        let scene = GoldenCase.folder.appending(path: "streets/zoom-14.json")
        let alone = try renderer.render(file: scene).bytes
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 { group.addTask { try renderer.render(file: scene).bytes } }
            for try await image in group { #expect(image == alone) }
        }
    }
}
