// SPDX-License-Identifier: MIT
import MapCore

/// Animated WebP.
///
/// - SeeAlso: *WebP Container Specification*, "Extended File Format".
extension AnimationContainer {
    /// Animation, and alpha.
    private var flags: Int { isOpaque && !hasBlended ? 0x02 : 0x12 }

    mutating func beginWebP() {
        bytes = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8)
        bytes.appendLittleEndian(10, bytes: 4)
        bytes.appendLittleEndian(flags, bytes: 4)
        bytes.appendLittleEndian(width - 1, bytes: 3)
        bytes.appendLittleEndian(height - 1, bytes: 3)
        bytes += Array("ANIM".utf8)
        bytes.appendLittleEndian(6, bytes: 4)
        // The background, which viewers ignore.
        bytes.appendLittleEndian(0, bytes: 4)
        bytes.appendLittleEndian(loops ? 0 : 1, bytes: 2)
    }

    /// The chunks of a still image, other than those that describe the file.
    static func webPChunks(
        _ bitmap: Bitmap, _ compression: WebPCompression, effort: Int
    ) throws(Diagnostic) -> [UInt8] {
        let file = try encodeWebP(bitmap, compression, effort: effort)
        var chunks: [UInt8] = []
        var position = 12
        while position + 8 <= file.count {
            let size = (0..<4).reduce(0) { $0 | Int(file[position + 4 + $1]) << (8 * $1) }
            let end = min(file.count, position + 8 + size + size % 2)
            let kind = file[position..<position + 4]
            if ["ALPH", "VP8 ", "VP8L"].contains(where: { kind.elementsEqual($0.utf8) }) {
                chunks += file[position..<end]
            }
            position = end
        }
        return chunks
    }

    mutating func appendWebP(_ frame: Frame, milliseconds: Int) {
        let data = frame.data.first ?? []
        bytes += Array("ANMF".utf8)
        bytes.appendLittleEndian(16 + data.count, bytes: 4)
        bytes.appendLittleEndian(frame.x / 2, bytes: 3)
        bytes.appendLittleEndian(frame.y / 2, bytes: 3)
        bytes.appendLittleEndian(frame.width - 1, bytes: 3)
        bytes.appendLittleEndian(frame.height - 1, bytes: 3)
        bytes.appendLittleEndian(milliseconds, bytes: 3)
        // Lies on what was there or replaces it, and stays.
        bytes.append(frame.blends ? 0x00 : 0x02)
        bytes += data
    }

    func endWebP(size: Int) -> [Correction] {
        func correction(_ offset: Int, _ value: Int) -> Correction {
            var bytes: [UInt8] = []
            bytes.appendLittleEndian(value, bytes: 4)
            return Correction(offset: offset, bytes: bytes)
        }
        return [correction(4, size - 8), correction(20, flags)]
    }
}
