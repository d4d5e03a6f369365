// SPDX-License-Identifier: MIT

/// Bits to write.
struct Codeword {
    var bits: UInt64
    var width: Int

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
        self = Codeword(code, symbol).with(
            extra: UInt64(length - Int(DeflateSymbols.lengthBase[symbol - 257])),
            width: Int(DeflateSymbols.lengthExtra[symbol - 257]))
    }

    @inline(__always)
    func with(extra: UInt64, width more: Int) -> Codeword {
        Codeword(bits: bits | extra << UInt64(width), width: width + more)
    }
}

extension BitWriter {
    @inline(__always)
    mutating func add(_ word: Codeword) { add(word.bits, width: word.width) }
}
