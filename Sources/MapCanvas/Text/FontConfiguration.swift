// SPDX-License-Identifier: MIT
import CPango

/// Owns a fontconfig configuration: which font files there are.
struct FontConfiguration: ~Copyable {
    let handle: OpaquePointer?

    /// - Parameters:
    ///   - folders: searched with all folders in them.
    ///   - useSystemFonts: the machine's configuration as well, with its aliases and rules.
    init(folders: [String], useSystemFonts: Bool) {
        handle = useSystemFonts ? FcInitLoadConfig() : FcConfigCreate()
        let document = FontConfiguration.document(folders: folders)
        _ = document.withCString { text in
            text.withMemoryRebound(to: UInt8.self, capacity: document.utf8.count + 1) {
                FcConfigParseAndLoadFromMemory(handle, $0, 0)
            }
        }
        FcConfigBuildFonts(handle)
    }

    deinit { if let handle { FcConfigDestroy(handle) } }

    /// Fonts of coloured bitmaps (emoji) and of plain bitmaps are turned away: they have no outlines to fill.
    private static func document(folders: [String]) -> String {
        """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig>
        \(folders.map { "<dir>\($0.escapedForXML)</dir>" }.joined())
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

extension String {
    fileprivate var escapedForXML: String {
        reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
