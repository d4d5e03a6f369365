// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapTiles
import Testing

@Suite("A painted part of a map") struct PaintedAreaTests {
    private static let area = PixelRect(minX: 256, minY: 512, maxX: 512, maxY: 768)

    /// Sixteen tiles of 256 pixels with areas, lines and circles.
    private func fixture() -> MapFixture {
        let features = (0..<4).flatMap { step -> [VectorFeature] in
            let start = Double(step) * 1024
            let line = [(start, 0.0), (4096 - start, 2100.0), (start + 500, 4096.0)]
            return [
                .box(Rect(x: start + 100, y: start / 2 + 60, width: 700, height: 1500)), .made(.lineString, [line]),
                .point(start + 10, start + 10),
            ]
        }
        let layers = """
            {"id": "areas", "type": "fill", "source": "s", "source-layer": "l", "paint": {"fill-color": "#5080c0"}},
            {"id": "clear", "type": "fill", "source": "s", "source-layer": "l",
             "paint": {"fill-color": "rgba(200, 60, 0, 0.5)", "fill-translate": [20, 8]}},
            {"id": "lines", "type": "line", "source": "s", "source-layer": "l", "paint": {"line-width": 9}},
            {"id": "circles", "type": "circle", "source": "s", "source-layer": "l",
             "paint": {"circle-radius": 40, "circle-color": "#208040"}}
            """
        return MapFixture(StubArchive(maxZoom: 2, features), layers: layers, view: .square(1024, zoom: 1))
    }

    @Test("has the pixels of the whole map") func pixels() throws {
        var fixture = fixture()
        let whole = try RasterPainter().paint(fixture.drawing(), threads: 2, area: Self.area)
        fixture.paintedArea = Self.area.rect
        let part = try RasterPainter().paint(fixture.drawing(), threads: 2, area: Self.area)
        #expect(Set(whole.pixels).count > 20)
        // Lines that are cut elsewhere may round in another way.
        #expect(ImageComparison(expected: whole, actual: part, tolerance: .exact).differingPixels <= 8)
    }

    @Test("leaves out shapes that lie elsewhere") func shapes() throws {
        var fixture = fixture()
        let all = try fixture.drawing().items.reduce(0) { $0 + $1.mark.vertices }
        fixture.paintedArea = Self.area.rect
        let some = try fixture.drawing().items.reduce(0) { $0 + $1.mark.vertices }
        #expect(some > 0)
        #expect(some * 4 < all)
    }
}

extension Mark {
    fileprivate var vertices: Int {
        switch self {
        case .aliasedFill(let path, _), .fill(let path, _, _), .edge(let path, _): path.points.count
        case .ribbon(let ribbon): ribbon.vertices.count
        case .group(let group): group.marks.reduce(0) { $0 + $1.vertices }
        default: 0
        }
    }
}
