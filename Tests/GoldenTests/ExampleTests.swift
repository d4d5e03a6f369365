// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

@Suite("Examples") struct ExampleTests {
    private static let renderer = Result { try MapRenderer.forTests() }

    @Test("draw without a warning, and not in one color", arguments: try names())
    func draws(name: String) throws {
        let file = packageRoot.appending(path: "examples/\(name)")
        let rendered = try Self.renderer.get().render(file: file)
        #expect(rendered.warnings.map(\.description) == [])
        let pixels = try decodeImage(rendered.bytes, maxPixels: 1 << 26).pixels
        #expect(Set(pixels.prefix(1 << 20)).count > 10)
    }

    private static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: packageRoot.appending(path: "examples").path)
            .filter { $0.hasSuffix(".json") }.sorted()
    }
}
