// SPDX-License-Identifier: MIT
package import MapGeometry
package import MapImages
package import MapText

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

/// Signed distance fields painted in one color: the glyphs of a label, or an icon.
///
/// - SeeAlso: Chris Green, *Improved Alpha-Tested Magnification for Vector Textures and Special Effects*, 2007.
package struct SDFMark: Sendable {
    package struct Piece: Sendable {
        package var field: DistanceField
        /// Maps field pixels to output pixels.
        package var transform: Transform

        package init(_ field: DistanceField, _ transform: Transform) {
            self.field = field
            self.transform = transform
        }

        /// The field with a margin of one pixel, into which it fades.
        var bounds: Rect {
            transform.apply(
                Rect(x: -1, y: -1, width: Double(field.width) + 2, height: Double(field.height) + 2))
        }
    }

    package var pieces: [Piece]
    /// Output pixels per field pixel, which determines the softness of edges.
    package var scale: Double
    package var color: Color
    package var halo: GlyphRun.Halo?
    /// The text that the glyphs spell, for formats with real text.
    package var text: String

    package init(
        _ pieces: [Piece], scale: Double, color: Color, halo: GlyphRun.Halo? = nil, text: String = ""
    ) {
        self.pieces = pieces
        self.scale = scale
        self.color = color
        self.halo = halo
        self.text = text
    }

    package var bounds: Rect { pieces.reduce(.null) { $0.union($1.bounds) } }

    /// The halo and the shapes as separate marks, for halos that lie below several shapes.
    package var separated: (halo: SDFMark, shapes: SDFMark)? {
        guard halo != nil else { return nil }
        var (edge, shapes) = (self, self)
        edge.color = .transparent
        edge.text = ""
        shapes.halo = nil
        return (edge, shapes)
    }
}

/// A signed distance field: a shape stored as distances to its outline, which can be drawn sharply at many sizes, in
/// any color and with a halo.
package final class DistanceField: Sendable {
    package let width: Int
    package let height: Int
    /// Rows from the top; 191.25 on the outline, larger inside, 32 per pixel.
    package let distances: [UInt8]

    /// Creates a field of exactly `width * height` distances.
    package init(width: Int, height: Int, distances: [UInt8]) {
        precondition(
            width > 0 && height > 0 && distances.count == width * height, "a field's size must fit its distances")
        self.width = width
        self.height = height
        self.distances = distances
    }

    /// Uses a bitmap's alpha channel as distances, as sprite images with `sdf` store them.
    package convenience init(opacityOf bitmap: Bitmap) {
        self.init(
            width: bitmap.width, height: bitmap.height,
            distances: bitmap.pixels.map { UInt8(truncatingIfNeeded: $0 >> 24) })
    }
}
