// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Text at a place where it could be drawn, and the room that it needs.
struct PlacedText: Sendable {
    /// What must be free, in pixels.
    var boxes: [Rect]
    var runs: [GlyphRun]

    var bounds: Rect { boxes.reduce(.null) { $0.union($1) } }
}

extension TextLook {
    /// The block of text beside a point, once for each anchor that may be tried.
    func blocks(at place: Point, turn: Double, fonts: FontLibrary, language: String?) -> [PlacedText] {
        var laidOut: [String: TextBlock] = [:]
        return anchors.map { anchor, offset in
            let justify = justify == "auto" ? anchor.justify : justify
            let block = laidOut[justify] ?? block(justify: justify, fonts: fonts, language: language)
            laidOut[justify] = block
            let held = Point(block.width * anchor.fraction.x, block.height * anchor.fraction.y) - offset
            let transform = Transform.translation(-held).then(.rotation(rotation + turn)).then(.translation(place))
            let box = transform.apply(Rect(x: 0, y: 0, width: block.width, height: block.height))
            return PlacedText(
                boxes: [box.inset(by: -padding)],
                runs: block.runs(
                    anchor: held, at: place, angle: rotation + turn,
                    colors: sections.map { $0.color?.opacity(color.alpha) ?? color }, halo: halo))
        }
    }

    private func block(justify: String, fonts: FontLibrary, language: String?) -> TextBlock {
        fonts.layout(
            sections,
            options: TextBlockOptions(
                size: size, maxWidth: maxWidth, lineHeight: lineHeight, letterSpacing: letterSpacing,
                justify: justify == "left" ? .left : justify == "right" ? .right : .center, language: language))
    }

    /// The text along a line, its middle at a distance from the line's start; nil where it does not fit or the line
    /// bends too sharply.
    func along(
        _ line: MeasuredLine, at distance: Double, layer: SymbolLayer, fonts: FontLibrary, language: String?
    ) -> PlacedText? {
        let shaped = sections.map {
            fonts.shape(
                $0.text.replacing("\n", with: " "), font: $0.font, size: size * $0.scale, letterSpacing: letterSpacing,
                language: language)
        }
        let width = shaped.reduce(0) { $0 + $1.width }
        guard width <= line.length else { return nil }
        var (line, start) = (line, max(0, min(line.length - width, distance - width / 2)))
        if layer.keepsUpright, line.point(at: start).x > line.point(at: start + width).x {
            start = line.length - start - width
            line = line.reversed
        }
        // Half a capital's height: brings the middle of the letters onto the line.
        let drop = size * 0.36 + (anchors.first?.offset.y ?? 0)
        var glyphs: [(Int, GlyphRun.Glyph)] = []
        var boxes: [Rect] = []
        var angles: [Double] = []
        var pen = start
        for (section, text) in shaped.enumerated() {
            for glyph in text.glyphs where !glyph.isBlank {
                let half = glyph.advance / 2
                let middle = pen + glyph.x + half
                let from = line.point(at: middle - max(half, 1))
                let to = line.point(at: middle + max(half, 1))
                let direction = to - from
                let turn = angle(of: direction)
                let across = Point(-sine(turn), cosine(turn))
                let along = Point(cosine(turn), sine(turn))
                let center = from.mix(to, 0.5)
                glyphs.append(
                    (
                        section,
                        GlyphRun.Glyph(
                            face: glyph.face, id: glyph.id,
                            origin: center - along * half + across * (drop + glyph.y), angle: turn)
                    ))
                angles.append(turn)
                let reach = size * 0.5 + padding
                boxes.append(
                    Rect(minX: center.x - reach, minY: center.y - reach, maxX: center.x + reach, maxY: center.y + reach)
                )
            }
            pen += text.width
        }
        guard !glyphs.isEmpty, !bends(angles, over: layer.maxAngle) else { return nil }
        return PlacedText(boxes: boxes, runs: runs(glyphs))
    }

    /// True when three neighbouring letters turn by more than an angle.
    private func bends(_ angles: [Double], over limit: Double) -> Bool {
        for i in angles.indices.dropLast() {
            for j in (i + 1)...min(i + 2, angles.count - 1) where turn(from: angles[i], to: angles[j]) > limit {
                return true
            }
        }
        return false
    }

    private func turn(from a: Double, to b: Double) -> Double {
        let difference = abs(a - b).truncatingRemainder(dividingBy: 2 * .pi)
        return min(difference, 2 * .pi - difference)
    }

    /// One run a section, since sections differ in size and color.
    private func runs(_ glyphs: [(section: Int, glyph: GlyphRun.Glyph)]) -> [GlyphRun] {
        sections.indices.compactMap { index in
            let own = glyphs.filter { $0.section == index }.map(\.glyph)
            guard !own.isEmpty else { return nil }
            let section = sections[index]
            return GlyphRun(
                text: section.text, glyphs: own, size: size * section.scale,
                color: section.color?.opacity(color.alpha) ?? color, halo: halo)
        }
    }
}
