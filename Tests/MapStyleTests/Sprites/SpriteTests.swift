// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapImages
import MapStyle
import TestSupport
import Testing

@Suite("Sprites") struct SpriteTests {
    /// A folder that is gone after the test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "sprite-\(UUID().uuidString)")
        var path: String { url.path }

        init(_ files: [String: String]) throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            for (name, text) in files { try Data(text.utf8).write(to: url.appending(path: name)) }
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// Stands in for a PNG decoder: 4 × 2 pixels that count up from 0, or 8 × 4 for files that say "large".
    private func decode(_ bytes: [UInt8], _ maxPixels: Int) throws -> Bitmap {
        let large = String(decoding: bytes, as: UTF8.self) == "large"
        let (width, height) = large ? (8, 4) : (4, 2)
        return Bitmap(width: width, height: height, pixels: (0..<(width * height)).map(UInt32.init))
    }

    private func load(_ folder: Folder, scale: Double = 1) throws -> (sheet: SpriteSheet, diagnostics: [Diagnostic]) {
        let diagnostics = DiagnosticSink()
        let sheet = try SpriteSheet.load(
            url: "icons", baseFolder: folder.path, scale: scale, diagnostics: diagnostics, decode: decode)
        return (sheet, diagnostics.all)
    }

    @Test("an image is cut out of the sheet")
    func cut() throws {
        let folder = try Folder([
            "icons.json": #"{"dot": {"x": 1, "y": 0, "width": 2, "height": 2, "pixelRatio": 2, "sdf": true}}"#,
            "icons.png": "small",
        ])
        let (sheet, diagnostics) = try load(folder)
        let dot = try #require(sheet["dot"])
        #expect(dot.bitmap.pixels == [1, 2, 5, 6])
        #expect(dot.bitmap === dot.bitmap)
        #expect(dot.isSDF)
        #expect(dot.width == 1)
        #expect(diagnostics.isEmpty)
    }

    @Test("the larger sheet is taken for dense images", arguments: [(1.0, 1.0), (1.5, 2.0), (2.0, 2.0)])
    func density(scale: Double, pixelRatio: Double) throws {
        let folder = try Folder([
            "icons.json": #"{"dot": {"x": 0, "y": 0, "width": 1, "height": 1, "pixelRatio": 1}}"#,
            "icons.png": "small",
            "icons@2x.json": #"{"dot": {"x": 0, "y": 0, "width": 8, "height": 4, "pixelRatio": 2}}"#,
            "icons@2x.png": "large",
        ])
        #expect(try load(folder, scale: scale).sheet["dot"]?.pixelRatio == pixelRatio)
    }

    @Test("stretch zones and content are kept")
    func stretch() throws {
        let folder = try Folder([
            "icons.json": """
            {"box": {"x": 0, "y": 0, "width": 4, "height": 2, "stretchX": [[0, 1], [2, 3]], "stretchY": [[1, 2]],
                     "content": [1, 0, 3, 2], "textFitWidth": "proportional"}}
            """,
            "icons.png": "small",
        ])
        let (sheet, diagnostics) = try load(folder)
        let box = try #require(sheet["box"])
        #expect(box.stretchX == [0...1, 2...3])
        #expect(box.stretchY == [1...2])
        #expect(box.content == [1, 0, 3, 2])
        #expect(box.textFitWidth == .proportional)
        #expect(box.textFitHeight == .stretchOrShrink)
        #expect(diagnostics.isEmpty)
    }

    @Test(
        "a broken entry is a warning and the others are kept",
        arguments: [
            #"{"x": 3, "y": 0, "width": 2, "height": 1}"#, #"{"x": -1, "y": 0, "width": 1, "height": 1}"#,
            #"{"x": 0, "y": 0, "width": 1e300, "height": 1}"#, #"{"x": 0, "y": 0, "width": 0, "height": 1}"#,
            #"{"x": 0, "y": 0, "width": 1, "height": 1, "pixelRatio": 0}"#, "7",
            #"{"x": 0.5, "y": 0, "width": 1, "height": 1}"#,
        ])
    func broken(entry: String) throws {
        let folder = try Folder([
            "icons.json": #"{"good": {"x": 0, "y": 0, "width": 4, "height": 2}, "bad": \#(entry)}"#,
            "icons.png": "small",
        ])
        let (sheet, diagnostics) = try load(folder)
        #expect(sheet.images.keys.sorted() == ["good"])
        #expect(diagnostics.map(\.severity) == [.warning])
    }

    @Test("images of several sprites carry the sprite's id, and a missing sprite is a warning")
    func several() throws {
        let index = #"{"dot": {"x": 0, "y": 0, "width": 1, "height": 1}}"#
        let folder = try Folder(["a.json": index, "a.png": "small", "b.json": index, "b.png": "small"])
        let style = StyleSheet(
            name: nil, baseFolder: folder.path, sources: [:], layers: [],
            sprites: [("default", "a"), ("more", "b"), ("none", "c")], glyphs: nil, globalState: [:])
        let diagnostics = DiagnosticSink()
        let sheet = SpriteSheet.load(for: style, scale: 1, diagnostics: diagnostics, decode: decode)
        #expect(sheet.images.keys.sorted() == ["dot", "more:dot"])
        #expect(diagnostics.all.map(\.severity) == [.warning])
    }

    @Test(
        "sprites of other projects load whole", .requiresShared("data/styles"),
        arguments: StyleData.files(below: "data/styles", ending: ".png"))
    func real(file: URL) throws {
        let diagnostics = DiagnosticSink()
        let url = "file://" + file.deletingPathExtension().path
        let sheet = try SpriteSheet.load(url: url, baseFolder: "", scale: 1, diagnostics: diagnostics)
        #expect(!sheet.images.isEmpty)
        #expect(sheet.images.values.allSatisfy { $0.bitmap.width == $0.pixelWidth })
        #expect(diagnostics.all.isEmpty)
    }
}
