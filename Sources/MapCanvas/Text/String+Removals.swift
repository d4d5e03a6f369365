// SPDX-License-Identifier: MIT

extension String {
    /// The ranges to remove, in UTF-8 bytes, so that the text lacks some characters without gaps in their stead: of
    /// the spaces or line breaks on both sides one stays, and none at the ends of the text.
    ///
    /// - Parameter isUnwanted: asked for each character and its offset.
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
