// SPDX-License-Identifier: MIT

/// The identity and version of a file, as a cache key: differs after the file was written to or replaced.
package struct FileStamp: Hashable, Sendable {
    package let path: String
    private let state: FileState

    /// Bytes.
    package var size: Int { state.size }

    /// Nil when there is no regular file at the path, or it may not be read.
    package init?(_ path: String) {
        guard FileAccess.current.permits(path), let state = FileState(path), state.kind == .file else { return nil }
        self.path = path
        self.state = state
    }
}
