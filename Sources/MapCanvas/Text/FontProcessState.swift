// SPDX-License-Identifier: MIT
import CPango
import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
