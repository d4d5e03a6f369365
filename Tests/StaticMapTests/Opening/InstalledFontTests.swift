// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapText
import StaticMap
import TestSupport
import Testing

@Suite("Installed fonts") struct InstalledFontTests {
    /// A home with one font, as packages have that bring their own.
    private func files(useSystemFonts: Bool) throws -> (all: [String], installed: String) {
        let home = try ScratchFolder()
        let bytes = try Data(contentsOf: URL(filePath: "/usr/share/fonts/opentype/inter/Inter-Regular.otf"))
        let font = try home.write("fonts/Inter-Regular.otf", Array(bytes))
        let renderer = MapRenderer(home: Home(folder: home.path), useSystemFonts: useSystemFonts)
        return (renderer.fonts.files, try #require(realPath(font)))
    }

    @Test("of the home are used besides those of the machine")
    func used() throws {
        let (all, installed) = try files(useSystemFonts: true)
        #expect(all.contains(installed))
    }

    @Test("of the home are left out when only named folders count")
    func leftOut() throws {
        #expect(try files(useSystemFonts: false).all == [])
    }
}
