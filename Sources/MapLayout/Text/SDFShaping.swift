// SPDX-License-Identifier: MIT
import MapGeometry
import MapStyle
import MapText

/// Shapes a label with a style's own glyphs as MapLibre does: in a 24-pixel em, each character by its advance alone.
///
/// - SeeAlso: MapLibre GL JS, `shaping.ts`.
struct SDFShaping {
    /// The em of glyph files and of MapLibre's shaping (`ONE_EM`).
    static let em = 24.0
    /// MapLibre's `SHAPING_DEFAULT_OFFSET`: the y of the first line.
    static let defaultOffset = -17.0

    /// A character in logical order.
    struct Letter {
        var scalar: Unicode.Scalar
        var section: Int
        /// A sequence that is drawn as one emoji; nil for the scalar alone.
        var emoji: String?
    }

    /// The metrics of a character or image, in pixels of the em.
    struct Metrics {
        var content: LabelGlyph.Content?
        var advance = 0.0
        var isImage = false
        var imageSize = Size(width: 0, height: 0)
    }

    let sections: [LabelSection]
    let options: TextShapingOptions
    private let glyphs: GlyphStore
    private let fonts: FontLibrary
    private(set) var block = LabelBlock()
    /// Output pixels per pixel of the em.
    let scale: Double

    init(_ sections: [LabelSection], _ options: TextShapingOptions, glyphs: GlyphStore, fonts: FontLibrary) {
        self.sections = sections
        self.options = options
        self.glyphs = glyphs
        self.fonts = fonts
        scale = options.size / Self.em
        let letters = letters()
        guard !letters.isEmpty else { return }
        setLines(lines(of: letters), of: letters)
    }

    /// The characters of all sections, with Arabic presentation forms. As in MapLibre, letters of different sections do not join.
    private func letters() -> [Letter] {
        var letters: [Letter] = []
        letters.reserveCapacity(sections.reduce(0) { $0 + $1.text.utf8.count })
        for (index, section) in sections.enumerated() {
            if section.image != nil {
                letters.append(Letter(scalar: Self.imageScalar, section: index))
                continue
            }
            // Latin letters neither join nor combine.
            if section.text.unicodeScalars.allSatisfy({ $0.value < 0x0300 }) {
                for scalar in section.text.unicodeScalars { letters.append(Letter(scalar: scalar, section: index)) }
                continue
            }
            var own: [Letter] = []
            for character in section.text {
                if let first = character.unicodeScalars.first, character.isEmojiSequence {
                    own.append(Letter(scalar: first, section: index, emoji: String(character)))
                } else {
                    for scalar in character.unicodeScalars { own.append(Letter(scalar: scalar, section: index)) }
                }
            }
            letters += zip(own, ArabicForms.joined(own.map(\.scalar))).compactMap { letter, scalar in
                scalar.map { Letter(scalar: $0, section: index, emoji: letter.emoji) }
            }
        }
        guard options.isVertical else { return letters }
        let plain = letters.map(\.scalar)
        for index in letters.indices { letters[index].scalar = verticalForm(at: index, in: plain) }
        return letters
    }

    /// Stands for an image: a private-use character, which takes no part in shaping.
    private static let imageScalar: Unicode.Scalar = "\u{E000}"

    var spacing: Double {
        let isArabic = sections.contains { $0.text.unicodeScalars.contains { $0.forbidsLetterSpacing } }
        return isArabic ? 0 : options.letterSpacing * Self.em
    }

    private mutating func setLines(_ lines: [Range<Int>], of letters: [Letter]) {
        let directions = BidiLevels(of: letters.map(\.scalar))
        let lineHeight = options.lineHeight * Self.em
        let spacing = spacing
        var y = Self.defaultOffset
        var maxLineLength = 0.0
        var maxLineHeight = 0.0
        block.glyphs.reserveCapacity(letters.count)
        let lines = split(lines, atParagraphsOf: letters)
        for line in lines {
            let line = trimmed(line, of: letters)
            guard !line.isEmpty else {
                y += lineHeight
                continue
            }
            let maxScale = letters[line].map { sections[$0.section].scale }.max() ?? 1
            var x = 0.0
            var imageOverhang = 0.0
            var last = 0.0
            var heights: [BaselineOffset] = []
            heights.reserveCapacity(line.count)
            let first = block.glyphs.count
            for index in directions.visualOrder(of: line) {
                guard !letters[index].scalar.onlyOrdersText else { continue }
                var letter = letters[index]
                letter.scalar = directions.displayed(letter.scalar, at: index)
                let upright = isUpright(letter)
                let metrics = metrics(of: letter, upright: upright)
                var sectionScale = sections[letter.section].scale
                let advance = upright && !metrics.isImage ? Self.em : metrics.advance
                if metrics.isImage {
                    sectionScale /= options.imageScale
                    let across = upright ? metrics.imageSize.width : metrics.imageSize.height
                    imageOverhang = max(imageOverhang, across * sectionScale - Self.em * maxScale)
                }
                append(metrics, letter, at: Point(x, y), sectionScale, upright: upright)
                if block.glyphs.count > first + heights.count {
                    heights.append(
                        BaselineOffset(metrics, sectionScale, upright ? 1 : sections[letter.section].drop, options))
                }
                last = x + metrics.advance * sectionScale
                x += advance * sectionScale + spacing
            }
            maxLineLength = max(maxLineLength, x - spacing)
            for (index, height) in zip(first..<block.glyphs.count, heights) {
                let drop = height.drop(
                    in: Self.em * maxScale + imageOverhang, overhang: max(imageOverhang, (maxScale - 1) * Self.em))
                block.glyphs[index].move(by: Point(-last * options.justify, drop) * scale)
            }
            let height = lineHeight * maxScale + imageOverhang
            maxLineHeight = max(maxLineHeight, height)
            y += height
        }
        align(
            maxLineLength: maxLineLength, maxLineHeight: maxLineHeight, lineHeight: lineHeight,
            height: y - Self.defaultOffset, lines: lines.count)
    }

    /// Moves the block so that its anchor is at the origin.
    private mutating func align(
        maxLineLength: Double, maxLineHeight: Double, lineHeight: Double, height: Double, lines: Int
    ) {
        let (across, down) = (options.anchor.x, options.anchor.y)
        let shift = Point(
            (options.justify - across) * maxLineLength,
            maxLineHeight != lineHeight
                ? -height * down - Self.defaultOffset : (-down * Double(lines) + 0.5) * lineHeight)
        for index in block.glyphs.indices {
            block.glyphs[index].move(by: shift * scale)
        }
        block.bounds = Rect(
            x: -across * maxLineLength * scale, y: -down * height * scale, width: maxLineLength * scale,
            height: height * scale)
        block.missing = Array(Set(block.missing)).sorted()
        if options.isVertical, options.turnsUpright { block.rotation = .pi / 2 }
    }

    private mutating func append(
        _ metrics: Metrics, _ letter: Letter, at origin: Point, _ sectionScale: Double, upright: Bool
    ) {
        guard let content = metrics.content else { return }
        let s = scale * sectionScale
        let sized: LabelGlyph.Content =
            switch content {
            case .field(let field, let corner, _): .field(field, corner: corner * s, scale: s)
            case .outline(let face, let id, _): .outline(face, id, size: Self.em * s)
            case .image(let image, let corner, _):
                .image(image, corner: corner * s, scale: s / image.pixelRatio)
            }
        let advance = metrics.advance * s
        var glyph = LabelGlyph(
            content: sized, origin: origin * scale, center: origin.x * scale + advance / 2, advance: advance,
            section: letter.section)
        if upright { rotateUpright(&glyph, isImage: metrics.isImage) }
        if case .outline = content {
            // Outlines are positioned by the baseline, fields by the top of the line.
            let down = Point(0, Self.ascent * s)
            glyph.origin = glyph.origin + (upright ? Point(down.y, 0) : down)
        }
        block.glyphs.append(glyph)
    }

    /// The baseline from the top of the line for fonts without glyph files: that of Open Sans and Noto Sans.
    private static let ascent = 26.0

    /// Rotates a glyph back by a quarter turn, so that it is upright in the rotated column: around the center of its em
    /// square, with MapLibre's offset of 7 pixels.
    private func rotateUpright(_ glyph: inout LabelGlyph, isImage: Bool) {
        let half = glyph.advance / 2
        let narrow = isImage ? Self.em / 2 * scale - half : 0
        glyph.origin = glyph.origin + Point(-7 * scale, half - Self.defaultOffset * scale - narrow)
        glyph.angle = -.pi / 2
    }

    private func isUpright(_ letter: Letter) -> Bool {
        guard options.isVertical else { return false }
        if options.turnsUpright {
            return !letter.scalar.isLineBlank && !letter.scalar.needsComplexShaping
        }
        return letter.scalar.standsUprightInColumns
    }

    mutating func metrics(of letter: Letter, upright: Bool) -> Metrics {
        if let image = sections[letter.section].image {
            let size = Size(width: image.width, height: image.height)
            return Metrics(
                content: .image(image, corner: Point(1, 3), scale: 1), advance: upright ? size.height : size.width,
                isImage: true, imageSize: size)
        }
        let stack = sections[letter.section].fonts
        if letter.emoji == nil, let glyph = glyphs.glyph(letter.scalar, in: stack) {
            return Metrics(
                content: glyph.field.map { .field($0, corner: Point(glyph.left, glyph.top), scale: 1) },
                advance: glyph.advance)
        }
        guard letter.scalar.isVisible else {
            // Words stay apart where the files lack even the space.
            guard letter.scalar.properties.generalCategory == .spaceSeparator else { return Metrics() }
            let font = fonts.request(stack: stack)
            return Metrics(advance: fonts.shape(String(letter.scalar), font: font, size: Self.em).width)
        }
        return fallback(letter, stack)
    }

    /// A character that the glyph files lack, as an outline of an installed font.
    private mutating func fallback(_ letter: Letter, _ stack: [String]) -> Metrics {
        let text = letter.emoji ?? String(letter.scalar)
        let line = fonts.shape(text, font: fonts.request(stack: stack), size: Self.em)
        guard line.missing.isEmpty, let glyph = line.glyphs.first(where: { !$0.isBlank }) else {
            block.missing.append(letter.scalar)
            return Metrics(advance: line.width)
        }
        // No glyph file has emoji.
        if !glyph.face.isColored { block.fallback.append(letter.scalar) }
        return Metrics(content: .outline(glyph.face, glyph.id, size: Self.em), advance: line.width)
    }

    /// Lines also end at paragraph separators.
    private func split(_ lines: [Range<Int>], atParagraphsOf letters: [Letter]) -> [Range<Int>] {
        guard letters.contains(where: \.scalar.endsParagraph) else { return lines }
        return lines.flatMap { line -> [Range<Int>] in
            let ends = line.dropLast().filter { letters[$0].scalar.endsParagraph }.map { $0 + 1 }
            return zip([line.lowerBound] + ends, ends + [line.upperBound]).map { $0..<$1 }
        }
    }

    private func trimmed(_ line: Range<Int>, of letters: [Letter]) -> Range<Int> {
        let isVisible = { (index: Int) in !letters[index].scalar.isLineBlank }
        guard let first = line.first(where: isVisible), let last = line.last(where: isVisible) else {
            return 0..<0
        }
        return first..<(last + 1)
    }
}

extension SDFShaping {
    /// The lines of the label: broken at line breaks, and else balanced to about equal width.
    ///
    /// - SeeAlso: MapLibre GL JS, `determineLineBreaks` in `shaping.ts`.
    mutating func lines(of letters: [Letter]) -> [Range<Int>] {
        let hasBreak = letters.contains { $0.scalar == "\n" }
        guard hasBreak || options.maxWidth.isFinite, options.maxWidth >= 0 else { return [0..<letters.count] }
        let spacing = spacing
        var advances: [Double] = []
        advances.reserveCapacity(letters.count)
        for letter in letters {
            let metrics = metrics(of: letter, upright: false)
            let letterScale = sections[letter.section].scale / (metrics.isImage ? options.imageScale : 1)
            advances.append(metrics.advance * letterScale + spacing)
        }
        let suggestsBreaks = letters.contains { $0.scalar == "\u{200B}" }
        var candidates: [LineBreaker.Candidate] = []
        var x = 0.0
        for (index, letter) in letters.enumerated() {
            if !letter.scalar.isLineBlank { x += advances[index] }
            guard index + 1 < letters.count else { break }
            let ideographic = letter.scalar.mayBreakIdeographically
            let isImage = sections[letter.section].image != nil
            let next = letters[index + 1].scalar
            guard isImage || ideographic || letter.scalar.mayBreakWord || next == "(" else { continue }
            var penalty = letter.scalar == "\n" ? -10_000.0 : 0
            if ideographic, suggestsBreaks { penalty += 150 }
            if letter.scalar == "(" || letter.scalar == "\u{FF08}" { penalty += 50 }
            if next == ")" || next == "\u{FF09}" { penalty += 50 }
            candidates.append(LineBreaker.Candidate(offset: index + 1, x: x, penalty: penalty))
        }
        let total = advances.reduce(0, +)
        let breaker = LineBreaker(total: total, maxWidth: options.maxWidth * Self.em)
        let starts = breaker.breaks(
            candidates, end: LineBreaker.Candidate(offset: letters.count, x: x, penalty: 0))
        return zip([0] + starts, starts + [letters.count]).map { $0..<$1 }
    }
}

/// The vertical alignment of a glyph or image in its line; in pixels of the 24-pixel em.
///
/// - SeeAlso: MapLibre GL JS, `shaping.ts`.
struct BaselineOffset {
    /// The extent across the line; the width of upright glyphs in a column.
    private let height: Double
    /// 0 for the top of the line, 1 for its bottom.
    private let verticalAlign: Double
    /// Centers the glyph in a column; nil in horizontal lines.
    private let columnOffset: Double?

    init(_ metrics: SDFShaping.Metrics, _ scale: Double, _ verticalAlign: Double, _ options: TextShapingOptions) {
        height = (metrics.isImage ? metrics.imageSize.height : SDFShaping.em) * scale
        self.verticalAlign = verticalAlign
        let isColumn = options.isVertical && options.turnsUpright
        // Images are centered by their width, larger glyphs by their size, as in MapLibre.
        columnOffset =
            !isColumn
            ? nil
            : metrics.isImage
                ? (metrics.imageSize.width * scale - SDFShaping.em) / 2 : (scale - 1) * SDFShaping.em
    }

    /// The offset from the top of the line.
    ///
    /// - Parameters:
    ///   - lineHeight: of the tallest glyph or image of the line.
    ///   - overhang: its height beyond an em.
    /// - Returns: the offset downwards.
    func drop(in lineHeight: Double, overhang: Double) -> Double {
        (lineHeight - height) * verticalAlign + (columnOffset.map { $0 - overhang / 2 } ?? 0)
    }
}
