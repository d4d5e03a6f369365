// SPDX-License-Identifier: MIT
import MapPlane

extension FontLibrary {
    /// The lines of a text, without white space at their ends.
    func lineRanges(of content: SectionedText, options: TextBlockOptions) -> [Range<Int>] {
        let whole = content.range
        guard !whole.isEmpty else { return [] }
        let hasBreak = content.text.utf8.contains(0x0A)
        guard hasBreak || options.maxWidth.isFinite else { return [content.trimmed(whole)] }
        let advances = advances(of: content, options: options)
        let unit = LineBreaker.unitsPerEm / max(options.size, .leastNormalMagnitude)
        let maxWidth = max(0, options.maxWidth)
        guard hasBreak || advances.reduce(0, +) > maxWidth else { return [content.trimmed(whole)] }

        let boxEnds = zip(content.sections, content.ends).filter { $0.0.box != nil }.map(\.1)
        let found = LineBreakCandidates(content.text, advances: advances.map { $0 * unit }, boxEnds: boxEnds) {
            lineBreaks(in: content.text, language: options.language)
        }
        let starts = LineBreaker(total: found.total, maxWidth: maxWidth * unit).breaks(found.candidates, end: found.end)
        return zip([0] + starts, starts + [whole.upperBound]).map { content.trimmed($0..<$1) }
    }

    /// The width of each cluster at the byte it begins with, in reading order.
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
    /// How far a glyph or image moves the pen, in pixels.
    func advance(of glyph: UnscaledLine.Glyph, section: Int, size: Double) -> Double {
        sections[section].box?.width ?? glyph.advance * size * sections[section].scale
    }
}
