// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import StaticMap
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Every golden scene as SVG and PDF, drawn by other people's programs, beside our own picture.
///
/// Compared is how far a pixel's channels are off on average (`meanLimit`), and how many pixels are off by more than a
/// quarter of the scale (`farLimit`): edges are smoothed differently by each program, but nothing may be missing.
@Suite("Vector pictures") struct VectorTests {
    private static let renderer = Result { try MapRenderer.forTests() }
    /// Of 255.
    private static let meanLimit = 1.6
    /// Of all pixels.
    private static let farLimit = 0.006

    @Test("of SVG look as ours do", arguments: try GoldenCase.all())
    func svg(_ golden: GoldenCase) throws {
        let (picture, svg) = try pictures(golden, .svg)
        #expect(XMLParser(data: Data(svg)).parse())
        let icon = try SVGIcon(svg)
        let drawn = try icon.bitmap(scale: Double(picture.width) / icon.size.width, maxPixels: 1 << 24)
        expect(drawn, picture, VectorExceptions.svg[golden.testDescription])
    }

    @Test(
        "of PDF look as ours do", .enabled(if: Poppler.isInstalled, "poppler-utils is not installed"),
        arguments: try GoldenCase.all())
    func pdf(_ golden: GoldenCase) throws {
        let (picture, pdf) = try pictures(golden, .pdf)
        let drawn = try Poppler.draw(pdf, width: picture.width, height: picture.height)
        expect(drawn, picture, VectorExceptions.pdf[golden.testDescription])
    }

    @Test("of SVG look as ours do in a browser", .enabled(if: Chromium.isInstalled, "chromium is not installed"))
    func browser() throws {
        let topics = ["annotations", "callouts", "overlays", "streets"]
        let cases = try GoldenCase.all().filter { topics.contains($0.topic) }
        let drawn = try cases.map { try pictures($0, .svg) }
        let seen = try Chromium.draw(
            drawn.map { Chromium.AnnotationImage(svg: $0.1, width: $0.0.width, height: $0.0.height) })
        for (golden, (ours, theirs)) in zip(cases, zip(drawn.map(\.0), seen)) {
            expect(theirs, ours, VectorExceptions.svg[golden.testDescription], golden.testDescription)
        }
    }

    private func pictures(_ golden: GoldenCase, _ format: OutputFormat) throws -> (Bitmap, [UInt8]) {
        let document = try SceneDocument(text: [UInt8](Data(contentsOf: golden.scene)), file: golden.scene.path)
        let rendered = try Self.renderer.get().render(document, as: [.png, format])
        return (try decodeImage(rendered[0].bytes, maxPixels: 1 << 24), rendered[1].bytes)
    }

    private func expect(
        _ drawn: Bitmap, _ picture: Bitmap, _ exception: VectorExceptions.Exception?, _ name: String = ""
    ) {
        let difference = Difference(drawn, picture)
        let (mean, far) = (exception?.mean ?? Self.meanLimit, exception?.far ?? Self.farLimit)
        let cause = Comment(rawValue: name + " " + (exception?.because ?? "not a known exception"))
        #expect(difference.mean <= mean, cause)
        #expect(difference.far <= far, cause)
    }
}

/// How far two pictures are from each other, both laid on white.
private struct Difference {
    private(set) var mean = 255.0
    private(set) var far = 1.0

    init(_ a: Bitmap, _ b: Bitmap) {
        guard a.width == b.width, a.height == b.height else { return }
        var (sum, count) = (0, 0)
        for (p, q) in zip(a.flattened(on: .white), b.flattened(on: .white)) where p != q {
            let steps = [16, 8, 0].map { abs(Int(p >> $0 & 255) - Int(q >> $0 & 255)) }
            sum += steps.reduce(0, +)
            if steps.contains(where: { $0 > 64 }) { count += 1 }
        }
        mean = Double(sum) / Double(3 * a.pixels.count)
        far = Double(count) / Double(a.pixels.count)
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
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [
            "-png", "-singlefile", "-scale-to-x", "\(4 * width)", "-scale-to-y", "\(4 * height)", file,
            folder.file("map"),
        ]
        try process.run()
        process.waitUntilExit()
        return try decodeImage([UInt8](try folder.contents("map.png")), maxPixels: 1 << 26).reduced(by: 4, 4)
    }
}
