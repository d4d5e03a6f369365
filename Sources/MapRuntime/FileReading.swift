// SPDX-License-Identifier: MIT
package import MapDiagnostics

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Codes for files, whatever they contain.
package enum FileCode: String, DiagnosticCode {
    /// There is no file at the path.
    case missing = "file.missing"
    /// The path leads to a folder or a device.
    case notAFile = "file.not-a-file"
    /// The file is larger than its kind can reasonably be.
    case tooLarge = "file.too-large"
    /// The file cannot be opened or read, for lack of permission for instance.
    case unreadable = "file.unreadable"
    /// The file cannot be created or written.
    case cannotWrite = "file.cannot-write"
}

/// Reads a whole file, following links.
///
/// Folders and devices are refused. Pipes are read to their end, so that a shell's process substitution works.
///
/// - Parameters:
///   - path: the file; messages repeat it.
///   - limit: the largest number of bytes; checked before anything is allocated.
/// - Returns: the bytes.
/// - Throws: when there is no such file, it is too large, or it cannot be read.
package func readFile(_ path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    // A C string would end at a zero byte and name another file.
    guard !path.utf8.contains(0) else { throw Diagnostic(code: FileCode.missing, file: path, "there is no such file") }
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR {
            throw Diagnostic(code: FileCode.missing, file: path, "there is no such file")
        }
        throw Diagnostic(code: FileCode.unreadable, file: path, systemMessage("the file cannot be opened"))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
        throw Diagnostic(code: FileCode.unreadable, file: path, systemMessage("the file cannot be read"))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
        guard status.st_size <= limit else { throw tooLarge(path, limit) }
        return try readBytes(descriptor, path, capacity: Int(status.st_size), limit)
    case S_IFIFO:
        _ = fcntl(descriptor, F_SETFL, O_RDONLY)
        return try readBytes(descriptor, path, capacity: 65_536, limit)
    case S_IFDIR: throw Diagnostic(code: FileCode.notAFile, file: path, expected: "a file", found: "a folder")
    default: throw Diagnostic(code: FileCode.notAFile, file: path, expected: "a file", found: "a device")
    }
}

/// Reads to the end, in chunks: a file may grow, and a pipe does not know its length.
private func readBytes(
    _ descriptor: Int32, _ path: String, capacity: Int, _ limit: Int
) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var size = capacity
    while true {
        var hasFailed = false
        let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, let start = buffer.baseAddress {
                let length = read(descriptor, start + count, size - count)
                if length < 0, errno == EINTR { continue }
                hasFailed = length < 0
                guard length > 0 else { break }
                count += length
            }
        }
        if hasFailed {
            throw Diagnostic(code: FileCode.unreadable, file: path, systemMessage("the file cannot be read"))
        }
        guard bytes.count + chunk.count <= limit else { throw tooLarge(path, limit) }
        if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        if chunk.count < size { return bytes }
        size = 65_536
    }
}

private func tooLarge(_ path: String, _ limit: Int) -> Diagnostic {
    let text = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
    return Diagnostic(code: FileCode.tooLarge, file: path, "the file is larger than \(text)")
}

/// A message with the system's description of the last error.
package func systemMessage(_ message: String) -> String {
    guard let reason = strerror(errno) else { return message }
    return "\(message): \(String(cString: reason))"
}

/// The folder that contains a file; "." for a bare name.
package func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// True when there is a file or folder at the path, links followed.
package func fileExists(_ path: String) -> Bool {
    !path.utf8.contains(0) && access(path, F_OK) == 0
}
