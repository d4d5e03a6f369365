// SPDX-License-Identifier: MIT

/// Animated GIF: each frame has a palette of its own.
///
/// - SeeAlso: CompuServe, *Graphics Interchange Format, Version 89a*.
extension AnimationContainer {
    mutating func beginGIF() {
        bytes = Array("GIF89a".utf8)
        bytes.appendLittleEndian(width, bytes: 2)
        bytes.appendLittleEndian(height, bytes: 2)
        bytes += [0, 0, 0]
        guard loops else { return }
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    }

    /// The image with its palette. GIF knows no translucent pixels: what is half transparent or more is left out.
    static func gifImage(_ source: Bitmap, x: Int, y: Int) -> [UInt8] {
        let solid = source.isOpaque ? source : source.withoutTranslucency
        let image = solid.quantized
        var slots: [UInt32: UInt8] = [:]
        var colors: [UInt32] = []
        let indices = image.pixels.map { color -> UInt8 in
            if let slot = slots[color] { return slot }
            let slot = UInt8(truncatingIfNeeded: colors.count)
            slots[color] = slot
            colors.append(color)
            return slot
        }
        var depth = 1
        while 1 << depth < colors.count { depth += 1 }
        var bytes: [UInt8] = [0x2C]
        for value in [x, y, image.width, image.height] { bytes.appendLittleEndian(value, bytes: 2) }
        bytes.append(0x80 | UInt8(depth - 1))
        for index in 0..<1 << depth {
            let color = index < colors.count ? colors[index] : 0
            bytes += [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255)]
        }
        bytes += compressed(indices, minimumSize: max(2, depth))
        // The transparent color, if there is one, stands before the image.
        let clear = colors.firstIndex(of: 0)
        return [clear == nil ? 0 : 1, UInt8(clear ?? 0)] + bytes
    }

    mutating func appendGIF(_ frame: Frame, hundredths: Int) {
        guard let data = frame.data.first, data.count > 2 else { return }
        // A frame with transparent pixels would show what was there before: the area is cleared after each.
        let disposal: UInt8 = isOpaque ? 1 : 2
        bytes += [0x21, 0xF9, 4, disposal << 2 | data[0]]
        bytes.appendLittleEndian(min(65_535, hundredths), bytes: 2)
        bytes += [data[1], 0]
        bytes += data[2...]
    }

    /// LZW with codes of growing length, in blocks of at most 255 bytes.
    private static func compressed(_ indices: [UInt8], minimumSize: Int) -> [UInt8] {
        var output = LZWOutput(minimumSize: minimumSize)
        let clear = 1 << minimumSize
        // By the code before and the index after it.
        var table = [UInt16](repeating: 0, count: 4096 << 8)
        var used: [Int] = []
        var (size, next) = (minimumSize + 1, clear + 2)
        output.put(clear, size)
        guard var prefix = indices.first.map({ Int($0) }) else { return output.finished(clear + 1, size) }
        for index in indices.dropFirst() {
            let key = prefix << 8 | Int(index)
            if table[key] != 0 {
                prefix = Int(table[key])
                continue
            }
            output.put(prefix, size)
            if next < 4096 {
                table[key] = UInt16(next)
                used.append(key)
                if next == 1 << size, size < 12 { size += 1 }
                next += 1
            } else {
                output.put(clear, size)
                for key in used { table[key] = 0 }
                used.removeAll(keepingCapacity: true)
                (size, next) = (minimumSize + 1, clear + 2)
            }
            prefix = Int(index)
        }
        output.put(prefix, size)
        return output.finished(clear + 1, next == 1 << size && size < 12 ? size + 1 : size)
    }
}

/// Bits in blocks.
private struct LZWOutput {
    private var bytes: [UInt8]
    private var block: [UInt8] = []
    private var (bits, count): (UInt32, Int) = (0, 0)

    init(minimumSize: Int) { bytes = [UInt8(minimumSize)] }

    mutating func put(_ code: Int, _ size: Int) {
        bits |= UInt32(code) << UInt32(count)
        count += size
        while count >= 8 {
            add(UInt8(bits & 255))
            bits >>= 8
            count -= 8
        }
    }

    private mutating func add(_ byte: UInt8) {
        block.append(byte)
        if block.count == 255 { flush() }
    }

    private mutating func flush() {
        guard !block.isEmpty else { return }
        bytes.append(UInt8(block.count))
        bytes += block
        block.removeAll(keepingCapacity: true)
    }

    mutating func finished(_ end: Int, _ size: Int) -> [UInt8] {
        put(end, size)
        if count > 0 { add(UInt8(bits & 255)) }
        flush()
        return bytes + [0]
    }
}

extension Bitmap {
    /// With pixels that are either opaque or fully transparent.
    fileprivate var withoutTranslucency: Bitmap {
        let straight = straightPixels
        return Bitmap(
            width: width, height: height, pixels: straight.map { $0 >> 24 < 128 ? 0 : $0 | 0xFF00_0000 })
    }
}
