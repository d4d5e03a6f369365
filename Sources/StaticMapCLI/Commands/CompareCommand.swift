// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import MapImages
import StaticMap

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares two images by perceived difference.",
        discussion: """
            Pixels differ if the distance of their colors exceeds --tolerance; pixels that differ by anti-aliasing only are \
            not counted. Prints the number of different pixels and the largest region that they form. Exit codes: 0 if the \
            images match, 1 if pixels or sizes differ; the others are those of all commands.
            """)

    @Argument(help: "The expected image: PNG, JPEG or WebP; - for standard input.", completion: .file())
    var expected: String

    @Argument(help: "The actual image.", completion: .file())
    var actual: String

    @Option(
        help: ArgumentHelp(
            "The permitted distance of two colors: 0 means equal, 1 black and white.",
            discussion: "Perceived distance (YIQ), as pixelmatch measures it. With 0 every pixel counts.",
            valueName: "0...1"))
    var tolerance = 0.1

    @Option(help: ArgumentHelp("How many pixels may differ.", valueName: "count"))
    var pixels = 0

    @Flag(help: "Print the numbers as JSON.")
    var json = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write a PNG of the differences: red, or yellow where only anti-aliasing differs.",
            valueName: "file"), completion: .file())
    var output: String?

    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        guard (0...1).contains(tolerance) else {
            throw ValidationError("--tolerance: expected 0...1, found \(tolerance)")
        }
        guard pixels >= 0 else { throw ValidationError("--pixels: expected 0 or more, found \(pixels)") }
        if expected == "-", actual == "-" { throw ValidationError("standard input holds one image: give - once") }
    }

    func run() throws {
        let measure: ImageTolerance.Measure = tolerance == 0 ? .channels(0) : .perceived(tolerance)
        let comparison = try reporting.attempt { () throws(RenderError) in
            ImageComparison(
                expected: try Self.image(expected), actual: try Self.image(actual),
                tolerance: ImageTolerance(measure, differingPixels: pixels))
        }
        if let output { try reporting.write(try encodePNG(comparison.image), to: output) }
        StandardOutput.print(json ? comparison.json.line : comparison.summary)
        if !comparison.matches { throw ExitCode(1) }
    }

    private static func image(_ path: String) throws(RenderError) -> Bitmap {
        let bytes = try SceneInput.text(of: path)
        do {
            return try decodeImage(bytes, maxPixels: 1 << 28)
        } catch {
            throw RenderError(.badData, [error.of(SceneInput.name(of: path))])
        }
    }
}

extension ImageComparison {
    /// A line for people.
    fileprivate var summary: String {
        if let problem { return "different: \(problem)" }
        guard differingPixels > 0 else { return "same: none of \(differences.count) pixels differs" }
        return "same: \(differingPixels) of \(differences.count) pixels differ, \(tolerance.differingPixels) may"
    }

    fileprivate var json: JSONNode {
        let size = { (image: Bitmap) -> JSONNode in
            ["width": .count(image.width), "height": .count(image.height)]
        }
        return [
            "matches": .bool(matches), "expected": size(expected), "actual": size(actual),
            "pixels": .count(differences.count), "differingPixels": .count(differingPixels),
            "differingShare": .number(differingShare),
            "antialiasedPixels": .count(differences.count { $0 == .antialiasing }),
            "largestDifference": .count(largestDifference), "largestRegion": largestRegion?.json,
        ]
    }
}

extension DifferingRegion {
    fileprivate var json: JSONNode {
        [
            "pixels": .count(pixels), "x": .count(bounds.minX), "y": .count(bounds.minY),
            "width": .count(bounds.width), "height": .count(bounds.height),
        ]
    }
}
