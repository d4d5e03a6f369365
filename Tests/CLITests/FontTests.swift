// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Fonts of the program") struct FontTests {
    private static let colorFonts = packageRoot.appending(path: "Tests/Fixtures/fonts").path

    private func scene(_ annotation: String) -> Data {
        Data(
            Scenes.plain.replacing("[60, 40]", with: "[120, 60]")
                .replacing("\"camera\"", with: "\"annotations\": [{\"coordinate\": [0, 0], \(annotation)}], \"camera\"")
                .utf8)
    }

    private func fonts(_ options: [String], _ annotation: String) async throws -> [String] {
        let outcome = try await Program.built.run(
            ["render", "-", "-o", "/dev/null", "--format", "png", "--report", "-"] + options, input: scene(annotation))
        let report = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        return try #require(report["fonts"] as? [String])
    }

    @Test(
        "emoji are drawn in a color font",
        arguments: [#""view": "text", "text": "Bar ☕""#, #""title": "Bar ☕""#, #""glyphText": "☕""#])
    func emoji(annotation: String) async throws {
        let options = ["--only-fonts", try TestFonts.folder().path]
        let drawn = try await fonts(options + ["--fonts", Self.colorFonts], annotation)
        #expect(drawn.contains { $0.hasPrefix("Test Emoji") })
        #expect(try await fonts(options, annotation).allSatisfy { !$0.hasPrefix("Test Emoji") })
    }

    @Test(
        "emoji in names of the base map are drawn in a color font, at points and along lines",
        arguments: ["point", "line"])
    func label(placement: String) async throws {
        let layer = """
            {"id": "names", "type": "symbol", "source": "s", "layout": {"text-field": "Bar ☕", "symbol-placement": "\(placement)"}}
            """
        let line = #"{"type": "LineString", "coordinates": [[-170, 0], [170, 0]]}"#
        let point = #"{"type": "Point", "coordinates": [0, 0]}"#
        let scene = Scenes.plain.replacing("[60, 40]", with: "[240, 120]")
            .replacing(
                "\"sources\": {}",
                with: #""sources": {"s": {"type": "geojson", "data": \#(placement == "line" ? line : point)}}"#
            )
            .replacing("\"#dde8d0\"}}]", with: "\"#dde8d0\"}}, \(layer)]")
        let outcome = try await Program.built.render(
            "-", "-o", "-", "--format", "svg", "--fonts", Self.colorFonts, input: Data(scene.utf8))
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("aria-label=\"Bar ☕\""))
        #expect(outcome.text.contains("<image "))
    }

    @Test("without a color font there is one hint, whatever the emoji are") func hint() async throws {
        let outcome = try await Program.built.render(
            "-", "-o", "/dev/null", "--format", "png", input: scene(#""title": "A 😀 ☕", "glyphText": "🏨""#))
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.errors.contains("emoji are omitted") && outcome.errors.contains("fonts-noto-color-emoji"))
    }

    @Test("no gap stays where an emoji cannot be drawn") func gap() async throws {
        let outputs = try await ["A 🏨 B", "A B"].asyncMap { text in
            try await Program.built.render("-", "-o", "-", input: scene(#""view": "text", "text": "\#(text)""#)).output
        }
        #expect(outputs[0] == outputs[1])
        // A marker whose glyph cannot be drawn is one without a glyph.
        let markers = try await [#""glyphText": "🏨""#, #""view": "marker""#].asyncMap { annotation in
            try await Program.built.render("-", "-o", "-", input: scene(annotation)).output
        }
        #expect(markers[0] == markers[1])
    }

    @Test("a machine without fontconfig's files is fine, if the fonts are named") func noConfiguration() async throws {
        var program = try Program.built
        program.environment["FONTCONFIG_FILE"] = "/nowhere/fonts.conf"
        let outcome = try await program.render(
            "-", "-o", "/dev/null", "--format", "png", input: scene(#""title": "A""#))
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "")
    }

    @Test("emoji are images in SVG") func svg() async throws {
        let outcome = try await Program.built.render(
            "-", "-o", "-", "--format", "svg", "--fonts", Self.colorFonts,
            input: scene(#""view": "text", "text": "☕ Bar ☕""#))
        #expect(outcome.text.components(separatedBy: "<image ").count == 2)
        #expect(outcome.text.components(separatedBy: "<use xlink:href=\"#i1\"").count == 3)
    }

    @Test("a folder of fonts may be relative, without a warning of fontconfig") func relativeFolder() async throws {
        let folder = try TestFonts.folder()
        var program = try Program.built
        program.workingFolder = URL(filePath: folder.path).deletingLastPathComponent()
        let outcome = try await program.run([
            "render", "--center", "0,0", "--zoom", "0", "--size", "60x60", "--attribution", "none", "-o", "-",
            "--only-fonts", URL(filePath: folder.path).lastPathComponent,
        ])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "")
    }

    @Test("--fonts adds to the machine's, --only-fonts replaces them") func folders() async throws {
        let annotation = #""view": "text", "text": "Bar ☕""#
        let added = try await fonts(["--fonts", Self.colorFonts], annotation)
        #expect(added.contains { $0.hasPrefix("Test Emoji") })
        #expect(added.contains { $0.hasPrefix("Inter") || $0.hasPrefix("Noto") })
        let folder = try ScratchFolder()
        try FileManager.default.copyItem(
            atPath: "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", toPath: folder.file("a.ttf"))
        #expect(try await fonts(["--only-fonts", folder.path], annotation) == ["Noto Sans Regular"])
    }
}

extension [String] {
    fileprivate func asyncMap(_ transform: (String) async throws -> Data) async throws -> [Data] {
        var results: [Data] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
