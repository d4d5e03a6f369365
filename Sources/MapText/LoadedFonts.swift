// SPDX-License-Identifier: MIT
import Synchronization

/// The fonts of some folders, loaded once for all libraries of the process, as loading takes some milliseconds.
final class LoadedFonts: Sendable {
    private static let maxKept = 4
    /// The last ones used, latest first.
    private static let kept = Mutex<[LoadedFonts]>([])

    private let folders: [String]
    private let useSystemFonts: Bool
    /// Pango is not thread-safe.
    private let shapers: Mutex<FontShapers>

    private init(_ folders: [String], useSystemFonts: Bool) {
        self.folders = folders
        self.useSystemFonts = useSystemFonts
        shapers = Mutex(FontShapers(folders, useSystemFonts: useSystemFonts))
    }

    /// Those that are kept, unless font files were added or removed since.
    static func from(_ folders: [String], useSystemFonts: Bool) -> LoadedFonts {
        kept.withLock { kept in
            let index = kept.firstIndex { $0.folders == folders && $0.useSystemFonts == useSystemFonts }
            let known = index.map { kept.remove(at: $0) }.flatMap { $0.shapers.withLock(\.areCurrent) ? $0 : nil }
            let fonts = known ?? LoadedFonts(folders, useSystemFonts: useSystemFonts)
            kept = [fonts] + kept.prefix(maxKept - 1)
            return fonts
        }
    }

    func withShapers<Result: Sendable>(_ use: (inout FontShapers) -> Result) -> Result { shapers.withLock { use(&$0) } }
}

/// Shapes with fonts of some folders and of the system.
///
/// The system's rules, in dozens of files, name substitutes for fonts that are not installed or lack characters. To read them takes
/// longer than all else that a short text asks of fontconfig, and to sort hundreds of fonts by each font that is named takes as long.
/// So a text that its first font has all characters of is set by fontconfig's view of that family alone. For the first text of
/// another kind the rules are read. From then on they are used for all text, of which they set the former in the same fonts.
struct FontShapers {
    private static let maxNamed = 8
    /// That of decorations and of the installed styles.
    private static let usualFamily = "Inter"

    private let folders: [String]
    private let useSystemFonts: Bool
    private let faces = FaceTable()
    /// Nil where all text needs the rules, or there are none.
    private let main: SystemFontFile?
    /// With the fonts of a family and without rules, by its name in lower case.
    private var named: [String: PangoShaper] = [:]
    /// With all fonts and rules; nil until text needs them.
    private var ruled: PangoShaper?

    init(_ folders: [String], useSystemFonts: Bool) {
        self.folders = folders
        self.useSystemFonts = useSystemFonts
        main = useSystemFonts ? SystemFontFile() : nil
    }

    var hasReadRules: Bool { ruled != nil }

    /// With all fonts and rules.
    var all: PangoShaper {
        mutating get {
            if let ruled { return ruled }
            let configuration = FontConfiguration(folders: folders, useSystemFonts: useSystemFonts)
            let made = PangoShaper(configuration: configuration, faces: faces)
            ruled = made
            return made
        }
    }

    /// With the fonts of a family alone; nil where it is not installed, or too many were asked for.
    private mutating func shaper(of family: String) -> PangoShaper? {
        let name = family.lowercased()
        if let known = named[name] { return known.lacksFonts ? nil : known }
        guard let main, named.count < Self.maxNamed else { return nil }
        let configuration = FontConfiguration(folders: folders, main, family: family)
        let made = PangoShaper(configuration: configuration, faces: faces)
        named[name] = made
        return made.lacksFonts ? nil : made
    }

    mutating func prepare() {
        if ruled == nil, shaper(of: Self.usualFamily) == nil { _ = all }
    }

    mutating func shape(_ key: ShapingKey) -> UnscaledLine {
        if ruled == nil, let family = key.spans.first?.font.families.first,
            key.spans.allSatisfy({ $0.font.families.first == family }),
            let line = shaper(of: family)?.asCurrent({ $0.shapeAsNamed(key) })
        {
            return line
        }
        return all.asCurrent { $0.shape(key) }
    }

    /// True where one of some families is installed.
    mutating func haveFamily(among names: [String]) -> Bool {
        if ruled == nil, let first = names.first, shaper(of: first) != nil { return true }
        return !all.families.isDisjoint(with: names)
    }

    /// True when no font file was found.
    var lackFonts: Bool {
        mutating get { named.values.allSatisfy(\.lacksFonts) && all.lacksFonts }
    }

    /// False after font files were added or removed, or may have been.
    var areCurrent: Bool { named.values.allSatisfy(\.isCurrent) && ruled?.isCurrent ?? true }
}

/// The faces of font files, by which text is set with rules or without.
final class FaceTable {
    var faces: [String: FontFace] = [:]
}
