// SPDX-License-Identifier: MIT
package import MapCanvas
import MapCore
package import MapGeometry
package import MapImages
package import MapText

/// Shapes text in the interface font, in points, and warns about characters that no font has.
struct AnnotationText {
    var fonts: FontLibrary
    /// Receives warnings; nil where text is only measured.
    var diagnostics: DiagnosticSink?

    /// A single line, truncated with "…" at `maxWidth`.
    func line(_ text: String, size: Double, weight: Int, maxWidth: Double = .infinity) -> ShapedLine {
        let line = fonts.ellipsize(
            String(text.prefix(1000)), font: .interface(weight: weight), size: size, maxWidth: maxWidth)
        reportMissing(line.missing)
        return line
    }

    /// Lines wrapped at `maxWidth`, as many as fit into `maxHeight`.
    func lines(
        _ text: String, size: Double, weight: Int, maxWidth: Double, maxHeight: Double = .infinity,
        wrap: TextWrap = .word
    ) -> TextLines {
        let lineHeight = AnnotationText.lineHeight(size)
        let lineCapacity = maxHeight / lineHeight
        let count = lineCapacity < 1 ? 1 : lineCapacity < 200 ? Int(lineCapacity + 0.01) : 200
        let lines = fonts.wrap(
            text, font: .interface(weight: weight), size: size, maxWidth: maxWidth, wrap: wrap, maxLines: count)
        lines.forEach { reportMissing($0.missing) }
        return TextLines(lines: lines, lineHeight: lineHeight)
    }

    /// The distance between baselines in whole points: 16 for 13-point text, 18 for 15-point text, as on iOS.
    static func lineHeight(_ size: Double) -> Double { (size * 1.2).rounded() }

    private func reportMissing(_ missing: [Unicode.Scalar]) {
        guard let diagnostics, !missing.isEmpty else { return }
        let reported = fonts.hasColorFonts ? missing : missing.filter { !$0.isPictogram }
        if reported.count < missing.count { diagnostics.add(.missingEmoji) }
        guard let first = reported.first else { return }
        let characters = String(String.UnicodeScalarView(reported.prefix(8)))
        diagnostics.add(
            Diagnostic(
                .warning, code: .textMissingCharacters, path: "annotations",
                "no font has the characters \"\(characters)\" (\(scriptName(of: first)))",
                hint: "install a font for them, such as one of the Noto fonts"))
    }
}

/// Stacked lines of text; lengths in points.
struct TextLines {
    var lines: [ShapedLine]
    var lineHeight: Double

    var width: Double { lines.map(\.width).max() ?? 0 }
    var height: Double { Double(lines.count) * lineHeight }

    /// The lines' marks, baselines on whole points. Right-to-left lines are aligned right unless `align` centers them.
    ///
    /// - Parameters:
    ///   - corner: the top-left corner.
    ///   - width: of the column.
    ///   - color: of the text.
    ///   - halo: none by default.
    ///   - align: 0 for leading, 0.5 for center, 1 for right.
    /// - Returns: one mark per line.
    func marks(at corner: Point, width: Double, color: Color, halo: GlyphRun.Halo? = nil, align: Double = 0) -> [Mark] {
        lines.enumerated().map { index, line in
            let slack = width - line.width
            let x = corner.x + (align == 0 && line.isRightToLeft ? slack : slack * align)
            return line.mark(
                x: x, top: corner.y + Double(index) * lineHeight, lineHeight: lineHeight, color: color, halo: halo)
        }
    }
}

extension TextLines {
    /// Like `marks`, but without rounding baselines: for text that is centered on a coordinate or rotated.
    func looseMarks(at corner: Point, width: Double, color: Color, halo: GlyphRun.Halo?, align: Double) -> [Mark] {
        lines.enumerated().map { index, line in
            let baseline = corner.y + (Double(index) + 0.5) * lineHeight + line.capHeight / 2
            return line.mark(at: Point(corner.x + (width - line.width) * align, baseline), color: color, halo: halo)
        }
    }
}

extension ShapedLine {
    /// The line with its cap height centered in a line box.
    func mark(x: Double, top: Double, lineHeight: Double, color: Color, halo: GlyphRun.Halo? = nil) -> Mark {
        mark(at: Point(x, (top + (lineHeight + capHeight) / 2).rounded()), color: color, halo: halo)
    }

    /// The line with the left end of its baseline at `origin`.
    package func mark(at origin: Point, color: Color, halo: GlyphRun.Halo? = nil) -> Mark {
        let glyphs = glyphs.filter { !$0.isBlank }.map { glyph in
            GlyphRun.Glyph(face: glyph.face, id: glyph.id, origin: Point(origin.x + glyph.x, origin.y + glyph.y))
        }
        return .glyphs(GlyphRun(text: text, glyphs: glyphs, size: size, color: color, halo: halo))
    }
}

extension AnnotationText {
    /// Text on the map, wrapped to lines of balanced length.
    ///
    /// - Parameters:
    ///   - words: at most 400 characters are laid out.
    ///   - weight: of the font.
    ///   - options: size, width and alignment.
    ///   - maxLines: the rest is cut off and the last line ends with "…".
    /// - Returns: the lines.
    func block(_ words: String, weight: Int, options: TextBlockOptions, maxLines: Int = .max) -> TextBlock {
        func block(_ words: some StringProtocol) -> TextBlock {
            fonts.layout([TextSection(String(words), font: .interface(weight: weight))], options: options)
        }
        let limited = words.prefix(400)
        let whole = block(limited)
        reportMissing(whole.missing)
        let maxHeight = maxLines == .max ? Double.infinity : (Double(maxLines) + 0.5) * options.lineHeight
        var (kept, tooLong) = (0, limited.count)
        guard whole.height > maxHeight else { return whole }
        while tooLong - kept > 1 {
            let middle = (kept + tooLong) / 2
            if block(limited.prefix(middle) + "…").height > maxHeight { tooLong = middle } else { kept = middle }
        }
        return block(limited.prefix(kept) + "…")
    }
}
