// SPDX-License-Identifier: MIT

/// A stretch of bytes as they are, and then one that stood before.
struct PixelMatch {
    /// Bytes that are written as they are.
    var literals: UInt32
    /// Bytes that repeat earlier ones; 0 only at the end. Not limited to what one deflate symbol can say.
    var length: UInt32
    var distance: UInt32
}

/// Finds repetitions in rows of pixels. Unlike a compressor for bytes it looks at whole pixels only, and first where
/// pictures repeat themselves: at the pixel on the left and in the row above.
struct PixelMatcher {
    private static let tableBits = 13
    private static let farthest = 32_768

    private let bytes: UnsafePointer<UInt8>
    private let start: Int
    private let end: Int
    private let stride: Int
    private let pixel: Int
    private(set) var matches: [PixelMatch] = []

    /// - Parameters:
    ///   - bytes: rows of a filter byte and pixels, with 8 bytes more after the end.
    ///   - range: what to compress; whole rows. What is before may be referred to.
    ///   - stride: bytes a row.
    ///   - pixel: bytes a pixel.
    init(_ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, stride: Int, pixel: Int) {
        self.bytes = bytes
        start = range.lowerBound
        end = range.upperBound
        self.stride = stride
        self.pixel = pixel
        matches.reserveCapacity(range.count / 64 + 64)
    }

    mutating func run() {
        switch pixel {
        case 1: scan(1)
        case 3: scan(3)
        default: scan(4)
        }
    }

    /// Inlined for each size of a pixel, so that it is a constant.
    @inline(__always)
    private mutating func scan(_ pixel: Int) {
        let above = stride <= Self.farthest ? stride : 0
        let least = pixel == 1 ? 4 : pixel
        let leastFar = pixel == 1 ? 5 : 2 * pixel
        // Bytes that the hash looks at.
        let mask: UInt64 = pixel == 3 ? 0xFFFF_FFFF_FFFF : pixel == 4 ? .max : 0xFF_FFFF_FFFF
        var position = start
        var literalStart = start
        var rowStart = start
        // Where bytes were seen last, by a hash of them.
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << Self.tableBits) { table in
            table.initialize(repeating: -1)
            while position < end {
                let here = load(position)
                var length = 0
                var distance = 0
                if above > 0, position >= above {
                    length = common(here, position, above)
                    distance = above
                }
                if length < 64, position - rowStart > pixel {
                    let run = common(here, position, pixel)
                    if run > length { (length, distance) = (run, pixel) }
                }
                let slot = Self.hash(here & mask)
                if length < 4 * pixel {
                    let candidate = Int(table[slot])
                    if candidate >= 0, position - candidate <= Self.farthest {
                        let far = common(here, position, position - candidate)
                        if far >= leastFar, far > length + pixel / 2 {
                            (length, distance) = (far, position - candidate)
                        }
                    }
                }
                table[slot] = Int32(truncatingIfNeeded: position)
                length = min(length, end - position)
                // Ends between two pixels of the row in which it ends.
                var next = position + length
                var row = rowStart
                if next >= row + stride { row += (next - row) / stride * stride }
                let column = next - row
                if column > 0 {
                    let excess = (column - 1) % pixel
                    next -= excess
                    length -= excess
                }
                if length >= least, length >= 3 {
                    matches.append(
                        PixelMatch(
                            literals: UInt32(truncatingIfNeeded: position - literalStart),
                            length: UInt32(truncatingIfNeeded: length),
                            distance: UInt32(truncatingIfNeeded: distance)))
                    position = next
                    rowStart = row
                    literalStart = position
                } else {
                    position += position == rowStart ? 1 : pixel
                    if position >= rowStart + stride { rowStart += stride }
                }
            }
        }
        if literalStart < end {
            matches.append(
                PixelMatch(literals: UInt32(truncatingIfNeeded: end - literalStart), length: 0, distance: 0))
        }
    }

    @inline(__always)
    private static func hash(_ bytes: UInt64) -> Int {
        Int(truncatingIfNeeded: (bytes &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 - tableBits))
    }

    @inline(__always)
    private func load(_ place: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// How many bytes from a place on repeat those so far before; may count up to 7 bytes beyond the end.
    @inline(__always)
    private func common(_ here: UInt64, _ place: Int, _ distance: Int) -> Int {
        let difference = here ^ load(place - distance)
        if difference != 0 { return difference.trailingZeroBitCount &>> 3 }
        var length = 8
        while place + length < end {
            let difference = load(place + length) ^ load(place + length - distance)
            if difference != 0 { return length + difference.trailingZeroBitCount &>> 3 }
            length += 8
        }
        return length
    }
}
