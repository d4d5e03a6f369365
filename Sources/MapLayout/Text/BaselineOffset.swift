// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// How a letter or image of a label stands in its line; pixels of the em of 24.
struct BaselineOffset {
    /// Of its own, along the line's height; the width of what stands upright in a column.
    private let height: Double
    /// 0 at the line's top, 1 at its bottom.
    private let place: Double
    /// What brings it to the middle of a column; nil where lines run across.
    private let inColumn: Double?

    init(_ shape: SDFShaping.Shape, _ scale: Double, _ place: Double, _ setting: TextShapingOptions) {
        height = (shape.isImage ? shape.imageSize.height : SDFShaping.em) * scale
        self.place = place
        let isColumn = setting.isVertical && setting.turnsUpright
        // Images are centered by their width, larger letters by their size, as MapLibre's quads are.
        inColumn =
            !isColumn
            ? nil
            : shape.isImage
                ? (shape.imageSize.width * scale - SDFShaping.em) / 2 : (scale - 1) * SDFShaping.em
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
