// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A regular file mapped for reading, for as long as the object lives.
///
/// `@unchecked Sendable`: the mapping is read-only and private, its address and length never change, and it is
/// unmapped only when the last reference to the object is released.
final class MappedFile: @unchecked Sendable {
    private let address: UnsafeRawPointer?
    let count: Int

    init(path: String) throws(Diagnostic) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Diagnostic(code: TileCode.unreadable, file: path, systemMessage("cannot open the file"))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Diagnostic(code: TileCode.unreadable, file: path, expected: "a regular file")
        }
        let size = Int(status.st_size)
        guard size > 0 else {
            (address, count) = (nil, 0)
            return
        }
        guard let map = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), map != MAP_FAILED else {
            throw Diagnostic(code: TileCode.unreadable, file: path, systemMessage("cannot map the file"))
        }
        address = UnsafeRawPointer(map)
        count = size
    }

    deinit {
        if let address { munmap(UnsafeMutableRawPointer(mutating: address), count) }
    }

    /// Calls `body` with a range of the file; nil when the range leaves the file.
    func withBytes<R, E: Error>(
        offset: UInt64, length: UInt64, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R? {
        guard offset <= UInt64(count), length <= UInt64(count) - offset else { return nil }
        guard let address, length > 0 else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
        let start = (address + Int(offset)).assumingMemoryBound(to: UInt8.self)
        return try body(UnsafeBufferPointer(start: start, count: Int(length)))
    }
}
