// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import StaticMapTesting
import TestSupport
import Testing

/// `STATICMAP_RECORD=missing|failed|all` writes references: look at each, then commit it with what changed it.
@Suite("Golden images") struct GoldenTests {
    private static let renderer = Result { try MapRenderer.withTestFonts() }

    @Test("are drawn as they were", arguments: try GoldenCase.all())
    func draws(_ golden: GoldenCase) async throws {
        await expectMap(
            try SceneDocument(reading: golden.scene), matches: golden.testDescription,
            renderer: try Self.renderer.get(),
            tolerance: try golden.tolerance(), in: GoldenCase.folder)
    }

    @Test("are small", arguments: try GoldenCase.all())
    func small(_ golden: GoldenCase) throws {
        let size = try? golden.reference.resourceValues(forKeys: [.fileSizeKey]).fileSize
        #expect((size ?? 0) <= 20 << 10)
    }

    @Test("stand beside the scene that they are of") func complete() throws {
        let scenes = Set(try GoldenCase.all().map(\.reference.path))
        let files = FileManager.default.enumerator(at: GoldenCase.folder, includingPropertiesForKeys: nil)
        let images = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "png" }.map(\.path)
        #expect(images.filter { !scenes.contains($0) } == [])
    }
}
