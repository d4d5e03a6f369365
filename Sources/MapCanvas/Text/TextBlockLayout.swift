// SPDX-License-Identifier: MIT
import MapPlane

extension FontLibrary {
    /// Breaks text into lines, shapes each and stacks them.
    ///
    /// Each line is `lineHeight` tall and its baseline is such that capital letters stand in its middle: a label
    /// centered on a point looks centered.
    package func layout(_ sections: [TextSection], options: TextBlockOptions) -> TextBlock {
        let content = BlockText(sections, options: options)
        let ranges = lineRanges(of: content, options: options)
        var lines: [PlacedLine] = []
        lines.reserveCapacity(ranges.count)
        for range in ranges { lines.append(placedLine(range, of: content, options: options)) }

        var block = TextBlock(text: content.text)
        block.width = lines.map(\.width).max() ?? 0
        for line in lines {
            let x = (block.width - line.width) * options.justify.share
            let height = options.lineHeight * line.scale
            let baseline = block.height + height / 2 + line.capHeight / 2
            block.lines.append(.init(x: x, width: line.width, baseline: baseline, range: line.range))
            for glyph in line.glyphs {
                var glyph = glyph
                glyph.origin = glyph.origin + Point(x, baseline)
                block.glyphs.append(glyph)
            }
            if !line.ink.isNull { block.inkBounds = block.inkBounds.union(line.ink.offset(by: Point(x, baseline))) }
            block.missing += line.missing
            block.height += height
        }
        block.missing = block.missing.unique
        return block
    }

    /// A label of one font.
    package func layout(_ text: String, font: FontRequest, options: TextBlockOptions) -> TextBlock {
        layout([TextSection(text, font: font)], options: options)
    }

    private func lineRanges(of content: BlockText, options: TextBlockOptions) -> [Range<Int>] {
        let whole = content.range
        guard !whole.isEmpty else { return [] }
        let hasBreak = content.text.utf8.contains(0x0A)
        guard hasBreak || options.maxWidth.isFinite else { return [content.trimmed(whole)] }
        let advances = advances(of: content, options: options)
        let unit = LineBreaker.unitsPerEm / max(options.size, .leastNormalMagnitude)
        let maxWidth = options.maxWidth > 0 ? options.maxWidth : .infinity
        guard hasBreak || advances.reduce(0, +) > maxWidth else { return [content.trimmed(whole)] }

        let found = LineBreakCandidates(content.text, advances: advances.map { $0 * unit }) {
            lineBreaks(in: content.text, language: options.language)
        }
        let starts = LineBreaker(total: found.total, maxWidth: maxWidth * unit).breaks(found.candidates, end: found.end)
        return zip([0] + starts, starts + [whole.upperBound]).map { content.trimmed($0..<$1) }
    }

    /// The width of each cluster at the byte it begins with, in reading order.
    private func advances(of content: BlockText, options: TextBlockOptions) -> [Double] {
        var advances = [Double](repeating: 0, count: content.text.utf8.count)
        for glyph in line(content.key(for: content.range)).glyphs where advances.indices.contains(glyph.cluster) {
            let scale = content.sections[content.section(at: glyph.cluster)].scale
            advances[glyph.cluster] += glyph.advance * options.size * scale
            if glyph.spaceAfter { advances[glyph.cluster] += options.letterSpacing }
        }
        return advances
    }

    private func placedLine(_ range: Range<Int>, of content: BlockText, options: TextBlockOptions) -> PlacedLine {
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
            if !glyph.ink.isNull {
                placed.glyphs.append(
                    .init(face: glyph.face, id: glyph.id, origin: origin, size: size, section: section))
                placed.ink = placed.ink.union(Transform.scale(size, size).apply(glyph.ink).offset(by: origin))
            }
            pen += glyph.advance * size
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
    var capHeight = 0.0
    var width = 0.0
    var ink = Rect.null
    var glyphs: [TextBlock.Glyph] = []
    var missing: [Unicode.Scalar] = []
}
