// SPDX-License-Identifier: MIT
import CPango
import Dispatch
import Libc
import MapCore

/// Owns a fontconfig configuration: the set of available font files.
struct FontConfiguration: ~Copyable {
    let handle: OpaquePointer?
    /// The families whose glyphs are drawn in color, such as emoji: first those of the folders, then Noto's, then others
    /// by name.
    let colorFamilies: [String]
    /// The folders of fonts and the files of rules, as they were when they were read; nil where there was nothing.
    private let sources: [String: FileState?]
    /// When reading began, in seconds since 1970.
    private let start = time(nil)

    /// - Parameters:
    ///   - folders: searched recursively.
    ///   - useSystemFonts: also loads the system's configuration, with its aliases and rules.
    init(folders: [String], useSystemFonts: Bool) {
        self.init(folders) { handle in
            if useSystemFonts { _ = FcConfigParseAndLoad(handle, nil, 0) }
            return [:]
        }
    }

    /// The fonts of a family, of some folders and of the system, without its rules.
    init(folders: [String], _ main: SystemFontFile, family: String) {
        self.init(folders) { handle in
            FontConfiguration.load(main.text, into: handle)
            FontConfiguration.load(FontConfiguration.selection(of: family), into: handle)
            return main.states
        }
    }

    /// `addSystem` adds the system's fonts, and returns the files that were read beside those that fontconfig knows of.
    private init(_ folders: [String], _ addSystem: (OpaquePointer?) -> [String: FileState?]) {
        handle = FcConfigCreate()
        FontConfiguration.load(FontConfiguration.document(folders: folders), into: handle)
        // After the folders, so that their fonts come before others of the same name.
        let states = addSystem(handle)
        FcConfigBuildFonts(handle)
        colorFamilies = FontConfiguration.colorFamilies(in: handle, preferring: folders)
        FontConfiguration.load(FontConfiguration.emojiRule(colorFamilies), into: handle)
        let paths =
            folders + [FcConfigGetFontDirs(handle), FcConfigGetConfigFiles(handle)].flatMap(FontConfiguration.strings)
        sources = states.merging(paths.map { ($0, FileState($0)) }) { first, _ in first }
    }

    /// False after font files were added or removed, or rules were changed; and where that was so short a time before they
    /// were read that a later change may have the same date.
    var isCurrent: Bool {
        sources.allSatisfy { path, state in FileState(path) == state && state?.modified ?? 0 < start }
    }

    /// The paths of all font files, sorted.
    var files: [String] {
        Set(FontConfiguration.patterns(in: handle).compactMap { $0.string(FC_FILE) }).sorted()
    }

    /// The names of all families, in lower case: a face may have several.
    var families: Set<String> {
        Set(FontConfiguration.patterns(in: handle).flatMap { $0.strings(FC_FAMILY) }.map { $0.lowercased() })
    }

    deinit { if let handle { FcConfigDestroy(handle) } }

    /// A pattern for each face.
    static func patterns(in config: OpaquePointer?) -> [OpaquePointer] {
        guard let fonts = FcConfigGetFonts(config, FcSetSystem)?.pointee, let patterns = fonts.fonts else { return [] }
        return (0..<Int(max(0, fonts.nfont))).compactMap { patterns[$0] }
    }

    /// The strings of a list, which is freed.
    private static func strings(of list: OpaquePointer?) -> [String] {
        guard let list else { return [] }
        defer { FcStrListDone(list) }
        var strings: [String] = []
        while let next = FcStrListNext(list) { strings.append(String(cString: next)) }
        return strings
    }

    private static func load(_ document: String, into config: OpaquePointer?) {
        _ = document.withCString { text in
            text.withMemoryRebound(to: UInt8.self, capacity: document.utf8.count + 1) {
                FcConfigParseAndLoadFromMemory(config, $0, 0)
            }
        }
    }

    private static func colorFamilies(in config: OpaquePointer?, preferring folders: [String]) -> [String] {
        var ranks: [String: Int] = [:]
        for pattern in patterns(in: config) where pattern.isColored && pattern.hasDrawableColors {
            guard let name = pattern.string(FC_FAMILY), let file = pattern.string(FC_FILE) else { continue }
            let rank = folders.contains { file.hasPrefix($0) } ? 0 : name.hasPrefix("Noto ") ? 1 : 2
            ranks[name] = min(rank, ranks[name] ?? rank)
        }
        return ranks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }

    /// Pango sets emoji in the family "emoji", whatever families the text asks for.
    private static func emojiRule(_ families: [String]) -> String {
        guard !families.isEmpty else { return document(body: "") }
        let names = families.map { "<string>\(markupEscaped($0))</string>" }.joined()
        return document(
            body: """
                <match target="pattern"><test name="family"><string>emoji</string></test>
                <edit name="family" mode="prepend_first" binding="strong">\(names)</edit></match>
                """)
    }

    /// Rejects bitmap fonts: they have no outlines.
    private static func document(folders: [String]) -> String {
        document(
            body: """
                \(folders.map { "<dir>\(markupEscaped($0))</dir>" }.joined())
                <cachedir>/var/cache/fontconfig</cachedir>
                <cachedir prefix="xdg">fontconfig</cachedir>
                <selectfont><rejectfont><pattern>
                <patelt name="outline"><bool>false</bool></patelt>
                <patelt name="color"><bool>false</bool></patelt>
                </pattern></rejectfont></selectfont>
                """)
    }

    /// Rejects all fonts but those of a family that have outlines.
    private static func selection(of family: String) -> String {
        func isTrue(_ name: String) -> String { "<patelt name=\"\(name)\"><bool>true</bool></patelt>" }
        let name = "<patelt name=\"family\"><string>\(markupEscaped(family))</string></patelt>"
        let (outlines, colors) = (isTrue("outline"), isTrue("color"))
        return document(
            body: """
                <selectfont><acceptfont><pattern>\(name)\(outlines)</pattern></acceptfont>
                <rejectfont><pattern>\(outlines)</pattern></rejectfont>
                <rejectfont><pattern>\(colors)</pattern></rejectfont></selectfont>
                """)
    }

    private static func document(body: String) -> String {
        """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig>
        \(body)
        </fontconfig>
        """
    }
}

/// The system's first file of rules, which names the folders of fonts, without the files that it includes.
struct SystemFontFile {
    private static let limit = 1 << 20

    let text: String
    /// What it depends on, as it was; nil where there was nothing.
    let states: [String: FileState?]

    /// Nil where there is none, or somebody has added rules of their own, which may replace any font.
    init?() {
        // Without a configuration, fontconfig reads its default one for that.
        let config = FcConfigCreate()
        defer { FcConfigDestroy(config) }
        guard let name = FcConfigGetFilename(config, nil) else { return nil }
        defer { FcStrFree(name) }
        let path = String(cString: name)
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let home = variable("HOME") ?? ""
        let own = variable("XDG_CONFIG_HOME") ?? home + "/.config"
        let added = [
            String(path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)) + "local.conf",
            own + "/fontconfig/fonts.conf", own + "/fontconfig/conf.d", home + "/.fonts.conf", home + "/.fonts.conf.d",
        ]
        let found = Dictionary((added + [path]).map { ($0, FileState($0)) }) { first, _ in first }
        guard added.allSatisfy({ found[$0] == .some(nil) }), let bytes = try? readFile(path, limit: Self.limit),
            let text = Self.withoutIncludes(bytes)
        else { return nil }
        (self.text, states) = (text, found)
    }

    /// Nil for a file that selects fonts itself by more than their names.
    private static func withoutIncludes(_ text: [UInt8]) -> String? {
        var text = text
        var start: Int?
        for index in text.indices where text[index] == UInt8(ascii: "<") {
            if text[index...].starts(with: "<patelt".utf8) { return nil }
            if text[index...].starts(with: "<include".utf8) { start = start ?? index }
            guard let first = start, text[index...].starts(with: "</include>".utf8) else { continue }
            for inside in first..<(index + "</include>".utf8.count) { text[inside] = UInt8(ascii: " ") }
            start = nil
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension OpaquePointer {
    /// A string property of a fontconfig pattern, such as `FC_FILE`.
    func string(_ property: String) -> String? {
        var value: UnsafeMutablePointer<UInt8>?
        guard FcPatternGetString(self, property, 0, &value) == FcResultMatch, let value else { return nil }
        return String(cString: value)
    }

    /// All values of a string property.
    func strings(_ property: String) -> [String] {
        var values: [String] = []
        var value: UnsafeMutablePointer<UInt8>?
        while FcPatternGetString(self, property, Int32(values.count), &value) == FcResultMatch, let value {
            values.append(String(cString: value))
        }
        return values
    }

    /// True for the pattern of a color font.
    var isColored: Bool {
        var value: Int32 = 0
        return FcPatternGetBool(self, FC_COLOR, 0, &value) == FcResultMatch && value != 0
    }

    /// True for the pattern of a color font that has bitmaps or layers.
    fileprivate var hasDrawableColors: Bool {
        guard let file = string(FC_FILE), let blob = hb_blob_create_from_file_or_fail(file) else { return false }
        defer { hb_blob_destroy(blob) }
        var index: Int32 = 0
        FcPatternGetInteger(self, FC_INDEX, 0, &index)
        let face: OpaquePointer? = hb_face_create(blob, UInt32(truncatingIfNeeded: index & 0xFFFF))
        defer { hb_face_destroy(face) }
        return ColorGlyph.areIn(face)
    }
}

/// What fontconfig and Pango keep for the process as a whole, whatever font map is used: fontconfig's current
/// configuration, which Pango's font maps and librsvg consult, and the languages that Pango finds in the environment.
///
/// Both would let a user's font rules and language change images that are set in named fonts.
enum FontProcessState {
    private static let lock = DispatchSemaphore(value: 1)
    /// Guarded by `lock`. fontconfig retains it, so that its address stays unique.
    nonisolated(unsafe) private static var current: OpaquePointer?
    nonisolated(unsafe) private static var areLanguagesHidden = false

    /// Makes a configuration fontconfig's current one, until `leave`. Other threads wait. It stays current afterwards,
    /// until another is entered.
    static func enter(_ configuration: OpaquePointer?) {
        lock.wait()
        if current != configuration, FcConfigSetCurrent(configuration) != 0 { current = configuration }
    }

    static func leave() { lock.signal() }

    /// Hides the languages of the environment from Pango; to be called before anything else of it.
    ///
    /// Pango reads its preferred languages once, from `PANGO_LANGUAGE` or else `LANGUAGE`, and takes a script's language
    /// from them where a text's own language does not tell. Variables that are set are hidden from that one reading;
    /// values are replaced in place, which leaves the environment's table where other threads read it.
    static func hideLanguages() {
        lock.wait()
        defer { lock.signal() }
        guard !areLanguagesHidden else { return }
        let names = ["PANGO_LANGUAGE", "LANGUAGE"]
        let values = names.map { name in getenv(name).map { String(cString: $0) } }
        for (name, value) in zip(names, values) where value != nil { setenv(name, "en", 1) }
        // Asks for the preferred languages. Their own function is declared free of effects, and its call would be left out.
        areLanguagesHidden = pango_script_get_sample_language(PANGO_SCRIPT_CYRILLIC) != nil
        for (name, value) in zip(names, values) { if let value { setenv(name, value, 1) } }
    }
}
