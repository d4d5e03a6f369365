// SPDX-License-Identifier: MIT
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Patterns") struct PatternPhaseTests {
    /// 48 pixels wide, which divides no tile; the first column is black.
    private let stripes = Bitmap(
        width: 48, height: 48, pixels: (0..<48 * 48).map { $0 % 48 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF })

    private static let layers = [
        #"{"id": "b", "type": "background", "paint": {"background-pattern": "stripes"}}"#,
        #"{"id": "f", "type": "fill", "source": "p", "paint": {"fill-pattern": "stripes", "fill-antialias": false}}"#,
    ]

    @Test("begin at the world's corner at whole zooms, as in MapLibre", arguments: layers)
    func phase(layer: String) throws {
        let bitmap = try bitmap(of: layer, camera: #""zoom": 1"#)
        // The middle of the output is 512 pixels from the world's corner, ten stripes and 32 pixels.
        #expect((0..<96).filter { bitmap.pixel($0, 10) == 0xFF00_0000 } == [16, 64])
    }

    @Test("lie on the ground of a tilted map", arguments: layers) func tilted(layer: String) throws {
        let bitmap = try bitmap(of: layer, camera: #""zoom": 1, "pitch": 30"#)
        /// The distance between the two stripes that a row shows.
        func distance(_ y: Int) throws -> Int {
            let dark = (0..<96).filter { bitmap.pixel($0, y) & 0xFF < 0xC0 }
            let stripes = dark.filter { !dark.contains($0 - 1) }
            try #require(stripes.count == 2)
            return stripes[1] - stripes[0]
        }
        // The camera is 30 pixels from the focus: a row that lies d pixels above it is smaller by 1 - d / 30 tan 30 degrees.
        #expect(try abs(distance(0) - 39) <= 1)
        #expect(try abs(distance(10) - 48) <= 1)
        #expect(try abs(distance(19) - 57) <= 1)
    }

    private func bitmap(of layer: String, camera: String) throws -> Bitmap {
        let folder = try ScratchFolder()
        try folder.write("icons.png", try encodePNG(stripes))
        try folder.write("icons.json", #"{"stripes": {"x": 0, "y": 0, "width": 48, "height": 48, "pixelRatio": 1}}"#)
        let area = "[[[-90, -60], [90, -60], [90, 60], [-90, 60], [-90, -60]]]"
        let json = """
            {"version": 1, "size": [96, 20], "attribution": "none", "camera": {"center": [0, 0], \(camera)},
             "basemap": {"style": {"version": 8, "sprite": "icons",
               "sources": {"p": {"type": "geojson", "data": {"type": "Polygon", "coordinates": \(area)}}},
               "layers": [\(layer)]}}}
            """
        let rendered = try Maps.render(json, folder: folder.path)
        #expect(rendered.warningTexts == [])
        return try rendered.bitmap()
    }
}
