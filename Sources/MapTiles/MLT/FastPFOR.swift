// SPDX-License-Identifier: MIT
package import MapCore

/// Decodes 32-bit integers packed with FastPFOR in blocks of 256, the rest as variable bytes.
///
/// - SeeAlso: Lemire and Boytsov, *Decoding billions of integers per second through vectorization*, 2015; the layout is
///   that of JavaFastPFOR with words in big-endian order.
package enum FastPFOR {
    private static let blockSize = 256
    private static let pageSize = 65_536

    /// - Parameters:
    ///   - bytes: words of four bytes.
    ///   - count: how many numbers are packed.
    /// - Returns: so many numbers.
    /// - Throws: when the stream is damaged.
    package static func decode(_ bytes: ArraySlice<UInt8>, count: Int) throws(Diagnostic) -> [UInt32] {
        guard bytes.count % 4 == 0 else { throw failure }
        let base = bytes.startIndex
        let words = (0..<bytes.count / 4).map { index -> UInt32 in
            let i = base + 4 * index
            return UInt32(bytes[i]) << 24 | UInt32(bytes[i + 1]) << 16 | UInt32(bytes[i + 2]) << 8
                | UInt32(bytes[i + 3])
        }
        var values: [UInt32] = []
        guard let first = words.first else {
            guard count == 0 else { throw failure }
            return []
        }
        let aligned = Int(first)
        guard aligned % blockSize == 0, aligned <= count else { throw failure }
        values.reserveCapacity(count)
        var offset = 1
        while values.count < aligned {
            try decodePage(words, &offset, into: &values, blocks: min(pageSize, aligned - values.count) / blockSize)
        }
        try decodeTail(words[min(offset, words.count)...], into: &values, count: count)
        return values
    }

    private static var failure: Diagnostic { Diagnostic(code: .tilesDamagedTile, "a FastPFOR stream is damaged") }

    /// A page: packed blocks, then a byte for each block's width and exceptions, then the exceptions by width.
    private static func decodePage(
        _ words: [UInt32], _ offset: inout Int, into values: inout [UInt32], blocks: Int
    ) throws(Diagnostic) {
        guard offset < words.count else { throw failure }
        let metadata = offset + Int(words[offset])
        guard metadata > offset, metadata < words.count else { throw failure }
        let byteCount = Int(words[metadata])
        let bitmapIndex = metadata + 1 + (byteCount + 3) / 4
        guard byteCount <= 4 * words.count, bitmapIndex < words.count else { throw failure }
        let bytes = (0..<byteCount).map { index in
            UInt8(truncatingIfNeeded: words[metadata + 1 + index / 4] >> UInt32(8 * (index % 4)))
        }
        let (exceptions, next) = try exceptions(words, from: bitmapIndex)
        var used = [Int](repeating: 0, count: 33)
        var packed = offset + 1
        var at = 0
        func nextByte() throws(Diagnostic) -> Int {
            guard at < bytes.count else { throw failure }
            defer { at += 1 }
            return Int(bytes[at])
        }
        for _ in 0..<blocks {
            let width = try nextByte()
            let exceptionCount = try nextByte()
            guard width <= 32, packed + 8 * width <= metadata else { throw failure }
            let start = values.count
            unpack(words, packed, width: width, count: blockSize, into: &values)
            packed += 8 * width
            guard exceptionCount > 0 else { continue }
            let extra = try nextByte() - width
            guard (1...32).contains(extra) else { throw failure }
            for _ in 0..<exceptionCount {
                let index = start + (try nextByte())
                // An exception of one bit can only be a 1, so none are stored.
                var high: UInt32 = 1
                if extra > 1 {
                    guard used[extra] < exceptions[extra].count else { throw failure }
                    high = exceptions[extra][used[extra]]
                    used[extra] += 1
                }
                values[index] |= width < 32 ? high << UInt32(width) : 0
            }
        }
        offset = next
    }

    /// The exceptions of a page by their number of bits; a bitmap says for which numbers there are some.
    private static func exceptions(
        _ words: [UInt32], from start: Int
    ) throws(Diagnostic) -> (values: [[UInt32]], next: Int) {
        var values = [[UInt32]](repeating: [], count: 33)
        var offset = start + 1
        for width in 2...32 where words[start] >> UInt32(width - 1) & 1 == 1 {
            guard offset < words.count else { throw failure }
            let count = Int(words[offset])
            let wordCount = (count * width + 31) / 32
            guard count <= pageSize, offset + 1 + wordCount <= words.count else { throw failure }
            unpack(words, offset + 1, width: width, count: count, into: &values[width])
            offset += 1 + wordCount
        }
        return (values, offset)
    }

    /// Numbers of so many bits, the first in the lowest bits of the first word.
    private static func unpack(_ words: [UInt32], _ start: Int, width: Int, count: Int, into values: inout [UInt32]) {
        guard width > 0 else { return values.append(contentsOf: repeatElement(0, count: count)) }
        let mask = UInt64(1) << UInt64(width) &- 1
        for index in 0..<count {
            let bit = index * width
            let word = start + bit / 32
            var both = UInt64(words[word])
            if bit % 32 + width > 32 { both |= UInt64(words[word + 1]) << 32 }
            values.append(UInt32(truncatingIfNeeded: both >> UInt64(bit % 32) & mask))
        }
    }

    /// Seven bits a byte, the low ones first; the highest bit marks the last byte, and bytes fill words from the low end.
    private static func decodeTail(
        _ words: ArraySlice<UInt32>, into values: inout [UInt32], count: Int
    ) throws(Diagnostic) {
        var value: UInt32 = 0
        var shift: UInt32 = 0
        for word in words {
            for lane in stride(from: UInt32(0), to: 32, by: 8) {
                guard values.count < count else { return }
                let byte = word >> lane & 0xFF
                guard shift <= 28 else { throw failure }
                value |= (byte & 0x7F) << shift
                shift += 7
                guard byte & 0x80 != 0 else { continue }
                values.append(value)
                (value, shift) = (0, 0)
            }
        }
        guard values.count == count else { throw failure }
    }
}
