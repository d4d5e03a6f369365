// SPDX-License-Identifier: MIT
import Foundation
import MapText
import TestSupport
import Testing

/// Fonts are loaded once for a process, and again after they have changed.
@Suite(.enabled(if: TestFonts.areInstalled)) struct LoadedFontTests {
    @Test("a second library has the fonts that the first one loaded") func shared() {
        let libraries = (0..<2).map { _ in FontLibrary(folders: TestFonts.folders, useSystemFonts: false) }
        let faces = libraries.map { $0.shape("Oslo", font: TestFonts.inter, size: 12).glyphs[0].face }
        #expect(faces[0] === faces[1])
    }

    @Test("a library sees what has come and gone since another one was used") func changed() throws {
        let folder = try ScratchFolder()
        func files() -> [String] {
            FontLibrary(folders: [folder.path], useSystemFonts: false).files.map {
                URL(fileURLWithPath: $0).lastPathComponent
            }
        }
        #expect(files() == [])
        try copy(to: folder, as: "a.otf")
        #expect(files() == ["a.otf"])
        try copy(to: folder, as: "deeper/b.otf")
        #expect(files() == ["a.otf", "b.otf"])
        try copy(to: folder, as: "deeper/c.otf")
        try FileManager.default.removeItem(atPath: folder.path + "/a.otf")
        #expect(files() == ["b.otf", "c.otf"])
    }

    /// On a machine where nobody has added rules of their own.
    @Test("the system's rules are read for the first text that may need them", arguments: ["Oslo 東京", "Oslo"])
    func rules(text: String) throws {
        let folder = try ScratchFolder()
        let library = FontLibrary(folders: [folder.path], useSystemFonts: true)
        let plain = library.shape("Oslo", font: TestFonts.bold, size: 12)
        #expect(!library.hasReadRules)
        let families = text == "Oslo" ? ["None Such", "Noto Sans"] : ["Noto Sans"]
        let other = library.shape(text, font: FontRequest(families: families, weight: 700), size: 12)
        #expect(library.hasReadRules)
        #expect(plain.glyphs[0].face === other.glyphs[0].face)
        #expect(plain.glyphs.map(\.id) == other.glyphs.prefix(4).map(\.id))
    }

    private func copy(to folder: ScratchFolder, as name: String) throws {
        let bytes = try Data(contentsOf: URL(filePath: "/usr/share/fonts/opentype/inter/Inter-Regular.otf"))
        _ = try folder.write(name, Array(bytes))
    }
}
