// SPDX-License-Identifier: MIT
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A path with all links followed; nil for what does not exist.
func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// A whole file; nil when there is none, it cannot be read, or it is larger than the limit.
func readBytes(_ path: String, limit: Int) -> [UInt8]? {
    guard let stamp = FileState(path), !stamp.isFolder, stamp.size <= limit,
        let data = FileManager.default.contents(atPath: path)
    else { return nil }
    return Array(data)
}

/// Base64 with padding, RFC 4648, §4.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// The bytes of base64 or base64url, with or without padding; nil for other characters.
func base64Decoded(_ text: some StringProtocol) -> [UInt8]? {
    var plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    while plain.hasSuffix("=") { plain.removeLast() }
    plain += String(repeating: "=", count: (4 - plain.count % 4) % 4)
    return Data(base64Encoded: plain).map(Array.init)
}

/// A file as it stands: another one when it is written to or replaced.
struct FileState: Hashable, Sendable {
    var size: Int
    /// Whole seconds since 1970.
    var modified: Int
    var isFolder: Bool
    private var nanoseconds: Int
    private var number: UInt64

    /// Nil when there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        number = UInt64(status.st_ino)
        #if canImport(Glibc)
            (modified, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #else
            (modified, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #endif
    }

    /// The same on each machine that has the file with its date.
    var contents: String { "\(size),\(modified),\(nanoseconds)" }

    /// The same for the same file, in any process of this machine.
    var description: String { "\(size),\(modified),\(nanoseconds),\(number)" }
}

/// Names in a folder, sorted; none when it cannot be read.
func fileNames(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}
