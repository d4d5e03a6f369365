// SPDX-License-Identifier: MIT
import Foundation
import MapRuntime
import Synchronization

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

    /// The version, and the program's file: another build may draw otherwise.
    private static let program: String = {
        let file = FileState("/proc/self/exe") ?? CommandLine.arguments.first.flatMap { FileState($0) }
        return "\(serverVersion) \(file?.contents ?? "")"
    }()

    /// A digest of the program, of the fonts, and of the sizes and dates of a style's files; with it the newest date in
    /// seconds since 1970.
    func fingerprint(
        of style: ServedStyle, _ catalog: Catalog, fonts: FontState
    ) -> (digest: String, newest: Int) {
        let key = "\(catalog.generation)/\(style.id)"
        let now = ContinuousClock.now
        if let entry = entries.withLock({ $0[key] }), now - entry.checked < Self.interval {
            return (entry.digest, entry.newest)
        }
        var text = "\(Self.program);\(fonts.digest);"
        var newest = 0
        for file in style.files {
            let state = FileState(file)
            text += "\(file):\(state?.contents ?? "none");"
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

/// The font files of a renderer, looked at when the first picture needs them. New fonts come with a reload.
final class FontState: Sendable {
    private let list: @Sendable () -> [String]
    private let known = Mutex<String?>(nil)

    init(_ list: @escaping @Sendable () -> [String]) {
        self.list = list
    }

    var digest: String {
        known.withLock { known in
            if let known { return known }
            let text = list().map { "\($0):\(FileState($0)?.contents ?? "none")" }.joined(separator: ";")
            let digest = hexDigest(text)
            known = digest
            return digest
        }
    }
}
