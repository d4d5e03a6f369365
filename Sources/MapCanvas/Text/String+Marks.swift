// SPDX-License-Identifier: MIT

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
