// SPDX-License-Identifier: MIT
import Libc

/// Reads a whole file, following links.
///
/// Folders and devices are refused. Pipes are read to their end, so that a shell's process substitution works, unless
/// only the files of some folders may be read. That is done once: what was read is kept for as long as the process lives,
/// as a pipe has nothing for a second reader.
///
/// - Parameters:
///   - path: the file; messages repeat it. `/dev/stdin` is standard input, also when that is a socket or a terminal.
///   - limit: the largest number of bytes; checked before anything is allocated.
/// - Returns: the bytes.
/// - Throws: when there is no such file, it is too large, it cannot be read, or a pipe has no data.
package func readFile(_ path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    let file = try openFile(path)
    defer { close(file.descriptor) }
    switch file.kind {
    case .file:
        guard file.size <= limit else { throw tooLarge(path, limit) }
        return try readBytes(file.descriptor, path, capacity: file.size, limit)
    case .other where file.isPipe && !WorkContext.current.files.isRestricted:
        return try readPipe(file.descriptor, path, limit)
    case .folder: throw Diagnostic(code: .fileNotAFile, file: path, expected: "a file", found: "a folder")
    case .other: throw Diagnostic(code: .fileNotAFile, file: path, expected: "a file", found: "a device or pipe")
    }
}

/// Reads a document whole, and spends the memory that its tree of values will take: several times that of its text.
///
/// - Throws: as `readFile`, and when the limits of the map leave too little memory, before anything is allocated.
package func readDocument(_ path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    let rest = RenderBudget.rest(of: .bytes)
    do throws(Diagnostic) {
        let bytes = try readFile(path, limit: min(limit, rest / 4))
        RenderBudget.spend(4 * bytes.count, .bytes, at: path)
        return bytes
    } catch {
        guard error.code == Diagnostic.Code.fileTooLarge, rest / 4 < limit else { throw error }
        RenderBudget.spend(rest, .bytes, at: path)
        RenderBudget.spend(1, .bytes, at: path)
        throw Diagnostic(code: LimitCode.bytes.code, file: path, "no memory is left for the file")
    }
}

/// Standard input as a file.
package let standardInputPath = "/dev/stdin"

/// The folder in which the relative paths of a document begin: its own, or the working directory for what is read from a
/// pipe.
package func baseFolder(of path: String) -> String {
    if path == "-" || path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return "." }
    return isPipe(path) ? "." : folder(of: path)
}

/// True for a path that leads to a pipe, a socket or a terminal, which can be read once and from the start only.
package func isPipe(_ path: String) -> Bool { FileState(path)?.kind == .other }

/// A pipe of this process.
private struct PipeKey: Hashable, Sendable {
    /// Another pipe may have the number of one that was removed.
    var path: String
    var device: UInt64
    var inode: UInt64

    init(_ path: String, _ descriptor: Int32) {
        var status = stat()
        fstat(descriptor, &status)
        self.path = path
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

/// What pipes have had, at most 256 MiB.
private let pipeContents = SharedCache<PipeKey, [UInt8]>(limit: 256 << 20)

/// How long a pipe without a writer is waited for, in milliseconds: long enough to start one by hand.
private let maxWaitForWriter: Int32 = 60_000

private func readPipe(_ descriptor: Int32, _ path: String, _ limit: Int) throws(Diagnostic) -> [UInt8] {
    let bytes = try pipeContents.value(for: PipeKey(path, descriptor), cost: \.count) { () throws(Diagnostic) in
        // A read would find the end of a pipe that no writer has opened yet.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, maxWaitForWriter) != 0 else {
            throw Diagnostic(code: .fileUnreadable, file: path, "no program writes to the pipe")
        }
        _ = fcntl(descriptor, F_SETFL, O_RDONLY)
        return try readBytes(descriptor, path, capacity: 65_536, limit)
    }
    guard bytes.count <= limit else { throw tooLarge(path, limit) }
    guard !bytes.isEmpty else {
        throw Diagnostic(
            code: .fileUnreadable, file: path, "the pipe has no data",
            hint: "the program that writes to it may have failed")
    }
    return bytes
}

/// Reads to the end, in chunks: a file may grow, and a pipe does not know its length.
private func readBytes(
    _ descriptor: Int32, _ path: String, capacity: Int, _ limit: Int
) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    // An array without capacity is one that all threads share, which must not be written to.
    var size = max(1, capacity)
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
            throw Diagnostic(code: .fileUnreadable, file: path, systemMessage("the file cannot be read"))
        }
        guard bytes.count + chunk.count <= limit else { throw tooLarge(path, limit) }
        if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        if chunk.count < size { return bytes }
        size = 65_536
    }
}

/// A part of an open file, without moving its place: fewer bytes where it ends before, or can no longer be read.
package func fileBytes(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
    // An array without capacity is one that all threads share, which must not be written to.
    [UInt8](unsafeUninitializedCapacity: max(1, count)) { buffer, filled in
        while filled < count, let start = buffer.baseAddress {
            let length = pread(descriptor, start + filled, count - filled, off_t(offset + filled))
            if length < 0, errno == EINTR { continue }
            guard length > 0 else { break }
            filled += length
        }
    }
}

/// The bytes that a file begins with: fewer of a shorter one; none of what is no regular file or cannot be read.
package func firstBytes(of path: String, count: Int) -> [UInt8] {
    guard let file = try? openFile(path) else { return [] }
    defer { close(file.descriptor) }
    return file.kind == .file ? fileBytes(file.descriptor, at: 0, count: count) : []
}

private func tooLarge(_ path: String, _ limit: Int) -> Diagnostic {
    let text = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
    return Diagnostic(code: .fileTooLarge, file: path, "the file is larger than \(text)")
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

/// A path that stays right when it is resolved from another folder.
package func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
}

/// What follows the last dot of a path, in lowercase; empty without a dot.
package func fileExtension(of path: String) -> String {
    path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
}

/// True when there is a file or folder at the path, links followed, that may be read.
package func fileExists(_ path: String) -> Bool {
    !path.utf8.contains(0) && WorkContext.current.files.permits(path) && access(path, F_OK) == 0
}

/// Names in a folder, sorted; none when it cannot be read.
package func fileNames(in folder: String) -> [String] {
    guard !folder.utf8.contains(0), let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
            tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                String(cString: $0)
            }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

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
