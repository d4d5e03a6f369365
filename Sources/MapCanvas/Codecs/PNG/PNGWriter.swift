// SPDX-License-Identifier: MIT
import CDeflate

/// Bytes of a PNG file in the making.
struct PNGWriter {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// The header, the mark of sRGB (rendering intent 0: perceptual), and the palette if there is one.
    mutating func header(width: Int, height: Int, _ colors: PNGPixelFormat) {
        chunk("IHDR") { data in
            data += bigEndian(UInt32(width)) + bigEndian(UInt32(height))
            // Depth, color type, compression, filter, interlace.
            data += [UInt8(colors.depth), colors.type, 0, 0, 0]
        }
        chunk("sRGB") { $0.append(0) }
        guard case .indexed(let palette) = colors else { return }
        let straight = palette.straight
        chunk("PLTE") { data in
            for color in straight { data += [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255)] }
        }
        guard palette.translucent > 0 else { return }
        chunk("tRNS") { data in
            for color in straight[..<palette.translucent] { data.append(UInt8(color >> 24)) }
        }
    }

    /// Pixels a metre; nothing where that makes no sense.
    mutating func resolution(_ pixelsPerMeter: Double?) {
        guard let pixelsPerMeter, pixelsPerMeter >= 1, pixelsPerMeter < 2_147_483_647 else { return }
        let number = bigEndian(UInt32(pixelsPerMeter.rounded()))
        chunk("pHYs") { $0 += number + number + [1] }
    }

    mutating func chunk(_ type: String, _ content: (inout [UInt8]) -> Void) {
        var data: [UInt8] = []
        content(&data)
        bytes += pngChunk(type, data)
    }
}

/// Length, type, content, checksum.
func pngChunk(_ type: String, _ content: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count + 12)
    bytes += bigEndian(UInt32(content.count))
    bytes += type.utf8
    bytes += content
    let checksum = bytes.withUnsafeBytes { all in
        let checked = UnsafeRawBufferPointer(rebasing: all[4...])
        return libdeflate_crc32(0, checked.baseAddress, checked.count)
    }
    bytes += bigEndian(checksum)
    return bytes
}

private func bigEndian(_ number: UInt32) -> [UInt8] {
    [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
}

extension PNGPalette {
    /// Its colors with straight components.
    fileprivate var straight: [UInt32] {
        PremultipliedPixel.reciprocals.withUnsafeBufferPointer { table in
            guard let reciprocals = table.baseAddress else { return [] }
            return colors.map { $0 & 0xFF00_0000 | PremultipliedPixel.straight($0, reciprocals) }
        }
    }
}
