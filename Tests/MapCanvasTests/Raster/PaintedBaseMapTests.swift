// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import Testing

@Suite("Base maps that are painted once") struct PaintedBaseMapTests {
    private func fill(_ box: Rect, _ color: Color, id: String, _ role: DrawingItem.Role = .layer) -> DrawingItem {
        DrawingItem(id: id, role: role, bounds: box, mark: .fill(.rectangle(box), .nonZero, .color(color)))
    }

    private func drawing(land: Color = .white, pin: Double = 10) -> Drawing {
        var drawing = Drawing(width: 80, height: 60, scale: 1)
        var roads = Ribbon(paint: .color(.black))
        let line = [Point(0, 0), Point(80, 51.5)]
        roads.add(line, isRing: false, outline: RibbonOutline(), shape: Ribbon.Shape(width: 3.4))
        drawing.items = [
            fill(drawing.rect, .white, id: "background", .background),
            fill(Rect(x: 3.5, y: 4, width: 50.25, height: 33), land.opacity(0.6), id: "layer/land"),
            DrawingItem(id: "layer/roads", role: .layer, bounds: roads.bounds, mark: .ribbon(roads)),
            fill(Rect(x: pin, y: 20, width: 9.5, height: 9.5), .black.opacity(0.4), id: "annotation/a", .annotation),
        ]
        return drawing
    }

    @Test("the bytes are the same, however often a base map was painted")
    func bytes() throws {
        let baseMaps = PaintedBaseMaps(limit: 1 << 20)
        let painter = RasterPainter(baseMaps: baseMaps)
        for pin in [10.0, 20.25, 31, 31, 5.75] {
            let painted = try painter.paint(drawing(pin: pin), threads: 2)
            #expect(painted.pixels == (try RasterPainter().paint(drawing(pin: pin), threads: 1)).pixels)
        }
        #expect(baseMaps.cost > 80 * 60 * 4)
    }

    @Test("the bytes are the same for marks of all kinds", arguments: 1...6 as ClosedRange<UInt64>)
    func random(_ seed: UInt64) throws {
        var random = RandomMarks(seed: seed, width: 80, height: 60)
        var drawing = drawing()
        drawing.items.insert(
            contentsOf: (0..<9).map { _ in
                let mark = random.mark()
                return DrawingItem(id: "layer/any", role: .layer, bounds: mark.bounds, mark: mark)
            }, at: 3)
        let expected = try RasterPainter().paint(drawing, threads: 1)
        let painter = RasterPainter(
            baseMaps: PaintedBaseMaps(limit: 1 << 22), shapes: PaintedShapes(limit: 1 << 20))
        for _ in 0..<4 { #expect(try painter.paint(drawing, threads: 2).pixels == expected.pixels) }
    }

    @Test("nothing is kept of what is drawn once")
    func once() throws {
        let baseMaps = PaintedBaseMaps(limit: 1 << 20)
        _ = try RasterPainter(baseMaps: baseMaps).paint(drawing(), threads: 1)
        #expect(baseMaps.cost == 0)
    }

    @Test("a base map of the same shapes in another color is painted anew")
    func color() throws {
        let painter = RasterPainter(baseMaps: PaintedBaseMaps(limit: 1 << 20))
        for land in [Color.white, .white, .black, .black, .white] {
            let painted = try painter.paint(drawing(land: land), threads: 1)
            #expect(painted.pixels == (try RasterPainter().paint(drawing(land: land), threads: 1)).pixels)
        }
    }

    /// Walls that stand one behind the other, across the road.
    private func walls(at x: Double, depth: Double, id: String) -> DrawingItem {
        let faces = Faces(
            (0..<3).map { index in
                let box = Rect(x: x + 4 * Double(index), y: 6, width: 12.5, height: 40)
                let color = Color(red: 0.2 + 0.3 * Double(index), green: 0.5, blue: 0.4, alpha: 1)
                return Face(
                    .rectangle(box), inverseDepth: AffineFunction(x: 0.01, y: 0, constant: depth - 0.1 * Double(index)),
                    paint: index == 1
                        ? .gradient(
                            FaceGradient(from: color, to: .white, position: AffineFunction(x: 0, y: 0.01, constant: 0)))
                        : .color(color))
            })
        return DrawingItem(id: id, role: .layer, bounds: faces.bounds, mark: .faces(faces))
    }

    @Test("faces belong to a base map", arguments: [1.0, 1.4])
    func faces(_ depth: Double) throws {
        let painter = RasterPainter(baseMaps: PaintedBaseMaps(limit: 1 << 20))
        for (x, pin) in [(20.0, 10.0), (20, 31), (20, 31), (21.5, 31), (21.5, 12), (20, 12)] {
            var drawing = drawing(pin: pin)
            drawing.items.insert(walls(at: x, depth: depth, id: "layer/buildings"), at: 3)
            let painted = try painter.paint(drawing, threads: 2)
            #expect(painted.pixels == (try RasterPainter().paint(drawing, threads: 1)).pixels)
        }
    }

    @Test("faces that are painted again hide what is above and behind them", arguments: [0.6, 1.4])
    func hidden(_ depth: Double) throws {
        let baseMaps = PaintedBaseMaps(limit: 1 << 20)
        let painter = RasterPainter(baseMaps: baseMaps)
        for pin in [10.0, 31, 31, 12] {
            var drawing = drawing(pin: pin)
            drawing.items.insert(walls(at: 20, depth: 1, id: "layer/buildings"), at: 3)
            drawing.items.append(walls(at: 23, depth: depth, id: "layer/towers"))
            let painted = try painter.paint(drawing, threads: 2)
            #expect(painted.pixels == (try RasterPainter().paint(drawing, threads: 1)).pixels)
        }
        #expect(baseMaps.cost > 80 * 60 * 4)
    }
}
