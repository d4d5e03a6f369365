// SPDX-License-Identifier: MIT

/// The codes of a block as they stand at its beginning.
///
/// - SeeAlso: RFC 1951, 3.2.7.
struct BlockHeader {
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// A length, or a repetition with its extra bits.
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
        code = HuffmanCode(frequencies: frequencies, longest: 7)
    }

    /// Writes it for a block that is not the last one.
    func write(to writer: inout BitWriter) {
        let sent = max(4, (Self.order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
        writer.add(0b100, width: 3)
        writer.add(UInt64(literalCount - 257), width: 5)
        writer.add(UInt64(distanceCount - 1), width: 5)
        writer.add(UInt64(sent - 4), width: 4)
        for symbol in Self.order[..<sent] { writer.add(UInt64(code.lengths[symbol]), width: 3) }
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
