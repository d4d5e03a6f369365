// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapStyle
import MapText

/// Shapes text into blocks of glyphs: with the style's glyph files where it has some, and with installed fonts where it
/// has none or the script needs complex shaping.
struct TextShaper: Sendable {
    let glyphs: GlyphStore?
    let fonts: FontLibrary
    let language: String?
    let diagnostics: DiagnosticSink

    /// Shapes a label; `path` is the layer's, for warnings about missing characters. These are omitted without a gap.
    func block(_ sections: [LabelSection], _ options: TextShapingOptions, path: String) -> LabelBlock {
        let block =
            if let glyphs, !sections.contains(where: { $0.text.unicodeScalars.contains(where: \.needsFont) }) {
                sdfBlock(sections, options, glyphs)
            } else {
                fontBlock(sections, options)
            }
        if !block.missing.isEmpty { report(block.missing, of: sections.map(\.text).joined().inOneLine, path) }
        return block
    }

    /// Shapes with the style's glyph files.
    private func sdfBlock(
        _ sections: [LabelSection], _ options: TextShapingOptions, _ glyphs: GlyphStore
    ) -> LabelBlock {
        let bytes = sections.reduce(0) { $0 + $1.text.utf8.count }
        guard RenderBudget.spend(bytes, .labelBytes, at: sections.first?.text.opening ?? ""), !WorkContext.isCancelled
        else { return LabelBlock() }
        let whole = SDFShaping(sections, options, glyphs: glyphs, fonts: fonts).block
        guard !whole.missing.isEmpty else { return whole }
        let missing = Set(whole.missing)
        let supported = sections.map { section in
            var section = section
            let removals = section.text.removals { character, _ in
                character.unicodeScalars.first.map(missing.contains) ?? false
            }
            section.text = section.text.removing(removals)
            return section
        }
        var block = SDFShaping(supported, options, glyphs: glyphs, fonts: fonts).block
        (block.missing, block.fallback) = (whole.missing, whole.fallback)
        return block
    }

    /// Warns about missing characters.
    private func report(_ all: [Unicode.Scalar], of text: String, _ path: String) {
        let missing = fonts.hasColorFonts ? all : all.filter { !$0.isPictogram }
        if missing.count < all.count { diagnostics.add(.missingEmoji) }
        for scalar in missing.prefix(8) {
            let script = scriptName(of: scalar)
            let code = String(scalar.value, radix: 16, uppercase: true)
            diagnostics.add(
                Diagnostic(
                    .warning, code: .textMissingCharacters, path: path,
                    "no font has \"\(String(scalar))\" (U+\(code), \(script)) of \"\(text.prefix(80))\"",
                    hint: "the character is omitted; install a font for \(script), or add a font folder"))
        }
    }

    /// Shapes with Pango, in installed fonts.
    private func fontBlock(_ sections: [LabelSection], _ options: TextShapingOptions) -> LabelBlock {
        let (size, scale) = (options.size, options.pixelRatio)
        let spans = sections.map { section in
            let font = fonts.request(stack: section.fonts)
            guard let image = section.image else {
                return TextSection(section.text, font: font, scale: section.scale, color: section.color)
            }
            let boxSize = Size(
                width: image.width * scale * section.scale, height: image.height * scale * section.scale)
            return TextSection(box: boxSize, font: font)
        }
        let text = fonts.layout(
            spans,
            options: TextBlockOptions(
                size: size, maxWidth: options.maxWidth * size, lineHeight: options.lineHeight * size,
                letterSpacing: options.letterSpacing * size,
                justify: options.justify == 0 ? .left : options.justify == 1 ? .right : .center, language: language,
                direction: options.isVertical && options.turnsUpright ? .vertical : .horizontal))
        let anchorOffset = Point(text.width * options.anchor.x, text.height * options.anchor.y)
        var block = LabelBlock(missing: text.missing)
        block.bounds = Rect(x: -anchorOffset.x, y: -anchorOffset.y, width: text.width, height: text.height)
        block.glyphs = text.glyphs.map {
            LabelGlyph(
                content: .outline($0.face, $0.id, size: $0.size), origin: $0.origin - anchorOffset,
                center: $0.origin.x - anchorOffset.x + $0.advance / 2, advance: $0.advance, section: $0.section,
                angle: $0.angle)
        }
        if options.isVertical, !options.turnsUpright { turnUpright(&block, of: text) }
        for box in text.boxes {
            guard let image = sections[box.section].image else { continue }
            block.glyphs.append(
                LabelGlyph(
                    content: .image(image, corner: .zero, scale: box.rect.width / Double(max(1, image.pixelWidth))),
                    origin: Point(box.rect.minX, box.rect.minY) - anchorOffset,
                    center: box.rect.center.x - anchorOffset.x, advance: box.rect.width, section: box.section))
        }
        return block
    }

    /// Turns characters back by a quarter turn around the centers of their em squares, so that they are upright where
    /// their line runs down.
    private func turnUpright(_ block: inout LabelBlock, of text: TextBlock) {
        let scalars = text.text.unicodeScalars
        for (index, glyph) in text.glyphs.enumerated()
        where scalars[text.text.utf8.index(scalars.startIndex, offsetBy: glyph.offset)].standsUprightInColumns {
            // An em square reaches from an eighth of an em below the baseline to seven eighths above it.
            let (across, up) = (glyph.advance / 2, glyph.size * 0.375)
            block.glyphs[index].origin = block.glyphs[index].origin + Point(across + up, across - up)
            block.glyphs[index].angle = -.pi / 2
        }
    }
}

/// A warning about characters that come from another font than the style's.
struct FallbackWarning: Sendable {
    /// The layer and the script: a map has one warning of each.
    let subject: String
    let diagnostic: Diagnostic

    /// - Parameters:
    ///   - scalars: the characters.
    ///   - text: has them.
    ///   - path: the layer's.
    /// - Returns: one for each script.
    static func warnings(about scalars: [Unicode.Scalar], of text: String, _ path: String) -> [FallbackWarning] {
        Set(scalars.map(scriptName)).sorted().map { script in
            FallbackWarning(
                subject: "\(path) \(script)",
                diagnostic: Diagnostic(
                    .warning, code: .textMissingGlyphs, path: path,
                    "the style's glyph files lack characters (\(script)) of \"\(text.inOneLine.prefix(80))\"",
                    hint: "they are drawn with an installed font"))
        }
    }
}

extension String {
    fileprivate var inOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}

extension Diagnostic {
    /// The warning about emoji without a font for them: the same for all texts, so that it appears once.
    static let missingEmoji = Diagnostic(
        .warning, code: .textMissingEmoji, "emoji are omitted: no installed font has them in color",
        hint: "install a color font, such as Debian's fonts-noto-color-emoji, or add one with --fonts")
}
