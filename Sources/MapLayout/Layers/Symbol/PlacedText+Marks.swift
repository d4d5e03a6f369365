// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle

extension TextProperties {
    /// What to paint for a placed label, moved by a shift: halos, then letters, then images.
    func marks(of placed: PlacedText, shift: Point) -> [(mark: Mark, bounds: Rect)] {
        let move = Transform.translation(shift)
        var letters = LetterMarks(look: self)
        var images: [(Mark, Rect)] = []
        for placed in placed.glyphs {
            let glyph = placed.glyph
            let transform = Transform.rotation(glyph.angle).then(.translation(glyph.origin))
                .then(placed.transform).then(move)
            switch glyph.ink {
            case .field(let field, let corner, let scale):
                letters.add(
                    DistanceMark.Piece(
                        field, Transform.scale(scale, scale).then(.translation(corner)).then(transform)),
                    section: glyph.section)
            case .outline(let face, let id, let size):
                letters.add(
                    GlyphRun.Glyph(
                        face: face, id: id, origin: transform.apply(.zero), angle: glyph.angle + placed.angle),
                    size: size, section: glyph.section)
            case .image(let image, let corner, let scale):
                let mark = ImageMark(
                    image.bitmap, transform: Transform.scale(scale, scale).then(.translation(corner)).then(transform),
                    opacity: color.alpha)
                images.append((.image(mark), mark.bounds))
            }
        }
        return letters.marks + images
    }
}

/// A label's letters, gathered by color and size.
private struct LetterMarks {
    private let look: TextProperties
    private var fields: [(color: Color, pieces: [DistanceMark.Piece])] = []
    private var runs: [GlyphRun] = []

    init(look: TextProperties) {
        self.look = look
    }

    private func color(_ section: Int) -> Color {
        guard look.sectionColors.indices.contains(section) else { return look.color }
        return look.sectionColors[section] ?? look.color
    }

    mutating func add(_ piece: DistanceMark.Piece, section: Int) {
        let color = color(section)
        if let index = fields.firstIndex(where: { $0.color == color }) {
            fields[index].pieces.append(piece)
        } else {
            fields.append((color, [piece]))
        }
    }

    mutating func add(_ glyph: GlyphRun.Glyph, size: Double, section: Int) {
        let color = color(section)
        if let index = runs.firstIndex(where: { $0.color == color && $0.size == size }) {
            runs[index].glyphs.append(glyph)
        } else {
            let text = runs.isEmpty && fields.isEmpty ? look.plain : ""
            runs.append(GlyphRun(text: text, glyphs: [glyph], size: size, color: color, halo: look.halo))
        }
    }

    var marks: [(mark: Mark, bounds: Rect)] {
        let scale = look.size / SDFShaping.em
        var marks: [(Mark, Rect)] = []
        func add(_ mark: DistanceMark) { marks.append((.distances(mark), mark.bounds)) }
        if fields.count == 1 {
            add(
                DistanceMark(
                    fields[0].pieces, scale: scale, color: fields[0].color, halo: look.halo, text: look.plain))
        } else if !fields.isEmpty {
            // The rims of all letters lie below all letters.
            if let halo = look.halo {
                add(DistanceMark(fields.flatMap(\.pieces), scale: scale, color: .transparent, halo: halo))
            }
            for (index, field) in fields.enumerated() {
                add(
                    DistanceMark(field.pieces, scale: scale, color: field.color, text: index == 0 ? look.plain : ""))
            }
        }
        return marks + runs.map { (.glyphs($0), $0.paintedBounds) }
    }
}
