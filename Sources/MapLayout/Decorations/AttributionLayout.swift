// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import MapText

/// Those to whom a map is owed, as its attribution names them.
package struct AttributionLine: Sendable {
    /// Plain text; empty for none.
    package var text: String
    /// What stands for the text where it has no room; nil for a text that is not to be changed.
    package var initials: String?

    package init(_ text: String, initials: String? = nil) {
        self.text = text
        self.initials = initials
    }
}

/// The attribution at the bottom right of what the content insets leave: a line, wrapped and shrunk down to six points, of at
/// most a tenth of the output if that is possible, and at most a fifth.
///
/// Where the text does not fit, "© OpenStreetMap contributors" is shortened to "© OpenStreetMap", then all names to their
/// initials, and at last an "i" in a circle replaces the text, which remains in the report and is the symbol's title in SVG.
struct AttributionLayout: Sendable {
    private static let padding = Size(width: 5, height: 2)
    private static let sizes = 6.0...9.0
    /// The part of the output that the text may cover: that of a map with room for it, and those of small ones.
    private static let coverages = [0.1, 0.15, 0.2]
    /// The distance to what covers the output's edges.
    private static let margin = 4.0

    private let line: AttributionLine
    private let viewport: Viewport
    private let palette: DecorationPalette
    /// True beside a part of the output that is covered.
    private let isFloating: Bool
    /// Empty where the text does not fit.
    private let runs: [GlyphRun]
    /// What is drawn in place of names; nil for the names.
    private let replacement: String?
    /// In pixels; null where not even the symbol fits.
    let box: Rect

    /// Nil for text without visible characters.
    ///
    /// - Parameters:
    ///   - line: the text.
    ///   - viewport: of the map.
    ///   - insets: the parts of the output that something else covers, in points.
    ///   - fonts: for the text.
    ///   - palette: its colors.
    init?(
        _ line: AttributionLine, viewport: Viewport, insets: EdgeInsets, fonts: FontLibrary, palette: DecorationPalette
    ) {
        guard line.text.contains(where: { !$0.isWhitespace }) else { return nil }
        (self.line, self.viewport, self.palette) = (line, viewport, palette)
        let (size, scale) = (viewport.size, viewport.scale)
        isFloating = insets.right > 0 || insets.bottom > 0
        let margin = isFloating ? Self.margin : 0
        let free = Rect(
            minX: max(0, insets.left), minY: max(0, insets.top), maxX: size.width - max(0, insets.right) - margin,
            maxY: size.height - max(0, insets.bottom) - margin)
        let bounds = Transform.scale(scale, scale).apply(free)
        let padding = Self.padding * scale
        if free.width > 0, free.height > 0,
            let (block, isInitials) = Self.fittingBlock(
                line, bounds, of: viewport.pixelRect, scale: scale, fonts: fonts)
        {
            box = Rect(
                minX: bounds.maxX - block.width - 2 * padding.width,
                minY: bounds.maxY - block.height - 2 * padding.height, maxX: bounds.maxX, maxY: bounds.maxY)
            runs = block.runs(
                anchor: .zero, at: Point(box.minX + padding.width, box.minY + padding.height),
                colors: [palette.foreground.opacity(0.9)])
            replacement = isInitials ? line.initials.map { "\"\($0)\"" } : nil
        } else {
            box = AttributionSymbol.frame(in: free).map { Transform.scale(scale, scale).apply($0) } ?? .null
            (runs, replacement) = ([], box.isNull ? "nothing" : "a symbol")
        }
    }

    /// The text where it is not drawn.
    var omission: Omission? {
        runs.isEmpty ? Omission(id: "attribution", text: line.text, reason: .noRoom) : nil
    }

    /// Tells of names that are not readable in the image.
    func reportShortened(_ diagnostics: DiagnosticSink) {
        guard let replacement else { return }
        diagnostics.add(
            Diagnostic(
                .warning, code: .attributionShortened, path: "attribution",
                "there is no room for \"\(line.text.prefix(200))\"; \(replacement) is drawn",
                hint: "make the map larger, or set the text beside the image and write \"attribution\": \"none\""))
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
        // At the output's corner, only the corner towards the map is rounded; the others lie outside the output.
        let overhang = isFloating ? 0 : radius
        let background = Path.roundedRectangle(
            Rect(minX: box.minX, minY: box.minY, maxX: box.maxX + overhang, maxY: box.maxY + overhang), radius: radius)
        return [
            DrawingItem(
                id: "attribution", role: .attribution, bounds: box,
                mark: .fill(background, .nonZero, .color(palette.background.opacity(0.72))), targets: [target])
        ]
            + runs.map {
                DrawingItem(id: "attribution", role: .attribution, bounds: $0.paintedBounds, mark: .glyphs($0))
            }
    }

    private var target: Target { Target(path: "attribution", title: line.text, shape: .box(box)) }

    /// The text in the largest size that leaves enough of the map: in full, else shortened.
    private static func fittingBlock(
        _ line: AttributionLine, _ bounds: Rect, of output: Rect, scale: Double, fonts: FontLibrary
    ) -> (block: TextBlock, isInitials: Bool)? {
        // A line never ends with "©".
        let text = line.text.replacing("© ", with: "©\u{A0}")
        let short = text.replacing("©\u{A0}OpenStreetMap contributors", with: "©\u{A0}OpenStreetMap")
        let padding = padding * scale
        let limits = Size(width: bounds.width - 2 * padding.width, height: bounds.height - 2 * padding.height)
        guard limits.width > 0, limits.height > 0 else { return nil }
        func fitting(_ text: String, from least: Double, _ coverage: Double) -> TextBlock? {
            for points in stride(from: sizes.upperBound, through: least, by: -0.5) {
                let block = block(text, size: points * scale, width: limits.width, fonts: fonts)
                let area = (block.width + 2 * padding.width) * (block.height + 2 * padding.height)
                if block.width <= limits.width, block.height <= limits.height,
                    area <= coverage * output.width * output.height
                {
                    return block
                }
            }
            return nil
        }
        for coverage in coverages {
            // A shortened line is better read than a small one.
            if short != text, let block = fitting(text, from: 8, coverage) { return (block, false) }
            if let block = fitting(short, from: sizes.lowerBound, coverage) { return (block, false) }
        }
        guard let initials = line.initials else { return nil }
        return coverages.firstNonNil { fitting(initials, from: sizes.lowerBound, $0) }.map { ($0, true) }
    }

    private static func block(_ text: String, size: Double, width: Double, fonts: FontLibrary) -> TextBlock {
        fonts.layout(
            [TextSection(text, font: .interface(weight: 400))],
            options: TextBlockOptions(size: size, maxWidth: width, lineHeight: size * 1.3, justify: .right))
    }
}

/// An "i" in a circle that stands for an attribution without room; points from its top-left corner.
struct AttributionSymbol {
    let palette: DecorationPalette

    private static let size = 14.0
    /// The distance to the output's edges.
    private static let margin = 3.0

    /// The bottom right corner of an area; nil when that is hardly larger than the symbol.
    static func frame(in area: Rect) -> Rect? {
        let side = size + margin
        guard min(area.width, area.height) >= side + 2 * margin else { return nil }
        return Rect(x: area.maxX - side, y: area.maxY - side, width: size, height: size)
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
