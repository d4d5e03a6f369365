// SPDX-License-Identifier: MIT
import MapPlane

extension GlyphRun {
    /// The run without the glyphs that have colors of their own.
    package var outlined: GlyphRun {
        guard hasColorFaces else { return self }
        var run = self
        run.glyphs.removeAll { $0.face.colorGlyph($0.id) != nil }
        return run
    }

    /// The glyphs that have colors of their own, as marks above the outlines. They have the text's opacity and no halo.
    package var colorMarks: [Mark] {
        guard hasColorFaces, !color.isInvisible, size > 0, size.isFinite else { return [] }
        return glyphs.flatMap { glyph -> [Mark] in
            let transform = Transform.scale(size, size).then(.rotation(glyph.angle)).then(.translation(glyph.origin))
            switch glyph.face.colorGlyph(glyph.id) {
            case .image(let bitmap, let box):
                let stretch = Transform(
                    a: box.width / Double(bitmap.width), b: 0, c: 0, d: box.height / Double(bitmap.height),
                    tx: box.minX, ty: box.minY)
                return [.image(ImageMark(bitmap, transform: stretch.then(transform), opacity: color.alpha))]
            case .layers(let layers):
                return layers.map { layer in
                    .fill(
                        layer.outline.transformed(by: transform), .nonZero,
                        .color(layer.color?.opacity(color.alpha) ?? color))
                }
            case nil: return []
            }
        }
    }

    private var hasColorFaces: Bool { glyphs.contains { $0.face.isColored } }
}
