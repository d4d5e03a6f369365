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

/// A file that is written piece by piece, and replaces what stands at its path once it is complete.
///
/// It is written under another name in its folder, then renamed over the old one: readers see the old bytes or the new ones, never
/// a part. The old file's permissions and owner stay, and a symbolic link stays a link to the file that it names. On Linux the new
/// file has no name until it is complete, so that a process that is killed leaves nothing behind. It may be used by one thread at
/// a time.
package final class FileReplacement {
    package let path: String
    /// How many bytes were appended.
    package private(set) var position = 0
    private let descriptor: Int32
    /// What stands at the path, links followed; nil for a new file.
    private let old: stat?
    private let target: String
    private let temporary: String
    private let isDurable: Bool
    private var isNamed: Bool

    /// - Parameters:
    ///   - path: the folder must exist.
    ///   - isDurable: false to leave it to the system when the bytes get to the disk: for many files, which survive the end of
    ///     the process, but not that of the machine.
    /// - Throws: when no file can be created there.
    package init(_ path: String, isDurable: Bool = true) throws(Diagnostic) {
        (self.path, self.isDurable) = (path, isDurable)
        var status = stat()
        if stat(path, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFREG else {
                throw Diagnostic(
                    code: .fileNotAFile, file: path, expected: "a file",
                    found: kind == S_IFDIR ? "a folder" : "a device or a pipe")
            }
            guard let real = realPath(path) else { throw writeFailure("find", path) }
            (old, target) = (status, real)
        } else {
            // open(2) would follow a dangling link and create a file that nobody named.
            guard lstat(path, &status) != 0 else {
                throw Diagnostic(code: .fileMissing, file: path, "the link leads to no file")
            }
            (old, target) = (nil, path)
        }
        let folder = folder(of: target)
        temporary = folder + "/.staticmap-" + String(UInt64.random(in: .min ... .max), radix: 36)
        (descriptor, isNamed) = openTemporary(temporary, in: folder)
        guard descriptor >= 0 else { throw writeFailure("create", path) }
    }

    deinit {
        if isNamed { unlink(temporary) }
        close(descriptor)
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(Diagnostic) {
        let code = writeAll(bytes, to: descriptor)
        guard code == 0 else { throw writeFailure("write", path, code) }
        position += bytes.count
    }

    /// Writes over bytes that were written before.
    package func write(_ bytes: [UInt8], at offset: Int) throws(Diagnostic) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw writeFailure("write", path) }
        let code = writeAll(bytes, to: descriptor)
        guard code == 0, lseek(descriptor, 0, SEEK_END) >= 0 else { throw writeFailure("write", path, code) }
    }

    /// Puts the file in its place.
    package func finish() throws(Diagnostic) {
        if let old {
            // Only root may give files away; without that right the new file belongs to whoever writes it.
            _ = fchown(descriptor, old.st_uid, old.st_gid)
            guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else { throw writeFailure("write", path) }
        }
        // The bytes have to be on disk before the name points to them.
        if isDurable, fsync(descriptor) != 0, errno != EINVAL { throw writeFailure("write", path) }
        if !isNamed {
            // Where there was no file, one step gives the new one its name; where there is one, it has to be replaced.
            if old == nil, name(descriptor, target) { return }
            guard name(descriptor, temporary) else { throw writeFailure("write", path) }
            isNamed = true
        }
        guard rename(temporary, target) == 0 else { throw writeFailure("write", path) }
        isNamed = false
    }
}

/// What the system says of a file that cannot be written.
func writeFailure(_ action: String, _ path: String, _ code: Int32 = errno) -> Diagnostic {
    Diagnostic(code: .fileCannotWrite, file: path, "cannot \(action) the file: \(String(cString: strerror(code)))")
}
