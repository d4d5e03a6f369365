// SPDX-License-Identifier: MIT
import Libc

/// What the system says of a file or folder, links followed; differs after it was written to or replaced.
package struct FileState: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file, folder
        /// A device, a pipe or a socket.
        case other
    }

    package let kind: Kind
    /// Bytes.
    package let size: Int
    /// Whole seconds since 1970.
    package let modified: Int
    private let nanoseconds: Int
    private let inode: UInt64

    /// Nil when there is nothing at the path.
    package init?(_ path: String) {
        var status = stat()
        // A C string would end at a zero byte and name another file.
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        size = Int(status.st_size)
        inode = UInt64(status.st_ino)
        #if canImport(Glibc)
            (modified, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #else
            (modified, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #endif
    }

    /// The same on each machine that has the file with its date.
    package var contents: String { "\(size),\(modified),\(nanoseconds)" }

    /// The same for the same file, in any process of this machine.
    package var description: String { "\(contents),\(inode)" }
}

/// A path without symbolic links; nil, with `errno` set, when there is nothing at it.
package func realPath(_ path: String) -> String? {
    guard !path.utf8.contains(0) else {
        errno = ENOENT
        return nil
    }
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
}

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
        guard WorkContext.current.files.permits(path), let state = FileState(path), state.kind == kind else {
            return nil
        }
        self.path = path
        self.state = state
    }
}
