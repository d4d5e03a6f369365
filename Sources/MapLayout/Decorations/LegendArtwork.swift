// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapScene
import MapText

/// A legend with its texts shaped for its width, of which a card shows as many entries as it has room for.
struct LegendArtwork {
    /// A legend entry by its label and title.
    struct Entry: Hashable {
        var label: String
        var title: String?

        /// Of an entry without room in the legend of a path.
        func omission(from path: String) -> Omission {
            Omission(id: "\(path)/\(label)", text: title, reason: .noRoom)
        }
    }

    private let head: ShapedLine?
    private let scales: DataLegendArtwork?
    private var rows: [Row] = []
    /// The entries after the rows.
    private var rest: [Entry] = []
    private let palette: DecorationPalette
    private let text: AnnotationText

    private static let padding = 10.0
    private static let badge = 18.0
    private static let textLeft = padding + badge + 8
    /// The height of the lowest entry: a card is at least so high for each.
    private static let entryHeight = 22.0

    /// No more entries have room in a card of this height.
    static func mostEntries(in height: Double) -> Int { Int(height / entryHeight) }

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

        var height: Double { LegendArtwork.entryHeight + (subtitle == nil ? 0 : 12) }
    }

    /// Says what the scales of data mean, and lists the annotations that have a legend label, in the order of the scene; nil when
    /// there is nothing of both. No card will list more than `maxCount` of them.
    init?(
        _ legend: Legend, _ annotations: [Annotation], maxCount: Int = .max, palette: DecorationPalette,
        text: AnnotationText, images: [ImageAsset: AnnotationImage]
    ) {
        (self.palette, self.text) = (palette, text)
        let textWidth = max(20, legend.maxWidth - Self.textLeft - Self.padding - 2)
        for annotation in annotations {
            guard let title = annotation.legendTitle, let badge = Badge(annotation.legendSign, images) else { continue }
            let entry = Entry(label: badge.label, title: title)
            guard rows.count < maxCount else {
                rest.append(entry)
                continue
            }
            let subtitle = annotation.subtitle.flatMap { $0.isEmpty || $0 == title ? nil : $0 }
            rows.append(
                Row(
                    badge: badge, entry: entry, tint: annotation.tint ?? .systemRed,
                    foreground: annotation.marker?.glyphTint ?? .white,
                    title: text.line(title, size: 12.5, weight: 600, maxWidth: textWidth),
                    subtitle: subtitle.map { text.line($0, size: 11, weight: 400, maxWidth: textWidth) }))
        }
        if rows.isEmpty, rest.isEmpty, legend.sections.isEmpty { return nil }
        let width = legend.maxWidth - 2 * Self.padding
        scales =
            legend.sections.isEmpty ? nil : DataLegendArtwork(legend, maxWidth: width, palette: palette, text: text)
        head = legend.title.map { text.line($0, size: 12.5, weight: 700, maxWidth: width) }
    }

    /// The card with the first entries; points from its top-left corner.
    ///
    /// - Parameters:
    ///   - maxCount: no more entries are listed.
    ///   - maxHeight: the last entries are left out where the card would be higher.
    /// - Returns: the card at its full size.
    func card(maxCount: Int = .max, maxHeight: Double = .infinity) -> DecorationArtwork {
        let scalesTop = Self.padding - 3 + (head == nil ? 0 : 22)
        let top = scalesTop + (scales.map { $0.size.height + (rows.isEmpty && rest.isEmpty ? 0 : 8) } ?? 0)
        var (count, listed) = (0, 0.0)
        func height(_ listed: Double) -> Double { top + listed + Self.padding - 3 }
        while count < min(maxCount, rows.count), height(listed + rows[count].height) <= maxHeight {
            listed += rows[count].height
            count += 1
        }
        let shown = rows.prefix(count)
        let entryWidths = shown.map { Self.textLeft + max($0.title.width, $0.subtitle?.width ?? 0) }
        let otherWidth = Self.padding + max(head?.width ?? 0, scales?.size.width ?? 0)
        let width = (max(otherWidth, entryWidths.max() ?? 0) + Self.padding + 2).rounded(.up)
        /// A line of text; right-to-left lines are aligned right.
        func mark(_ line: ShapedLine, _ top: Double, _ lineHeight: Double, _ color: Color) -> Mark {
            let x = line.isRightToLeft ? width - Self.padding - line.width : Self.textLeft
            return line.mark(x: x, top: top, lineHeight: lineHeight, color: color)
        }
        let size = Size(width: width, height: height(listed))
        var marks = palette.card(size)
        if let head { marks.append(head.mark(x: Self.padding, top: 8, lineHeight: 17, color: palette.foreground)) }
        if let scales { marks += scales.marks.moved(by: Point(Self.padding, scalesTop)) }
        var y = top
        for row in shown {
            marks += badge(row, top: y)
            let titleTop = y + (row.subtitle == nil ? 3 : 1.5)
            marks.append(mark(row.title, titleTop, 16, palette.emphasis))
            if let subtitle = row.subtitle {
                marks.append(mark(subtitle, titleTop + 16, 14, palette.foreground.opacity(0.8)))
            }
            y += row.height
        }
        return DecorationArtwork(
            size: size, marks: marks, omittedEntries: rows.dropFirst(count).map(\.entry) + rest)
    }

    private func badge(_ row: Row, top: Double) -> [Mark] {
        let middle = Point(Self.padding + Self.badge / 2, top + Self.entryHeight / 2)
        return [.fill(.circle(center: middle, radius: Self.badge / 2), .nonZero, .color(row.tint))]
            + glyph(row, at: middle)
    }

    private func glyph(_ row: Row, at middle: Point) -> [Mark] {
        switch row.badge {
        case .image(let image, _):
            let shrink = min(1, 13 / image.size.width, 13 / image.size.height)
            let rect = Rect(center: middle, size: image.size * shrink)
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

/// What a legend says of the scales of data overlays: classes, bars of colors, nested circles, lines of several widths; points from
/// the upper-left corner of its first line.
struct DataLegendArtwork {
    private(set) var size = Size(width: 0, height: 0)
    private(set) var marks: [Mark] = []

    private let text: AnnotationText
    private let palette: DecorationPalette
    private let maxWidth: Double
    private let hasCounts: Bool

    private static let rowHeight = 18.0
    private static let swatch = Size(width: 20, height: 14)
    private static let fontSize = 11.5

    init(_ legend: Legend, maxWidth: Double, palette: DecorationPalette, text: AnnotationText) {
        (self.text, self.palette, self.maxWidth, hasCounts) = (text, palette, maxWidth, legend.counts)
        let areNamed = legend.title == nil || legend.sections.count > 1
        for (index, section) in legend.sections.enumerated() {
            if index > 0 { size.height += 8 }
            if let title = section.title ?? (areNamed ? section.name : nil), !title.isEmpty {
                let isHead = legend.title == nil && index == 0
                let line = text.line(title, size: isHead ? 12.5 : 11.5, weight: isHead ? 700 : 600, maxWidth: maxWidth)
                marks.append(line.mark(x: 0, top: size.height, lineHeight: 16, color: palette.foreground))
                grow(line.width)
                size.height += 20
            }
            switch section.content {
            case .classes(let rows, let symbol): addRows(rows + (section.noData.map { [$0] } ?? []), symbol)
            case .bar(let colors, let ticks):
                addBar(colors, ticks)
                if let row = section.noData { addRows([row], .area) }
            case .circles(let sizes, let fill, let edge): addCircles(sizes, fill, edge)
            case .widths(let sizes, let color): addWidths(sizes, color)
            }
        }
    }

    private mutating func grow(_ width: Double) { size.width = max(size.width, width) }

    private mutating func addRows(_ rows: [LegendSection.Row], _ symbol: LegendSection.Symbol) {
        let left = Self.swatch.width + 8
        let counts = hasCounts ? rows.map { text.line($0.count, size: 10.5, weight: 400) } : []
        let countWidth = (counts.map(\.width).max() ?? -12) + 12
        let lines = rows.map {
            text.line($0.text, size: Self.fontSize, weight: 500, maxWidth: max(20, maxWidth - left - countWidth))
        }
        let width = left + (lines.map(\.width).max() ?? 0) + countWidth
        for (index, row) in rows.enumerated() {
            let top = size.height
            marks += sign(of: row.color, symbol, at: Point(0, top + Self.rowHeight / 2))
            marks.append(lines[index].mark(x: left, top: top, lineHeight: Self.rowHeight, color: palette.emphasis))
            if hasCounts {
                marks.append(
                    counts[index].mark(
                        x: width - counts[index].width, top: top, lineHeight: Self.rowHeight,
                        color: palette.foreground.opacity(0.75)))
            }
            size.height += Self.rowHeight
        }
        grow(width)
    }

    /// A class's sign, whose left end is in the middle of a row.
    private func sign(of color: Color, _ symbol: LegendSection.Symbol, at left: Point) -> [Mark] {
        let edge = palette.hairline
        switch symbol {
        case .area:
            let frame = Rect(
                x: left.x, y: left.y - Self.swatch.height / 2, width: Self.swatch.width, height: Self.swatch.height)
            return [
                .fill(.roundedRectangle(frame, radius: 2), .nonZero, .color(color)),
                .stroke(.roundedRectangle(frame.inset(by: 0.25), radius: 2), StrokeStyle(width: 0.5), edge),
            ]
        case .dot:
            let circle = Path.circle(center: Point(left.x + Self.swatch.width / 2, left.y), radius: 5.5)
            return [.fill(circle, .nonZero, .color(color)), .stroke(circle, StrokeStyle(width: 0.5), edge)]
        case .line:
            return [line(from: left.x, to: left.x + Self.swatch.width, y: left.y, width: 3.5, color)]
        }
    }

    private func line(from x: Double, to end: Double, y: Double, width: Double, _ color: Color) -> Mark {
        let bar = Rect(x: x, y: y - width / 2, width: end - x, height: width)
        return .fill(.roundedRectangle(bar, radius: width / 2), .nonZero, .color(color))
    }

    private mutating func addBar(_ colors: [Color], _ ticks: [LegendSection.Tick]) {
        let width = max(60, min(maxWidth, 176))
        let frame = Rect(x: 0, y: size.height, width: width, height: 11)
        let stops = colors.enumerated().map { index, color in
            GradientStop(Double(index) / Double(max(1, colors.count - 1)), color)
        }
        let gradient = LinearGradient(from: Point(0, frame.minY), to: Point(width, frame.minY), stops: stops)
        marks += [
            .fill(.roundedRectangle(frame, radius: 2), .nonZero, .linearGradient(gradient)),
            .stroke(.roundedRectangle(frame.inset(by: 0.25), radius: 2), StrokeStyle(width: 0.5), palette.hairline),
        ]
        var end = -Double.infinity
        for tick in ticks {
            let line = text.line(tick.text, size: 10.5, weight: 500)
            let place = tick.place * width
            let x = min(max(0, place - line.width / 2), width - line.width)
            guard x >= end + 5 else { continue }
            end = x + line.width
            let mark = Rect(x: min(max(0.5, place), width - 0.5) - 0.5, y: frame.maxY, width: 1, height: 3)
            marks.append(.fill(.rectangle(mark), .nonZero, .color(palette.foreground.opacity(0.6))))
            marks.append(line.mark(x: x, top: frame.maxY + 3, lineHeight: 15, color: palette.emphasis))
        }
        grow(width)
        size.height += 32
    }

    /// Circles that stand on one line, each with a line that leads from its top to its value.
    private mutating func addCircles(_ sizes: [LegendSection.Size], _ fill: Color, _ edge: Color) {
        // Larger ones than a card has room for would be no measure any more.
        let shown = sizes.filter { $0.points <= max(40, maxWidth - 60) }
        guard let largest = shown.map(\.points).max() else { return }
        let bottom =
            size.height + max(largest, 13.0 * Double(shown.count - 1) + shown.map(\.points).reduce(largest, min)) + 4
        let middle = largest / 2 + 1
        let left = largest + 16
        var lowest = size.height - 16
        for item in shown {
            let radius = item.points / 2
            let circle = Path.circle(center: Point(middle, bottom - radius), radius: max(0.5, radius - 0.4))
            marks += [.fill(circle, .nonZero, .color(fill)), .stroke(circle, StrokeStyle(width: 0.8), edge)]
        }
        for item in shown {
            let top = bottom - item.points
            let line = text.line(item.text, size: 10.5, weight: 500, maxWidth: max(20, maxWidth - left))
            let place = max(lowest + 14, top)
            lowest = place
            var lead = Path()
            lead.move(to: Point(middle, top + 0.4))
            lead.line(to: Point(largest + 6, place))
            lead.line(to: Point(left - 3, place))
            marks.append(.stroke(lead, StrokeStyle(width: 0.5), palette.foreground.opacity(0.6)))
            marks.append(line.mark(x: left, top: place - 7.5, lineHeight: 15, color: palette.emphasis))
            grow(left + line.width)
        }
        size.height = max(bottom, lowest + 8) + 4
    }

    private mutating func addWidths(_ sizes: [LegendSection.Size], _ color: Color) {
        let length = 34.0
        for item in sizes {
            let height = max(Self.rowHeight, item.points + 6)
            let line = text.line(item.text, size: Self.fontSize, weight: 500, maxWidth: max(20, maxWidth - length - 10))
            let middle = size.height + height / 2
            marks.append(self.line(from: 0, to: length, y: middle, width: item.points, color))
            marks.append(
                line.mark(
                    x: length + 10, top: middle - Self.rowHeight / 2, lineHeight: Self.rowHeight,
                    color: palette.emphasis))
            grow(length + 10 + line.width)
            size.height += height
        }
    }
}
