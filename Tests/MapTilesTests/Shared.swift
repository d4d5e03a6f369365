// SPDX-License-Identifier: MIT
import Foundation
import MapDiagnostics

/// Conformance data beside the package; tests that need them are skipped where they are absent.
enum Shared {
    static let folder: URL = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared")

    /// A path below the folder, nil (and a printed line) when it does not exist.
    static func path(_ relative: String) -> String? {
        for candidate in [
            folder, folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared"),
        ] {
            let path = candidate.appending(path: relative).standardizedFileURL.path(percentEncoded: false)
            if FileManager.default.fileExists(atPath: path) { return path }
        }
        print("skipped: no ../shared/\(relative)")
        return nil
    }

    static func json(_ relative: String) -> JSONNode? {
        guard let path = path(relative) else { return nil }
        return try? JSONDocument(file: path, text: bytes(path)).root
    }
}

func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
}

/// A folder of its own for the length of a test.
final class ScratchFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "MapTilesTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let url = URL(filePath: path + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path(percentEncoded: false)
    }
}
