// SPDX-License-Identifier: MIT

/// Compresses rows of pixels into one deflate block that ends at a whole byte and is not the last one, so that blocks
/// that were made side by side can be put one after the other.
///
/// - SeeAlso: RFC 1951.
enum PixelDeflater {
    /// Four literals, each of that many bits at most, fit the bit writer at once.
    private static let longestWord = 14
    private static let endOfBlock = 256

    /// - Parameters: as those of `PixelMatcher`.
    static func block(_ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, stride: Int, pixel: Int) -> [UInt8] {
        var matcher = PixelMatcher(bytes, range, stride: stride, pixel: pixel)
        matcher.run()
        let matches = matcher.matches
        var literals = [UInt32](repeating: 0, count: 286)
        var distances = [UInt32](repeating: 0, count: 30)
        count(matches, bytes + range.lowerBound, &literals, &distances)
        let code = HuffmanCode(frequencies: literals, longest: longestWord)
        let distanceCode = HuffmanCode(frequencies: distances, longest: 15)
        let header = BlockHeader(code, distanceCode)
        let bits =
            size(literals, code, 257, DeflateSymbols.lengthExtra)
            + size(distances, distanceCode, 0, DeflateSymbols.distanceExtra)
        let capacity = bits / 8 + 1024
        guard capacity < range.count + range.count / 1000 + 1024 else { return stored(bytes, range) }
        return [UInt8](unsafeUninitializedCapacity: capacity) { output, used in
            guard let start = output.baseAddress else { return }
            var writer = BitWriter(start)
            header.write(to: &writer)
            write(matches, bytes + range.lowerBound, code, distanceCode, to: &writer)
            // An empty stored block brings the end to a whole byte.
            writer.add(0, width: 3)
            let tail = writer.aligned()
            tail.storeBytes(of: UInt32(0xFFFF_0000).littleEndian, as: UInt32.self)
            used = UnsafeRawPointer(tail) - UnsafeRawPointer(start) + 4
        }
    }

    /// For what does not get smaller.
    private static func stored(_ bytes: UnsafePointer<UInt8>, _ range: Range<Int>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(range.count + range.count / 65_535 * 5 + 5)
        var start = range.lowerBound
        while start < range.upperBound {
            let count = min(65_535, range.upperBound - start)
            let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
            output += [0, low, high, ~low, ~high]
            output += UnsafeBufferPointer(start: bytes + start, count: count)
            start += count
        }
        return output
    }

    private static func size(_ frequencies: [UInt32], _ code: HuffmanCode, _ first: Int, _ extra: [UInt8]) -> Int {
        var bits = 0
        for (symbol, frequency) in frequencies.enumerated() {
            let more = symbol >= first ? Int(extra[symbol - first]) : 0
            bits += Int(frequency) * (Int(code.lengths[symbol]) + more)
        }
        return bits
    }

    /// Cuts a length into what symbols can say: 3...258 bytes each.
    @inline(__always)
    private static func cut(_ length: UInt32) -> (whole: Int, rest: Int) {
        let length = Int(length)
        if length <= 258 { return (0, length) }
        var whole = length / 258
        var rest = length - whole * 258
        if rest == 0 { return (whole, 0) }
        // Two bytes are no match: the one before gives some.
        if rest < 3 { (whole, rest) = (whole - 1, rest + 258) }
        return (whole, rest)
    }

    private static func count(
        _ matches: [PixelMatch], _ bytes: UnsafePointer<UInt8>, _ literals: inout [UInt32], _ distances: inout [UInt32]
    ) {
        literals.withUnsafeMutableBufferPointer { literals in
            var position = 0
            for match in matches {
                for i in position..<position + Int(match.literals) { literals[Int(bytes[i])] &+= 1 }
                position += Int(match.literals) + Int(match.length)
                guard match.length > 0 else { continue }
                let (whole, rest) = cut(match.length)
                literals[285] &+= UInt32(truncatingIfNeeded: whole)
                var symbols = whole
                if rest > 258 {
                    // Two symbols of which neither is too short.
                    literals[DeflateSymbols.length(rest - 3)] &+= 1
                    literals[DeflateSymbols.length(3)] &+= 1
                    symbols += 2
                } else if rest > 0 {
                    literals[DeflateSymbols.length(rest)] &+= 1
                    symbols += 1
                }
                distances[DeflateSymbols.distance(Int(match.distance))] &+= UInt32(truncatingIfNeeded: symbols)
            }
            literals[endOfBlock] = 1
        }
    }

    private static func write(
        _ matches: [PixelMatch], _ bytes: UnsafePointer<UInt8>, _ code: HuffmanCode, _ distanceCode: HuffmanCode,
        to writer: inout BitWriter
    ) {
        let literals = (0...endOfBlock).map { Word(code, $0) }
        let lengths = (0...258).map { $0 < 3 ? Word.none : Word(length: $0, code) }
        let distanceWords = distanceCode.lengths.indices.map { Word(distanceCode, $0) }
        literals.withUnsafeBufferPointer { literals in
            lengths.withUnsafeBufferPointer { lengths in
                var output = writer
                var position = 0
                for match in matches {
                    var left = Int(match.literals)
                    while left >= 4 {
                        output.add(literals[Int(bytes[position])], literals[Int(bytes[position + 1])])
                        output.add(literals[Int(bytes[position + 2])], literals[Int(bytes[position + 3])])
                        position += 4
                        left -= 4
                    }
                    while left > 0 {
                        output.add(literals[Int(bytes[position])])
                        position += 1
                        left -= 1
                    }
                    guard match.length > 0 else { continue }
                    position += Int(match.length)
                    let symbol = DeflateSymbols.distance(Int(match.distance))
                    let far = distanceWords[symbol].with(
                        extra: UInt64(Int(match.distance) - Int(DeflateSymbols.distanceBase[symbol])),
                        width: Int(DeflateSymbols.distanceExtra[symbol]))
                    let (whole, rest) = cut(match.length)
                    for _ in 0..<whole { output.add(lengths[258], far) }
                    if rest > 258 {
                        output.add(lengths[rest - 3], far)
                        output.add(lengths[3], far)
                    } else if rest > 0 {
                        output.add(lengths[rest], far)
                    }
                }
                output.add(literals[endOfBlock])
                writer = output
            }
        }
    }
}

/// Bits to write.
struct Word {
    var bits: UInt64
    var width: Int

    static let none = Word(bits: 0, width: 0)

    init(bits: UInt64, width: Int) {
        self.bits = bits
        self.width = width
    }

    init(_ code: HuffmanCode, _ symbol: Int) {
        bits = UInt64(code.words[symbol])
        width = Int(code.lengths[symbol])
    }

    /// A match's length, 3...258, with its extra bits.
    init(length: Int, _ code: HuffmanCode) {
        let symbol = DeflateSymbols.length(length)
        self = Word(code, symbol).with(
            extra: UInt64(length - Int(DeflateSymbols.lengthBase[symbol - 257])),
            width: Int(DeflateSymbols.lengthExtra[symbol - 257]))
    }

    @inline(__always)
    func with(extra: UInt64, width more: Int) -> Word {
        Word(bits: bits | extra << UInt64(width), width: width + more)
    }
}

extension BitWriter {
    @inline(__always)
    mutating func add(_ word: Word) { add(word.bits, width: word.width) }

    /// Two words of 57 bits at most together.
    @inline(__always)
    mutating func add(_ a: Word, _ b: Word) {
        add(a.bits | b.bits &<< UInt64(truncatingIfNeeded: a.width), width: a.width &+ b.width)
    }
}
