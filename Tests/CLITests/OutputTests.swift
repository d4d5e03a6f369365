// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Outputs of staticmap render") struct OutputTests {
    @Test("one run writes one layout in several formats") func several() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let names = ["map.jpg", "map.pdf", "map.png", "map.svg", "map.webp"]
        let outcome = try await Program.built.run(["render", scene] + names.flatMap { ["-o", folder.file($0)] })
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
        #expect(try folder.names() == names + ["scene.json"])
        let found = try names.map { outputFormat(try folder.contents($0)) }
        #expect(found == ["jpeg", "pdf", "png", "svg", "webp"])
    }

    @Test("the same scene gives the same bytes", arguments: ["svg", "pdf", "jpeg", "webp", "png8"])
    func same(format: String) async throws {
        let outputs = try await [1, 2].asyncMap { _ in
            try await Program.built.render("examples/hello.json", "-o", "-", "--format", format).output
        }
        #expect(!outputs[0].isEmpty)
        #expect(outputs[0] == outputs[1])
    }

    @Test("an image's size may be that of a sheet") func sheet() async throws {
        let outcome = try await Program.built.render(
            "-", "-o", "-", "--size", "25.4mmx1in", "--dpi", "192", input: Data(Scenes.plain.utf8))
        #expect(outcome.errors == "")
        #expect(pngSize(outcome.output) == [192, 192])
        let chunk = try #require(outcome.output.range(of: Data("pHYs".utf8)))
        // 192 an inch are 7559 a metre.
        #expect([UInt8](outcome.output[chunk.upperBound...].prefix(9)) == [0, 0, 0x1D, 0x87, 0, 0, 0x1D, 0x87, 1])
    }

    @Test(
        "sizes are read in any unit, one for each side or one for both",
        arguments: [
            ("2cmx1cm", "75x37"), ("72ptx96px", "96x96"), ("10mmx20", "37x20"), ("20x10mm", "75x37"),
            ("2,1cm@2x", "151x75"), ("1inx1in@2x", "192x192"),
        ])
    func units(size: String, pixels: String) async throws {
        let outcome = try await Program.built.render(
            "-", "-o", "-", "--size", size, input: Data(onePixelAPoint.utf8))
        #expect(pngSize(outcome.output).map(String.init).joined(separator: "x") == pixels)
    }

    private let onePixelAPoint = Scenes.plain.replacing("\"scale\": 2,", with: "")

    @Test("a page of A4 is one") func page() async throws {
        let outcome = try await Program.built.render(
            "-", "-o", "-", "--format", "pdf", "--size", "210mmx297mm", input: Data(onePixelAPoint.utf8))
        let text = String(decoding: outcome.output.map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
        let box = try #require(text.firstMatch(of: /MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]/))
        #expect(abs((Double(box.1) ?? 0) - 595.276) < 0.001)
        #expect(abs((Double(box.2) ?? 0) - 841.89) < 0.001)
    }

    @Test(
        "one side of a page is changed alone, and is never found from what the camera frames",
        arguments: [
            (#""page": {"size": [400, 300], "title": "a"}, "camera": {"center": [0, 0], "zoom": 1}"#, [200, 300]),
            (#""size": [400, 300], "page": {"title": "a"}, "camera": {"bounds": [24, 60, 25, 60.3]}"#, [200, 300]),
            (#""page": {"title": "a"}, "camera": {"bounds": [24, 60, 25, 60.3]}"#, [200, 600]),
        ])
    func sideOfPage(members: String, pixels: [Int]) async throws {
        let style = #""basemap": {"style": {"version": 8, "sources": {}, "layers": []}}, "attribution": "none""#
        let outcome = try await Program.built.render(
            "-", "-o", "-", "--width", "200", input: Data(#"{"version": 1, \#(style), \#(members)}"#.utf8))
        #expect(pngSize(outcome.output) == pixels, "\(outcome.errors)")
    }

    @Test("images of an SVG go beside it where that is asked for") func linked() async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.built.render(
            "examples/hello.json", "-o", folder.file("map.svg"), "--link-assets", "--title", "A <trip>")
        #expect(outcome.exitCode == 0)
        let text = String(decoding: try folder.contents("map.svg"), as: UTF8.self)
        #expect(text.contains("<title>A &lt;trip&gt;</title>"))
        #expect(!text.contains("data:"))
        for name in try folder.names() where name != "map.svg" {
            #expect(text.contains("href=\"\(name)\""))
            #expect(outputFormat(try folder.contents(name)) == "png")
        }
        #expect(try folder.names().count > 1)
    }

    @Test("what is transparent shows the background") func background() async throws {
        let clear = Scenes.plain.replacing("#dde8d0", with: "rgba(0,0,0,0)")
        let outcome = try await Program.built.render(
            "-", "-o", "-", "--format", "svg", "--background", "#ff0000", input: Data(clear.utf8))
        #expect(outcome.text.contains("<rect width=\"100%\" height=\"100%\" fill=\"#f00\"/>"))
    }

    @Test("a lower quality is smaller", arguments: ["jpeg", "webp"]) func quality(format: String) async throws {
        let sizes = try await ["95", "30"].asyncMap { quality in
            try await Program.built.render("examples/hello.json", "-o", "-", "--format", format, "--quality", quality)
                .output.count
        }
        #expect(sizes[1] > 0)
        #expect(sizes[1] < sizes[0])
    }

    @Test("a PNG of few colors is less than half as large, and one that is packed harder shows the same")
    func smaller() async throws {
        let outputs = try await [("png", "fast"), ("png8", "fast"), ("png", "small")].asyncMap { format, compression in
            try await Program.built.render(
                "examples/hello.json", "-o", "-", "--format", format, "--compression", compression
            ).output
        }
        // Bytes 24 and 25 are depth and kind: 2 is RGB, 3 a palette.
        #expect(outputs.map { [$0[24], $0[25]] } == [[8, 2], [8, 3], [8, 2]])
        #expect(outputs[1].count * 2 < outputs[0].count)
        #expect(outputs[2].count < outputs[0].count)
        #expect(outputs.allSatisfy { $0.range(of: Data([0, 0, 0, 1] + Array("sRGB".utf8) + [0])) != nil })
    }

    @Test("a name that says another format than --format is a warning") func misnamed() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let outcome = try await Program.built.run(["render", scene, "-o", folder.file("map.png"), "--format", "svg"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("the name is not that of SVG"), "\(outcome.errors)")
        #expect(outputFormat(try folder.contents("map.png")) == "svg")
    }

    @Test("a quality is for animations as WebP and MP4") func qualityOfAnimation() async throws {
        let folder = try ScratchFolder()
        let moving = Scenes.plain.replacing("\"size\"", with: #""animation": {"duration": 0.1, "fps": 10}, "size""#)
        let scene = try folder.write("scene.json", moving)
        let warning = "warning: --quality has no effect: it is for MP4 and WEBP"
        for (name, isUsed) in [("map.gif", false), ("map.png", false), ("map.webp", true)] {
            let outcome = try await Program.built.run(["animate", scene, "-o", folder.file(name), "--quality", "50"])
            #expect(outcome.exitCode == 0)
            #expect(outcome.errors.contains(warning) != isUsed, "\(outcome.errors)")
        }
    }

    @Test(
        "what makes no sense is wrong usage",
        arguments: [
            ["-o", "-", "-o", "-"], ["-o", "a.png", "-o", "b.svg", "--format", "pdf"],
            ["-o", "a.png", "--quality", "0"],
            ["-o", "a.png", "--dpi", "5"], ["-o", "a.png", "--dpi", "96", "--size", "10x10@2x"],
            ["-o", "-", "--format", "svg", "--link-assets"], ["-o", "a.png", "--background", "bleu"],
            ["-o", "a.png", "--size", "10mmx"], ["-o", "a.png", "--size", "10kmx10km"], ["-o", "a.svg", "--text", "x"],
            ["-o", "a.png", "--compression", "9"], ["-o", "a.png8"],
        ])
    func usage(arguments: [String]) async throws {
        let outcome = try await Program.built.run(["render"] + arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.output.isEmpty)
    }
}

extension Array where Element: Sendable {
    fileprivate func asyncMap<Result: Sendable>(_ make: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await make(element)) }
        return results
    }
}
