// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// How a letter or image of a label stands in its line; pixels of the em of 24.
struct BaselineOffset {
    /// Of its own, along the line's height; the width of what stands upright in a column.
    private let height: Double
    /// 0 at the line's top, 1 at its bottom.
    private let verticalAlign: Double
    /// What brings it to the middle of a column; nil where lines run across.
    private let columnOffset: Double?

    init(_ metrics: SDFShaping.Metrics, _ scale: Double, _ verticalAlign: Double, _ options: TextShapingOptions) {
        height = (metrics.isImage ? metrics.imageSize.height : SDFShaping.em) * scale
        self.verticalAlign = verticalAlign
        let isColumn = options.isVertical && options.turnsUpright
        // Images are centered by their width, larger letters by their size, as MapLibre's quads are.
        columnOffset =
            !isColumn
            ? nil
            : metrics.isImage
                ? (metrics.imageSize.width * scale - SDFShaping.em) / 2 : (scale - 1) * SDFShaping.em
    }

    /// From the top of the line down.
    ///
    /// - Parameters:
    ///   - lineHeight: of the tallest piece of the line.
    ///   - overhang: by how much that is taller than an em.
    /// - Returns: where the piece hangs.
    func drop(in lineHeight: Double, overhang: Double) -> Double {
        (lineHeight - height) * verticalAlign + (columnOffset.map { $0 - overhang / 2 } ?? 0)
    }
}
