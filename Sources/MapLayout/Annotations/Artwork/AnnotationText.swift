// SPDX-License-Identifier: MIT
package import MapCanvas
import MapDiagnostics
package import MapPlane

/// Text in the interface's font, in points; tells of characters that no font has.
struct AnnotationText {
    var fonts: FontLibrary
    /// Takes warnings; nil where the same text is measured again.
    var diagnostics: DiagnosticSink?

    /// One line, with "…" where it would be too wide.
    func line(_ text: String, size: Double, weight: Int, maxWidth: Double = .infinity) -> ShapedLine {
        let line = fonts.ellipsize(
            String(text.prefix(1000)), font: .interface(weight: weight), size: size, maxWidth: maxWidth)
        reportMissing(line.missing)
        return line
    }

    /// Wrapped lines, and the height of them all.
    func lines(
        _ text: String, size: Double, weight: Int, maxWidth: Double, maxHeight: Double = .infinity,
        wrap: TextWrap = .word
    ) -> TextLines {
        let lineHeight = AnnotationText.lineHeight(size)
        let room = maxHeight / lineHeight
        let count = room < 1 ? 1 : room < 200 ? Int(room + 0.01) : 200
        let lines = fonts.wrap(
            text, font: .interface(weight: weight), size: size, maxWidth: maxWidth, wrap: wrap, maxLines: count)
        lines.forEach { reportMissing($0.missing) }
        return TextLines(lines: lines, lineHeight: lineHeight)
    }

    /// From baseline to baseline, in whole points: 13 gives 16, 15 gives 18, as on iOS.
    static func lineHeight(_ size: Double) -> Double { (size * 1.2).rounded() }

    private func reportMissing(_ missing: [Unicode.Scalar]) {
        guard let diagnostics, let first = missing.first else { return }
        let characters = String(String.UnicodeScalarView(missing.prefix(8)))
        diagnostics.add(
            Diagnostic(
                .warning, path: "annotations",
                "no font has the characters \"\(characters)\" (\(scriptName(of: first)))",
                hint: "install a font for them, such as one of the Noto fonts"))
    }
}

/// Lines of text above each other; points.
struct TextLines {
    var lines: [ShapedLine]
    var lineHeight: Double

    var width: Double { lines.map(\.width).max() ?? 0 }
    var height: Double { Double(lines.count) * lineHeight }

    /// The lines from an upper left corner; those that are read from the right end at the right.
    func marks(at corner: Point, width: Double, color: Color, halo: GlyphRun.Halo? = nil, align: Double = 0) -> [Mark] {
        lines.enumerated().map { index, line in
            let free = width - line.width
            let x = corner.x + (align == 0 && line.isRightToLeft ? free : free * align)
            return line.mark(
                x: x, top: corner.y + Double(index) * lineHeight, lineHeight: lineHeight, color: color, halo: halo)
        }
    }
}

extension TextLines {
    /// As `marks`, but on no grid: for text that is centered on a coordinate, or turned.
    func looseMarks(at corner: Point, width: Double, color: Color, halo: GlyphRun.Halo?, align: Double) -> [Mark] {
        lines.enumerated().map { index, line in
            let baseline = corner.y + (Double(index) + 0.5) * lineHeight + line.capHeight / 2
            return line.mark(at: Point(corner.x + (width - line.width) * align, baseline), color: color, halo: halo)
        }
    }
}

extension ShapedLine {
    /// The line within a strip: its capital letters stand in the strip's middle.
    func mark(x: Double, top: Double, lineHeight: Double, color: Color, halo: GlyphRun.Halo? = nil) -> Mark {
        mark(at: Point(x, (top + (lineHeight + capHeight) / 2).rounded()), color: color, halo: halo)
    }

    /// The line with its left end on a point, which is on the baseline.
    package func mark(at origin: Point, color: Color, halo: GlyphRun.Halo? = nil) -> Mark {
        let glyphs = glyphs.filter { !$0.isBlank }.map { glyph in
            GlyphRun.Glyph(face: glyph.face, id: glyph.id, origin: Point(origin.x + glyph.x, origin.y + glyph.y))
        }
        return .glyphs(GlyphRun(text: text, glyphs: glyphs, size: size, color: color, halo: halo))
    }
}

extension AnnotationText {
    /// Words on the map, in lines of about the same length.
    func block(_ words: String, weight: Int, options: TextBlockOptions) -> TextBlock {
        let block = fonts.layout(
            [TextSection(String(words.prefix(400)), font: .interface(weight: weight))], options: options)
        reportMissing(block.missing)
        return block
    }
}
