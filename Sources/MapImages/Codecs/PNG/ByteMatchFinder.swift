// SPDX-License-Identifier: MIT

/// Finds LZ77 matches in rows of single bytes (gray levels or palette indices), preferring the row above and the byte
/// to the left.
struct ByteMatchFinder {
    private static let hashBits = 13
    private static let minMatch = 4
    /// The minimum length of other matches, whose distances take more bits; also the number of hashed bytes.
    private static let minFarMatch = 5

    private let bytes: UnsafePointer<UInt8>
    private let start: Int
    private let end: Int
    private let stride: Int

    /// - Parameters:
    ///   - bytes: rows of a filter byte and pixels, followed by 8 readable bytes.
    ///   - range: the rows to compress; matches may refer to bytes before it.
    ///   - stride: bytes per row.
    init(_ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, stride: Int) {
        self.bytes = bytes
        start = range.lowerBound
        end = range.upperBound
        self.stride = stride
    }

    /// Emits at most one token per byte.
    func run(to tokens: inout TokenWriter) {
        let above = stride <= PixelMatchFinder.window ? stride : 0
        var output = tokens
        var position = start
        var literalStart = start
        // The last position of each hash.
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << Self.hashBits) { table in
            table.initialize(repeating: -1)
            while position < end {
                let value = load(position)
                var length = 0
                var distance = 0
                if above > 0, position >= above {
                    length = common(value, position, above)
                    distance = above
                }
                if length < 64, position > start {
                    let run = common(value, position, 1)
                    if run > length { (length, distance) = (run, 1) }
                }
                let hash = Self.hash(value)
                if length < Self.minMatch {
                    let candidate = Int(table[hash])
                    if candidate >= 0, position - candidate <= PixelMatchFinder.window {
                        let farLength = common(value, position, position - candidate)
                        if farLength >= Self.minFarMatch { (length, distance) = (farLength, position - candidate) }
                    }
                }
                table[hash] = Int32(truncatingIfNeeded: position)
                length = min(length, end - position)
                if length >= Self.minMatch {
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

    /// Emits literals, three per token.
    @inline(__always)
    private func write(_ literals: Range<Int>, to tokens: inout TokenWriter) {
        var position = literals.lowerBound
        while position + 3 <= literals.upperBound {
            tokens.add(DeflateToken(literals: bytes[position], bytes[position + 1], bytes[position + 2]))
            position += 3
        }
        while position < literals.upperBound {
            tokens.add(DeflateToken(literal: bytes[position]))
            position += 1
        }
    }

    @inline(__always)
    private static func hash(_ bytes: UInt64) -> Int {
        Int(truncatingIfNeeded: ((bytes & 0xFF_FFFF_FFFF) &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 - hashBits))
    }

    @inline(__always)
    private func load(_ position: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// The length of the match at a distance; may count up to 7 bytes beyond the end.
    @inline(__always)
    private func common(_ value: UInt64, _ position: Int, _ distance: Int) -> Int {
        let difference = value ^ load(position - distance)
        if difference != 0 { return difference.trailingZeroBitCount &>> 3 }
        var length = 8
        while position + length < end {
            let difference = load(position + length) ^ load(position + length - distance)
            if difference != 0 { return length + difference.trailingZeroBitCount &>> 3 }
            length += 8
        }
        return length
    }
}
