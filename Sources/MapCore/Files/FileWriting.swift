// SPDX-License-Identifier: MIT
import Libc

/// Writes a file as a whole or not at all.
///
/// A regular file is written under another name in its folder, then renamed over the old one: readers see the old bytes
/// or the new ones, never a part. The old file's permissions and owner stay, and a symbolic link stays a link to the file
/// that it names. On Linux the new bytes have no name until they are complete, so that a killed process leaves nothing
/// behind. Devices, pipes and sockets are opened and written as they are.
///
/// - Parameters:
///   - bytes: the file's contents.
///   - path: where to; the folder must exist.
///   - isDurable: false to leave it to the system when the bytes get to the disk: for many files, which survive the end of
///     the process, but not that of the machine.
/// - Throws: a diagnostic with the system's reason.
package func writeFile(_ bytes: [UInt8], to path: String, isDurable: Bool = true) throws(Diagnostic) {
    var status = stat()
    guard stat(path, &status) == 0 else {
        // open(2) would follow a dangling link and create a file that nobody named.
        if lstat(path, &status) == 0 {
            throw Diagnostic(code: .fileMissing, file: path, "the link leads to no file")
        }
        return try replaceFile(at: path, with: bytes, like: nil, isDurable)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
        guard let real = realPath(path) else { throw failure("find", path) }
        try replaceFile(at: real, with: bytes, like: status, isDurable)
    case S_IFDIR: throw Diagnostic(code: .fileNotAFile, file: path, expected: "a file", found: "a folder")
    default: try writeThrough(bytes, to: path)
    }
}

private func failure(_ action: String, _ path: String, _ code: Int32 = errno) -> Diagnostic {
    Diagnostic(code: .fileCannotWrite, file: path, "cannot \(action) the file: \(String(cString: strerror(code)))")
}

private func writeThrough(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("open", path) }
    let code = writeAll(bytes, to: file)
    close(file)
    guard code == 0 else { throw failure("write", path, code) }
}

private func replaceFile(
    at path: String, with bytes: [UInt8], like old: stat?, _ isDurable: Bool
) throws(Diagnostic) {
    let folder = folder(of: path)
    let temporary = folder + "/.staticmap-" + String(UInt64.random(in: .min ... .max), radix: 36)
    let (file, isNamed) = openTemporary(temporary, in: folder)
    guard file >= 0 else { throw failure("create", path) }
    var code = writeAll(bytes, to: file)
    if code == 0, let old {
        // Only root may give files away; without that right the new file belongs to whoever writes it.
        _ = fchown(file, old.st_uid, old.st_gid)
        if fchmod(file, old.st_mode & 0o7777) != 0 { code = errno }
    }
    // The bytes have to be on disk before the name points to them.
    if code == 0, isDurable, fsync(file) != 0, errno != EINVAL { code = errno }
    var (hasName, isInPlace) = (isNamed, false)
    if code == 0, !isNamed {
        // Where there was no file, one step gives the new one its name; where there is one, it has to be replaced.
        isInPlace = old == nil && name(file, path)
        if !isInPlace { hasName = name(file, temporary) }
        if !isInPlace, !hasName { code = errno }
    }
    close(file)
    if code == 0, !isInPlace, rename(temporary, path) != 0 { code = errno }
    guard code == 0 else {
        if hasName { unlink(temporary) }
        throw failure("write", path, code)
    }
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
