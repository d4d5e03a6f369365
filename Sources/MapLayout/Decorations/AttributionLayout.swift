// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapScene
import MapText

/// The attribution at the bottom right: a line, wrapped and shrunk down to six points, of at most a tenth of the output.
///
/// Where the text does not fit, "© OpenStreetMap contributors" is shortened to "© OpenStreetMap", and at last an "i" in a
/// circle replaces the text, which remains in the report and is the symbol's title in SVG.
struct AttributionLayout {
    private static let padding = Size(width: 5, height: 2)
    private static let sizes = 6.0...9.0
    /// The largest part of the output that the text covers.
    private static let maxCoverage = 0.1

    private let text: String
    private let viewport: Viewport
    private let palette: DecorationPalette
    /// Empty where the text does not fit.
    private let runs: [GlyphRun]
    /// In pixels; null where not even the symbol fits.
    let box: Rect

    /// Nil for text without visible characters.
    init?(_ text: String, viewport: Viewport, fonts: FontLibrary, palette: DecorationPalette) {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        (self.text, self.viewport, self.palette) = (text, viewport, palette)
        let (bounds, scale) = (viewport.pixelRect, viewport.scale)
        let padding = Self.padding * scale
        if let block = Self.fittingBlock(text, bounds, scale: scale, fonts: fonts) {
            box = Rect(
                minX: bounds.maxX - block.width - 2 * padding.width,
                minY: bounds.maxY - block.height - 2 * padding.height, maxX: bounds.maxX, maxY: bounds.maxY)
            runs = block.runs(
                anchor: .zero, at: Point(box.minX + padding.width, box.minY + padding.height),
                colors: [palette.foreground.opacity(0.9)])
        } else {
            let symbol = AttributionSymbol.frame(in: viewport.size)
            box = symbol.map { Transform.scale(scale, scale).apply($0) } ?? .null
            runs = []
        }
    }

    /// The text where it is not drawn.
    var omission: Omission? {
        runs.isEmpty ? Omission(id: "attribution", text: text, reason: .noRoom) : nil
    }

    var items: [DrawingItem] {
        guard !box.isNull else { return [] }
        guard !runs.isEmpty else {
            let marks = AttributionSymbol(palette: palette).marks
                .map { $0.placed(scale: viewport.scale, at: Point(box.minX, box.minY)) }
            return [
                DrawingItem(
                    id: "attribution", role: .attribution, bounds: box, mark: .group(Group(marks: marks)),
                    targets: [target])
            ]
        }
        let radius = 5 * viewport.scale
        // Only the corner towards the map is rounded; the others lie outside the output.
        let background = Path.roundedRectangle(
            Rect(minX: box.minX, minY: box.minY, maxX: box.maxX + radius, maxY: box.maxY + radius), radius: radius)
        return [
            DrawingItem(
                id: "attribution", role: .attribution, bounds: box,
                mark: .fill(background, .nonZero, .color(palette.background.opacity(0.72))), targets: [target])
        ]
            + runs.map {
                DrawingItem(id: "attribution", role: .attribution, bounds: $0.paintedBounds, mark: .glyphs($0))
            }
    }

    private var target: Target { Target(path: "attribution", title: text, shape: .box(box)) }

    /// The text in the largest size that leaves enough of the map: in full, else shortened.
    private static func fittingBlock(_ text: String, _ bounds: Rect, scale: Double, fonts: FontLibrary) -> TextBlock? {
        // A line never ends with "©".
        let text = text.replacing("© ", with: "©\u{A0}")
        let short = text.replacing("©\u{A0}OpenStreetMap contributors", with: "©\u{A0}OpenStreetMap")
        let padding = padding * scale
        let limits = Size(width: bounds.width - 2 * padding.width, height: bounds.height - 2 * padding.height)
        guard limits.width > 0, limits.height > 0 else { return nil }
        for text in short == text ? [text] : [text, short] {
            for points in stride(from: sizes.upperBound, through: sizes.lowerBound, by: -0.5) {
                // A shortened line is better read than a small one.
                if text != short, points < 8 { break }
                let block = block(text, size: points * scale, width: limits.width, fonts: fonts)
                let area = (block.width + 2 * padding.width) * (block.height + 2 * padding.height)
                if block.width <= limits.width, block.height <= limits.height,
                    area <= maxCoverage * bounds.width * bounds.height
                {
                    return block
                }
            }
        }
        return nil
    }

    private static func block(_ text: String, size: Double, width: Double, fonts: FontLibrary) -> TextBlock {
        fonts.layout(
            [TextSection(text, font: .interface(weight: 400))],
            options: TextBlockOptions(size: size, maxWidth: width, lineHeight: size * 1.3, justify: .right))
    }
}

extension Size {
    fileprivate static func * (size: Size, factor: Double) -> Size {
        Size(width: size.width * factor, height: size.height * factor)
    }
}

/// An "i" in a circle that stands for an attribution without room; points from its top-left corner.
struct AttributionSymbol {
    let palette: DecorationPalette

    private static let size = 14.0
    /// The distance to the output's edges.
    private static let margin = 3.0

    /// The bottom right corner of an output; nil when it is hardly larger than the symbol.
    static func frame(in output: Size) -> Rect? {
        let side = size + margin
        guard min(output.width, output.height) >= side + 2 * margin else { return nil }
        return Rect(x: output.width - side, y: output.height - side, width: size, height: size)
    }

    var marks: [Mark] {
        let center = Point(Self.size / 2, Self.size / 2)
        let ink = palette.foreground.opacity(0.9)
        let stem = Path.roundedRectangle(
            Rect(x: center.x - 0.75, y: center.y - 1.2, width: 1.5, height: 4.6), radius: 0.75)
        return [
            .fill(.circle(center: center, radius: center.x), .nonZero, .color(palette.background.opacity(0.85))),
            .stroke(.circle(center: center, radius: center.x - 1.6), StrokeStyle(width: 1), ink),
            .fill(stem, .nonZero, .color(ink)),
            .fill(.circle(center: Point(center.x, center.y - 3), radius: 0.95), .nonZero, .color(ink)),
        ]
    }
}
