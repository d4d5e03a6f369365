// SPDX-License-Identifier: MIT
import MapGeometry

extension FontLibrary {
    /// Breaks text into lines, shapes each and stacks them.
    ///
    /// Each line is `lineHeight` tall, with capital letters centered vertically: a label centered on a point looks
    /// centered. Lines with a tall inline image are taller. Characters that no font has are omitted without a gap.
    package func layout(_ sections: [TextSection], options: TextBlockOptions) -> TextBlock {
        let content = SectionedText(sections, options: options)
        let whole = line(content.key(for: content.range))
        let removals = removals(in: content.text, of: whole)
        guard removals.isEmpty else {
            var block = layout(content.removing(removals), options: options)
            block.missing = whole.missing
            return block
        }
        let ranges = lineRanges(of: content, options: options)
        if options.direction == .vertical { return columns(ranges, of: content, options: options) }
        return stack(ranges.map { placedLine($0, of: content, options: options) }, of: content, options: options)
    }

    /// Lays out a label in a single font.
    package func layout(_ text: String, font: FontRequest, options: TextBlockOptions) -> TextBlock {
        layout([TextSection(text, font: font)], options: options)
    }

    private func stack(_ lines: [PlacedLine], of content: SectionedText, options: TextBlockOptions) -> TextBlock {
        var block = TextBlock(text: content.text)
        block.width = lines.map(\.length).max() ?? 0
        for line in lines {
            let x = (block.width - line.length) * options.justify.leadingFraction
            let height = options.lineHeight * line.scale
            block.add(line, at: Point(x, block.height + line.extraHeight + height / 2 + line.capHeight / 2))
            block.height += height + line.extraHeight
        }
        block.missing = block.missing.unique
        return block
    }

    private func placedLine(_ range: Range<Int>, of content: SectionedText, options: TextBlockOptions) -> PlacedLine {
        let scale = content.scale(in: range)
        var placed = PlacedLine(range: range, scale: scale)
        guard !range.isEmpty else { return placed }
        let shaped = line(content.key(for: range))
        placed.capHeight = shaped.capHeight * options.size * scale
        placed.missing = shaped.missing
        var pen = 0.0
        for (index, glyph) in shaped.glyphs.enumerated() {
            let offset = range.lowerBound + glyph.cluster
            let section = content.section(at: offset)
            let size = options.size * content.sections[section].scale
            let origin = Point(pen + glyph.offset.x * size, glyph.offset.y * size)
            if let box = content.sections[section].box {
                let rect = Rect(x: pen, y: -box.height, width: box.width, height: box.height)
                placed.boxes.append(.init(rect: rect, section: section))
                placed.ink = placed.ink.union(rect)
                placed.extraHeight = max(placed.extraHeight, box.height - options.size * scale)
            } else if !glyph.inkBounds.isNull {
                placed.glyphs.append(.init(glyph, origin: origin, size: size, section: section, offset: offset))
                placed.ink = placed.ink.union(Transform.scale(size, size).apply(glyph.inkBounds).offset(by: origin))
            }
            pen += content.advance(of: glyph, section: section, size: options.size)
            if glyph.spaceAfter, index + 1 < shaped.glyphs.count { pen += options.letterSpacing }
        }
        placed.length = pen
        return placed
    }
}

extension TextBlock {
    fileprivate mutating func add(_ line: PlacedLine, at origin: Point) {
        lines.append(.init(x: origin.x, width: line.length, range: line.range))
        for var glyph in line.glyphs {
            glyph.origin = glyph.origin + origin
            glyphs.append(glyph)
        }
        for box in line.boxes { boxes.append(.init(rect: box.rect.offset(by: origin), section: box.section)) }
        if !line.ink.isNull { inkBounds = inkBounds.union(line.ink.offset(by: origin)) }
        missing += line.missing
    }
}

/// A line or column before it is positioned in the block, relative to the line's left end and baseline, or to the center
/// of the column's upper end.
private struct PlacedLine {
    let range: Range<Int>
    /// The largest scale of a line's sections.
    var scale = 1.0
    /// The additional height for a line's inline image.
    var extraHeight = 0.0
    /// Of a line.
    var capHeight = 0.0
    var length = 0.0
    var ink = Rect.null
    var glyphs: [TextBlock.Glyph] = []
    var boxes: [TextBlock.Box] = []
    var missing: [Unicode.Scalar] = []
}

extension FontLibrary {
    /// The ranges of a text's lines, without leading and trailing whitespace.
    func lineRanges(of content: SectionedText, options: TextBlockOptions) -> [Range<Int>] {
        let fullRange = content.range
        guard !fullRange.isEmpty else { return [] }
        let hasBreak = content.text.utf8.contains(0x0A)
        guard hasBreak || options.maxWidth.isFinite else { return [content.trimmed(fullRange)] }
        let advances = advances(of: content, options: options)
        let unit = LineBreaker.unitsPerEm / max(options.size, .leastNormalMagnitude)
        let maxWidth = max(0, options.maxWidth)
        guard hasBreak || advances.reduce(0, +) > maxWidth else { return [content.trimmed(fullRange)] }

        let boxEnds = Set(zip(content.sections, content.ends).filter { $0.0.box != nil }.map(\.1))
        let found = LineBreakCandidates(content.text, advances: advances.map { $0 * unit }, boxEnds: boxEnds) {
            lineBreaks(in: content.text, language: options.language)
        }
        let starts = LineBreaker(total: found.totalWidth, maxWidth: maxWidth * unit).breaks(
            found.candidates, end: found.end)
        return zip([0] + starts, starts + [fullRange.upperBound]).map { content.trimmed($0..<$1) }
    }

    /// The width of each cluster at its first byte, in logical order.
    private func advances(of content: SectionedText, options: TextBlockOptions) -> [Double] {
        var advances = [Double](repeating: 0, count: content.text.utf8.count)
        for glyph in line(content.key(for: content.range)).glyphs where advances.indices.contains(glyph.cluster) {
            let section = content.section(at: glyph.cluster)
            advances[glyph.cluster] += content.advance(of: glyph, section: section, size: options.size)
            if glyph.spaceAfter { advances[glyph.cluster] += options.letterSpacing }
        }
        return advances
    }
}

extension SectionedText {
    /// The advance of a glyph or inline image, in pixels.
    func advance(of glyph: UnscaledLine.Glyph, section: Int, size: Double) -> Double {
        sections[section].box?.width ?? glyph.advance * size * sections[section].scale
    }
}

/// Vertical text: columns instead of lines, from right to left.
extension FontLibrary {
    func columns(_ ranges: [Range<Int>], of content: SectionedText, options: TextBlockOptions) -> TextBlock {
        let columns = ranges.map { column($0, of: content, options: options) }
        var block = TextBlock(text: content.text)
        block.height = columns.map(\.length).max() ?? 0
        let widths = ranges.map { options.lineHeight * content.scale(in: $0) }
        block.width = widths.reduce(0, +)
        var right = block.width
        for (column, width) in zip(columns, widths) {
            let origin = Point(right - width / 2, (block.height - column.length) * options.justify.leadingFraction)
            block.add(column, at: origin)
            right -= width
        }
        block.missing = block.missing.unique
        return block
    }

    private func column(_ range: Range<Int>, of content: SectionedText, options: TextBlockOptions) -> PlacedLine {
        var column = PlacedLine(range: range)
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
                column.appendRotated(cluster, size: size, section: section, capHeight: shaped.capHeight * size)
            } else {
                column.appendUpright(cluster, size: size, section: section)
            }
            if cluster.last?.spaceAfter == true, !glyphs.isEmpty { column.length += options.letterSpacing }
        }
        return column
    }
}

/// How a column is filled.
extension PlacedLine {
    /// The baseline of an upright character within its em square, from the top, as in MapLibre.
    private static let uprightBaseline = 0.875

    /// Adds an upright character in an em square.
    mutating func appendUpright(_ cluster: ArraySlice<UnscaledLine.Glyph>, size: Double, section: Int) {
        var x = -cluster.reduce(0) { $0 + $1.advance } * size / 2
        for glyph in cluster {
            let y = length + (Self.uprightBaseline + glyph.offset.y) * size
            let origin = Point(x + glyph.offset.x * size, y)
            append(
                glyph,
                .init(glyph, origin: origin, size: size, section: section, offset: range.lowerBound + glyph.cluster))
            x += glyph.advance * size
        }
        length += size
    }

    /// Adds a character rotated by 90° clockwise.
    mutating func appendRotated(
        _ cluster: ArraySlice<UnscaledLine.Glyph>, size: Double, section: Int, capHeight: Double
    ) {
        for glyph in cluster {
            let origin = Point(-capHeight / 2 - glyph.offset.y * size, length + glyph.offset.x * size)
            append(
                glyph,
                .init(
                    glyph, origin: origin, size: size, section: section, offset: range.lowerBound + glyph.cluster,
                    angle: .pi / 2))
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
        guard !glyph.inkBounds.isNull else { return }
        let transform = Transform.scale(placed.size, placed.size).then(.rotation(placed.angle))
        ink = ink.union(transform.apply(glyph.inkBounds).offset(by: placed.origin))
        glyphs.append(placed)
    }
}

/// The sections of a block joined into one text. Offsets are UTF-8 bytes.
struct SectionedText {
    let text: String
    let sections: [TextSection]
    /// The end offset of each section.
    let ends: [Int]
    let isRightToLeft: Bool
    let language: String?
    let ligatures: Bool
    let isVertical: Bool

    init(_ sections: [TextSection], options: TextBlockOptions) {
        let sections = sections.map { section in
            var section = section
            section.text = section.text.withBoundedMarks
            return section
        }
        self.sections = sections
        var text = ""
        var ends: [Int] = []
        for section in sections {
            text += section.text
            ends.append(text.utf8.count)
        }
        self.text = text
        self.ends = ends
        isRightToLeft = text.readsFromTheRight
        language = options.language
        ligatures = options.letterSpacing == 0
        isVertical = options.direction == .vertical
    }

    var range: Range<Int> { 0..<text.utf8.count }

    func section(at offset: Int) -> Int {
        var (low, high) = (0, max(0, sections.count - 1))
        while low < high {
            let middle = (low + high) / 2
            if offset < ends[middle] { high = middle } else { low = middle + 1 }
        }
        return low
    }

    func substring(_ range: Range<Int>) -> Substring {
        let start = text.utf8.index(text.utf8.startIndex, offsetBy: range.lowerBound)
        return text[start..<text.utf8.index(start, offsetBy: range.count)]
    }

    /// The sections without some ranges of the text.
    func removing(_ ranges: [Range<Int>]) -> [TextSection] {
        var rest = ranges[...]
        return zip(sections, zip([0] + ends, ends)).map { section, bounds in
            var section = section
            rest = rest.drop { $0.upperBound <= bounds.0 }
            let inside = rest.prefix { $0.lowerBound < bounds.1 }.map { $0.clamped(to: bounds.0..<bounds.1) }
            if section.box == nil {
                section.text = section.text.removing(
                    inside.map { ($0.lowerBound - bounds.0)..<($0.upperBound - bounds.0) })
            }
            return section
        }
    }

    /// The shaping key of a range.
    func key(for range: Range<Int>) -> ShapingKey {
        var spans: [ShapingKey.Span] = []
        var start = 0
        var index = section(at: range.lowerBound)
        while start < range.count, index < sections.count {
            let spanEnd = min(ends[index], range.upperBound) - range.lowerBound
            if spanEnd > start {
                spans.append(.init(end: spanEnd, font: sections[index].font))
                start = spanEnd
            }
            index += 1
        }
        return ShapingKey(
            text: String(substring(range)), spans: spans, language: language, isRightToLeft: isRightToLeft,
            ligatures: ligatures, isVertical: isVertical)
    }

    /// The range without leading and trailing whitespace.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        let bytes = substring(range).utf8
        guard let first = bytes.firstIndex(where: { !$0.isWhiteSpace }) else {
            return range.lowerBound..<range.lowerBound
        }
        let leading = bytes.distance(from: bytes.startIndex, to: first)
        let trailing = bytes.reversed().prefix(while: \.isWhiteSpace).count
        return (range.lowerBound + leading)..<(range.upperBound - trailing)
    }

    /// The largest scale of the sections in a range.
    func scale(in range: Range<Int>) -> Double {
        guard let last = sections.indices.last else { return 1 }
        let first = section(at: range.lowerBound)
        let end = range.isEmpty ? first : section(at: range.upperBound - 1)
        return sections[first...max(first, min(end, last))].map(\.scale).max() ?? 1
    }
}

extension UInt8 {
    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    package var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
