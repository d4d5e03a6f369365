// SPDX-License-Identifier: MIT
import MapCore

/// Animated PNG.
///
/// - SeeAlso: PNG (Third Edition), §11.3.6 "Animation information".
extension AnimationContainer {
    private static func format(isOpaque: Bool) -> PNGPixelFormat { isOpaque ? .rgb : .rgba }

    mutating func beginPNG() {
        var writer = PNGWriter(capacity: 1 << 16)
        writer.header(width: width, height: height, Self.format(isOpaque: isOpaque && !canBlend))
        countOffset = writer.bytes.count
        writer.bytes += Self.control(frames: 0, loops: loops)
        bytes = writer.bytes
    }

    private static func control(frames: Int, loops: Bool) -> [UInt8] {
        pngChunk("acTL", bigEndian(UInt32(frames)) + bigEndian(loops ? 0 : 1))
    }

    /// The content of the chunks with compressed pixels.
    static func pngParts(_ bitmap: Bitmap, isOpaque: Bool) -> [[UInt8]] {
        let format = format(isOpaque: isOpaque)
        // Should a later frame have transparent pixels in an opaque animation, they are drawn on white.
        let opaque =
            isOpaque && !bitmap.isOpaque
            ? Bitmap(width: bitmap.width, height: bitmap.height, pixels: bitmap.flattened(on: .white)) : bitmap
        let chunks = PNGStrips(width: bitmap.width, height: bitmap.height, format).parts(of: opaque, threads: 1)
        // Without length, type and checksum.
        return [chunks.flatMap { $0[8..<$0.count - 4] }]
    }

    mutating func appendPNG(_ frame: Frame, milliseconds: Int) {
        var control = bigEndian(sequence)
        for value in [frame.width, frame.height, frame.x, frame.y] { control += bigEndian(UInt32(value)) }
        // 16 bits of milliseconds.
        let isLong = milliseconds > 65_535
        let (ticks, unit) = isLong ? (min(65_535, milliseconds / 1000), 1) : (milliseconds, 1000)
        control += [UInt8(ticks >> 8), UInt8(ticks & 255), UInt8(unit >> 8), UInt8(unit & 255), 0]
        control.append(frame.blends ? 1 : 0)
        bytes += pngChunk("fcTL", control)
        sequence += 1
        for data in frame.data {
            if frameCount == 0 {
                bytes += pngChunk("IDAT", data)
            } else {
                bytes += pngChunk("fdAT", bigEndian(sequence) + data)
                sequence += 1
            }
        }
    }

    mutating func endPNG() -> [Correction] {
        bytes += pngChunk("IEND", [])
        return [Correction(offset: countOffset, bytes: Self.control(frames: frameCount, loops: loops))]
    }
}
