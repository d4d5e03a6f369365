// SPDX-License-Identifier: MIT

/// A non-final deflate block with dynamic codes that ends on a byte boundary, so that blocks compressed in parallel
/// can be concatenated.
///
/// - SeeAlso: RFC 1951, 3.2.3 and 3.2.7.
struct DeflateBlock {
    /// Three literals of this length fit the bit writer at once, as does a match with at most 48 bits.
    private static let maxCodeLength = 15
    private static let endOfBlock = 256
    /// The maximum size of the block's header and end: 316 lengths of at most 14 bits, and some.
    private static let overhead = 1024

    private let tokens: UnsafeBufferPointer<DeflateToken>
    private let code: HuffmanCode
    private let distanceCode: HuffmanCode
    /// The upper bound of the size in bytes.
    let maxBytes: Int

    init(_ tokens: UnsafeBufferPointer<DeflateToken>) {
        self.tokens = tokens
        let (literals, distances) = Self.frequencies(tokens)
        code = HuffmanCode(frequencies: literals, maxLength: Self.maxCodeLength)
        distanceCode = HuffmanCode(frequencies: distances, maxLength: Self.maxCodeLength)
        let bits =
            Self.size(literals, code, 257, DeflateSymbols.lengthExtra)
            + Self.size(distances, distanceCode, 0, DeflateSymbols.distanceExtra)
        maxBytes = bits / 8 + Self.overhead
    }

    /// The encoded block behind other bytes; more can be appended without copying all, as a chunk's checksum.
    func bytes(behind prefix: [UInt8]) -> [UInt8] {
        let header = BlockHeader(code, distanceCode)
        return [UInt8](unsafeUninitializedCapacity: prefix.count + maxBytes) { output, used in
            guard let start = output.baseAddress else { return }
            for (index, byte) in prefix.enumerated() { output.initializeElement(at: index, to: byte) }
            var writer = BitWriter(start + prefix.count)
            header.write(to: &writer)
            write(to: &writer)
            // An empty stored block aligns the end to a byte.
            writer.add(0, width: 3)
            let end = writer.aligned()
            end.storeBytes(of: UInt32(0xFFFF_0000).littleEndian, as: UInt32.self)
            used = UnsafeRawPointer(end) - UnsafeRawPointer(start) + 4
        }
    }

    private static func size(_ frequencies: [UInt32], _ code: HuffmanCode, _ first: Int, _ extra: [UInt8]) -> Int {
        var bits = 0
        for (symbol, frequency) in frequencies.enumerated() {
            let more = symbol >= first ? Int(extra[symbol - first]) : 0
            bits += Int(frequency) * (Int(code.lengths[symbol]) + more)
        }
        return bits
    }

    /// Counts the symbols.
    private static func frequencies(
        _ tokens: UnsafeBufferPointer<DeflateToken>
    ) -> (literals: [UInt32], distances: [UInt32]) {
        var literals = [UInt32](repeating: 0, count: 286)
        var distances = [UInt32](repeating: 0, count: 30)
        // One table per token field, as large as the field's range, and others for every second token: counters that
        // follow each other closely wait for each other.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 6 * 512) { counts in
            counts.initialize(repeating: 0)
            guard let first = counts.baseAddress else { return }
            let others = first + 3 * 512
            for index in 0..<tokens.count / 2 {
                count(tokens[2 &* index], first)
                count(tokens[2 &* index &+ 1], others)
            }
            if tokens.count & 1 == 1 { count(tokens[tokens.count - 1], first) }
            for i in 0..<3 * 512 { first[i] &+= others[i] }
            let (second, third) = (first + 512, first + 1024)
            for i in 0..<256 {
                literals[i] = first[i] &+ second[i] &+ third[i]
                literals[DeflateSymbols.length(i + 3)] &+= first[256 + i]
            }
            for i in 0..<30 { distances[i] = second[256 + i] }
        }
        literals[endOfBlock] = 1
        return (literals, distances)
    }

    @inline(__always)
    private static func count(_ token: DeflateToken, _ first: UnsafeMutablePointer<UInt32>) {
        let (second, third) = (first + 512, first + 1024)
        first[Int(token.first)] &+= 1
        second[Int(token.second)] &+= 1
        third[Int(token.third)] &+= 1
    }

    /// A codeword with its extra bits, if these are known.
    private typealias Entry = (bits: UInt32, width: UInt32)

    /// Builds the codewords for each value of each token field.
    private func withCodewords(_ body: (UnsafePointer<Entry>) -> Void) {
        withUnsafeTemporaryAllocation(of: Entry.self, capacity: 3 * 512) { entries in
            // What is for a missing literal has no bits.
            entries.initialize(repeating: (0, 0))
            for i in 0..<256 {
                entries[i] = (UInt32(code.codewords[i]), UInt32(code.lengths[i]))
                entries[512 + i] = entries[i]
                entries[1024 + i] = entries[i]
            }
            // The last symbol replaces one that the symbol before it has bits for, too.
            for i in 0..<DeflateSymbols.lengthBase.count {
                let (word, width) = (UInt32(code.codewords[257 + i]), UInt32(code.lengths[257 + i]))
                let (base, more) = (Int(DeflateSymbols.lengthBase[i]), UInt32(DeflateSymbols.lengthExtra[i]))
                for extra in 0..<1 << more {
                    entries[256 + base - 3 + extra] = (word | UInt32(truncatingIfNeeded: extra) << width, width + more)
                }
            }
            for i in 0..<30 {
                entries[512 + 256 + i] = (UInt32(distanceCode.codewords[i]), UInt32(distanceCode.lengths[i]))
                // The token holds the extra bits.
                entries[1024 + 256 + i].width = UInt32(DeflateSymbols.distanceExtra[i])
            }
            entries.baseAddress.map { body(UnsafePointer($0)) }
        }
    }

    /// The bits of a token by the codewords of its fields.
    @inline(__always)
    private static func bits(_ token: DeflateToken, _ first: UnsafePointer<Entry>) -> (bits: UInt64, width: UInt32) {
        let (second, third) = (first + 512, first + 1024)
        let (a, b, c) = (first[Int(token.first)], second[Int(token.second)], third[Int(token.third)])
        // Shifts use the lowest six bits only; the sum of the widths is below 64.
        let width = a.width &+ b.width
        let bits = UInt64(a.bits) | UInt64(b.bits) &<< UInt64(a.width)
        return (bits | UInt64(c.bits | UInt32(token.extra)) &<< UInt64(width), width &+ c.width)
    }

    private func write(to writer: inout BitWriter) {
        withCodewords { first in
            var output = writer
            var index = 0
            while index &+ 1 < tokens.count {
                let (one, other) = (Self.bits(tokens[index], first), Self.bits(tokens[index &+ 1], first))
                // Two together, as nearly always fit: what is written before each waits for the one before.
                if one.width &+ other.width <= BitWriter.maxWidth {
                    output.add(one.bits | other.bits &<< UInt64(one.width), width: Int(one.width &+ other.width))
                } else {
                    output.add(one.bits, width: Int(one.width))
                    output.add(other.bits, width: Int(other.width))
                }
                index &+= 2
            }
            if index < tokens.count {
                let last = Self.bits(tokens[index], first)
                output.add(last.bits, width: Int(last.width))
            }
            output.add(Codeword(code, Self.endOfBlock))
            writer = output
        }
    }
}

/// The header of a deflate block with dynamic Huffman codes.
///
/// - SeeAlso: RFC 1951, 3.2.7.
struct BlockHeader {
    private static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// A code length, or a run of them with extra bits.
    private struct Item {
        var symbol: Int
        var extra = 0
        var width = 0
    }

    private let literalCount: Int
    private let distanceCount: Int
    private let items: [Item]
    private let code: HuffmanCode

    init(_ literals: HuffmanCode, _ distances: HuffmanCode) {
        literalCount = max(257, (literals.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
        distanceCount = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
        let lengths = Array(literals.lengths[..<literalCount]) + Array(distances.lengths[..<distanceCount])
        items = Self.items(lengths)
        var frequencies = [UInt32](repeating: 0, count: 19)
        for item in items { frequencies[item.symbol] += 1 }
        code = HuffmanCode(frequencies: frequencies, maxLength: 7)
    }

    /// Writes the header of a block that is not the final one.
    func write(to writer: inout BitWriter) {
        let codeLengthCount = max(4, (Self.codeLengthOrder.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
        writer.add(0b100, width: 3)
        writer.add(UInt64(literalCount - 257), width: 5)
        writer.add(UInt64(distanceCount - 1), width: 5)
        writer.add(UInt64(codeLengthCount - 4), width: 4)
        for symbol in Self.codeLengthOrder[..<codeLengthCount] { writer.add(UInt64(code.lengths[symbol]), width: 3) }
        for item in items {
            writer.add(Codeword(code, item.symbol).with(extra: UInt64(item.extra), width: item.width))
        }
    }

    private static func items(_ lengths: [UInt8]) -> [Item] {
        var items: [Item] = []
        var i = 0
        while i < lengths.count {
            let length = lengths[i]
            var run = 1
            while i + run < lengths.count, lengths[i + run] == length { run += 1 }
            i += run
            if length == 0 {
                while run >= 3 {
                    let count = min(run, 138)
                    items.append(
                        count < 11
                            ? Item(symbol: 17, extra: count - 3, width: 3)
                            : Item(symbol: 18, extra: count - 11, width: 7))
                    run -= count
                }
            } else {
                items.append(Item(symbol: Int(length)))
                run -= 1
                while run >= 3 {
                    let count = min(run, 6)
                    items.append(Item(symbol: 16, extra: count - 3, width: 2))
                    run -= count
                }
            }
            for _ in 0..<run { items.append(Item(symbol: Int(length))) }
        }
        return items
    }
}

/// Packs bits in deflate's order, least significant first, into memory owned by the caller.
struct BitWriter {
    /// The bits that can be appended at once: behind up to seven others, and less than 64 with them, which no shift
    /// takes away.
    static let maxWidth: UInt32 = 56

    private var next: UnsafeMutableRawPointer
    private var bits: UInt64 = 0
    private var count: UInt64 = 0

    /// The memory must have room for everything that is written, and 8 more bytes.
    init(_ start: UnsafeMutableRawPointer) {
        next = start
    }

    /// Appends up to `maxWidth` bits; bits above `width` must be zero.
    @inline(__always)
    package mutating func add(_ value: UInt64, width: Int) {
        bits |= value &<< count
        count &+= UInt64(truncatingIfNeeded: width)
        next.storeBytes(of: bits.littleEndian, as: UInt64.self)
        next += Int(truncatingIfNeeded: count &>> 3)
        bits &>>= count & ~7
        count &= 7
    }

    /// Pads the last byte with zeros and returns the address of the next byte.
    mutating func aligned() -> UnsafeMutableRawPointer {
        if count > 0 { add(0, width: Int(8 - count)) }
        return next
    }
}
