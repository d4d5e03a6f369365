// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

extension VectorGlyphs {
    /// The outlines of a run; `GlyphRun.colorMarks` has the rest.
    init(_ run: GlyphRun) {
        let isDrawable = run.size > 0 && run.size.isFinite
        let count = run.glyphs.count
        let run = run.outlined
        self.init(
            pieces: !isDrawable
                ? []
                : run.glyphs.filter { $0.origin.isDrawable }.map { glyph in
                    Piece(
                        shape: .glyph(glyph.face, glyph.id),
                        transform: Transform.scale(run.size, run.size).then(.rotation(glyph.angle))
                            .then(.translation(glyph.origin)))
                },
            color: run.color, edges: run.halo?.pens ?? [], text: run.text, run: run,
            isComplete: run.glyphs.count == count)
    }

    init(_ mark: SDFMark) {
        var halo = mark.halo
        // MapLibre's `symbol_sdf` shader multiplies the blur of halos by 1.19.
        halo?.blur *= 1.19
        let isDrawable = mark.scale > 0 && mark.scale.isFinite
        self.init(
            pieces: !isDrawable
                ? []
                : mark.pieces.filter { Point($0.transform.tx, $0.transform.ty).isDrawable }.map {
                    Piece(shape: .field($0.field), transform: $0.transform)
                },
            color: mark.color, edges: halo?.pens ?? [], text: mark.text, run: nil)
    }
}

extension GlyphRun.Halo {
    fileprivate var pens: [VectorPen] {
        guard !color.isInvisible, width + blur > 0 else { return [] }
        return rings.map {
            VectorPen(
                style: StrokeStyle(width: 2 * $0.radius, cap: .round, join: .round), color: color.opacity($0.opacity))
        }
    }
}

extension Point {
    fileprivate var isDrawable: Bool { abs(x) <= 1e7 && abs(y) <= 1e7 }
}
