// SPDX-License-Identifier: MIT
import MapPlane

/// Vertical text: what would be lines are columns, the first one on the right.
extension FontLibrary {
    func columns(_ ranges: [Range<Int>], of content: SectionedText, options: TextBlockOptions) -> TextBlock {
        let columns = ranges.map { column($0, of: content, options: options) }
        var block = TextBlock(text: content.text)
        block.height = columns.map(\.length).max() ?? 0
        let widths = ranges.map { options.lineHeight * content.scale(in: $0) }
        block.width = widths.reduce(0, +)
        var right = block.width
        for (column, width) in zip(columns, widths) {
            let place = Point(right - width / 2, (block.height - column.length) * options.justify.share)
            block.lines.append(.init(x: place.x, width: column.length, baseline: place.y, range: column.range))
            for glyph in column.glyphs {
                var glyph = glyph
                glyph.origin = glyph.origin + place
                block.glyphs.append(glyph)
            }
            for box in column.boxes {
                block.boxes.append(.init(rect: box.rect.offset(by: place), section: box.section))
            }
            if !column.ink.isNull { block.inkBounds = block.inkBounds.union(column.ink.offset(by: place)) }
            block.missing += column.missing
            right -= width
        }
        block.missing = block.missing.unique
        return block
    }

    private func column(_ range: Range<Int>, of content: SectionedText, options: TextBlockOptions) -> Column {
        var column = Column(range: range)
        guard !range.isEmpty else { return column }
        let shaped = line(content.key(for: range))
        let bytes = content.text.utf8
        column.missing = shaped.missing
        var glyphs = shaped.glyphs[...]
        while let first = glyphs.first {
            let cluster = glyphs.prefix { $0.cluster == first.cluster }
            glyphs = glyphs.dropFirst(cluster.count)
            let offset = range.lowerBound + first.cluster
            let section = content.section(at: offset)
            let size = options.size * content.sections[section].scale
            let scalar = content.text.unicodeScalars[bytes.index(bytes.startIndex, offsetBy: offset)]
            if let box = content.sections[section].box {
                column.append(box, section: section)
            } else if scalar.needsShaping || scalar.properties.isWhitespace {
                column.appendLying(cluster, size: size, section: section, capHeight: shaped.metrics.capHeight * size)
            } else {
                column.appendUpright(cluster, size: size, section: section)
            }
            if cluster.last?.spaceAfter == true, !glyphs.isEmpty { column.length += options.letterSpacing }
        }
        return column
    }
}

/// A column before it has its place in the block: origins from the middle of its upper end.
private struct Column {
    /// Where the baseline of an upright character is in its square, in ems from the top: MapLibre's.
    private static let uprightBaseline = 0.875

    let range: Range<Int>
    var length = 0.0
    private(set) var ink = Rect.null
    private(set) var glyphs: [TextBlock.Glyph] = []
    private(set) var boxes: [TextBlock.Box] = []
    var missing: [Unicode.Scalar] = []

    init(range: Range<Int>) {
        self.range = range
    }

    /// A character in a square of one em.
    mutating func appendUpright(_ cluster: ArraySlice<UnscaledLine.Glyph>, size: Double, section: Int) {
        var x = -cluster.reduce(0) { $0 + $1.advance } * size / 2
        for glyph in cluster {
            let y = length + (Column.uprightBaseline + glyph.offset.y) * size
            append(glyph, .init(glyph, origin: Point(x + glyph.offset.x * size, y), size: size, section: section))
            x += glyph.advance * size
        }
        length += size
    }

    /// A character turned to the right, as in a line that goes down.
    mutating func appendLying(_ cluster: ArraySlice<UnscaledLine.Glyph>, size: Double, section: Int, capHeight: Double)
    {
        for glyph in cluster {
            let origin = Point(-capHeight / 2 - glyph.offset.y * size, length + glyph.offset.x * size)
            append(glyph, .init(glyph, origin: origin, size: size, section: section, angle: .pi / 2))
            length += glyph.advance * size
        }
    }

    mutating func append(_ box: Size, section: Int) {
        let rect = Rect(x: -box.width / 2, y: length, width: box.width, height: box.height)
        boxes.append(.init(rect: rect, section: section))
        ink = ink.union(rect)
        length += box.height
    }

    private mutating func append(_ glyph: UnscaledLine.Glyph, _ placed: TextBlock.Glyph) {
        guard !glyph.ink.isNull else { return }
        let place = Transform.scale(placed.size, placed.size).then(.rotation(placed.angle))
        ink = ink.union(place.apply(glyph.ink).offset(by: placed.origin))
        glyphs.append(placed)
    }
}
