// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapScene
import MapText

/// A legend's card; points from its top-left corner.
struct LegendArtwork {
    private(set) var size = Size(width: 0, height: 0)
    private(set) var marks: [Mark] = []
    /// The entries beyond the limit.
    private(set) var omittedEntries: [Entry] = []

    /// A legend entry by its label and title.
    struct Entry: Hashable {
        var label: String
        var title: String?
    }

    private static let padding = 10.0
    private static let badge = 18.0
    private static let textLeft = padding + badge + 8

    private enum Badge {
        case text(String)
        case image(AnnotationImage, name: String)

        init?(_ sign: Annotation.LegendSign?, _ images: [ImageAsset: AnnotationImage]) {
            switch sign {
            case .text(let text): self = .text(text)
            case .image(let asset, or: let text):
                let image = images[asset].map { Badge.image($0, name: asset.name.replacing("\"", with: "")) }
                guard let badge = image ?? text.map(Badge.text) else { return nil }
                self = badge
            case nil: return nil
            }
        }

        var label: String {
            switch self {
            case .text(let text): text
            case .image(_, let name): name
            }
        }
    }

    private struct Row {
        var badge: Badge
        var entry: Entry
        var tint: Color
        var foreground: Color
        var title: ShapedLine
        var subtitle: ShapedLine?

        var height: Double { subtitle == nil ? 22 : 34 }
    }

    /// Says what the scales of data mean, and lists the first annotations that have a legend label, in the order of the scene; nil
    /// when there is nothing of both.
    init?(
        _ legend: Legend, _ annotations: [Annotation], maxCount: Int, palette: DecorationPalette,
        text: AnnotationText, images: [ImageAsset: AnnotationImage]
    ) {
        let textWidth = max(20, legend.maxWidth - Self.textLeft - Self.padding - 2)
        var rows = annotations.compactMap { annotation -> Row? in
            guard let title = annotation.legendTitle, let badge = Badge(annotation.legendSign, images) else {
                return nil
            }
            let subtitle = annotation.subtitle.flatMap { $0.isEmpty || $0 == title ? nil : $0 }
            return Row(
                badge: badge, entry: Entry(label: badge.label, title: title),
                tint: annotation.tint ?? .systemRed, foreground: annotation.marker?.glyphTint ?? .white,
                title: text.line(title, size: 12.5, weight: 600, maxWidth: textWidth),
                subtitle: subtitle.map { text.line($0, size: 11, weight: 400, maxWidth: textWidth) })
        }
        guard !rows.isEmpty || !legend.sections.isEmpty else { return nil }
        let scales = DataLegendArtwork(
            legend, maxWidth: legend.maxWidth - 2 * Self.padding, palette: palette, text: text)
        let head = legend.title.map {
            text.line($0, size: 12.5, weight: 700, maxWidth: legend.maxWidth - 2 * Self.padding)
        }
        let scalesTop = Self.padding - 3 + (head == nil ? 0 : 22)
        let scalesHeight = legend.sections.isEmpty ? 0 : scales.size.height + (rows.isEmpty ? 0 : 8)
        let top = scalesTop + scalesHeight
        func height(_ rows: [Row]) -> Double { top + rows.reduce(0) { $0 + $1.height } + Self.padding - 3 }
        omittedEntries = rows.dropFirst(maxCount).map(\.entry)
        rows = Array(rows.prefix(maxCount))
        let maxTitleWidth = rows.map { max($0.title.width, $0.subtitle?.width ?? 0) }.max() ?? 0
        let widths = [
            rows.isEmpty ? 0 : Self.textLeft + maxTitleWidth, Self.padding + (head?.width ?? 0),
            legend.sections.isEmpty ? 0 : Self.padding + scales.size.width,
        ]
        let width = (widths.max() ?? 0) + Self.padding + 2
        size = Size(width: width.rounded(.up), height: height(rows))

        marks = palette.card(size)
        if let head { marks.append(head.mark(x: Self.padding, top: 8, lineHeight: 17, color: palette.foreground)) }
        if !legend.sections.isEmpty { marks += scales.marks.moved(by: Point(Self.padding, scalesTop)) }
        var y = top
        for row in rows {
            marks += badge(row, top: y, palette, text)
            let titleTop = y + (row.subtitle == nil ? 3 : 1.5)
            marks.append(line(row.title, titleTop, 16, palette.emphasis))
            if let subtitle = row.subtitle {
                marks.append(line(subtitle, titleTop + 16, 14, palette.foreground.opacity(0.8)))
            }
            y += row.height
        }
    }

    /// A line of text; right-to-left lines are aligned right.
    private func line(_ line: ShapedLine, _ top: Double, _ lineHeight: Double, _ color: Color) -> Mark {
        let x = line.isRightToLeft ? size.width - Self.padding - line.width : Self.textLeft
        return line.mark(x: x, top: top, lineHeight: lineHeight, color: color)
    }

    private func badge(_ row: Row, top: Double, _ palette: DecorationPalette, _ text: AnnotationText) -> [Mark] {
        let middle = Point(Self.padding + Self.badge / 2, top + 11)
        return [.fill(.circle(center: middle, radius: Self.badge / 2), .nonZero, .color(row.tint))]
            + glyph(row, at: middle, text)
    }

    private func glyph(_ row: Row, at middle: Point, _ text: AnnotationText) -> [Mark] {
        switch row.badge {
        case .image(let image, _):
            let shrink = min(1, 13 / image.size.width, 13 / image.size.height)
            let size = image.size * shrink
            let rect = Rect(
                x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
            return [image.tinted(row.foreground).mark(in: rect)]
        case .text(let string):
            let unscaled = text.line(string, size: 11, weight: 700)
            let size = max(6, min(11, 11 * 13 / max(1, unscaled.width)))
            let label = text.line(string, size: size, weight: 700)
            let ink = label.inkBounds
            let left = ink.isNull ? label.width / 2 : (ink.minX + ink.maxX) / 2
            return [label.mark(at: Point(middle.x - left, middle.y + label.capHeight / 2), color: row.foreground)]
        }
    }
}
