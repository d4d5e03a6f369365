// SPDX-License-Identifier: MIT
import Libc

/// Writes a file as a whole or not at all, as `FileReplacement` does. Devices, pipes and sockets are opened and written as they
/// are.
///
/// - Parameters:
///   - bytes: the file's contents.
///   - path: where to; the folder must exist.
///   - isDurable: false to leave it to the system when the bytes get to the disk.
/// - Throws: a diagnostic with the system's reason.
package func writeFile(_ bytes: [UInt8], to path: String, isDurable: Bool = true) throws(Diagnostic) {
    guard FileState(path)?.kind == .other else {
        let file = try FileReplacement(path, isDurable: isDurable)
        try file.write(bytes)
        return try file.finish()
    }
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw writeFailure("open", path) }
    let code = writeAll(bytes, to: file)
    close(file)
    guard code == 0 else { throw writeFailure("write", path, code) }
}

/// Gives an open file without a name one that no file has.
func name(_ file: Int32, _ path: String) -> Bool {
    linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
}

/// A new file open for writing, without a name where the file system can do that (Linux, most of them).
func openTemporary(_ path: String, in folder: String) -> (file: Int32, isNamed: Bool) {
    #if os(Linux)
        // O_TMPFILE is a macro of several flags that Swift does not import: __O_TMPFILE | O_DIRECTORY.
        let unnamed = open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o666)
        if unnamed >= 0 { return (unnamed, false) }
    #endif
    return (open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666), true)
}

/// Writes all bytes to an open file.
///
/// - Returns: 0, or the system's error code.
package func writeAll(_ bytes: [UInt8], to file: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer -> Int32 in
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
