// SPDX-License-Identifier: MIT

/// The identity and version of a file, as a cache key: differs after the file was written to or replaced.
package struct FileStamp: Hashable, Sendable {
    package let path: String
    private let state: FileState

    /// Bytes.
    package var size: Int { state.size }
    /// The same on each machine that has the file with its date.
    package var contents: String { state.contents }

    package init?(_ path: String) { self.init(path, .file) }

    /// That of a folder, which differs after names in it were added or removed; nil when there is none, or it may not be
    /// read.
    package init?(folder: String) { self.init(folder, .folder) }

    private init?(_ path: String, _ kind: FileState.Kind) {
        guard FileAccess.current.permits(path), let state = FileState(path), state.kind == kind else { return nil }
        self.path = path
        self.state = state
    }
}
