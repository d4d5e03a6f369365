// SPDX-License-Identifier: MIT

/// Text made fit for shaping, and what must be known of it afterwards.
struct ShapableText {
    /// UTF-8, each control character of ASCII replaced by a space: same length, thus the same clusters.
    private let bytes: [CChar]
    private let text: String

    init(_ text: String) {
        self.text = text
        bytes = text.utf8.map { CChar(bitPattern: $0 < 0x20 || $0 == 0x7F ? 0x20 : $0) }
    }

    func withBytes(_ use: (UnsafeBufferPointer<CChar>) -> Void) {
        bytes.withUnsafeBufferPointer(use)
    }

    /// All characters that ought to be seen.
    var visibleScalars: [Unicode.Scalar] { text.unicodeScalars.filter(\.leavesInk).unique }

    /// Fills in what depends on characters rather than glyphs.
    func finish(_ line: inout UnscaledLine) {
        line.missing = line.missingClusters.compactMap(scalar).filter(\.leavesInk).unique
        let isJoined = text.unicodeScalars.contains { $0.isCursive || $0.hangsOnHeadLine }
        line.canRotate = !isJoined
        gatherClusters(&line)
        let glyphs = line.glyphs
        let cursive = isJoined ? glyphs.map { scalar(at: $0.cluster)?.isCursive ?? false } : []
        for index in glyphs.indices {
            let next = index + 1
            let joinsNext = next < glyphs.count && isJoined && cursive[index] && cursive[next]
            let endsCluster = next == glyphs.count || glyphs[index].cluster != glyphs[next].cluster
            line.glyphs[index].spaceAfter = endsCluster && !joinsNext
        }
    }

    /// Marks come with clusters of their own; here a cluster is a character as readers see it, with its marks.
    private func gatherClusters(_ line: inout UnscaledLine) {
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
    /// False for spaces, controls and marks of format, whose absence nobody sees.
    fileprivate var leavesInk: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }
}

extension [Unicode.Scalar] {
    /// Each once, in the order of first appearance.
    var unique: [Unicode.Scalar] {
        var seen: Set<Unicode.Scalar> = []
        return filter { seen.insert($0).inserted }
    }
}
