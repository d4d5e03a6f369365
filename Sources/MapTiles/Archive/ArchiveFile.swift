// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A regular file that is read in parts, for as long as the object lives.
///
/// It is not mapped into memory: a file that another process truncates would end this one with SIGBUS.
final class ArchiveFile: Sendable {
    private let descriptor: Int32
    /// The size when the file was opened, in bytes.
    let count: Int

    init(path: String) throws(Diagnostic) {
        let file = try openFile(path)
        guard file.kind == .file else {
            close(file.descriptor)
            throw Diagnostic(
                code: TileCode.unreadable, file: path, expected: "a file",
                found: file.isPipe ? "a pipe" : "something else",
                hint: file.isPipe ? "tiles are read in no order, which a pipe cannot do: save it to a file first" : nil)
        }
        descriptor = file.descriptor
        count = file.size
    }

    deinit { close(descriptor) }

    /// Calls `body` with a range of the file; nil when the range leaves the file, is longer than a tile may be, or can no
    /// longer be read.
    func withBytes<R, E: Error>(
        offset: UInt64, length: UInt64, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R? {
        guard offset <= UInt64(count), length <= UInt64(count) - offset, length <= UInt64(decompressedSizeLimit) else {
            return nil
        }
        let (start, size) = (Int(offset), Int(length))
        // An array without capacity is one that all threads share, which must not be written to.
        let bytes = [UInt8](unsafeUninitializedCapacity: max(1, size)) { buffer, filled in
            while filled < size, let base = buffer.baseAddress {
                let length = pread(descriptor, base + filled, size - filled, off_t(start + filled))
                if length < 0, errno == EINTR { continue }
                guard length > 0 else { break }
                filled += length
            }
        }
        guard bytes.count == size else { return nil }
        return try bytes.withUnsafeBufferPointer { bytes throws(E) in try body(bytes) }
    }
}
