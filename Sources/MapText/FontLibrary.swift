// SPDX-License-Identifier: MIT
import Dispatch
import MapCore
import Synchronization

/// The available fonts, and text shaped with them: joined, reordered, with marks placed and font fallback. Safe for
/// concurrent use; results are the same on all threads.
package final class FontLibrary: Sendable {
    /// In bytes; longer text is not cached.
    private static let maxCachedLength = 1000

    private let folders: [String]
    private let useSystemFonts: Bool
    /// Loaded on first use; never locked while `lines` is.
    private let fonts = Mutex<LoadedFonts?>(nil)
    private let lines: Mutex<LRUCache<ShapingKey, UnscaledLine>>
    private let requests = SharedCache<[String], FontRequest>(limit: 64 << 10)
    private let isAskedForText = Atomic(false)
    private let isPreparing = Atomic(false)

    /// - Parameters:
    ///   - folders: font folders, searched recursively.
    ///   - useSystemFonts: also uses the system's fonts.
    ///   - cacheBytes: what shaped lines may take.
    package init(folders: [String], useSystemFonts: Bool, cacheBytes: Int = 16 << 20) {
        lines = Mutex(LRUCache(limit: cacheBytes))
        // Fontconfig warns of relative paths, and would follow the working folder.
        self.folders = folders.map { realPath($0) ?? $0 }
        self.useSystemFonts = useSystemFonts
    }

    /// Loads the fonts on another thread, once and without rules, so that callers may do work without text in the meantime.
    package func prepareInBackground() {
        guard !isPreparing.exchange(true, ordering: .relaxed) else { return }
        DispatchQueue.global().async { self.withFonts { $0.prepare() } }
    }

    /// The paths of all font files that text may be set in, sorted.
    package var files: [String] { withShaper(\.files) }

    /// True where text may be set in one of some families, whose names are in lower case.
    package func hasFamily(among names: [String]) -> Bool { withFonts { $0.haveFamily(among: names) } }

    /// Shapes one line of text.
    ///
    /// - Parameters:
    ///   - text: without line breaks; control characters are treated as spaces. Characters that no font has are
    ///     omitted, and of the spaces around them one stays.
    ///   - font: families that are not installed are skipped; see `FontFallback` for the fallback order.
    ///   - size: pixels per em.
    ///   - language: BCP 47, such as `ja` or `zh-Hant`; selects regional glyph variants.
    /// - Returns: glyphs in visual order, and the characters that no font has.
    package func shape(_ text: String, font: FontRequest, size: Double, language: String? = nil) -> ShapedLine {
        let text = text.withBoundedMarks
        let key = ShapingKey(
            text: text, spans: [.init(end: text.utf8.count, font: font)], language: language, isRightToLeft: nil,
            ligatures: true)
        let whole = line(key)
        guard let supported = supportedText(text, of: whole) else { return whole.scaled(text, to: size) }
        var line = line(
            ShapingKey(
                text: supported, spans: [.init(end: supported.utf8.count, font: font)], language: language,
                isRightToLeft: whole.isRightToLeft, ligatures: true)
        ).scaled(supported, to: size)
        line.missing = whole.missing
        return line
    }

    /// The text without the characters that no font has, and without the gaps that they would leave; nil when it is
    /// complete.
    func supportedText(_ text: String, of line: UnscaledLine) -> String? {
        let removals = removals(in: text, of: line)
        return removals.isEmpty ? nil : text.removing(removals)
    }

    func removals(in text: String, of line: UnscaledLine) -> [Range<Int>] {
        guard !line.missingClusters.isEmpty else { return [] }
        let missing = Set(line.missingClusters)
        return text.removals { _, offset in missing.contains(offset) }
    }

    /// The request that `text-font` of a MapLibre style stands for, as `FontRequest(stack:)` reads it.
    package func request(stack: [String]) -> FontRequest {
        requests.value(
            for: stack, cost: { _ in stack.reduce(0) { $0 + 2 * $1.utf8.count } }, make: { FontRequest(stack: stack) })
    }

    func line(_ key: ShapingKey) -> UnscaledLine {
        if let cached = lines.withLock({ $0.value(for: key) }) { return cached }
        return withFonts { fonts in
            // Another thread may have shaped it in the meantime: a map's cost is the same for any number of threads.
            if let cached = lines.withLock({ $0.value(for: key) }) { return cached }
            guard RenderBudget.spend(key.text.utf8.count, .labelBytes, at: key.text.opening) else {
                return UnscaledLine()
            }
            isAskedForText.store(true, ordering: .relaxed)
            let line = fonts.shape(key)
            guard key.text.utf8.count <= FontLibrary.maxCachedLength else { return line }
            lines.withLock { $0.insert(line, for: key, cost: key.byteCount + line.byteCount) }
            return line
        }
    }

    /// What shaped lines take, in bytes.
    package var cachedBytes: Int { lines.withLock(\.size) }

    /// True when some text needed the system's rules, or all may need them.
    package var hasReadRules: Bool { withFonts { $0.hasReadRules } }

    /// How many fonts are held for requests; several can stand for one face.
    package var resolvedFontCount: Int { withShaper(\.resolvedFontCount) }

    /// True when text was to be shaped and there are no fonts at all.
    package var lacksFonts: Bool { isAskedForText.load(ordering: .relaxed) && withFonts { $0.lackFonts } }

    /// True when a font is installed that has emoji in color.
    package var hasColorFonts: Bool { withShaper(\.hasColorFonts) }

    /// The line break opportunities of UAX 14: before each scalar, and at the end.
    func lineBreaks(in text: String, language: String?) -> [Bool] {
        withFonts { _ in PangoShaper.lineBreaks(in: text, language: language) }
    }

    /// Does work of another library that sets text, with these fonts and no others.
    package func withCurrentFonts<Result: Sendable>(_ work: () -> Result) -> Result {
        isAskedForText.store(true, ordering: .relaxed)
        return withShaper { _ in work() }
    }

    private func withShaper<Result: Sendable>(_ use: (PangoShaper) -> Result) -> Result {
        withFonts { $0.all.asCurrent(use) }
    }

    private func withFonts<Result: Sendable>(_ use: (inout FontShapers) -> Result) -> Result {
        let loaded = fonts.withLock { fonts in
            let loaded = fonts ?? LoadedFonts.from(folders, useSystemFonts: useSystemFonts)
            fonts = loaded
            return loaded
        }
        return loaded.withShapers(use)
    }
}

extension String {
    /// The beginning in quotes on one line, for messages.
    package var opening: String { quoted(String(unicodeScalars.prefix(20)) + (utf8.count > 20 ? "…" : "")) }
}

/// A requested font: families in order of preference, with one weight and slant for all.
package struct FontRequest: Hashable, Sendable {
    package var families: [String]
    /// CSS: 100 is thin, 400 regular, 700 bold, 900 black.
    package var weight: Int
    package var italic: Bool

    package init(families: [String], weight: Int = 400, italic: Bool = false) {
        self.families = families
        self.weight = min(max(weight, 100), 900)
        self.italic = italic
    }

    /// Parses `text-font` of a MapLibre style, such as `["Noto Sans Bold", "Arial Unicode MS Regular"]`.
    ///
    /// Style words at the end of a name are split off. Weight and slant of the first name apply to all; a name may
    /// itself be a comma-separated list.
    package init(stack: [String]) {
        let names = stack.flatMap { $0.split(separator: ",") }.map { FontName(String($0)) }.filter {
            !$0.family.isEmpty
        }
        var families: [String] = []
        for name in names where !families.contains(name.family) { families.append(name.family) }
        self.init(families: families, weight: names.first?.weight ?? 400, italic: names.first?.italic ?? false)
    }
}

/// A full font name such as "Open Sans Semibold Italic", parsed into family, weight and slant.
struct FontName: Equatable {
    var family: String
    var weight: Int
    var italic: Bool

    init(_ name: String) {
        var words = name.split { $0 == " " || $0 == "-" || $0 == "_" }
        var weight: Int?
        var italic: Bool?
        // The first word belongs to the family: "Black" alone is a family, not a weight.
        while words.count > 1, let style = FontName.style(of: words[...]) {
            guard words.count > style.words else { break }
            if let found = style.weight { weight = weight ?? found }
            if style.italic { italic = true }
            words.removeLast(style.words)
        }
        family = words.joined(separator: " ")
        self.weight = weight ?? 400
        self.italic = italic ?? false
    }

    /// The style that the last one or two words denote, nil when they belong to the family.
    private static func style(of words: ArraySlice<Substring>) -> (words: Int, weight: Int?, italic: Bool)? {
        guard let last = words.last?.lowercased() else { return nil }
        if let before = words.dropLast().last?.lowercased(), prefixes.contains(before) {
            let (stem, italic) = withoutSlant(last)
            if let weight = weights[before + stem] { return (2, weight, italic) }
        }
        let (stem, italic) = withoutSlant(last)
        if stem.isEmpty { return (1, nil, italic) }
        guard let weight = weights[stem] else { return nil }
        return (1, weight, italic)
    }

    /// Splits the slant off words such as "BoldItalic".
    private static func withoutSlant(_ word: String) -> (stem: String, italic: Bool) {
        for slant in ["italic", "oblique"] where word.hasSuffix(slant) {
            return (String(word.dropLast(slant.count)), true)
        }
        return (word, false)
    }

    private static let prefixes: Set<String> = ["extra", "ultra", "semi", "demi"]
    /// CSS Fonts 4, §2.2, and further names that foundries use.
    private static let weights: [String: Int] = [
        "thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300,
        "regular": 400, "normal": 400, "book": 400, "roman": 400, "medium": 500,
        "semibold": 600, "demibold": 600, "demi": 600, "bold": 700, "extrabold": 800, "ultrabold": 800,
        "black": 900, "heavy": 900,
    ]
}
