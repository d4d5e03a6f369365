// SPDX-License-Identifier: MIT
import Crypto
import Foundation
package import MapDiagnostics
package import MapTiles
import Synchronization

/// A style that is served.
package struct ServedStyle: Sendable {
    package var id: String
    package var name: String
    /// The style's file, or the name of an installed one; nil for archives of pictures alone.
    package var file: String?
    /// Archives in place of the style's own.
    package var tiles: [String]
    /// The style's JSON as it is written in its file, for `style.json`; nil for archives of pictures alone.
    package var json: JSONNode?
    /// The folder that the style's relative addresses begin in.
    package var folder: String
    /// All files that its pictures depend on.
    package var files: [String]
    /// What TileJSON says on top of what is known.
    package var tileJSON: JSONNode?
    package var isRendered = true
    package var isServed = true

    static let none = ServedStyle(
        id: "", name: "", file: nil, tiles: [], json: nil, folder: ".", files: [])
}

/// An archive that is served.
package struct ServedData: Sendable {
    package var id: String
    package var path: String
    package var archive: any TileArchive
    package var info: ArchiveInfo { archive.info }
    package var tileJSON: JSONNode?
}

/// All that a server has to draw from at one moment. A reload makes a new one; requests under way keep theirs.
package struct Catalog: Sendable {
    /// The default style first.
    package var styles: [ServedStyle]
    package var data: [ServedData]
    /// Where files of scenes are looked for, without a slash at the end; the first is where relative paths begin.
    package var assetFolders: [String]
    /// Folders with `{fontstack}/{range}.pbf`.
    package var glyphFolders: [String]
    /// Files under `/files`; nil for none.
    package var filesFolder: String?
    package var mapTypes: [String: String]
    package var icons: Set<String>
    /// Counts reloads.
    package var generation: Int
    /// What was odd about the configuration.
    package var warnings: [String]

    package func style(_ id: String) -> ServedStyle? { styles.first { $0.id == id } }
    package func data(_ id: String) -> ServedData? { data.first { $0.id == id } }

    package func dialectContext(maxScale: Double) -> DialectContext {
        DialectContext(
            styles: styles.filter(\.isRendered).map(\.id), icons: icons, mapTypes: mapTypes, maxScale: maxScale)
    }
}

/// Tells whether the files that pictures depend on are still the same. Asked for each request, so it looks at the disk
/// no more often than twenty times a second.
final class Fingerprints: Sendable {
    private struct Entry {
        var digest: String
        var newest: Int
        var checked: ContinuousClock.Instant
    }

    private let entries = Mutex<[String: Entry]>([:])
    private static let interval = Duration.milliseconds(50)

    /// A digest of the files' sizes and dates, and the newest date in seconds since 1970.
    func fingerprint(of style: ServedStyle, generation: Int) -> (digest: String, newest: Int) {
        let key = "\(generation)/\(style.id)"
        let now = ContinuousClock.now
        if let entry = entries.withLock({ $0[key] }), now - entry.checked < Self.interval {
            return (entry.digest, entry.newest)
        }
        var (text, newest) = ("", 0)
        for file in style.files {
            let state = FileState(file)
            text += "\(file):\(state?.description ?? "none");"
            newest = max(newest, state?.modified ?? 0)
        }
        let entry = Entry(digest: hexDigest(text), newest: newest, checked: now)
        entries.withLock { entries in
            // Reloads leave nothing behind.
            if entries.count > 1000 { entries.removeAll() }
            entries[key] = entry
        }
        return (entry.digest, entry.newest)
    }
}

/// The first half of a SHA-256, in hexadecimal digits.
func hexDigest(_ text: String) -> String { hexDigest(Array(text.utf8)) }

func hexDigest(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var result: [UInt8] = []
    for byte in SHA256.hash(data: bytes).prefix(16) { result += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: result, as: UTF8.self)
}
