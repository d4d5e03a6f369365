// SPDX-License-Identifier: MIT
import Foundation

/// Conformance data in the folder `shared` beside the package; tests that need them are skipped where it is absent.
package enum SharedData {
    private static let folder = packageRoot.deletingLastPathComponent().appending(path: "shared")

    /// A path below the folder; nil, and a printed line, when it does not exist.
    package static func path(_ relative: String) -> String? {
        let path = folder.appending(path: relative).resolvingSymlinksInPath().path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else {
            print("skipped: no ../shared/\(relative)")
            return nil
        }
        return path
    }
}
