// SPDX-License-Identifier: MIT

/// One deflate block with codes of its own that ends at a whole byte and is not the last one, so that blocks that were
/// made side by side can be put one after the other.
///
/// - SeeAlso: RFC 1951, 3.2.3 and 3.2.7.
struct DeflateBlock {
    /// Three literals of that many bits fit the bit writer at once; so do a match's at most 48.
    private static let longestWord = 15
    private static let endOfBlock = 256
    /// Most bytes that the codes at the beginning and the end of the block take: 316 lengths of at most 14 bits, and some.
    private static let frame = 1024

    private let tokens: UnsafeBufferPointer<DeflateToken>
    private let code: HuffmanCode
    private let distanceCode: HuffmanCode
    /// Bytes that it takes at most.
    let limit: Int

    init(_ tokens: UnsafeBufferPointer<DeflateToken>) {
        self.tokens = tokens
        let (literals, distances) = Self.frequencies(tokens)
        code = HuffmanCode(frequencies: literals, longest: Self.longestWord)
        distanceCode = HuffmanCode(frequencies: distances, longest: Self.longestWord)
        let bits =
            Self.size(literals, code, 257, DeflateSymbols.lengthExtra)
            + Self.size(distances, distanceCode, 0, DeflateSymbols.distanceExtra)
        limit = bits / 8 + Self.frame
    }

    /// Its bytes.
    var bytes: [UInt8] {
        let header = BlockHeader(code, distanceCode)
        return [UInt8](unsafeUninitializedCapacity: limit) { output, used in
            guard let start = output.baseAddress else { return }
            var writer = BitWriter(start)
            header.write(to: &writer)
            write(to: &writer)
            // An empty stored block brings the end to a whole byte.
            writer.add(0, width: 3)
            let tail = writer.aligned()
            tail.storeBytes(of: UInt32(0xFFFF_0000).littleEndian, as: UInt32.self)
            used = UnsafeRawPointer(tail) - UnsafeRawPointer(start) + 4
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

    /// How often each symbol occurs.
    private static func frequencies(
        _ tokens: UnsafeBufferPointer<DeflateToken>
    ) -> (literals: [UInt32], distances: [UInt32]) {
        var literals = [UInt32](repeating: 0, count: 286)
        var distances = [UInt32](repeating: 0, count: 30)
        // One table for each field of a token, as large as the field can say.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 3 * 512) { counts in
            counts.initialize(repeating: 0)
            guard let first = counts.baseAddress else { return }
            let (second, third) = (first + 512, first + 1024)
            for token in tokens {
                first[token.first] &+= 1
                second[token.second] &+= 1
                third[Int(truncatingIfNeeded: token.isMatch ? DeflateToken.none : token.third & 511)] &+= 1
            }
            for i in 0..<256 {
                literals[i] = first[i] &+ second[i] &+ third[i]
                literals[DeflateSymbols.length(i + 3)] &+= first[256 + i]
            }
            for i in 0..<30 { distances[i] = second[256 + i] }
        }
        literals[endOfBlock] = 1
        return (literals, distances)
    }

    /// Words for the fields of tokens: in the lowest byte how many bits, above it the bits.
    private func withWords(_ body: (UnsafePointer<UInt32>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 4 * 512) { words in
            // None has no bits.
            words.initialize(repeating: 0)
            for i in 0..<256 {
                words[i] = packed(Codeword(code, i))
                words[256 + i] = packed(Codeword(length: i + 3, code))
                words[512 + i] = words[i]
                words[1024 + i] = words[i]
            }
            for i in 0..<30 {
                words[512 + 256 + i] = packed(Codeword(distanceCode, i))
                // The extra bits are in the token.
                words[1024 + 256 + i] = UInt32(DeflateSymbols.distanceExtra[i])
            }
            words.baseAddress.map { body(UnsafePointer($0)) }
        }
    }

    private func packed(_ word: Codeword) -> UInt32 {
        UInt32(truncatingIfNeeded: word.bits) << 8 | UInt32(truncatingIfNeeded: word.width)
    }

    private func write(to writer: inout BitWriter) {
        withWords { words in
            var output = writer
            let (second, third) = (words + 512, words + 1024)
            for token in tokens {
                let isMatch = token.isMatch
                let a = words[token.first]
                let b = second[token.second]
                let c = third[isMatch ? token.second : Int(truncatingIfNeeded: token.third)]
                let extra = isMatch ? token.third : 0
                // A shift looks at its lowest six bits only, where the widths are; together they are below 64.
                var bits = UInt64(a &>> 8)
                bits |= UInt64(b &>> 8) &<< UInt64(a)
                bits |= UInt64(c &>> 8 | extra) &<< UInt64(a &+ b)
                output.add(bits, width: Int(truncatingIfNeeded: (a &+ b &+ c) & 0xFF))
            }
            output.add(Codeword(code, Self.endOfBlock))
            writer = output
        }
    }
}
