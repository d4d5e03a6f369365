// SPDX-License-Identifier: MIT
package import MapCanvas

extension Bitmap {
    /// A part of the pixels; what lies outside is transparent.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
        var part = [UInt32](repeating: 0, count: width * height)
        let (first, last) = (max(0, -x), min(width, self.width - x))
        if first < last {
            part.withUnsafeMutableBufferPointer { part in
                pixels.withUnsafeBufferPointer { pixels in
                    for row in 0..<height where (0..<self.height).contains(y + row) {
                        let source = (y + row) * self.width + x
                        _ = UnsafeMutableBufferPointer(rebasing: part[row * width + first..<row * width + last])
                            .update(fromContentsOf: pixels[source + first..<source + last])
                    }
                }
            }
        }
        return Bitmap(width: width, height: height, pixels: part)
    }

    /// The pixels as a tile, in one of the raster formats.
    ///
    /// - Parameters:
    ///   - format: a format of pixels; PNG in place of others.
    ///   - quality: of JPEG and WebP, from 1 to 100; nil for 80 and 90.
    /// - Returns: the file.
    /// - Throws: what the encoder says.
    package func encodedTile(as format: OutputFormat, quality: Int?) throws -> [UInt8] {
        switch format {
        case .jpeg: try encodeJPEG(self, quality: quality ?? 80)
        case .webp: try encodeWebP(self, .quality(quality ?? 90))
        case .png8: try encodePNG(quantized, threads: 1)
        default: try encodePNG(self, threads: 1)
        }
    }
}
