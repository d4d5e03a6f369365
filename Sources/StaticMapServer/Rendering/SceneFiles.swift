// SPDX-License-Identifier: MIT
import MapRuntime

/// The files of the operator's that a scene names, as they are now: images, data, archives.
struct SceneFiles: Sendable {
    private let paths: [String]
    /// Sizes and dates; the same on each machine that has the files.
    let state: String
    /// In seconds since 1970; 0 without files.
    let newest: Int

    init(_ paths: [String]) {
        self.paths = paths
        let states = paths.map { FileState($0) }
        state = Self.text(states)
        newest = states.compactMap { $0?.modified }.max() ?? 0
    }

    /// False when one was written, replaced or removed.
    var isUnchanged: Bool { paths.isEmpty || Self.text(paths.map { FileState($0) }) == state }

    private static func text(_ states: [FileState?]) -> String {
        states.map { $0?.contents ?? "none" }.joined(separator: ";")
    }
}
