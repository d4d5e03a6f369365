// SPDX-License-Identifier: MIT
import Libc

/// The files that a map may be made from: all of them, or those below some folders.
///
/// Whatever a scene, style or archive names is opened by `readFile`, `openFile` and `FileStamp`, which ask the
/// `WorkContext`.
/// SQLite and the fonts' library open files themselves, and are given paths that were checked. `parallelLoop` hands
/// `current` on to its threads.
package struct FileAccess: Sendable {
    /// Without symbolic links; nil when every file may be read.
    private let roots: [String]?

    /// Every file.
    package init() { roots = nil }

    /// Files below folders, and single files; links may not lead out of them.
    package init(roots: [String]) {
        self.roots = roots.compactMap(realPath)
    }

    package var isRestricted: Bool { roots != nil }

    /// Does work with this access.
    package func run<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        try WorkContext.run(changing: { $0.files = self }, work)
    }

    /// False for what lies outside of the roots, links followed, whether it exists or not: of a path that leads nowhere, the
    /// part that exists decides, so that nobody learns which files there are elsewhere.
    package func permits(_ path: String) -> Bool {
        guard roots != nil else { return true }
        var existing = path
        while true {
            if let real = realPath(existing) { return contains(real) }
            guard errno == ENOENT || errno == ENOTDIR, existing != "." else { return false }
            existing = folder(of: existing)
        }
    }

    /// - Throws: for a path outside of the roots.
    package func check(_ path: String) throws(Diagnostic) {
        guard permits(path) else {
            throw Diagnostic(
                code: .fileOutsideRoots, file: path, "the file lies outside of the folders that may be read")
        }
    }

    private func contains(_ real: String) -> Bool {
        guard let roots else { return true }
        return roots.contains { $0 == "/" || real == $0 || real.hasPrefix($0 + "/") }
    }

    /// Checks the file that was opened, in case the path leads elsewhere by now.
    fileprivate func check(_ descriptor: Int32, _ path: String) throws(Diagnostic) {
        guard roots != nil else { return }
        guard let real = openPath(descriptor) ?? realPath(path), contains(real) else {
            throw Diagnostic(
                code: .fileOutsideRoots, file: path, "the file lies outside of the folders that may be read")
        }
    }
}

/// The path of an open file; nil where the system does not tell.
private func openPath(_ descriptor: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    #if os(Linux)
        guard readlink("/proc/self/fd/\(descriptor)", &buffer, Int(PATH_MAX)) > 0 else { return nil }
    #else
        guard fcntl(descriptor, F_GETPATH, &buffer) == 0 else { return nil }
    #endif
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
}

/// A file that was opened for reading.
package struct OpenedFile {
    /// The caller closes it.
    package let descriptor: Int32
    package let kind: FileState.Kind
    /// Bytes.
    package let size: Int
    /// True for a pipe, a socket or a terminal, whose size is not known.
    package let isPipe: Bool
}

/// Opens a file for reading, following links, unless `WorkContext.current.files` forbids it.
///
/// - Parameter path: messages repeat it.
/// - Returns: the open file, which may be a folder, a pipe or a device.
/// - Throws: when there is no such file, it may not be read, or it cannot be opened.
package func openFile(_ path: String) throws(Diagnostic) -> OpenedFile {
    // A C string would end at a zero byte and name another file.
    guard !path.utf8.contains(0) else { throw Diagnostic(code: .fileMissing, file: path, "there is no such file") }
    let access = WorkContext.current.files
    try access.check(path)
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    var descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    // Standard input is open, though its name may not be for a socket or the pipe of another user.
    if descriptor < 0, path == standardInputPath { descriptor = dup(0) }
    guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR {
            throw Diagnostic(code: .fileMissing, file: path, "there is no such file")
        }
        throw Diagnostic(code: .fileUnreadable, file: path, systemMessage("the file cannot be opened"))
    }
    do throws(Diagnostic) {
        try access.check(descriptor, path)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw Diagnostic(code: .fileUnreadable, file: path, systemMessage("the file cannot be read"))
        }
        let format = status.st_mode & S_IFMT
        return OpenedFile(
            descriptor: descriptor, kind: format == S_IFREG ? .file : format == S_IFDIR ? .folder : .other,
            size: Int(status.st_size), isPipe: [S_IFIFO, S_IFSOCK].contains(format) || isatty(descriptor) == 1)
    } catch {
        close(descriptor)
        throw error
    }
}
