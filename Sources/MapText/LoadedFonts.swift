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
/// longer than all else that a short text asks of fontconfig, so they are read for the first text that may need them: one that is
/// not set by the very fonts that it names. From then on they are used for all text, of which they set the former in the same fonts.
struct FontShapers {
    private let folders: [String]
    private let useSystemFonts: Bool
    private let faces = FaceTable()
    /// Has not read the rules; nil where all text needs them, or there are none.
    private let named: PangoShaper?
    /// Has read the rules; nil until text needs them.
    private var ruled: PangoShaper?

    init(_ folders: [String], useSystemFonts: Bool) {
        self.folders = folders
        self.useSystemFonts = useSystemFonts
        if useSystemFonts, let plain = FontConfiguration(withoutRules: folders) {
            named = PangoShaper(configuration: plain, faces: faces)
        } else {
            named = nil
            _ = all
        }
    }

    var hasReadRules: Bool { ruled != nil }

    /// With all rules.
    var all: PangoShaper {
        mutating get {
            if let ruled { return ruled }
            let configuration = FontConfiguration(folders: folders, useSystemFonts: useSystemFonts)
            let made = PangoShaper(configuration: configuration, faces: faces)
            ruled = made
            return made
        }
    }

    /// For what does not depend on rules.
    var any: PangoShaper {
        mutating get { named ?? all }
    }

    mutating func shape(_ key: ShapingKey) -> UnscaledLine {
        if ruled == nil, let line = named?.asCurrent({ $0.shapeAsNamed(key) }) { return line }
        return all.asCurrent { $0.shape(key) }
    }

    mutating func haveFamily(among names: [String]) -> Bool {
        if let named, names.contains(where: named.hasUsed) { return true }
        return !any.families.isDisjoint(with: names) || !all.families.isDisjoint(with: names)
    }

    /// True when no font file was found.
    var lackFonts: Bool {
        mutating get { any.lacksFonts && all.lacksFonts }
    }

    /// True when emoji can be drawn in color.
    var areColored: Bool {
        mutating get { any.hasColorFonts || all.hasColorFonts }
    }

    /// False after font files were added or removed, or may have been.
    var areCurrent: Bool { [named, ruled].allSatisfy { $0?.isCurrent ?? true } }
}

/// The faces of font files, by which text is set with rules or without.
final class FaceTable {
    var faces: [String: FontFace] = [:]
}
