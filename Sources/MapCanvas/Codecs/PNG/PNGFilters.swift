// SPDX-License-Identifier: MIT

/// The row filters of PNG.
///
/// - SeeAlso: PNG specification, third edition, §9.
enum PNGFilters {
    /// Reverses the filters of all rows, in place.
    ///
    /// - Parameters:
    ///   - bytes: rows, each starting with its filter type.
    ///   - stride: bytes per row.
    ///   - rows: the number of rows.
    ///   - pixel: bytes per pixel, at least 1.
    /// - Returns: false when a filter type is unknown.
    static func undo(_ bytes: UnsafeMutablePointer<UInt8>, stride: Int, rows: Int, pixel: Int) -> Bool {
        let count = stride - 1
        for y in 0..<rows {
            let row = bytes + y * stride + 1
            // The row above the first one is zero.
            let above = y > 0 ? row - stride : nil
            switch (bytes[y * stride], above) {
            case (0, _), (2, nil): break
            case (1, _), (4, nil):
                // Without a row above, the Paeth predictor is the pixel to the left.
                for i in Swift.stride(from: pixel, to: count, by: 1) { row[i] &+= row[i - pixel] }
            case (2, let above?): for i in 0..<count { row[i] &+= above[i] }
            case (3, nil): for i in Swift.stride(from: pixel, to: count, by: 1) { row[i] &+= row[i - pixel] >> 1 }
            case (3, let above?):
                for i in 0..<min(pixel, count) { row[i] &+= above[i] >> 1 }
                for i in Swift.stride(from: pixel, to: count, by: 1) {
                    row[i] &+= UInt8(truncatingIfNeeded: (UInt16(row[i - pixel]) + UInt16(above[i])) >> 1)
                }
            case (4, let above?):
                for i in 0..<min(pixel, count) { row[i] &+= above[i] }
                for i in Swift.stride(from: pixel, to: count, by: 1) {
                    row[i] &+= paethPredictor(Int32(row[i - pixel]), Int32(above[i]), Int32(above[i - pixel]))
                }
            default: return false
            }
        }
        return true
    }

    /// The neighbor nearest to left + above − upper left.
    @inline(__always)
    private static func paethPredictor(_ left: Int32, _ above: Int32, _ corner: Int32) -> UInt8 {
        let (a, b) = (above - corner, left - corner)
        let (fromLeft, fromAbove, fromCorner) = (abs(a), abs(b), abs(a + b))
        let nearest = fromLeft <= fromAbove && fromLeft <= fromCorner ? left : fromAbove <= fromCorner ? above : corner
        return UInt8(truncatingIfNeeded: nearest)
    }
}
