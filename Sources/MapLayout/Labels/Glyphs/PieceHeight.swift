// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// How a letter or image of a label stands in its line; pixels of the em of 24.
struct PieceHeight {
    /// Of its own, along the line's height; the width of what stands upright in a column.
    private let height: Double
    /// 0 at the line's top, 1 at its bottom.
    private let place: Double
    /// What brings it to the middle of a column; nil where lines run across.
    private let inColumn: Double?

    init(_ shape: FieldBlock.Shape, _ scale: Double, _ place: Double, _ setting: LabelSetting) {
        height = (shape.isImage ? shape.imageSize.height : FieldBlock.em) * scale
        self.place = place
        let isColumn = setting.isVertical && setting.turnsUpright
        // Images are centered by their width, larger letters by their size, as MapLibre's quads are.
        inColumn =
            !isColumn
            ? nil
            : shape.isImage
                ? (shape.imageSize.width * scale - FieldBlock.em) / 2 : (scale - 1) * FieldBlock.em
    }

    /// From the top of the line down.
    ///
    /// - Parameters:
    ///   - lineHeight: of the tallest piece of the line.
    ///   - overhang: by how much that is taller than an em.
    /// - Returns: where the piece hangs.
    func drop(in lineHeight: Double, overhang: Double) -> Double {
        (lineHeight - height) * place + (inColumn.map { $0 - overhang / 2 } ?? 0)
    }
}
