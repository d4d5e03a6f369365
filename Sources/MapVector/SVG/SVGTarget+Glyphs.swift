// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapPlane

extension SVGTarget {
    /// Glyph outlines are defined once, in 1/1000 em, or in pixels of their distance field.
    private static let unitsPerEm = 1000.0

    mutating func glyphs(_ glyphs: VectorGlyphs) {
        let text = glyphs.text.isEmpty ? "" : " aria-label=\"\(markupEscaped(glyphs.text))\""
        if options.text == .fonts, let real = SVGTextElement(glyphs) {
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
        for pen in pens {
            for (line, name) in zip(lines, names) {
                // The pen is scaled with the outlines.
                var scaledPen = pen
                scaledPen.style.width /= line.scale
                put("<use xlink:href=\"#\(name)\" \(scaledPen.svg)/>")
            }
        }
        if !glyphs.color.isInvisible { put("<g \(glyphs.color.svg("fill"))>") } else { put("<g>") }
        for (line, name) in zip(lines, names) {
            put("<g id=\"\(name)\" transform=\"\(line.transform.svg)\">")
            put(line.uses)
            put("</g>")
        }
        put("</g></g>\n")
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
