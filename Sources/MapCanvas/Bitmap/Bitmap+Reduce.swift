// SPDX-License-Identifier: MIT

extension Bitmap {
    /// Downscales by integer factors: each pixel is the mean of a block; blocks at the right and bottom edge may be
    /// smaller.
    package func reduced(by columns: Int, _ rows: Int) -> Bitmap {
        let (columns, rows) = (max(1, min(columns, width)), max(1, min(rows, height)))
        let newWidth = (width + columns - 1) / columns
        let newHeight = (height + rows - 1) / rows
        // Four sums per output pixel of a row; 32 bits hold blocks of up to 2²⁴ pixels.
        var sums = [UInt32](repeating: 0, count: newWidth * 4)
        let reduced = [UInt32](unsafeUninitializedCapacity: newWidth * newHeight) { output, count in
            for newY in 0..<newHeight {
                let band = newY * rows..<min((newY + 1) * rows, height)
                for y in band { addRow(y, columns, &sums) }
                for newX in 0..<newWidth {
                    let blockWidth = min(columns, width - newX * columns)
                    output[newY * newWidth + newX] = mean(of: &sums, at: newX * 4, UInt32(blockWidth * band.count))
                }
            }
            count = newWidth * newHeight
        }
        return Bitmap(width: newWidth, height: newHeight, pixels: reduced, isOpaque: isOpaque)
    }

    private func addRow(_ y: Int, _ columns: Int, _ sums: inout [UInt32]) {
        var (block, columnsLeft) = (0, columns)
        for x in 0..<width {
            let p = pixels[y * width + x]
            sums[block] &+= p >> 24
            sums[block + 1] &+= p >> 16 & 0xFF
            sums[block + 2] &+= p >> 8 & 0xFF
            sums[block + 3] &+= p & 0xFF
            columnsLeft -= 1
            if columnsLeft == 0 { (block, columnsLeft) = (block + 4, columns) }
        }
    }

    private func mean(of sums: inout [UInt32], at index: Int, _ count: UInt32) -> UInt32 {
        var pixel: UInt32 = 0
        for channel in index..<index + 4 {
            pixel = pixel << 8 | (sums[channel] + count / 2) / count
            sums[channel] = 0
        }
        return pixel
    }
}
