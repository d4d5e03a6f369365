// SPDX-License-Identifier: MIT

/// Finds where the lines of a label may end, and how wide the text is up to there.
struct LineBreakCandidates {
    private(set) var candidates: [LineBreaker.Candidate] = []
    /// The text's end.
    private(set) var end = LineBreaker.Candidate(offset: 0, x: 0, penalty: 0)
    /// The width of the whole text with white space, in the unit of `LineBreaker`.
    private(set) var total = 0.0

    /// - Parameters:
    ///   - text: a label with explicit breaks.
    ///   - advances: width at each byte of UTF-8 that begins a cluster, else zero.
    ///   - boxEnds: where images end, after which a line may end too.
    ///   - mayBreak: Unicode's opinion, before each scalar; asked for when the script needs it.
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
            total += advance
            if !scalar.isLabelSpace { x += advance }
            offset += length
            guard index + 1 < scalars.count else { break }
            let next = scalars[index + 1]
            let byUnicode = allowed.indices.contains(index + 1) && allowed[index + 1]
            let isIdeographic = scalar.isIdeographic && byUnicode
            guard
                scalar.endsLine || isIdeographic || next == "(" || boxEnds.contains(offset)
                    || (scalar.needsDictionaryBreaks && next.needsDictionaryBreaks && byUnicode)
            else { continue }
            let penalty = LineBreakCandidates.penalty(
                after: scalar, before: next, isLessWelcome: isIdeographic && hasZeroWidthSpace)
            candidates.append(.init(offset: offset, x: x, penalty: penalty))
        }
        end = .init(offset: offset, x: x, penalty: 0)
    }

    private static func penalty(after: Unicode.Scalar, before: Unicode.Scalar, isLessWelcome: Bool) -> Double {
        var penalty = after == "\n" ? -10_000.0 : 0
        // Zero-width spaces in ideographic text tell where its words end.
        if isLessWelcome { penalty += 150 }
        if after == "(" || after == "\u{FF08}" { penalty += 50 }
        if before == ")" || before == "\u{FF09}" { penalty += 50 }
        return penalty
    }
}

extension Unicode.Scalar {
    /// White space that is trimmed from the ends of lines.
    fileprivate var isLabelSpace: Bool { value == 0x20 || (0x09...0x0D).contains(value) }

    /// A line of a label may end after it, as in MapLibre.
    fileprivate var endsLine: Bool {
        switch self {
        case "\n", " ", "&", ")", "+", "-", "/", "\u{AD}", "\u{B7}", "\u{200B}", "\u{2010}", "\u{2013}", "\u{2027}":
            true
        default: false
        }
    }
}
