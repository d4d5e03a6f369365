// SPDX-License-Identifier: MIT

/// Rows of a picture as they are compared: each pixel one number 0xAARRGGBB with straight components, and before each row
/// a mark, which is its filter byte.
///
/// Numbers stand before and after the rows that are equal to nothing else, so that a search in the rows ends by itself.
struct PixelRows: ~Copyable {
    /// No pixel: those without opacity have no color.
    static let mark: UInt32 = 0x00FF_FFFF
    private static let before: UInt32 = 0x00FF_FFFE
    private static let after: UInt32 = 0x00FF_FFFD
    /// As many numbers may be read after the last row as are compared at once, and those that one load takes more.
    private static let padding = 72

    /// From one mark to the next.
    let stride: Int
    /// Of the rows loaded last.
    private(set) var count = 0
    private let capacity: Int
    private let memory: UnsafeMutablePointer<UInt32>

    /// For so many rows at a time.
    init(width: Int, rows: Int) {
        stride = width + 1
        capacity = rows * stride
        memory = .allocate(capacity: 1 + stride + capacity + Self.padding)
        memory.initialize(repeating: Self.before, count: 1 + stride)
    }

    deinit { memory.deallocate() }

    /// The first row's mark. A row before it and one number more may be read.
    var first: UnsafePointer<UInt32> { UnsafePointer(memory + 1 + stride) }

    /// Takes rows of a bitmap, and the one before them if there is one, which the first may repeat.
    ///
    /// - Returns: their checksum as bytes of a PNG.
    mutating func load(_ rows: Range<Int>, of bitmap: Bitmap, pixelBytes: Int) -> AdlerSum {
        precondition(rows.count * stride <= capacity && bitmap.width + 1 == stride, "the rows must fit in")
        count = rows.count * stride
        let start = memory + 1 + stride
        let context = rows.lowerBound > 0 ? 1 : 0
        (start - stride).update(repeating: Self.before, count: stride)
        var sum = AdlerSum()
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            guard let pixels = pixels.baseAddress else { return }
            var row = start - context * stride
            for y in rows.lowerBound - context..<rows.upperBound {
                row[0] = Self.mark
                copy(pixels + y * bitmap.width, to: row + 1, isOpaque: pixelBytes == 3)
                if y >= rows.lowerBound { sum.add(row: row + 1, count: bitmap.width, pixelBytes: pixelBytes) }
                row += stride
            }
        }
        (start + count).update(repeating: Self.after, count: Self.padding)
        return sum
    }

    private func copy(_ pixels: UnsafePointer<UInt32>, to row: UnsafeMutablePointer<UInt32>, isOpaque: Bool) {
        if isOpaque {
            for x in 0..<stride &- 1 { row[x] = pixels[x] | 0xFF00_0000 }
            return
        }
        PremultipliedPixel.reciprocals.withUnsafeBufferPointer { table in
            guard let reciprocals = table.baseAddress else { return }
            for x in 0..<stride &- 1 {
                let pixel = pixels[x]
                // What is opaque or not there is as it is; one comparison, as opaque pixels turn over to small numbers.
                row[x] =
                    pixel &+ 0x0100_0000 <= 0x0100_0000
                    ? pixel : pixel & 0xFF00_0000 | PremultipliedPixel.straight(pixel, reciprocals)
            }
        }
    }
}
