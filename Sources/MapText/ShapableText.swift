// SPDX-License-Identifier: MIT
import MapGeometry

/// Text sanitized for shaping, with the properties that are needed afterwards.
struct ShapableText {
    /// UTF-8 with control characters replaced by spaces, which preserves cluster offsets.
    private let bytes: [CChar]
    private let text: String

    init(_ text: String) {
        self.text = text
        bytes = text.utf8.map { CChar(bitPattern: $0 < 0x20 || $0 == 0x7F ? 0x20 : $0) }
    }

    func withBytes(_ use: (UnsafeBufferPointer<CChar>) -> Void) {
        bytes.withUnsafeBufferPointer(use)
    }

    /// The characters that should be visible.
    var visibleScalars: [Unicode.Scalar] { text.unicodeScalars.filter(\.isVisible).unique }

    /// Adds what depends on characters rather than glyphs.
    func finish(_ line: inout UnscaledLine) {
        removeInvisibleEmoji(&line)
        line.missingClusters = line.missingClusters.filter { scalar(at: $0)?.isVisible ?? false }
        line.missing = line.missingClusters.compactMap(scalar).unique
        let isJoined = text.unicodeScalars.contains { $0.isCursive || $0.hangsOnHeadLine }
        mergeClusters(&line)
        let glyphs = line.glyphs
        let cursive = isJoined ? glyphs.map { scalar(at: $0.cluster)?.isCursive ?? false } : []
        for index in glyphs.indices {
            let next = index + 1
            let joinsNext = next < glyphs.count && isJoined && cursive[index] && cursive[next]
            let endsCluster = next == glyphs.count || glyphs[index].cluster != glyphs[next].cluster
            line.glyphs[index].spaceAfter = endsCluster && !joinsNext
        }
    }

    /// Emoji of fonts whose kind of color is not drawn have neither an outline nor a bitmap: they are missing.
    private func removeInvisibleEmoji(_ line: inout UnscaledLine) {
        let drawn = Set(line.glyphs.filter { !$0.inkBounds.isNull }.map(\.cluster))
        let isInvisible = { (glyph: UnscaledLine.Glyph) in
            !drawn.contains(glyph.cluster) && scalar(at: glyph.cluster)?.properties.isEmojiPresentation ?? false
        }
        guard line.glyphs.contains(where: isInvisible) else { return }
        line.missingClusters += line.glyphs.filter(isInvisible).map(\.cluster)
        line.glyphs.removeAll(where: isInvisible)
    }

    /// Pango gives combining marks clusters of their own; here a cluster is a grapheme cluster.
    private func mergeClusters(_ line: inout UnscaledLine) {
        guard bytes.contains(where: { $0 < 0 }) else { return }
        var starts = [Int](repeating: 0, count: bytes.count)
        var offset = 0
        for character in text {
            let end = min(offset + character.utf8.count, starts.count)
            for byte in offset..<end { starts[byte] = offset }
            offset = end
        }
        for index in line.glyphs.indices where starts.indices.contains(line.glyphs[index].cluster) {
            line.glyphs[index].cluster = starts[line.glyphs[index].cluster]
        }
    }

    private func scalar(at offset: Int) -> Unicode.Scalar? {
        guard offset >= 0, offset < bytes.count else { return nil }
        return text.unicodeScalars[text.utf8.index(text.utf8.startIndex, offsetBy: offset)]
    }
}

extension Unicode.Scalar {
    /// False for spaces, controls and format characters.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }
}

extension [Unicode.Scalar] {
    /// Without duplicates, in order of first occurrence.
    var unique: [Unicode.Scalar] {
        var seen: Set<Unicode.Scalar> = []
        return filter { seen.insert($0).inserted }
    }
}

extension String {
    /// The most combining marks in a row: no writing has more, and libraries that sort them take time with the square of
    /// their number.
    ///
    /// - SeeAlso: Unicode Standard Annex 15, 12.1, Stream-Safe Text Format.
    private static let maxMarks = 30

    /// The text without the combining marks after the 30th in a row.
    var withBoundedMarks: String {
        // A mark has at least two bytes.
        guard utf8.count > 2 * Self.maxMarks, utf8.contains(where: { $0 >= 0xCC }) else { return self }
        var marks = 0
        var bounded = UnicodeScalarView()
        for scalar in unicodeScalars {
            marks = scalar.isMark ? marks + 1 : 0
            if marks <= Self.maxMarks { bounded.append(scalar) }
        }
        return bounded.count == unicodeScalars.count ? self : String(bounded)
    }
}

extension Unicode.Scalar {
    /// True for combining marks, and for the invisible characters that may stand between them.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: return true
        default: return false
        }
    }
}

extension String {
    /// The ranges to remove, in UTF-8 bytes, so that the text lacks some characters without gaps in their stead: of
    /// the spaces or line breaks on both sides one stays, and none at the ends of the text.
    ///
    /// - Parameter isUnwanted: called for each character and its offset.
    /// - Returns: sorted ranges that do not overlap.
    package func removals(where isUnwanted: (Character, Int) -> Bool) -> [Range<Int>] {
        var removals: [Range<Int>] = []
        var offset = 0
        /// True after a removed character, until something visible follows.
        var isAfterRemoval = false
        /// The space or line break that the kept text ends with.
        var lastSeparator: Range<Int>?
        var endsWithSeparator = true
        for character in self {
            let range = offset..<(offset + character.utf8.count)
            offset = range.upperBound
            if isUnwanted(character, range.lowerBound) {
                removals.append(range)
                isAfterRemoval = true
            } else if !character.isWhitespace {
                (isAfterRemoval, endsWithSeparator, lastSeparator) = (false, false, nil)
            } else if !isAfterRemoval || !endsWithSeparator {
                (isAfterRemoval, endsWithSeparator, lastSeparator) = (false, true, range)
            } else if character.isNewline, let space = lastSeparator {
                removals.append(space)
                (isAfterRemoval, lastSeparator) = (false, range)
            } else {
                removals.append(range)
            }
        }
        if isAfterRemoval, let lastSeparator { removals.append(lastSeparator) }
        return removals.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The text without ranges of its UTF-8 bytes.
    ///
    /// - Parameter ranges: sorted, at the borders of characters.
    /// - Returns: what is left.
    package func removing(_ ranges: [Range<Int>]) -> String {
        let bytes = Array(utf8)
        var kept: [UInt8] = []
        var start = 0
        for range in ranges {
            kept += bytes[start..<range.lowerBound]
            start = range.upperBound
        }
        return String(decoding: kept + bytes[start...], as: UTF8.self)
    }
}
