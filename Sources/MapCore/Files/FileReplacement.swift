// SPDX-License-Identifier: MIT
import Libc

/// A file that is written piece by piece, and replaces what stands at its path once it is complete.
///
/// On Linux the new file has no name until then, so that a process that is killed leaves nothing behind. It may be used by one
/// thread at a time.
package final class FileReplacement {
    package let path: String
    /// How many bytes were appended.
    package private(set) var position = 0
    private let descriptor: Int32
    private let temporary: String
    private var isNamed: Bool

    /// - Parameter path: the folder must exist.
    /// - Throws: when no file can be created there.
    package init(_ path: String) throws(Diagnostic) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw Diagnostic(code: .fileNotAFile, file: path, expected: "a file", found: "a folder or a device")
        }
        self.path = path
        let folder = folder(of: path)
        temporary = folder + "/.staticmap-" + String(UInt64.random(in: .min ... .max), radix: 36)
        (descriptor, isNamed) = openTemporary(temporary, in: folder)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit {
        if isNamed { unlink(temporary) }
        close(descriptor)
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(Diagnostic) {
        let code = writeAll(bytes, to: descriptor)
        guard code == 0 else { throw Self.failure(path, code) }
        position += bytes.count
    }

    /// Writes over bytes that were written before.
    package func write(_ bytes: [UInt8], at offset: Int) throws(Diagnostic) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw Self.failure(path) }
        let code = writeAll(bytes, to: descriptor)
        guard code == 0, lseek(descriptor, 0, SEEK_END) >= 0 else { throw Self.failure(path, code) }
    }

    /// Puts the file in its place.
    package func finish() throws(Diagnostic) {
        if !isNamed {
            // Where there is no file yet, one step gives the new one its name.
            if name(descriptor, path) { return }
            guard name(descriptor, temporary) else { throw Self.failure(path) }
            isNamed = true
        }
        guard rename(temporary, path) == 0 else { throw Self.failure(path) }
        isNamed = false
    }

    private static func failure(_ path: String, _ code: Int32 = errno) -> Diagnostic {
        Diagnostic(code: .fileCannotWrite, file: path, "cannot write the file: \(String(cString: strerror(code)))")
    }
}
