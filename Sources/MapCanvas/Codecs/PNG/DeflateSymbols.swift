// SPDX-License-Identifier: MIT

/// The symbols for match lengths and distances.
///
/// - SeeAlso: RFC 1951, 3.2.5.
enum DeflateSymbols {
    /// The number of extra bits of the symbols 257...285.
    static let lengthExtra: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    /// The smallest length of the symbols 257...285.
    static let lengthBase: [UInt16] = {
        var next: UInt16 = 3
        var bases = lengthExtra.map { bits in
            defer { next &+= 1 << UInt16(bits) }
            return next
        }
        bases[28] = 258
        return bases
    }()
    /// The number of extra bits of the distance symbols.
    static let distanceExtra: [UInt8] = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]

    /// The symbol for a match length of 3...258.
    @inline(__always)
    static func length(_ length: Int) -> Int {
        if length == 258 { return 285 }
        let n = length - 3
        if n < 8 { return 257 + n }
        let bits = Int.bitWidth - 1 - n.leadingZeroBitCount
        return 257 + (bits - 1) << 2 + n >> (bits - 2) & 3
    }
}
