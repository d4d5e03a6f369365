// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import StaticMapBatch
import Testing

@Suite("Tiles of one color") struct UniformDrawingTests {
    private static let tile = Rect(x: 256, y: 0, width: 256, height: 256)
    private static let blue = Color(red: 0, green: 0, blue: 1)

    private func drawing(_ marks: Mark...) -> Drawing {
        var drawing = Drawing(width: 512, height: 512, scale: 1)
        let ground = Mark.fill(.rectangle(drawing.rect), .nonZero, .color(.white))
        drawing.items = ([ground] + marks).map {
            DrawingItem(id: "a", role: .layer, bounds: drawing.rect, mark: $0)
        }
        return drawing
    }

    private func fill(_ rects: Rect...) -> Mark {
        .aliasedFill(rects.reduce(into: Path()) { $0.append(.rectangle($1)) }, .color(Self.blue))
    }

    /// The color that painting gives, if it is one.
    private func painted(_ drawing: Drawing) throws -> UInt32? {
        let bitmap = try RasterPainter().paint(drawing, threads: 1)
        var colors: Set<UInt32> = []
        for start in stride(from: 256, to: 256 * 512, by: 512) { colors.formUnion(bitmap.pixels[start..<start + 256]) }
        return colors.count == 1 ? colors.first : nil
    }

    @Test("are found where fills cover them, or leave them alone") func found() throws {
        let left = Rect(x: -8, y: -8, width: 272, height: 528)
        let right = Rect(x: 248, y: -8, width: 272, height: 528)
        let group = Group(
            clip: .rectangle(Rect(x: 256, y: 0, width: 256, height: 512)),
            marks: [.edge(.rectangle(right), .color(.black)), fill(right)])
        for drawing in [
            drawing(), drawing(fill(left, right)), drawing(fill(Rect(x: 256, y: 0, width: 256, height: 512))),
            drawing(.group(group)), drawing(fill(Rect(x: 0, y: 0, width: 200, height: 200))),
        ] {
            let color = try #require(drawing.uniformColor(in: Self.tile))
            #expect(try color == painted(drawing))
        }
    }

    @Test("are not taken for others") func others() throws {
        var hole = Path()
        hole.addLines([Point(300, 20), Point(300, 100), Point(400, 100), Point(400, 20)], closed: true)
        var ring = Path.rectangle(Rect(x: -8, y: -8, width: 528, height: 528))
        ring.append(hole)
        let half = Group(
            clip: .rectangle(Rect(x: 0, y: 0, width: 300, height: 512)),
            marks: [fill(Rect(x: 0, y: 0, width: 512, height: 512))])
        for drawing in [
            drawing(fill(Rect(x: 0, y: 0, width: 300, height: 512))), drawing(.group(half)),
            drawing(.aliasedFill(ring, .color(Self.blue))),
            drawing(.stroke(hole, StrokeStyle(width: 2), .black)),
            drawing(fill(Rect(x: 300, y: 20, width: 10, height: 10))),
        ] {
            #expect(drawing.uniformColor(in: Self.tile) == nil)
        }
    }
}
