// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is written from its beginning to its end, or standard output. It may be used by one thread at a time.
final class OutputStream {
    let path: String
    private let descriptor: Int32
    /// Bytes that were written.
    private(set) var position = 0

    /// - Parameters:
    ///   - path: the file; - for standard output.
    ///   - resumesAt: so many bytes of the file are kept; nil for a new file.
    /// - Throws: when the file cannot be created, or is shorter.
    init(_ path: String, resumesAt: Int? = nil) throws(Diagnostic) {
        self.path = path == "-" ? "standard output" : path
        guard path != "-" else {
            descriptor = dup(1)
            return
        }
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (resumesAt == nil ? O_TRUNC : 0), 0o644)
        guard descriptor >= 0 else { throw unwritable(path) }
        guard let size = resumesAt else { return }
        guard let state = FileState(path), state.size >= size else {
            throw Diagnostic(
                code: BatchCode.invalidResults, file: path, "the file is shorter than its results say",
                hint: "start anew without --resume")
        }
        guard ftruncate(descriptor, off_t(size)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            throw unwritable(path)
        }
        position = size
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(Diagnostic) {
        let code = writeAll(bytes, to: descriptor)
        guard code == 0 else { throw unwritable(path, code) }
        position += bytes.count
    }
}
