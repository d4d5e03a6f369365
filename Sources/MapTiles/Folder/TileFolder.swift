// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder whose files can be read, but no files outside of it.
struct TileFolder: Sendable {
    /// The path without symbolic links.
    private let root: String

    /// - Throws: when there is no such folder.
    init(path: String) throws(Diagnostic) {
        try FileAccess.current.check(path)
        guard let real = realPath(path), let state = FileState(real) else {
            throw Diagnostic(code: TileCode.unreadable, file: path, systemMessage("cannot open the folder"))
        }
        guard state.kind == .folder else {
            throw Diagnostic(code: TileCode.unreadable, file: path, expected: "a folder")
        }
        root = real
    }

    /// The bytes of a file in the folder; nil when there is none.
    /// - Throws: when a symbolic link leads out of the folder, or the file cannot be read.
    func bytes(of relative: String) throws(Diagnostic) -> [UInt8]? {
        guard let real = realPath(root + "/" + relative) else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Diagnostic(code: TileCode.unreadable, systemMessage("cannot open the file"))
        }
        let inside = root == "/" ? "/" : root + "/"
        guard real.hasPrefix(inside) else {
            throw Diagnostic(code: TileCode.outsideFolder, "the file \(relative) lies outside of the folder")
        }
        return try readFile(real, limit: decompressedSizeLimit)
    }

    /// A file in the folder as it is now; nil when there is none.
    func stamp(of relative: String) -> FileStamp? { FileStamp(root + "/" + relative) }

    /// The names in a folder within this one, in ascending order, without hidden files.
    func names(in relative: String) -> [String] {
        let path = relative.isEmpty ? root : root + "/" + relative
        return fileNames(in: path).filter { !$0.hasPrefix(".") }
    }
}
