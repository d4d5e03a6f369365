// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The URI with which SQLite opens an archive without writing anything beside it.
struct MBTilesLocation {
    /// An SQLite URI.
    let uri: String

    /// - Throws: when the file is missing, or has pending changes that cannot be read without writing.
    init(path: String) throws(Diagnostic) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Diagnostic(code: TileCode.unreadable, file: path, systemMessage("cannot open the file"))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Diagnostic(code: TileCode.unreadable, file: path, expected: "a regular file")
        }
        guard status.st_size > 0 else {
            throw Diagnostic(
                code: TileCode.unknownFormat, file: path, expected: "an MBTiles archive", found: "an empty file")
        }
        let absolute = path.hasPrefix("/") ? path : "./" + path
        guard stat(path + "-wal", &status) == 0, status.st_size > 0 else {
            // No pending changes: "immutable" avoids locks and the shared memory file.
            uri = "file:\(percentEncoded(absolute))?mode=ro&immutable=1"
            return
        }
        // A writer is active, or left its files: SQLite creates no shared memory file if there is one.
        guard stat(path + "-shm", &status) == 0 else {
            throw Diagnostic(
                code: TileCode.unmergedChanges, file: path, "unmerged changes are pending in \(path)-wal",
                hint: "merge them with: sqlite3 \(path) \"PRAGMA wal_checkpoint(TRUNCATE)\"")
        }
        uri = "file:\(percentEncoded(absolute))?mode=ro"
    }
}

/// A path for use in an SQLite URI.
private func percentEncoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            text.unicodeScalars.append(Unicode.Scalar(byte))
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            text += "%" + (digits.count == 1 ? "0" + digits : digits)
        }
    }
    return text
}
