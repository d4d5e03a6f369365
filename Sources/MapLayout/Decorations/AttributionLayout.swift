// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapScene

/// The attribution line at the bottom right, wrapped and shrunk to fit but never truncated.
struct AttributionLayout {
    private let viewport: Viewport
    private let runs: [GlyphRun]
    private let palette: DecorationPalette
    /// In pixels.
    let box: Rect

    /// Nil for text without visible characters.
    init?(_ text: String, viewport: Viewport, fonts: FontLibrary, palette: DecorationPalette) {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        self.viewport = viewport
        self.palette = palette
        let scale = viewport.scale
        let bounds = viewport.pixelRect
        let (padX, padY) = (5 * scale, 2 * scale)
        let maxTextWidth = max(1, bounds.width - 2 * padX)
        var size = 9 * scale
        var block = AttributionLayout.block(text, size: size, width: maxTextWidth, fonts: fonts)
        // The line shrinks to at most half the output's height, but not below six points; below that only to avoid
        // being clipped.
        while size > 6 * scale && block.height > bounds.height / 2
            || size > scale && (block.width > maxTextWidth || block.height > bounds.height - 2 * padY)
        {
            size -= scale / 2
            block = AttributionLayout.block(text, size: size, width: maxTextWidth, fonts: fonts)
        }
        let box = Rect(
            minX: bounds.maxX - block.width - 2 * padX, minY: bounds.maxY - block.height - 2 * padY, maxX: bounds.maxX,
            maxY: bounds.maxY)
        self.box = box
        runs = block.runs(
            anchor: .zero, at: Point(box.minX + padX, box.minY + padY), colors: [palette.foreground.opacity(0.9)])
    }

    var items: [DrawingItem] {
        let radius = 5 * viewport.scale
        // Only the corner towards the map is rounded; the others lie outside the output.
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
