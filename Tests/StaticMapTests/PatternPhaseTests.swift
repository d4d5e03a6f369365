// SPDX-License-Identifier: MIT
import StaticMap
import TestSupport
import Testing

@Suite("Patterns") struct PatternPhaseTests {
    /// 48 pixels wide, which divides no tile; the first column is black.
    private let stripes = Bitmap(
        width: 48, height: 48, pixels: (0..<48 * 48).map { $0 % 48 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF })

    @Test(
        "begin at the world's corner at whole zooms, as in MapLibre",
        arguments: [
            #"{"id": "b", "type": "background", "paint": {"background-pattern": "stripes"}}"#,
            #"{"id": "f", "type": "fill", "source": "p", "paint": {"fill-pattern": "stripes", "fill-antialias": false}}"#,
        ])
    func phase(layer: String) throws {
        let folder = try ScratchFolder()
        try folder.write("icons.png", try encodePNG(stripes))
        try folder.write("icons.json", #"{"stripes": {"x": 0, "y": 0, "width": 48, "height": 48, "pixelRatio": 1}}"#)
        let area = "[[[-90, -60], [90, -60], [90, 60], [-90, 60], [-90, -60]]]"
        let json = """
            {"version": 1, "size": [96, 20], "attribution": "none", "camera": {"center": [0, 0], "zoom": 1},
             "basemap": {"style": {"version": 8, "sprite": "icons",
               "sources": {"p": {"type": "geojson", "data": {"type": "Polygon", "coordinates": \(area)}}},
               "layers": [\(layer)]}}}
            """
        let rendered = try Maps.render(json, folder: folder.path)
        #expect(rendered.warningTexts == [])
        let bitmap = try rendered.bitmap()
        // The middle of the output is 512 pixels from the world's corner, ten stripes and 32 pixels.
        #expect((0..<96).filter { bitmap.pixel($0, 10) == 0xFF00_0000 } == [16, 64])
    }
}
