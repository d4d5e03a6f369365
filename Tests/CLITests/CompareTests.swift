// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import TestSupport
import Testing

@Suite("staticmap compare") struct CompareTests {
    private let folder: ScratchFolder

    init() async throws {
        folder = try ScratchFolder()
        let green = Scenes.plain
        let scenes = [
            "a": green, "same": green, "near": green.replacing("#dde8d0", with: "#dee8d0"),
            "far": green.replacing("#dde8d0", with: "#d02020"), "wide": green.replacing("[60, 40]", with: "[61, 40]"),
        ]
        for (name, scene) in scenes {
            let output = folder.file("\(name).png")
            let outcome = try await Program.built.run(["render", "-", "-o", output], input: Data(scene.utf8))
            try #require(outcome.exitCode == 0)
        }
    }

    private func compare(_ expected: String, _ actual: String, _ options: String...) async throws -> Program.Outcome {
        try await Program.built.run(["compare", folder.file(expected), folder.file(actual)] + options)
    }

    @Test("ends with 0 and a line where images are the same") func same() async throws {
        let outcome = try await compare("a.png", "same.png")
        #expect(outcome.exitCode == 0)
        #expect(outcome.text == "same: none of 9600 pixels differs\n")
        #expect(outcome.errors == "")
    }

    @Test("forgives small differences of color, unless it is told not to") func tolerance() async throws {
        #expect(try await compare("a.png", "near.png").exitCode == 0)
        #expect(try await compare("a.png", "near.png", "--tolerance", "0").exitCode == 1)
        #expect(try await compare("a.png", "near.png", "--tolerance", "0", "--pixels", "9600").exitCode == 0)
    }

    @Test("ends with 1 and the numbers where they differ") func different() async throws {
        let outcome = try await compare("a.png", "far.png")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.text == """
                different: 9600 of 9600 pixels differ, 0 may; the largest difference of a channel is 200; \
                the largest region is 9600 pixels, 120×80 at 0,0

                """)
        let wide = try await compare("a.png", "wide.png")
        #expect(wide.exitCode == 1)
        #expect(wide.text == "different: the size is 122×80, expected 120×80\n")
    }

    @Test("prints the numbers as JSON") func json() async throws {
        let outcome = try await compare("a.png", "far.png", "--json")
        #expect(outcome.exitCode == 1)
        let numbers = try JSONDecoder().decode(Numbers.self, from: outcome.output)
        #expect(
            numbers
                == Numbers(
                    matches: false, expected: Numbers.Size(width: 120, height: 80),
                    actual: Numbers.Size(width: 120, height: 80), pixels: 9600, differingPixels: 9600,
                    differingShare: 1, antialiasedPixels: 0, largestDifference: 200,
                    largestRegion: Numbers.Region(pixels: 9600, x: 0, y: 0, width: 120, height: 80)))
    }

    @Test("writes an image of the differences") func image() async throws {
        #expect(try await compare("a.png", "far.png", "-o", folder.file("difference.png")).exitCode == 1)
        #expect(pngSize(try folder.contents("difference.png")) == [120, 80])
        let failed = try await compare("a.png", "a.png", "-o", folder.file("nowhere/difference.png"))
        #expect(failed.exitCode == 73)
    }

    @Test("what is absent, or no image, has the exit code of all commands") func input() async throws {
        let absent = try await compare("a.png", "absent.png")
        #expect(absent.exitCode == 66)
        #expect(absent.errors.contains("absent.png: "))
        try folder.write("text.png", "no image")
        let text = try await compare("a.png", "text.png")
        #expect(text.exitCode == 65)
        #expect(text.errors.contains("text.png: expected a PNG, JPEG or WebP image"))
        #expect(try await compare("a.png", "a.png", "--tolerance", "2").exitCode == 64)
        #expect(try await compare("a.png", "a.png", "--pixels=-1").exitCode == 64)
    }

    private struct Numbers: Decodable, Equatable {
        struct Size: Decodable, Equatable { var width, height: Int }
        struct Region: Decodable, Equatable { var pixels, x, y, width, height: Int }

        var matches: Bool
        var expected, actual: Size
        var pixels, differingPixels: Int
        var differingShare: Double
        var antialiasedPixels, largestDifference: Int
        var largestRegion: Region
    }
}
