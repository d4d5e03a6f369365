// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// The vertical alignment of a glyph or image in its line; in pixels of the 24-pixel em.
///
/// - SeeAlso: MapLibre GL JS, `shaping.ts`.
struct BaselineOffset {
    /// The extent across the line; the width of upright glyphs in a column.
    private let height: Double
    /// 0 for the top of the line, 1 for its bottom.
    private let verticalAlign: Double
    /// Centers the glyph in a column; nil in horizontal lines.
    private let columnOffset: Double?

    init(_ metrics: SDFShaping.Metrics, _ scale: Double, _ verticalAlign: Double, _ options: TextShapingOptions) {
        height = (metrics.isImage ? metrics.imageSize.height : SDFShaping.em) * scale
        self.verticalAlign = verticalAlign
        let isColumn = options.isVertical && options.turnsUpright
        // Images are centered by their width, larger glyphs by their size, as in MapLibre.
        columnOffset =
            !isColumn
            ? nil
            : metrics.isImage
                ? (metrics.imageSize.width * scale - SDFShaping.em) / 2 : (scale - 1) * SDFShaping.em
    }

    /// The offset from the top of the line.
    ///
    /// - Parameters:
    ///   - lineHeight: of the tallest glyph or image of the line.
    ///   - overhang: its height beyond an em.
    /// - Returns: the offset downwards.
    func drop(in lineHeight: Double, overhang: Double) -> Double {
        (lineHeight - height) * verticalAlign + (columnOffset.map { $0 - overhang / 2 } ?? 0)
    }
}
