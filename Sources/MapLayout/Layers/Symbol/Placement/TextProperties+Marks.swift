// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle

extension TextProperties {
    /// The marks of a placed label, translated: halos, then glyphs, then images.
    func marks(of placed: TextCandidate, translation: Point) -> [(mark: Mark, bounds: Rect)] {
        let move = Transform.translation(translation)
        var letters = GlyphMarks(properties: self)
        var images: [(Mark, Rect)] = []
        for placed in placed.glyphs {
            let glyph = placed.glyph
            let transform = Transform.rotation(glyph.angle).then(.translation(glyph.origin))
                .then(placed.transform).then(move)
            switch glyph.content {
            case .field(let field, let corner, let scale):
                letters.add(
                    SDFMark.Piece(
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

/// A label's glyphs, grouped by color and size.
private struct GlyphMarks {
    private let properties: TextProperties
    private var fields: [(color: Color, pieces: [SDFMark.Piece])] = []
    private var runs: [GlyphRun] = []

    init(properties: TextProperties) {
        self.properties = properties
    }

    private func color(_ section: Int) -> Color {
        guard properties.sectionColors.indices.contains(section) else { return properties.color }
        return properties.sectionColors[section] ?? properties.color
    }

    mutating func add(_ piece: SDFMark.Piece, section: Int) {
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
            let text = runs.isEmpty && fields.isEmpty ? properties.text : ""
            runs.append(GlyphRun(text: text, glyphs: [glyph], size: size, color: color, halo: properties.halo))
        }
    }

    var marks: [(mark: Mark, bounds: Rect)] {
        let scale = properties.size / SDFShaping.em
        var marks: [(Mark, Rect)] = []
        func add(_ mark: SDFMark) { marks.append((.sdf(mark), mark.bounds)) }
        if fields.count == 1 {
            add(
                SDFMark(
                    fields[0].pieces, scale: scale, color: fields[0].color, halo: properties.halo, text: properties.text
                ))
        } else if !fields.isEmpty {
            // All halos are painted below all glyphs.
            if let halo = properties.halo {
                add(SDFMark(fields.flatMap(\.pieces), scale: scale, color: .transparent, halo: halo))
            }
            for (index, field) in fields.enumerated() {
                add(
                    SDFMark(
                        field.pieces, scale: scale, color: field.color, text: index == 0 ? properties.text : ""))
            }
        }
        return marks + runs.map { (.glyphs($0), $0.paintedBounds) }
    }
}
