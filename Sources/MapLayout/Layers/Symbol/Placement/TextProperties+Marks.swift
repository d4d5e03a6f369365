// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle

extension TextProperties {
    /// The marks of a placed label: halos, then glyphs, then images.
    func marks(of placed: TextCandidate) -> [(mark: Mark, bounds: Rect)] {
        let frame = placed.frame
        var letters = GlyphMarks(properties: self, frame: frame)
        var images: [(Mark, Rect)] = []
        for placed in placed.glyphs {
            let glyph = placed.glyph
            let transform = Transform.rotation(glyph.angle).then(.translation(glyph.origin))
                .then(placed.transform)
            switch glyph.content {
            case .field(let field, let corner, let scale):
                letters.add(
                    SDFMark.Piece(
                        field, Transform.scale(scale, scale).then(.translation(corner)).then(transform)),
                    section: glyph.section)
            case .outline(let face, let id, let size) where frame?.isOnGround == true:
                letters.add(
                    face.outline(of: id).transformed(by: Transform.scale(size, size).then(transform)),
                    section: glyph.section)
            case .outline(let face, let id, let size):
                letters.add(
                    GlyphRun.Glyph(
                        face: face, id: id, origin: transform.apply(.zero), angle: glyph.angle + placed.angle),
                    size: size * (frame?.scale ?? 1), section: glyph.section)
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
    /// Outlines that lie on the ground of a tilted map, where letters are not similar to those of the font.
    private var outlines: [(color: Color, path: Path)] = []
    private let frame: SymbolFrame?
    private let halo: GlyphRun.Halo?

    init(properties: TextProperties, frame: SymbolFrame?) {
        self.properties = properties
        self.frame = frame
        halo = frame.map { frame in properties.halo?.widened(by: frame.haloScale) } ?? properties.halo
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

    mutating func add(_ outline: Path, section: Int) {
        let color = color(section)
        if let index = outlines.firstIndex(where: { $0.color == color }) {
            outlines[index].path.append(outline)
        } else {
            outlines.append((color, outline))
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
        let scale = properties.size / SDFShaping.em * (frame?.sharpness ?? 1)
        var marks: [(Mark, Rect)] = []
        func add(_ mark: SDFMark) { marks.append((.sdf(mark), mark.bounds)) }
        if fields.count == 1 {
            add(
                SDFMark(
                    fields[0].pieces, scale: scale, color: fields[0].color, halo: halo, text: properties.text))
        } else if !fields.isEmpty {
            // All halos are painted below all glyphs.
            if let halo {
                add(SDFMark(fields.flatMap(\.pieces), scale: scale, color: .transparent, halo: halo))
            }
            for (index, field) in fields.enumerated() {
                add(
                    SDFMark(
                        field.pieces, scale: scale, color: field.color, text: index == 0 ? properties.text : ""))
            }
        }
        if let halo {
            let style = StrokeStyle(width: 2 * halo.width, join: .round)
            marks += outlines.map { outline in
                let mark = Mark.stroke(outline.path, style, halo.color)
                return (mark, mark.bounds)
            }
        }
        marks += outlines.map { (.fill($0.path, .nonZero, .color($0.color)), $0.path.bounds) }
        return marks + runs.map { (.glyphs($0), $0.paintedBounds) }
    }
}

extension GlyphRun.Halo {
    /// The halo with its width multiplied.
    func widened(by factor: Double) -> GlyphRun.Halo {
        GlyphRun.Halo(color: color, width: width * factor, blur: blur)
    }
}
