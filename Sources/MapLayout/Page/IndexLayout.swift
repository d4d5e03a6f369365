// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapGeometry
import MapImages
package import MapText

/// The pages of an index: names in columns, each with the sheets and squares in which it stands.
package struct IndexLayout {
    /// A name, and where it stands.
    package struct Entry: Hashable, Sendable {
        package var name: String
        /// The sheet, the square on it, and what a link to the sheet leads to.
        package var places: [Place]

        package struct Place: Hashable, Sendable {
            package var sheet: Int
            package var square: String
            package var destination: String

            package init(sheet: Int, square: String, destination: String) {
                (self.sheet, self.square, self.destination) = (sheet, square, destination)
            }

            var text: String { square.isEmpty ? "\(sheet)" : "\(sheet) \(square)" }
        }

        /// What it stands under.
        package var initial: String

        package init(name: String, initial: String, places: [Place]) {
            (self.name, self.initial, self.places) = (name, initial, places)
        }
    }

    private let size: Size
    private let margin: Double
    private let title: String
    private let fonts: FontLibrary

    private static let (columnWidth, gap, line, letters) = (170.0, 16.0, 12.0, 9.0)
    private static let heading = 40.0
    private static let mostPlaces = 6

    /// - Parameters:
    ///   - size: of a page, in points.
    ///   - margin: in points.
    ///   - title: above the first page.
    ///   - fonts: for the letters.
    package init(size: Size, margin: Double, title: String, fonts: FontLibrary) {
        (self.size, self.margin, self.title, self.fonts) = (size, margin, title, fonts)
    }

    /// A drawing for each page, in points.
    package func pages(_ entries: [Entry]) -> [Drawing] {
        let room = Rect(size: size).inset(by: margin)
        guard room.width > 40, room.height > 80 else { return [] }
        let columns = max(1, Int((room.width + Self.gap) / (Self.columnWidth + Self.gap)))
        let width = (room.width - Double(columns - 1) * Self.gap) / Double(columns)
        var pages: [Drawing] = []
        var (column, y) = (0, room.maxY)
        var letter = ""
        func newColumn() {
            column += 1
            if pages.isEmpty || column >= columns {
                pages.append(page(isFirst: pages.isEmpty, room))
                column = 0
            }
            y = room.minY + (pages.count == 1 ? Self.heading : 0)
        }
        func add(_ item: DrawingItem) {
            guard let last = pages.indices.last else { return }
            pages[last].items.append(item)
        }
        for (index, entry) in entries.enumerated() {
            let initial = entry.initial
            let isNew = initial != letter
            // A letter stands above at least one of its names.
            let needed = Self.line * (isNew ? 2.6 : 1)
            if y + needed > room.maxY { newColumn() }
            let x = room.minX + Double(column) * (width + Self.gap)
            if isNew {
                letter = initial
                y += pages.last.map { _ in Self.line * 0.4 } ?? 0
                add(
                    text(
                        initial, at: Point(x, y), weight: 700, size: 11, Color(rgb: 0xB0152B),
                        id: "index/letter-\(index)"
                    ).0)
                y += Self.line * 1.2
            }
            let places =
                entry.places.prefix(Self.mostPlaces).map(\.text).joined(separator: ", ")
                + (entry.places.count > Self.mostPlaces ? " …" : "")
            var (right, rightWidth) = text(
                places, at: Point(x, y), weight: 500, size: Self.letters, Color(rgb: 0x4A5563),
                id: "index/\(index)/places")
            right.mark = right.mark.moved(by: Point(width - rightWidth, 0))
            right.bounds = right.bounds.offset(by: Point(width - rightWidth, 0))
            var (left, _) = text(
                entry.name, at: Point(x, y), weight: 400, size: Self.letters, Color(rgb: 0x1B2430),
                id: "index/\(index)",
                width: max(20, width - rightWidth - 6))
            let box = Rect(x: x, y: y, width: width, height: Self.line)
            left.targets = [
                Target(
                    path: "index/\(index)", name: nil, alt: nil,
                    href: entry.places.first.map { "#" + $0.destination }, shape: .box(box))
            ]
            add(left)
            add(right)
            y += Self.line
        }
        return pages
    }

    private func page(isFirst: Bool, _ room: Rect) -> Drawing {
        var drawing = Drawing(
            width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)), scale: 1)
        drawing.items = [
            DrawingItem(
                id: "index/paper", role: .background, bounds: drawing.rect,
                mark: .fill(.rectangle(drawing.rect), .nonZero, .color(.white)))
        ]
        if isFirst {
            drawing.items.append(
                text(
                    title, at: Point(room.minX, room.minY), weight: 700, size: 22, Color(rgb: 0x1B2430),
                    id: "index/title"
                ).0)
        }
        return drawing
    }

    /// A line of text, cut at a width, and how wide it is.
    private func text(
        _ text: String, at corner: Point, weight: Int, size: Double, _ color: Color, id: String,
        width: Double = .infinity
    ) -> (DrawingItem, Double) {
        func block(_ text: String) -> TextBlock {
            fonts.layout(
                [TextSection(text, font: .interface(weight: weight))],
                options: TextBlockOptions(size: size, lineHeight: size * 1.33, justify: .left))
        }
        var shown = block(text)
        var letters = text
        while shown.width > width, letters.count > 2 {
            letters = String(letters.dropLast(2))
            shown = block(letters + "…")
        }
        let marks = shown.marks(at: corner, [color])
        let item = DrawingItem(id: id, role: .decoration, bounds: marks.bounds, mark: .group(Group(marks: marks)))
        return (item, shown.width)
    }
}
