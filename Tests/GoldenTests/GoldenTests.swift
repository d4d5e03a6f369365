// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import StaticMap
import TestSupport
import Testing

/// `STATICMAP_RECORD=missing|failed|all` writes references: look at each, then commit it with what changed it.
@Suite("Golden pictures") struct GoldenTests {
    private static let renderer = Result { try MapRenderer.forTests() }

    @Test("are drawn as they were", arguments: try GoldenCase.all())
    func draws(_ golden: GoldenCase) throws {
        let rendered = try Self.renderer.get().render(file: golden.scene)
        let bitmap = try decodeImage(rendered.bytes, maxPixels: 1 << 24)
        let budget = try golden.budget()
        try Golden(topic: golden.topic, name: golden.name, reference: golden.reference, budget: budget).expect(bitmap)
    }

    @Test("are small", arguments: try GoldenCase.all())
    func small(_ golden: GoldenCase) throws {
        let size = try? golden.reference.resourceValues(forKeys: [.fileSizeKey]).fileSize
        #expect((size ?? 0) <= 20 << 10)
    }

    @Test("stand beside the scene that they are of") func complete() throws {
        let scenes = Set(try GoldenCase.all().map(\.reference.path))
        let files = FileManager.default.enumerator(at: GoldenCase.folder, includingPropertiesForKeys: nil)
        let pictures = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "png" }.map(\.path)
        #expect(pictures.filter { !scenes.contains($0) } == [])
    }
}
