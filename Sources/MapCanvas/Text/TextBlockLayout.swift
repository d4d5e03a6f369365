// SPDX-License-Identifier: MIT
import MapPlane

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
        block.width = lines.map(\.width).max() ?? 0
        for line in lines {
            let x = (block.width - line.width) * options.justify.leadingFraction
            let height = options.lineHeight * line.scale
            let baseline = block.height + line.extraHeight + height / 2 + line.capHeight / 2
            let origin = Point(x, baseline)
            block.lines.append(.init(x: x, width: line.width, baseline: baseline, range: line.range))
            for glyph in line.glyphs {
                var glyph = glyph
                glyph.origin = glyph.origin + origin
                block.glyphs.append(glyph)
            }
            for box in line.boxes { block.boxes.append(.init(rect: box.rect.offset(by: origin), section: box.section)) }
            if !line.ink.isNull { block.inkBounds = block.inkBounds.union(line.ink.offset(by: origin)) }
            block.missing += line.missing
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
                placed.extraHeight = max(placed.extraHeight, box.height - options.size * scale)
            } else if !glyph.inkBounds.isNull {
                placed.glyphs.append(.init(glyph, origin: origin, size: size, section: section))
                placed.ink = placed.ink.union(Transform.scale(size, size).apply(glyph.inkBounds).offset(by: origin))
            }
            pen += content.advance(of: glyph, section: section, size: options.size)
            if glyph.spaceAfter, index + 1 < shaped.glyphs.count { pen += options.letterSpacing }
        }
        placed.width = pen
        return placed
    }
}

/// A line before it is positioned in the block, relative to its left end and baseline.
private struct PlacedLine {
    var range: Range<Int>
    /// The largest scale of its sections.
    var scale: Double
    /// The additional height for an inline image.
    var extraHeight = 0.0
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
