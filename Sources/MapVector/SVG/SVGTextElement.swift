// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapPlane

/// A glyph run as a `text` element: for text whose characters map to glyphs one to one, or that is on one line.
struct SVGTextElement {
    private let run: GlyphRun
    private let edges: [VectorPen]
    /// One glyph per character; nil for a line that the viewer lays out.
    private let positions: [GlyphRun.Glyph]?

    /// Returns nil for glyphs that cannot be written as text.
    init?(_ glyphs: VectorGlyphs) {
        guard glyphs.isComplete, let run = glyphs.run, let first = run.glyphs.first, !run.text.isEmpty else {
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
        if visible.count == visibleGlyphs.count, isLeftToRight || visibleGlyphs.contains(where: { $0.angle != 0 }) {
            var remaining = visibleGlyphs.makeIterator()
            var last = first
            positions = characters.map { scalar in
                if !scalar.properties.isWhitespace { last = remaining.next() ?? last }
                return last
            }
        } else {
            let isOneLine = run.glyphs.allSatisfy { $0.origin.y == first.origin.y && $0.angle == first.angle }
            guard isOneLine else { return nil }
            positions = nil
        }
    }

    func element(_ numbers: SVGNumbers) -> String {
        let face = run.glyphs[0].face
        var text = "<text font-family=\"\(markupEscaped(face.familyName.quotedFamily)), sans-serif\""
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
            return "x=\"\(numbers.text(first.x))\" y=\"\(numbers.text(first.y))\""
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
