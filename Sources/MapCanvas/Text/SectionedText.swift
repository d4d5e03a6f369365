// SPDX-License-Identifier: MIT

/// The sections of a block joined into one text. Offsets are UTF-8 bytes.
struct SectionedText {
    let text: String
    let sections: [TextSection]
    /// The end offset of each section.
    let ends: [Int]
    let isRightToLeft: Bool
    let language: String?
    let ligatures: Bool
    let isVertical: Bool

    init(_ sections: [TextSection], options: TextBlockOptions) {
        let sections = sections.map { section in
            var section = section
            section.text = section.text.withBoundedMarks
            return section
        }
        self.sections = sections
        var text = ""
        var ends: [Int] = []
        for section in sections {
            text += section.text
            ends.append(text.utf8.count)
        }
        self.text = text
        self.ends = ends
        isRightToLeft = text.readsFromTheRight
        language = options.language
        ligatures = options.letterSpacing == 0
        isVertical = options.direction == .vertical
    }

    var range: Range<Int> { 0..<text.utf8.count }

    func section(at offset: Int) -> Int {
        // Linear search: labels have one section, rarely three.
        ends.firstIndex { offset < $0 } ?? max(0, sections.count - 1)
    }

    func substring(_ range: Range<Int>) -> Substring {
        let start = text.utf8.index(text.utf8.startIndex, offsetBy: range.lowerBound)
        return text[start..<text.utf8.index(start, offsetBy: range.count)]
    }

    /// The sections without some ranges of the text.
    func removing(_ ranges: [Range<Int>]) -> [TextSection] {
        zip(sections, zip([0] + ends, ends)).map { section, bounds in
            var section = section
            let inside = ranges.map { $0.clamped(to: bounds.0..<bounds.1) }.filter { !$0.isEmpty }
            if section.box == nil {
                section.text = section.text.removing(
                    inside.map { ($0.lowerBound - bounds.0)..<($0.upperBound - bounds.0) })
            }
            return section
        }
    }

    /// The shaping key of a range.
    func key(for range: Range<Int>) -> ShapingKey {
        var spans: [ShapingKey.Span] = []
        var start = 0
        for (section, end) in zip(sections, ends) {
            let spanEnd = min(end, range.upperBound) - range.lowerBound
            if spanEnd > start {
                spans.append(.init(end: spanEnd, font: section.font))
                start = spanEnd
            }
        }
        return ShapingKey(
            text: String(substring(range)), spans: spans, language: language, isRightToLeft: isRightToLeft,
            ligatures: ligatures, isVertical: isVertical)
    }

    /// The range without leading and trailing whitespace.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        let bytes = substring(range).utf8
        guard let first = bytes.firstIndex(where: { !$0.isWhiteSpace }) else {
            return range.lowerBound..<range.lowerBound
        }
        let leading = bytes.distance(from: bytes.startIndex, to: first)
        let trailing = bytes.reversed().prefix(while: \.isWhiteSpace).count
        return (range.lowerBound + leading)..<(range.upperBound - trailing)
    }

    /// The largest scale of the sections in a range.
    func scale(in range: Range<Int>) -> Double {
        guard let last = sections.indices.last else { return 1 }
        let first = section(at: range.lowerBound)
        let end = range.isEmpty ? first : section(at: range.upperBound - 1)
        return sections[first...max(first, min(end, last))].map(\.scale).max() ?? 1
    }
}

extension UInt8 {
    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
