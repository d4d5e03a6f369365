// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file as it stands: another one when it is written to or replaced.
package struct FileStamp: Hashable, Sendable {
    let path: String
    let size: Int64
    private let number: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil when there is no such file, or it is a folder.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        size = Int64(status.st_size)
        number = UInt64(status.st_ino)
        #if canImport(Glibc)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #else
            (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #endif
    }

    /// True for files that hold tiles and are never changed while they are open.
    var isArchive: Bool { path.hasSuffix(".pmtiles") || path.hasSuffix(".mbtiles") }
}
