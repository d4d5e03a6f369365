// SPDX-License-Identifier: MIT
import Foundation
import MapDiagnostics
import TestSupport

/// Conformance data beside the package; tests that need them are skipped where they are absent.
enum Shared {
    /// A path below the folder, nil (and a printed line) when it does not exist.
    static func path(_ relative: String) -> String? { SharedData.path(relative) }

    static func json(_ relative: String) -> JSONNode? {
        guard let path = path(relative) else { return nil }
        return try? JSONDocument(file: path, text: bytes(path)).root
    }
}

func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
}
