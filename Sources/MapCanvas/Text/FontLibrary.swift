// SPDX-License-Identifier: MIT
import Synchronization

/// The fonts at hand, and text shaped with them: joined, reordered, with marks placed, and with other fonts standing in
/// for characters that the wanted ones lack. Any number of tasks may use one library; results are the same for all.
package final class FontLibrary: Sendable {
    /// Lines kept; the whole cache is dropped when it is full, which takes a world of labels.
    private static let cacheLimit = 20_000
    /// Bytes; longer text is not a label and is not kept.
    private static let longestCached = 1000

    private let folders: [String]
    private let useSystemFonts: Bool
    /// Made at first use. Pango is for one thread at a time; never locked while `lines` is.
    private let shaper = Mutex<PangoShaper?>(nil)
    private let lines = Mutex<[ShapingKey: UnscaledLine]>([:])

    /// - Parameters:
    ///   - folders: font folders, searched with all folders in them.
    ///   - useSystemFonts: the machine's own fonts as well.
    package init(folders: [String], useSystemFonts: Bool) {
        self.folders = folders
        self.useSystemFonts = useSystemFonts
    }

    /// Looks through the machine's fonts, if that was not done before: it takes some milliseconds, in which others may
    /// do what needs no text.
    package func prepare() { withShaper { _ in } }

    /// Shapes one line of text.
    ///
    /// - Parameters:
    ///   - text: without line breaks; control characters count as spaces.
    ///   - font: families that are not installed are passed over; see `FontFallback` for what comes after the last.
    ///   - size: pixels per em.
    ///   - letterSpacing: pixels between letters; Arabic and other joined letters stay together.
    ///   - language: BCP 47, such as `ja` or `zh-Hant`: decides between regional letter shapes.
    /// - Returns: glyphs as seen from left to right, and the characters that no font has.
    package func shape(
        _ text: String, font: FontRequest, size: Double, letterSpacing: Double = 0, language: String? = nil
    ) -> ShapedLine {
        let key = ShapingKey(
            text: text, spans: [.init(end: text.utf8.count, font: font)], language: language, isRightToLeft: nil,
            ligatures: letterSpacing == 0)
        return line(key).scaled(text, to: size, letterSpacing: letterSpacing)
    }

    /// The vertical measures of the font that a request finds.
    package func metrics(of font: FontRequest) -> FontMetrics {
        line(
            ShapingKey(
                text: " ", spans: [.init(end: 1, font: font)], language: nil, isRightToLeft: nil, ligatures: true)
        ).metrics
    }

    func line(_ key: ShapingKey) -> UnscaledLine {
        if let known = lines.withLock({ $0[key] }) { return known }
        let line = withShaper { $0.shape(key) }
        guard key.text.utf8.count <= FontLibrary.longestCached else { return line }
        lines.withLock { lines in
            if lines.count >= FontLibrary.cacheLimit { lines.removeAll(keepingCapacity: true) }
            lines[key] = line
        }
        return line
    }

    /// Where lines may end by Unicode's rules: before each scalar, and at the end.
    func lineBreaks(in text: String, language: String?) -> [Bool] {
        withShaper { $0.lineBreaks(in: text, language: language) }
    }

    private func withShaper<Result: Sendable>(_ use: (PangoShaper) -> Result) -> Result {
        shaper.withLock { shaper in
            let ready =
                shaper
                ?? PangoShaper(configuration: FontConfiguration(folders: folders, useSystemFonts: useSystemFonts))
            shaper = ready
            return use(ready)
        }
    }
}
