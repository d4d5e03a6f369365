// SPDX-License-Identifier: MIT
import Foundation
import MapGeo
import MapImages
import StaticMap
import TestSupport
import Testing

/// A ruler on printed pages: other people's program draws them at 600 dots per inch.
@Suite("On paper", .enabled(if: Poppler.isInstalled, "poppler-utils is not installed")) struct PaperTests {
    private static let renderer = Result { try MapRenderer.withTestFonts() }
    private static let dotsPerInch = 600.0

    /// From 70° S to 78° N, on all sides of the Earth.
    private static let places: [(Double, Double)] = [
        (-70, 2.5), (-64.8, -64.1), (-54.8, -68.3), (-43.5, 172.6), (-33.9, 18.4), (-22.9, -43.2), (-12, -77),
        (-1.3, 36.8), (0, 179.9995), (0, 0), (6.5, 3.4), (13.7, 100.5), (21.3, -157.8), (30, 31.2), (37.8, -122.4),
        (46.9, 7.4), (52.5, 13.4), (60.2, 24.9), (69.6, 18.9), (78.2, 15.6),
    ]

    @Test("a map is true to its scale, to all sides", arguments: places)
    func ruler(latitude: Double, longitude: Double) throws {
        let center = Coordinate(latitude: latitude, longitude: longitude)
        let ends = [90, 270, 0, 180].map { center.destination(azimuth: $0 * Double.pi / 180, distance: 500) }
        let dots = zip(ends, ["#FF0000", "#00FF00", "#0000FF", "#FF00FF"]).map { end, color in
            #"{"type": "circle", "center": [\#(end.longitude), \#(end.latitude)], "radius": 25, "#
                + #""fillColor": "\#(color)", "strokeColor": "\#(color)", "lineWidth": 0}"#
        }
        let json = """
            {"version": 1, "size": ["60.3mm", "61.7mm"], "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "camera": {"center": [\(longitude), \(latitude)], "mapScale": 25000, "bearing": 20}, "attribution": "none",
             "overlays": [\(dots.joined(separator: ","))]}
            """
        let pdf = try Self.renderer.get().render(SceneDocument(text: Array(json.utf8)), as: [.pdf])[0].bytes
        let page = try Poppler.draw(pdf, dotsPerInch: Self.dotsPerInch)
        #expect(abs(Double(page.width) - 60.3 / 25.4 * Self.dotsPerInch) <= 1)
        #expect(abs(Double(page.height) - 61.7 / 25.4 * Self.dotsPerInch) <= 1)
        let (east, west) = (page.middle(of: [true, false, false]), page.middle(of: [false, true, false]))
        let (north, south) = (page.middle(of: [false, false, true]), page.middle(of: [true, false, true]))
        for (a, b) in [(east, west), (north, south)] {
            let a = try #require(a)
            let b = try #require(b)
            let metersOnPaper = hypot(a.x - b.x, a.y - b.y) / Self.dotsPerInch * 0.0254
            #expect(abs(metersOnPaper * 25_000 - 1000) < 1, "\(metersOnPaper * 25_000) m for 1000 m")
        }
    }
}

extension Poppler {
    static func draw(_ pdf: [UInt8], dotsPerInch: Double, page: Int = 1) throws -> Bitmap {
        let folder = try ScratchFolder()
        let file = folder.file("map.pdf")
        try Data(pdf).write(to: URL(filePath: file))
        let arguments = [
            "-png", "-singlefile", "-f", "\(page)", "-r", "\(Int(dotsPerInch))", file, folder.file("map"),
        ]
        #expect(try ChildProcess("/usr/bin/pdftocairo", arguments).runBlocking() == 0)
        return try decodeImage([UInt8](try folder.contents("map.png")), maxPixels: 1 << 27)
    }
}

extension Bitmap {
    /// The center of what has a color with or without red, green and blue in it.
    fileprivate func middle(of channels: [Bool]) -> (x: Double, y: Double)? {
        var (x, y, count) = (0.0, 0.0, 0.0)
        for (index, pixel) in pixels.enumerated() {
            let parts = [pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF]
            guard pixel >> 24 == 255, zip(parts, channels).allSatisfy({ $1 ? $0 > 200 : $0 < 60 }) else { continue }
            (x, y, count) = (x + Double(index % width) + 0.5, y + Double(index / width) + 0.5, count + 1)
        }
        return count > 0 ? (x / count, y / count) : nil
    }
}
