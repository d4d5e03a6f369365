// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapScene

/// The line that names whose map it is: at the lower right, wrapped and shrunk as needed, never cut.
struct AttributionLayout {
    private let viewport: Viewport
    private let runs: [GlyphRun]
    private let palette: DecorationPalette
    /// What it covers, in pixels.
    let box: Rect

    /// Nil when there is nothing to say.
    init?(_ text: String, viewport: Viewport, fonts: FontLibrary, palette: DecorationPalette) {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        self.viewport = viewport
        self.palette = palette
        let scale = viewport.scale
        let room = viewport.pixelRect
        let (padX, padY) = (5 * scale, 2 * scale)
        let widest = max(1, room.width - 2 * padX)
        var size = 9 * scale
        var block = AttributionLayout.block(text, size: size, width: widest, fonts: fonts)
        // Half of the picture is the most that it may take, and six points the least that can be read; but no maker's
        // name is cut, however small the picture.
        while size > 6 * scale && block.height > room.height / 2
            || size > scale && (block.width > widest || block.height > room.height - 2 * padY)
        {
            size -= scale / 2
            block = AttributionLayout.block(text, size: size, width: widest, fonts: fonts)
        }
        let box = Rect(
            minX: room.maxX - block.width - 2 * padX, minY: room.maxY - block.height - 2 * padY, maxX: room.maxX,
            maxY: room.maxY)
        self.box = box
        runs = block.runs(
            anchor: .zero, at: Point(box.minX + padX, box.minY + padY), colors: [palette.foreground.opacity(0.9)])
    }

    var items: [DrawingItem] {
        let radius = 5 * viewport.scale
        // Only the corner towards the map is round; the others lie beyond the picture's edge.
        let background = Path.roundedRectangle(
            Rect(minX: box.minX, minY: box.minY, maxX: box.maxX + radius, maxY: box.maxY + radius), radius: radius)
        return [
            DrawingItem(
                id: "attribution", role: .attribution, bounds: box,
                mark: .fill(background, .nonZero, .color(palette.background.opacity(0.72))),
                targets: [Target(path: "attribution", shape: .box(box))])
        ]
            + runs.map {
                DrawingItem(id: "attribution", role: .attribution, bounds: $0.paintedBounds, mark: .glyphs($0))
            }
    }

    private static func block(_ text: String, size: Double, width: Double, fonts: FontLibrary) -> TextBlock {
        fonts.layout(
            [TextSection(text, font: .interface(weight: 400))],
            options: TextBlockOptions(size: size, maxWidth: width, lineHeight: size * 1.3, justify: .right))
    }
}
