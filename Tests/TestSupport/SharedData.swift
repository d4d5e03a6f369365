package import Foundation

// SPDX-License-Identifier: MIT

/// Conformance data in the folder `shared` beside the package, or where `STATICMAP_SHARED` says; tests that need them are
/// skipped where they are absent.
package enum SharedData {
    private static let folder: URL = {
        if let set = ProcessInfo.processInfo.environment["STATICMAP_SHARED"], !set.isEmpty { return URL(filePath: set) }
        return packageRoot.deletingLastPathComponent().appending(path: "shared")
    }()

    /// A path below the folder; nil, and a printed line, when it does not exist.
    package static func path(_ relative: String) -> String? {
        let path = folder.appending(path: relative).resolvingSymlinksInPath().path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else {
            print("skipped: no ../shared/\(relative)")
            return nil
        }
        return path
    }

    /// All files below a folder with a given ending, sorted; none, and a printed line, when the folder does not exist.
    package static func files(below relative: String, ending: String) -> [URL] {
        guard let folder = path(relative), let paths = FileManager.default.enumerator(atPath: folder) else { return [] }
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted()
            .map { URL(filePath: folder).appending(path: $0) }
    }
}

/// Prints a suite's score on a line of its own, which `make conformance` shows.
package func printScore(_ suite: String, _ score: String) {
    print("score: \(suite): \(score)")
}
