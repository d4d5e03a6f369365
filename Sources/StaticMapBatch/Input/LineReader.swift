// SPDX-License-Identifier: MIT
import Libc
package import MapCore

/// Reads a file or a pipe line by line, as lines come in.
///
/// At most one line is held in memory. A line that is too long is passed over, and reported in its place. The object may be
/// used by one thread at a time.
package final class LineReader {
    /// A line without its end.
    package enum Line {
        case text([UInt8])
        /// Longer than the limit.
        case tooLong
    }

    /// How messages call the file.
    package let name: String
    /// Bytes; nil for a pipe.
    package let size: Int?
    /// Bytes that were read.
    package private(set) var position = 0
    /// Of the line that was returned last, from 1.
    package private(set) var number = 0

    private let descriptor: Int32
    private let limit: Int
    private var buffer: [UInt8] = []
    /// The bytes of the buffer before it were returned.
    private var start = 0
    private var isAtEnd = false

    /// - Parameters:
    ///   - path: a file, or - for standard input.
    ///   - limit: the most bytes of a line.
    /// - Throws: when there is no such file, or it cannot be opened.
    package init(_ path: String, limit: Int = 64 << 20) throws(Diagnostic) {
        name = path == "-" ? "standard input" : path
        self.limit = limit
        let file: OpenedFile
        do throws(Diagnostic) {
            file = try openFile(path == "-" ? standardInputPath : path)
        } catch {
            throw error.of(name)
        }
        guard file.kind != .folder else {
            close(file.descriptor)
            throw Diagnostic(code: .fileNotAFile, file: name, expected: "a file", found: "a folder")
        }
        descriptor = file.descriptor
        size = file.kind == .file ? file.size : nil
        // Opened so as not to wait for a writer; from here on, reading waits for one.
        _ = fcntl(descriptor, F_SETFL, O_RDONLY)
    }

    deinit { close(descriptor) }

    /// Whether the next line is there without reading any further.
    var hasLine: Bool { buffer[start...].contains(0x0A) }

    /// The next line; nil at the end.
    ///
    /// - Throws: when the file cannot be read.
    package func next() throws(Diagnostic) -> Line? {
        var searched = start
        var isTooLong = false
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let line = buffer[start..<end]
                start = end + 1
                number += 1
                return isTooLong ? .tooLong : .text(withoutReturn(line))
            }
            if isAtEnd {
                guard start < buffer.count || isTooLong else { return nil }
                let line = buffer[start...]
                start = buffer.count
                number += 1
                return isTooLong ? .tooLong : .text(withoutReturn(line))
            }
            if buffer.count - start > limit {
                isTooLong = true
                start = buffer.count
            }
            searched = buffer.count - start
            try fill()
        }
    }

    private func withoutReturn(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var line = line
        if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        return Array(line.last == 0x0D ? line.dropLast() : line)
    }

    /// Reads what there is, and waits if there is nothing.
    private func fill() throws(Diagnostic) {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        let chunk = 1 << 16
        var code: Int32 = 0
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: chunk) { target, filled in
            repeat { count = read(descriptor, target.baseAddress, chunk) } while count < 0 && errno == EINTR
            if count < 0 { code = errno }
            filled = max(0, count)
        }
        guard code == 0 else {
            throw Diagnostic(
                code: .fileUnreadable, file: name, "the file cannot be read: \(String(cString: strerror(code)))")
        }
        position += bytes.count
        isAtEnd = bytes.isEmpty
        buffer += bytes
    }
}
