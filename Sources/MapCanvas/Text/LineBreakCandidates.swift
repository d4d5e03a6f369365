// SPDX-License-Identifier: MIT

/// The positions at which a label may be broken, with the width of the text up to each.
struct LineBreakCandidates {
    private(set) var candidates: [LineBreaker.Candidate] = []
    /// The end of the text.
    private(set) var end = LineBreaker.Candidate(offset: 0, x: 0, penalty: 0)
    /// The width of the text including whitespace, in units of `LineBreaker`.
    private(set) var totalWidth = 0.0

    /// - Parameters:
    ///   - text: a label with explicit breaks.
    ///   - advances: the width at each UTF-8 byte that begins a cluster, else zero.
    ///   - boxEnds: the ends of inline images, after which a line may be broken.
    ///   - mayBreak: the break opportunities of UAX 14 before each scalar; called only when the script needs them.
    init(_ text: String, advances: [Double], boxEnds: [Int], mayBreak: () -> [Bool]) {
        let scalars = Array(text.unicodeScalars)
        let needsUnicode = scalars.contains { $0.isIdeographic || $0.needsDictionaryBreaks }
        let allowed = needsUnicode ? mayBreak() : []
        let hasZeroWidthSpace = scalars.contains("\u{200B}")
        var offset = 0
        var x = 0.0
        for (index, scalar) in scalars.enumerated() {
            let length = UTF8.width(scalar)
            let advance = advances[offset..<min(offset + length, advances.count)].reduce(0, +)
            totalWidth += advance
            if !scalar.isLabelSpace { x += advance }
            offset += length
            guard index + 1 < scalars.count else { break }
            let next = scalars[index + 1]
            let isAllowed = allowed.indices.contains(index + 1) && allowed[index + 1]
            let isIdeographic = scalar.isIdeographic && isAllowed
            guard
                scalar.endsLine || isIdeographic || next == "(" || boxEnds.contains(offset)
                    || (scalar.needsDictionaryBreaks && next.needsDictionaryBreaks && isAllowed)
            else { continue }
            let penalty = LineBreakCandidates.penalty(
                after: scalar, before: next, isLessWelcome: isIdeographic && hasZeroWidthSpace)
            candidates.append(.init(offset: offset, x: x, penalty: penalty))
        }
        end = .init(offset: offset, x: x, penalty: 0)
    }

    private static func penalty(after: Unicode.Scalar, before: Unicode.Scalar, isLessWelcome: Bool) -> Double {
        var penalty = after == "\n" ? -10_000.0 : 0
        // Zero-width spaces mark word boundaries in ideographic text.
        if isLessWelcome { penalty += 150 }
        if after == "(" || after == "\u{FF08}" { penalty += 50 }
        if before == ")" || before == "\u{FF09}" { penalty += 50 }
        return penalty
    }
}

extension Unicode.Scalar {
    /// Whitespace that is trimmed at the ends of lines.
    fileprivate var isLabelSpace: Bool { value == 0x20 || (0x09...0x0D).contains(value) }

    /// A label may be broken after it, as in MapLibre.
    fileprivate var endsLine: Bool {
        switch self {
        case "\n", " ", "&", ")", "+", "-", "/", "\u{AD}", "\u{B7}", "\u{200B}", "\u{2010}", "\u{2013}", "\u{2027}":
            true
        default: false
        }
    }
}
