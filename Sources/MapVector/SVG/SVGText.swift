// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages
import MapText

extension SVGTarget {
    /// Glyph outlines are defined once, in 1/1000 em, or in pixels of their distance field.
    private static let unitsPerEm = 1000.0

    mutating func glyphs(_ glyphs: VectorGlyphs) {
        let text = glyphs.text.isEmpty ? "" : " aria-label=\"\(markupEscaped(glyphs.text))\""
        if options.text == .fonts, !glyphs.isHaloBelow, let real = SVGTextElement(glyphs) {
            put(real.element(numbers))
            return
        }
        let lines = placed(glyphs.pieces)
        guard !lines.isEmpty else { return }
        let pens = glyphs.edges
        guard !pens.isEmpty else {
            if lines.count > 1 || !text.isEmpty { put("<g \(glyphs.color.svg("fill"))\(text)>") }
            for line in lines {
                let fill = lines.count > 1 || !text.isEmpty ? "" : glyphs.color.svg("fill") + " "
                put("<g \(fill)transform=\"\(line.transform.svg)\">")
                put(line.uses)
                put("</g>")
            }
            put(lines.count > 1 || !text.isEmpty ? "</g>\n" : "\n")
            return
        }
        put("<g\(text)>")
        // All halos lie below all glyphs, so that no letter is covered by its neighbor's halo.
        let names = lines.map { _ in nextName("w") }
        let around = glyphs.isHaloAround ? outside(of: glyphs) : nil
        if let around { put("<g clip-path=\"url(#\(around))\">") }
        for pen in pens {
            // Where the halos of two letters overlap, a translucent one is as dense as elsewhere. Letters from distance
            // fields are blended one by one, as MapLibre does it.
            let isFilled = glyphs.isHaloBelow && pen == pens.last
            let isTogether =
                !pen.color.isOpaque && (glyphs.pieces.count > 1 || isFilled) && glyphs.run != nil
            if isTogether { put("<g opacity=\"\(SVGNumbers.share.text(pen.color.alpha))\">") }
            for (line, name) in zip(lines, names) {
                // The pen is scaled with the outlines.
                var scaledPen = pen
                scaledPen.style.width /= line.scale
                if isTogether { scaledPen.color.alpha = 1 }
                let fill = isFilled ? " " + scaledPen.color.svg("fill") : ""
                put("<use xlink:href=\"#\(name)\" \(scaledPen.svg)\(fill)/>")
            }
            if isTogether { put("</g>") }
        }
        if around != nil { put("</g>") }
        if !glyphs.color.isInvisible { put("<g \(glyphs.color.svg("fill"))>") } else { put("<g>") }
        for (line, name) in zip(lines, names) {
            put("<g id=\"\(name)\" transform=\"\(line.transform.svg)\">")
            put(line.uses)
            put("</g>")
        }
        put("</g></g>\n")
    }

    /// The id of a clip that leaves all but the glyphs.
    private mutating func outside(of glyphs: VectorGlyphs) -> String {
        var path = Path()
        for piece in glyphs.pieces {
            switch piece.shape {
            case .glyph(let face, let id): path.append(face.outline(of: id).transformed(by: piece.transform))
            case .field(let field): path.append(SDFContour.path(of: field).transformed(by: piece.transform))
            }
        }
        path.append(.rectangle(path.bounds.inset(by: -glyphs.reach)))
        let data = data(path)
        return define("c") { "<clipPath id=\"\($0)\"><path clip-rule=\"evenodd\" d=\"\(data)\"/></clipPath>" }
    }

    /// Glyphs with the same rotation and size.
    private struct Line {
        var transform: Transform
        var uses: String

        var scale: Double { max(1e-6, Point(transform.a, transform.b).length) }
    }

    private mutating func placed(_ pieces: [VectorGlyphs.Piece]) -> [Line] {
        var lines: [Line] = []
        for piece in pieces {
            guard let name = name(of: piece.shape) else { continue }
            var transform = piece.transform
            var local = numbers
            if case .glyph = piece.shape {
                local = SVGNumbers(decimals: 0)
                transform = Transform.scale(1 / Self.unitsPerEm, 1 / Self.unitsPerEm).then(transform)
            }
            guard let last = lines.last, last.transform.turns(like: transform),
                let inverse = last.transform.inverse
            else {
                lines.append(Line(transform: transform, uses: "<use xlink:href=\"#\(name)\"/>"))
                continue
            }
            let origin = inverse.apply(Point(transform.tx, transform.ty))
            let (x, y) = (local.text(origin.x), local.text(origin.y))
            var use = "<use xlink:href=\"#\(name)\""
            if x != "0" { use += " x=\"\(x)\"" }
            if y != "0" { use += " y=\"\(y)\"" }
            lines[lines.count - 1].uses += use + "/>"
        }
        return lines
    }

    /// The id of an outline; nil when it is empty.
    private mutating func name(of shape: VectorGlyphs.Shape) -> String? {
        if let cached = glyphNames[shape] { return cached }
        let data: String
        switch shape {
        case .glyph(let face, let id):
            var bytes: [UInt8] = []
            let outline = face.outline(of: id).transformed(by: .scale(Self.unitsPerEm, Self.unitsPerEm))
            SVGNumbers(decimals: 0).append(outline, to: &bytes)
            data = String(decoding: bytes, as: UTF8.self)
        case .field(let field): data = self.data(SDFContour.path(of: field))
        }
        let name = data.isEmpty ? nil : define("g") { "<path id=\"\($0)\" d=\"\(data)\"/>" }
        glyphNames[shape] = .some(name)
        return name
    }
}

extension Transform {
    /// True when it differs by a translation only.
    fileprivate func turns(like other: Transform) -> Bool {
        abs(a - other.a) + abs(b - other.b) + abs(c - other.c) + abs(d - other.d) < 1e-9
    }
}

/// A glyph run as a `text` element: for text whose characters map to glyphs one to one, or that is on one line.
struct SVGTextElement {
    private let run: GlyphRun
    private let edges: [VectorPen]
    /// One glyph per character; nil for a line that the viewer lays out.
    private let positions: [GlyphRun.Glyph]?

    /// Returns nil for glyphs that cannot be written as text.
    init?(_ glyphs: VectorGlyphs) {
        guard glyphs.isComplete, let run = glyphs.run, run.isWholeText, let first = run.glyphs.first, !run.text.isEmpty
        else {
            return nil
        }
        let characters = run.text.unicodeScalars.filter { $0 != "\n" }
        let visible = characters.filter { !$0.properties.isWhitespace }
        let visibleGlyphs = run.glyphs.filter { !$0.face.outline(of: $0.id).isEmpty }
        let isLeftToRight = zip(visibleGlyphs, visibleGlyphs.dropFirst()).allSatisfy { a, b in
            b.origin.y > a.origin.y + run.size / 2 || b.origin.x > a.origin.x
        }
        self.run = run
        edges = glyphs.edges
        // Characters are in the order of reading, glyphs from left to right.
        let readsFromTheLeft = !visible.contains(where: \.isRightToLeftLetter)
        // A sign with a place of its own is torn off its letter.
        let hasSigns = run.text.contains { $0.unicodeScalars.count > 1 }
        if readsFromTheLeft, !hasSigns, visible.count == visibleGlyphs.count,
            isLeftToRight || visibleGlyphs.contains(where: { $0.angle != 0 })
        {
            var remaining = visibleGlyphs.makeIterator()
            var last = first
            positions = characters.map { scalar in
                if !scalar.properties.isWhitespace { last = remaining.next() ?? last }
                return last
            }
        } else {
            let isOneLine = run.glyphs.allSatisfy { $0.origin.y == first.origin.y && $0.angle == 0 }
            guard isOneLine, !run.isSpaced else { return nil }
            positions = nil
        }
    }

    func element(_ numbers: SVGNumbers) -> String {
        let face = run.glyphs[0].face
        let families = run.families.map(\.quotedFamily).joined(separator: ", ")
        var text = "<text font-family=\"\(markupEscaped(families)), sans-serif\""
        let style = face.styleName.lowercased()
        if let weight = face.cssWeight { text += " font-weight=\"\(weight)\"" }
        if style.contains("italic") || style.contains("oblique") { text += " font-style=\"italic\"" }
        text += " font-size=\"\(numbers.text(run.size))\" \(run.color.svg("fill"))"
        if let widest = edges.first { text += " \(widest.svg) paint-order=\"stroke\"" }
        let characters = run.text.unicodeScalars.filter { $0 != "\n" }
        var content = ""
        content.unicodeScalars.append(contentsOf: characters)
        text += " xml:space=\"preserve\" " + attributes(numbers) + ">\(markupEscaped(content))</text>\n"
        return text
    }

    private func attributes(_ numbers: SVGNumbers) -> String {
        guard let positions else {
            let origins = run.glyphs.map(\.origin)
            let first = origins.min { $0.x < $1.x } ?? .zero
            // The viewer puts words of both directions in their order, from the right where the first letter is of such a script.
            let isFromTheRight = run.text.unicodeScalars.first(where: \.properties.isAlphabetic)?.isRightToLeftLetter
            let direction = isFromTheRight == true ? " direction=\"rtl\" text-anchor=\"end\"" : ""
            return "x=\"\(numbers.text(first.x))\" y=\"\(numbers.text(first.y))\"" + direction
        }
        let list = { (values: [Double]) in
            // The last value applies to all following characters.
            var texts = values.map(numbers.text)
            while texts.count > 1, texts.last == texts[texts.count - 2] { texts.removeLast() }
            return texts.joined(separator: " ")
        }
        var attributes = "x=\"\(positions.map { numbers.text($0.origin.x) }.joined(separator: " "))\" "
        attributes += "y=\"\(list(positions.map(\.origin.y)))\""
        if positions.contains(where: { $0.angle != 0 }) {
            attributes += " rotate=\"\(list(positions.map { $0.angle * 180 / .pi }))\""
        }
        return attributes
    }
}

extension GlyphRun {
    /// The families of its glyphs as a viewer is to try them: those with fewer of the text's characters first, as the
    /// others were chosen for what these lack.
    fileprivate var families: [String] {
        var faces: [FontFace] = []
        for glyph in glyphs where !faces.contains(where: { $0.familyName == glyph.face.familyName }) {
            faces.append(glyph.face)
        }
        return faces.map { face in (face.familyName, text.unicodeScalars.count { face.advance(of: $0) != nil }) }
            .sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// True for a line whose letters are set apart, or much closer than their fonts have it: kerning takes less than a tenth from a
    /// word, and adds next to nothing.
    fileprivate var isSpaced: Bool {
        var natural = 0.0
        var (left, right) = (Double.infinity, -Double.infinity)
        for glyph in glyphs where !glyph.face.outline(of: glyph.id).isEmpty {
            guard let advance = glyph.face.advance(of: glyph.id) else { return false }
            natural += advance * size
            left = min(left, glyph.origin.x)
            right = max(right, glyph.origin.x + advance * size)
        }
        let space = glyphs.firstNonNil { $0.face.advance(of: " ") } ?? 0
        let inner = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
        natural += Double(inner.count(where: \.isWhitespace)) * space * size
        let excess = right - left - natural
        return excess > 0.02 * natural || excess < -0.1 * natural
    }
}

extension FontFace {
    /// The CSS font weight of the face's style name; nil for regular.
    fileprivate var cssWeight: Int? {
        let style = styleName.lowercased().filter { $0 != " " && $0 != "-" }
        let names: [(String, Int)] = [
            ("extralight", 200), ("ultralight", 200), ("thin", 100), ("light", 300), ("medium", 500),
            ("semibold", 600), ("demibold", 600), ("extrabold", 800), ("ultrabold", 800), ("bold", 700),
            ("black", 900), ("heavy", 900),
        ]
        return names.first { style.contains($0.0) }?.1
    }
}

extension String {
    fileprivate var quotedFamily: String {
        "'" + filter { $0 != "'" && $0 != "\\" && $0 != "\n" } + "'"
    }
}
