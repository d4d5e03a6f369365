// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapImages
import StaticMap
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Every golden scene as SVG and PDF, drawn by other people's programs, beside our own image.
///
/// Edges are smoothed differently by each program, but nothing may be missing: see `VectorLimits`.
@Suite("Vector images") struct VectorTests {
    private static let renderer = Result { try MapRenderer.withTestFonts() }

    @Test(
        "of SVG look as ours do", .enabled(if: Librsvg.isInstalled, "librsvg2-bin is not installed"),
        arguments: try GoldenCase.all())
    func svg(_ golden: GoldenCase) throws {
        let (image, svg) = try images(golden, .svg)
        #expect(XMLParser(data: Data(svg)).parse())
        let drawn = try Librsvg.draw(svg, width: image.width, height: image.height)
        expect(drawn, image, VectorLimits.svg[golden.testDescription])
    }

    @Test(
        "of PDF look as ours do", .enabled(if: Poppler.isInstalled, "poppler-utils is not installed"),
        arguments: try GoldenCase.all())
    func pdf(_ golden: GoldenCase) throws {
        let (image, pdf) = try images(golden, .pdf)
        let drawn = try Poppler.draw(pdf, width: image.width, height: image.height)
        expect(drawn, image, VectorLimits.pdf[golden.testDescription])
    }

    @Test("of SVG look as ours do in a browser", .enabled(if: Chromium.isInstalled, "chromium is not installed"))
    func browser() throws {
        let topics = ["annotations", "callouts", "overlays", "streets"]
        let cases = try GoldenCase.all().filter { topics.contains($0.topic) }
        let drawn = try cases.map { try images($0, .svg) }
        let seen = try Chromium.draw(
            drawn.map { Chromium.SVGImage(svg: $0.1, width: $0.0.width, height: $0.0.height) })
        for (golden, (ours, theirs)) in zip(cases, zip(drawn.map(\.0), seen)) {
            expect(theirs, ours, VectorLimits.svg[golden.testDescription], golden.testDescription)
        }
    }

    private func images(_ golden: GoldenCase, _ format: OutputFormat) throws -> (Bitmap, [UInt8]) {
        let rendered = try Self.renderer.get().render(SceneDocument(reading: golden.scene), as: [.png, format])
        return (try decodeImage(rendered[0].bytes, maxPixels: 1 << 24), rendered[1].bytes)
    }

    private func expect(
        _ drawn: Bitmap, _ image: Bitmap, _ exception: VectorLimits.Exception?, _ name: String = ""
    ) {
        let limits = exception?.limits ?? .usual
        let comparison = VectorComparison(drawn, image)
        let cause = Comment(rawValue: name + " " + (exception?.because ?? "not a known exception"))
        #expect(comparison.mean <= limits.mean, cause)
        #expect(comparison.far <= limits.far, cause)
        #expect(comparison.region <= limits.region, cause)
    }
}

/// Draws PDFs with `pdftocairo`.
enum Poppler {
    private static let program = "/usr/bin/pdftocairo"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// Drawn four times as large and averaged, because poppler puts letters on whole pixels and draws no line thinner than
    /// one.
    static func draw(_ pdf: [UInt8], width: Int, height: Int) throws -> Bitmap {
        let folder = try ScratchFolder()
        let file = folder.file("map.pdf")
        try Data(pdf).write(to: URL(filePath: file))
        let arguments = [
            "-png", "-singlefile", "-scale-to-x", "\(4 * width)", "-scale-to-y", "\(4 * height)", file,
            folder.file("map"),
        ]
        #expect(try ChildProcess(program, arguments).runBlocking() == 0)
        return try decodeImage([UInt8](try folder.contents("map.png")), maxPixels: 1 << 26).reduced(by: 4, 4)
    }
}

/// Draws SVG with `rsvg-convert`.
enum Librsvg {
    private static let program = "/usr/bin/rsvg-convert"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    static func draw(_ svg: [UInt8], width: Int, height: Int) throws -> Bitmap {
        let folder = try ScratchFolder()
        let (file, image) = (folder.file("map.svg"), folder.file("map.png"))
        try Data(svg).write(to: URL(filePath: file))
        let arguments = ["--unlimited", "-w", "\(width)", "-h", "\(height)", "-o", image, file]
        #expect(try ChildProcess(program, arguments).runBlocking() == 0)
        return try decodeImage([UInt8](try folder.contents("map.png")), maxPixels: 1 << 24)
    }
}
