import Foundation
// SPDX-License-Identifier: MIT
import MapImages
import StaticMap
import StaticMapTesting
import Testing

/// The code of docs/testing.md, compiled and run: tools/staticmap_tools/docs/check.py compares the two.
@Suite("The guide to golden-image tests") struct TestingGuideTests {
    private let scene: Scene

    init() throws { scene = try .oneCircle() }

    private func hotelMap() -> Scene { scene }

    // show: testing.md
    @Test func hotel() async {
        await expectMap(hotelMap(), matches: "hotel")
    }
    // end

    @Test("a tolerance may be another") func tolerances() async {
        // show: testing.md
        await expectMap(scene, matches: "hotel", tolerance: ImageTolerance(.perceived(0.05), differingPixels: 20))
        await expectMap(scene, matches: "hotel", tolerance: .exact)
        // end
    }

    @Test("a renderer may see fonts of the tests only") func fonts() async {
        // show: testing.md
        let renderer = MapRenderer(fontFolders: [URL(filePath: "Tests/Fonts")], useSystemFonts: false)
        await expectMap(scene, matches: "hotel", renderer: renderer)
        // end
    }
}
