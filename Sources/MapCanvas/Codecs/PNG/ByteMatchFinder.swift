// SPDX-License-Identifier: MIT

/// Says rows of single bytes, which are shades of grey or places in a palette, as literals and repetitions: first of the
/// row above and of the byte on the left.
struct ByteMatchFinder {
    private static let hashBits = 13
    private static let least = 4
    /// From farther away, which takes more bits to say; also the bytes that the hash looks at.
    private static let minDistance = 5

    private let bytes: UnsafePointer<UInt8>
    private let start: Int
    private let end: Int
    private let stride: Int

    /// - Parameters:
    ///   - bytes: rows of a filter byte and pixels, with 8 bytes more after the end.
    ///   - range: what to compress; whole rows. What is before may be referred to.
    ///   - stride: bytes a row.
    init(_ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, stride: Int) {
        self.bytes = bytes
        start = range.lowerBound
        end = range.upperBound
        self.stride = stride
    }

    /// Writes at most one token for each byte.
    func run(to tokens: inout TokenWriter) {
        let above = stride <= PixelMatchFinder.window ? stride : 0
        var output = tokens
        var position = start
        var literalStart = start
        // Where bytes were seen last, by a hash of them.
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << Self.hashBits) { table in
            table.initialize(repeating: -1)
            while position < end {
                let here = load(position)
                var length = 0
                var distance = 0
                if above > 0, position >= above {
                    length = common(here, position, above)
                    distance = above
                }
                if length < 64, position > start {
                    let run = common(here, position, 1)
                    if run > length { (length, distance) = (run, 1) }
                }
                let slot = Self.hash(here)
                if length < Self.least {
                    let candidate = Int(table[slot])
                    if candidate >= 0, position - candidate <= PixelMatchFinder.window {
                        let far = common(here, position, position - candidate)
                        if far >= Self.minDistance { (length, distance) = (far, position - candidate) }
                    }
                }
                table[slot] = Int32(truncatingIfNeeded: position)
                length = min(length, end - position)
                if length >= Self.least {
                    write(literalStart..<position, to: &output)
                    output.add(length: length, DeflateDistance(distance))
                    position += length
                    literalStart = position
                } else {
                    position += 1
                }
            }
        }
        write(literalStart..<end, to: &output)
        tokens = output
    }

    /// Three bytes a token.
    @inline(__always)
    private func write(_ literals: Range<Int>, to tokens: inout TokenWriter) {
        var position = literals.lowerBound
        while position + 3 <= literals.upperBound {
            tokens.add(
                DeflateToken(
                    literals: UInt32(bytes[position]), UInt32(bytes[position + 1]), UInt32(bytes[position + 2])))
            position += 3
        }
        while position < literals.upperBound {
            tokens.add(DeflateToken(literals: UInt32(bytes[position])))
            position += 1
        }
    }

    @inline(__always)
    private static func hash(_ bytes: UInt64) -> Int {
        Int(truncatingIfNeeded: ((bytes & 0xFF_FFFF_FFFF) &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 - hashBits))
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
