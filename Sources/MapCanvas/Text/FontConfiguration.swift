// SPDX-License-Identifier: MIT
import CPango
import MapDiagnostics

/// Owns a fontconfig configuration: the set of available font files.
struct FontConfiguration: ~Copyable {
    let handle: OpaquePointer?

    /// - Parameters:
    ///   - folders: searched recursively.
    ///   - useSystemFonts: also loads the system's configuration, with its aliases and rules.
    init(folders: [String], useSystemFonts: Bool) {
        handle = FcConfigCreate()
        let document = FontConfiguration.document(folders: folders)
        _ = document.withCString { text in
            text.withMemoryRebound(to: UInt8.self, capacity: document.utf8.count + 1) {
                FcConfigParseAndLoadFromMemory(handle, $0, 0)
            }
        }
        // After the folders, so that their fonts come before others of the same name.
        if useSystemFonts { _ = FcConfigParseAndLoad(handle, nil, 0) }
        FcConfigBuildFonts(handle)
    }

    /// The paths of all font files, sorted.
    var files: [String] {
        guard let fonts = FcConfigGetFonts(handle, FcSetSystem)?.pointee, let patterns = fonts.fonts else { return [] }
        let names = (0..<Int(max(0, fonts.nfont))).compactMap { patterns[$0]?.string(FC_FILE) }
        return Set(names).sorted()
    }

    deinit { if let handle { FcConfigDestroy(handle) } }

    /// Rejects color and bitmap fonts: they have no outlines.
    private static func document(folders: [String]) -> String {
        """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig>
        \(folders.map { "<dir>\(markupEscaped($0))</dir>" }.joined())
        <cachedir>/var/cache/fontconfig</cachedir>
        <cachedir prefix="xdg">fontconfig</cachedir>
        <selectfont><rejectfont>
        <pattern><patelt name="color"><bool>true</bool></patelt></pattern>
        <pattern><patelt name="outline"><bool>false</bool></patelt></pattern>
        </rejectfont></selectfont>
        </fontconfig>
        """
    }
}
