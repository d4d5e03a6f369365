// SPDX-License-Identifier: MIT
import MapPlane

extension FontLibrary {
    /// Breaks text into lines, shapes each and stacks them.
    ///
    /// Each line is `lineHeight` tall and its baseline is such that capital letters stand in its middle: a label
    /// centered on a point looks centered. A line with a tall image is taller.
    package func layout(_ sections: [TextSection], options: TextBlockOptions) -> TextBlock {
        let content = SectionedText(sections, options: options)
        let ranges = lineRanges(of: content, options: options)
        if options.direction == .vertical { return columns(ranges, of: content, options: options) }
        return stack(ranges.map { placedLine($0, of: content, options: options) }, of: content, options: options)
    }

    /// A label of one font.
    package func layout(_ text: String, font: FontRequest, options: TextBlockOptions) -> TextBlock {
        layout([TextSection(text, font: font)], options: options)
    }

    private func stack(_ lines: [PlacedLine], of content: SectionedText, options: TextBlockOptions) -> TextBlock {
        var block = TextBlock(text: content.text)
        block.width = lines.map(\.width).max() ?? 0
        for line in lines {
            let x = (block.width - line.width) * options.justify.share
            let height = options.lineHeight * line.scale
            let baseline = block.height + line.rise + height / 2 + line.capHeight / 2
            let place = Point(x, baseline)
            block.lines.append(.init(x: x, width: line.width, baseline: baseline, range: line.range))
            for glyph in line.glyphs {
                var glyph = glyph
                glyph.origin = glyph.origin + place
                block.glyphs.append(glyph)
            }
            for box in line.boxes { block.boxes.append(.init(rect: box.rect.offset(by: place), section: box.section)) }
            if !line.ink.isNull { block.inkBounds = block.inkBounds.union(line.ink.offset(by: place)) }
            block.missing += line.missing
            block.height += height + line.rise
        }
        block.missing = block.missing.unique
        return block
    }

    private func placedLine(_ range: Range<Int>, of content: SectionedText, options: TextBlockOptions) -> PlacedLine {
        let scale = content.scale(in: range)
        var placed = PlacedLine(range: range, scale: scale)
        guard !range.isEmpty else { return placed }
        let shaped = line(content.key(for: range))
        placed.capHeight = shaped.metrics.capHeight * options.size * scale
        placed.missing = shaped.missing
        var pen = 0.0
        for (index, glyph) in shaped.glyphs.enumerated() {
            let section = content.section(at: range.lowerBound + glyph.cluster)
            let size = options.size * content.sections[section].scale
            let origin = Point(pen + glyph.offset.x * size, glyph.offset.y * size)
            if let box = content.sections[section].box {
                let rect = Rect(x: pen, y: -box.height, width: box.width, height: box.height)
                placed.boxes.append(.init(rect: rect, section: section))
                placed.ink = placed.ink.union(rect)
                placed.rise = max(placed.rise, box.height - options.size * scale)
            } else if !glyph.ink.isNull {
                placed.glyphs.append(.init(glyph, origin: origin, size: size, section: section))
                placed.ink = placed.ink.union(Transform.scale(size, size).apply(glyph.ink).offset(by: origin))
            }
            pen += content.advance(of: glyph, section: section, size: options.size)
            if glyph.spaceAfter, index + 1 < shaped.glyphs.count { pen += options.letterSpacing }
        }
        placed.width = pen
        return placed
    }
}

/// A line before it has its place in the block: origins from its left end and baseline.
private struct PlacedLine {
    var range: Range<Int>
    /// The largest of its sections.
    var scale: Double
    /// How much taller it is than its text, for an image.
    var rise = 0.0
    var capHeight = 0.0
    var width = 0.0
    var ink = Rect.null
    var glyphs: [TextBlock.Glyph] = []
    var boxes: [TextBlock.Box] = []
    var missing: [Unicode.Scalar] = []

    init(range: Range<Int>, scale: Double) {
        self.range = range
        self.scale = scale
    }
}
