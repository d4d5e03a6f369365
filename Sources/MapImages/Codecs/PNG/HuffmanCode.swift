// SPDX-License-Identifier: MIT

/// A length-limited canonical Huffman code; codewords are bit-reversed, as deflate writes them.
///
/// - SeeAlso: RFC 1951, 3.2.2; Moffat and Katajainen, *In-Place Calculation of Minimum-Redundancy Codes*, 1995.
struct HuffmanCode {
    /// The codeword length of each symbol, 0 for unused symbols.
    private(set) var lengths: [UInt8]
    private(set) var codewords: [UInt16]

    /// Builds the code for symbol frequencies, with no codeword longer than `maxLength`.
    init(frequencies: [UInt32], maxLength: Int) {
        lengths = [UInt8](repeating: 0, count: frequencies.count)
        codewords = [UInt16](repeating: 0, count: frequencies.count)
        // Sorted by frequency, then by symbol.
        var sorted: [UInt64] = []
        sorted.reserveCapacity(frequencies.count)
        for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
            sorted.append(UInt64(frequency) << 16 | UInt64(symbol))
        }
        sorted.sort()
        var counts = [Int](repeating: 0, count: maxLength + 1)
        for depth in Self.depths(sorted.map { Int($0 >> 16) }) { counts[min(depth, maxLength)] += 1 }
        Self.limit(&counts, sorted.count)
        // The rarest symbols get the longest codewords.
        var length = maxLength
        for item in sorted {
            while counts[length] == 0 { length -= 1 }
            counts[length] -= 1
            lengths[Int(item & 0xFFFF)] = UInt8(length)
        }
        assignCodewords()
    }

    private mutating func assignCodewords() {
        var counts = [Int](repeating: 0, count: 17)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var next = [Int](repeating: 0, count: 17)
        for length in 1..<17 { next[length] = (next[length - 1] + counts[length - 1]) << 1 }
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let word = UInt16(truncatingIfNeeded: next[Int(length)])
            next[Int(length)] += 1
            codewords[symbol] = word.bitsReversed >> (16 - UInt16(length))
        }
    }

    /// The depth of each leaf in the Huffman tree; `weights` must be ascending.
    private static func depths(_ weights: [Int]) -> [Int] {
        var a = weights
        let n = a.count
        guard n > 2 else { return a.map { _ in 1 } }
        // In place: the weights of inner nodes, then their parents, then depths.
        a[0] += a[1]
        var (root, leaf) = (0, 2)
        for next in 1..<n - 1 {
            if leaf >= n || a[root] < a[leaf] {
                a[next] = a[root]
                a[root] = next
                root += 1
            } else {
                a[next] = a[leaf]
                leaf += 1
            }
            if leaf >= n || (root < next && a[root] < a[leaf]) {
                a[next] += a[root]
                a[root] = next
                root += 1
            } else {
                a[next] += a[leaf]
                leaf += 1
            }
        }
        a[n - 2] = 0
        for next in (0..<n - 2).reversed() { a[next] = a[a[next]] + 1 }
        var (available, used, depth) = (1, 0, 0)
        var next = n - 1
        root = n - 2
        while available > 0 {
            while root >= 0, a[root] == depth {
                used += 1
                root -= 1
            }
            while available > used {
                a[next] = depth
                next -= 1
                available -= 1
            }
            available = 2 * used
            depth += 1
            used = 0
        }
        return a
    }

    /// Lengthens codewords until the lengths that were cut off satisfy Kraft's inequality.
    private static func limit(_ counts: inout [Int], _ symbols: Int) {
        guard symbols > 1 else { return }
        let maxLength = counts.count - 1
        var kraftSum = 0
        for length in 1...maxLength { kraftSum += counts[length] << (maxLength - length) }
        while kraftSum > 1 << maxLength {
            counts[maxLength] -= 1
            var length = maxLength - 1
            while counts[length] == 0 { length -= 1 }
            counts[length] -= 1
            counts[length + 1] += 2
            kraftSum -= 1
        }
    }
}

extension UInt16 {
    fileprivate var bitsReversed: UInt16 {
        var x = self
        x = x >> 1 & 0x5555 | (x & 0x5555) << 1
        x = x >> 2 & 0x3333 | (x & 0x3333) << 2
        x = x >> 4 & 0x0F0F | (x & 0x0F0F) << 4
        return x.byteSwapped
    }
}

/// A codeword with its extra bits.
struct Codeword {
    var bits: UInt64
    var width: Int

    init(bits: UInt64, width: Int) {
        self.bits = bits
        self.width = width
    }

    init(_ code: HuffmanCode, _ symbol: Int) {
        bits = UInt64(code.codewords[symbol])
        width = Int(code.lengths[symbol])
    }

    @inline(__always)
    func with(extra: UInt64, width extraWidth: Int) -> Codeword {
        Codeword(bits: bits | extra << UInt64(width), width: width + extraWidth)
    }
}

extension BitWriter {
    @inline(__always)
    package mutating func add(_ word: Codeword) { add(word.bits, width: word.width) }
}
