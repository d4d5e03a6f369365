// SPDX-License-Identifier: MIT
import Dispatch
import StaticMap
import Synchronization
import TestSupport
import Testing

/// What `make sanitize` runs under the thread sanitizer.
@Suite("A shared renderer") struct SharedRendererTests {
    /// Different places, styles and kinds of content, small: there are many of them.
    private static let scenes: [String] = (0..<12).map { index in
        let style = ["streets", "dark", "outdoors"][index % 3]
        let camera =
            index % 2 == 0
            ? #""center": [\#(24.93 + 0.004 * Double(index)), 60.17], "zoom": \#(12 + index % 4)"#
            : #""center": [\#(20 * index), \#(5 * index)], "zoom": \#(1 + index % 5), "pitch": \#(index % 3 * 20)"#
        return """
            {"version": 1, "size": [96, 64], "basemap": {"style": "\(style)"}, "camera": {\(camera)},
             "annotations": [{"coordinate": [24.94, 60.17], "title": "東京 \(index)"}, {"coordinate": [0, 0], "view": "image",
              "image": "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle r='\(index)'/></svg>"}],
             "overlays": [{"type": "circle", "center": [0, 0], "radius": \(100_000 * (index + 1))}]}
            """
    }

    @Test("eight threads that share caches too small for them draw the bytes of one thread alone")
    func eightThreads() throws {
        let formats: [OutputFormat] = [.png, .svg, .png8, .pdf, .jpeg, .webp]
        let documents = try Self.scenes.map { try SceneDocument(text: Array($0.utf8), file: "scene.json") }
        let alone = try documents.enumerated().map { index, document in
            try Maps.renderer(threads: 1).render(document, as: formats[index % formats.count]).bytes
        }
        let shared = MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false, threads: 2, cacheBytes: 2 << 20)
        let differing = Mutex<Set<Int>>([])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for turn in 0..<documents.count {
                // Each thread in an order of its own.
                let index = (turn * 5 + thread * 7) % documents.count
                let drawn = try? shared.render(documents[index], as: formats[index % formats.count]).bytes
                if drawn != alone[index] { differing.withLock { _ = $0.insert(index) } }
            }
        }
        #expect(differing.withLock(\.self).sorted() == [])
    }
}
