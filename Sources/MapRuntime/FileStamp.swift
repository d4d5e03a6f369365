// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The identity and version of a file, as a cache key: differs after the file was written to or replaced.
package struct FileStamp: Hashable, Sendable {
    package let path: String
    /// Bytes.
    package let size: Int64
    private let inode: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil when there is no regular file at the path.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        size = Int64(status.st_size)
        inode = UInt64(status.st_ino)
        #if canImport(Glibc)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #else
            (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #endif
    }
}
