// SPDX-License-Identifier: MIT
package import Foundation
package import Testing

/// Data of other projects in the folder `shared` beside the package, or where `STATICMAP_SHARED` says. Tests that need them
/// carry `.requiresShared(…)` and are reported as skipped where they are absent.
package enum SharedData {
    private static let folder: URL = {
        if let set = ProcessInfo.processInfo.environment["STATICMAP_SHARED"], !set.isEmpty { return URL(filePath: set) }
        return packageRoot.deletingLastPathComponent().appending(path: "shared")
    }()

    /// The path of a file or a folder below the folder, whether it exists or not.
    package static func path(_ relative: String) -> String {
        folder.appending(path: relative).resolvingSymlinksInPath().path(percentEncoded: false)
    }

    /// True when there is such a file or folder.
    package static func contains(_ relative: String) -> Bool {
        FileManager.default.fileExists(atPath: path(relative))
    }

    /// All files below a folder with a given ending, sorted; none when the folder does not exist.
    package static func files(below relative: String, ending: String) -> [URL] {
        let folder = path(relative)
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(ending) }.sorted().map { URL(filePath: folder).appending(path: $0) }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, or a suite, where files or folders of the shared data are absent.
    package static func requiresShared(_ relative: String...) -> ConditionTrait {
        let missing = relative.filter { !SharedData.contains($0) }
        return .enabled(if: missing.isEmpty, "no ../shared/\(missing.joined(separator: ", no ../shared/"))")
    }
}

/// Prints a suite's score on a line of its own, which `make conformance` shows.
package func printScore(_ suite: String, _ score: String) {
    print("score: \(suite): \(score)")
}
