// SPDX-License-Identifier: MIT
package import MapDiagnostics
import Synchronization

/// Writes pictures as the entries of a tar archive, in the order in which they come.
///
/// The same pictures in the same order give the same bytes: entries have no date and belong to nobody.
///
/// - SeeAlso: POSIX.1-2017, pax, "ustar Interchange Format".
package final class TarOutput: BatchOutput {
    private let stream: Mutex<OutputStream>
    private static let block = 512

    /// - Parameters:
    ///   - path: the archive; - for standard output.
    ///   - results: of the run that is resumed; nil for a new archive.
    /// - Throws: when the archive cannot be created, or is not that of the results.
    package init(_ path: String, resuming results: ResultsFile? = nil) throws(Diagnostic) {
        let end = results.map { results in
            results.lastEntry.map { entry in
                entry.offset + Self.header(entry.name, entry.bytes).count + Self.padded(entry.bytes)
            } ?? 0
        }
        stream = Mutex(try OutputStream(path, resumesAt: end))
    }

    package func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic) {
        for (index, item) in drawn.enumerated() {
            let bytes = item.bytes
            result.outputs[index].offset = try stream.withLock { stream throws(Diagnostic) in
                let offset = stream.position
                let padding = [UInt8](repeating: 0, count: Self.padded(bytes.count) - bytes.count)
                try stream.write(Self.header(item.name, bytes.count) + bytes + padding)
                return offset
            }
        }
    }

    package func finish() throws(Diagnostic) {
        try stream.withLock { stream throws(Diagnostic) in
            try stream.write([UInt8](repeating: 0, count: 2 * Self.block))
        }
    }

    private static func padded(_ count: Int) -> Int { (count + block - 1) / block * block }

    /// The blocks before a file's bytes: an extended header where its name is too long for a plain one.
    static func header(_ name: String, _ size: Int) -> [UInt8] {
        guard name.utf8.count > 100 || size >= 1 << 33 else { return plainHeader(name, size, type: "0") }
        var records: [UInt8] = record("path", name)
        if size >= 1 << 33 { records += record("size", String(size)) }
        let padding = [UInt8](repeating: 0, count: padded(records.count) - records.count)
        return plainHeader("PaxHeaders/long", records.count, type: "x") + records + padding
            + plainHeader(String(decoding: name.utf8.prefix(90), as: UTF8.self), min(size, (1 << 33) - 1), type: "0")
    }

    /// A record of an extended header begins with its own length.
    private static func record(_ key: String, _ value: String) -> [UInt8] {
        let rest = " \(key)=\(value)\n".utf8
        var length = rest.count
        while String(length).utf8.count + rest.count != length { length = String(length).utf8.count + rest.count }
        return Array(String(length).utf8) + rest
    }

    private static func plainHeader(_ name: String, _ size: Int, type: Unicode.Scalar) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: block)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() where offset + index < block { header[offset + index] = byte }
        }
        func octal(_ number: Int, digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        put(String(decoding: name.utf8.prefix(100), as: UTF8.self), at: 0)
        put(octal(0o644, digits: 7), at: 100)
        put(octal(0, digits: 7), at: 108)
        put(octal(0, digits: 7), at: 116)
        put(octal(size, digits: 11), at: 124)
        put(octal(0, digits: 11), at: 136)
        put("        ", at: 148)
        header[156] = UInt8(ascii: type)
        put("ustar", at: 257)
        put("00", at: 263)
        put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6), at: 148)
        header[154] = 0
        return header
    }
}
