// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder from which files are read, and never from elsewhere.
struct TileFolder: Sendable {
    /// The folder as it is, without symbolic links.
    private let root: String

    /// - Parameter path: a folder; a file's name in messages is the archive's matter.
    /// - Throws: when there is no such folder.
    init(path: String) throws(Diagnostic) {
        var status = stat()
        guard let real = resolvedPath(path), stat(real, &status) == 0 else {
            throw Diagnostic(.error, file: path, systemMessage("cannot open the folder"))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw Diagnostic(.error, file: path, "expected a folder") }
        root = real
    }

    /// The bytes of a file in the folder; nil when there is none.
    /// - Throws: when the file lies outside, as a symbolic link can have it, is not a file, or is too large.
    func bytes(of relative: String) throws(Diagnostic) -> [UInt8]? {
        guard let real = resolvedPath(root + "/" + relative) else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Diagnostic(.error, systemMessage("cannot open the file"))
        }
        let inside = root == "/" ? "/" : root + "/"
        guard real.hasPrefix(inside) else { throw Diagnostic(.error, "the file \(relative) leads out of the folder") }
        return try readFile(real, limit: decompressedSizeLimit)
    }

    /// The names in a folder within this one, in ascending order; hidden ones are left out.
    func names(in relative: String) -> [String] {
        let path = relative.isEmpty ? root : root + "/" + relative
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}

/// A path without symbolic links; nil, with `errno` set, when there is no such file.
private func resolvedPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
}
