// SPDX-License-Identifier: MIT
import Libc
package import MapCore

/// The bytes of a file that is read in parts, or of what was unpacked, for one thread.
///
/// It is not mapped into memory: a file that another process truncates would end this one with SIGBUS.
package final class ByteSource {
    /// Nil for bytes that are in memory.
    private let descriptor: Int32?
    package let count: Int
    /// The part that was read last, or all bytes in memory.
    private var window: [UInt8]
    private var windowStart = 0

    package init(_ bytes: [UInt8]) {
        (descriptor, window, count) = (nil, bytes, bytes.count)
    }

    /// - Throws: when there is no such file, or it may not be read. A pipe is read to its end.
    package init(path: String, limit: Int) throws(Diagnostic) {
        let file = try openFile(path)
        guard file.kind == .file else {
            close(file.descriptor)
            let bytes = try readFile(path, limit: limit)
            (descriptor, window, count) = (nil, bytes, bytes.count)
            return
        }
        (descriptor, window, count) = (file.descriptor, [], file.size)
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// A range of the file; nil when it leaves the file or can no longer be read. As much as `ahead` says is read
    /// at least: what follows is often asked for next.
    func bytes(at offset: Int, count length: Int, ahead: Int = 1 << 16) -> ArraySlice<UInt8>? {
        guard offset >= 0, length >= 0, length <= count, offset <= count - length else { return nil }
        if offset < windowStart || offset - windowStart > window.count - length {
            guard let descriptor else { return nil }
            let wanted = min(count - offset, max(length, ahead))
            window = fileBytes(descriptor, at: offset, count: wanted)
            windowStart = offset
            guard window.count >= length else { return nil }
        }
        let start = offset - windowStart
        return window[start..<start + length]
    }
}

/// Numbers in bytes, wherever they stand.
extension ArraySlice<UInt8> {
    /// A little-endian number at an offset from the start of the slice; nil beyond the end.
    func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self, at offset: Int) -> Number? {
        let size = MemoryLayout<Number>.size
        guard offset >= 0, offset <= count - size else { return nil }
        return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }

    /// As `number`, for numbers whose most significant byte comes first.
    func bigEndian(at offset: Int) -> Int32? { number(Int32.self, at: offset)?.byteSwapped }

    func double(at offset: Int) -> Double? { number(UInt64.self, at: offset).map { Double(bitPattern: $0) } }

    /// A part of the slice; nil beyond the end.
    func part(_ offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, length >= 0, length <= count, offset <= count - length else { return nil }
        return self[startIndex + offset..<startIndex + offset + length]
    }
}
