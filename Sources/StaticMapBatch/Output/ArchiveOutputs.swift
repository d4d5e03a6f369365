// SPDX-License-Identifier: MIT
import CDeflate
private import GRDB
import Libc
package import MapCore
import StaticMap
import Synchronization

/// Writes images as the entries of a ZIP archive, in the order in which they come, with ZIP64 where it grows large.
///
/// Entries are stored as they are: images are compressed already. They have no date, so that the same images give the same
/// bytes.
///
/// - SeeAlso: PKWARE APPNOTE 6.3.10, sections 4.3 and 4.5.3.
package final class ZipOutput: BatchOutput {
    /// What the directory at the end says of an entry.
    private struct Entry {
        var name: String
        var checksum: UInt32
        var size: Int
        var offset: Int
    }

    private struct State {
        let stream: OutputStream
        var entries: [Entry] = []
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - path: the archive; - for standard output.
    ///   - results: of the run that is resumed; nil for a new archive.
    /// - Throws: when the archive cannot be created, or is not that of the results.
    package init(_ path: String, resuming results: ResultsFile? = nil) throws(Diagnostic) {
        guard let results else {
            state = Mutex(State(stream: try OutputStream(path)))
            return
        }
        let end = results.lastEntry.map { $0.offset + 30 + $0.name.utf8.count + $0.bytes } ?? 0
        let entries = end == 0 ? [] : try Self.entries(path, end: end)
        state = Mutex(State(stream: try OutputStream(path, resumesAt: end), entries: entries))
    }

    package func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic) {
        for (index, item) in drawn.enumerated() {
            result.outputs[index].offset = try add(item.name, item.bytes)
        }
    }

    private func add(_ name: String, _ bytes: [UInt8]) throws(Diagnostic) -> Int {
        guard bytes.count < 0xFFFF_FFFF else {
            throw Diagnostic(code: .batchNotWritable, path: name, "the image is larger than 4 GiB")
        }
        let checksum = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
        return try state.withLock { state throws(Diagnostic) in
            let entry = Entry(name: name, checksum: checksum, size: bytes.count, offset: state.stream.position)
            try state.stream.write(Self.localHeader(entry) + bytes)
            state.entries.append(entry)
            return entry.offset
        }
    }

    package func finish() throws(Diagnostic) {
        try state.withLock { state throws(Diagnostic) in
            let start = state.stream.position
            for entry in state.entries { try state.stream.write(Self.directoryRecord(entry)) }
            let size = state.stream.position - start
            let (count, end) = (state.entries.count, state.stream.position)
            var bytes: [UInt8] = []
            if count >= 0xFFFF || start >= 0xFFFF_FFFF {
                // The ZIP64 end of the directory, and where it is.
                bytes += number(0x0606_4B50, 4) + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8)
                bytes += number(count, 8) + number(count, 8) + number(size, 8) + number(start, 8)
                bytes += number(0x0706_4B50, 4) + number(0, 4) + number(end, 8) + number(1, 4)
            }
            bytes += number(0x0605_4B50, 4) + number(0, 4) + number(min(count, 0xFFFF), 2)
            bytes += number(min(count, 0xFFFF), 2) + number(min(size, 0xFFFF_FFFF), 4)
            bytes += number(min(start, 0xFFFF_FFFF), 4) + number(0, 2)
            try state.stream.write(bytes)
        }
    }

    /// Version, flags (names are UTF-8), method, time, date (1 January 1980), checksum and sizes: the same in both headers.
    private static func common(_ entry: Entry) -> [UInt8] {
        number(20, 2) + number(0x0800, 2) + number(0, 2) + number(0, 2) + number(0x0021, 2)
            + number(Int(entry.checksum), 4) + number(entry.size, 4) + number(entry.size, 4)
            + number(entry.name.utf8.count, 2)
    }

    private static func localHeader(_ entry: Entry) -> [UInt8] {
        number(0x0403_4B50, 4) + common(entry) + number(0, 2) + Array(entry.name.utf8)
    }

    private static func directoryRecord(_ entry: Entry) -> [UInt8] {
        let isFar = entry.offset >= 0xFFFF_FFFF
        let extra = isFar ? number(1, 2) + number(8, 2) + number(entry.offset, 8) : []
        return number(0x0201_4B50, 4) + number(0x031E, 2) + common(entry) + number(extra.count, 2) + number(0, 2)
            + number(0, 2) + number(0, 2) + number(0o100644 << 16, 4)
            + number(isFar ? 0xFFFF_FFFF : entry.offset, 4) + Array(entry.name.utf8) + extra
    }

    /// The entries of an archive without its directory.
    private static func entries(_ path: String, end: Int) throws(Diagnostic) -> [Entry] {
        let file = try openFile(path)
        defer { close(file.descriptor) }
        func bytes(_ offset: Int, _ count: Int) throws(Diagnostic) -> [UInt8] {
            let bytes = fileBytes(file.descriptor, at: offset, count: count)
            guard bytes.count == count else { throw damaged }
            return bytes
        }
        var damaged: Diagnostic {
            Diagnostic(
                code: .batchInvalidResults, file: path, "the archive is not what its results say",
                hint: "start anew without --resume")
        }
        var entries: [Entry] = []
        var offset = 0
        while offset < end {
            let header = try bytes(offset, 30)
            func value(_ at: Int, _ count: Int) -> Int {
                header[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
            }
            guard value(0, 4) == 0x0403_4B50, value(28, 2) == 0 else { throw damaged }
            let (size, length) = (value(18, 4), value(26, 2))
            let name = String(decoding: try bytes(offset + 30, length), as: UTF8.self)
            entries.append(Entry(name: name, checksum: UInt32(value(14, 4)), size: size, offset: offset))
            offset += 30 + length + size
        }
        guard offset == end else { throw damaged }
        return entries
    }
}

/// A little-endian number.
private func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// Writes images as the entries of a tar archive, in the order in which they come.
///
/// The same images in the same order give the same bytes: entries have no date and belong to nobody.
///
/// - SeeAlso: POSIX.1-2017, pax, "ustar Interchange Format".
package final class TarOutput: BatchOutput {
    private let stream: Mutex<OutputStream>
    private static let block = 512

    /// As a ZIP archive.
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

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes images to the table `maps` of an SQLite file: `name`, `number`, `id`, `format`, `width`, `height`, `sha256` and the
/// bytes as `image`.
package final class DatabaseOutput: BatchOutput {
    private let database: DatabaseQueue
    private let path: String

    private static let table = """
        CREATE TABLE IF NOT EXISTS maps (
            name TEXT PRIMARY KEY, number INTEGER NOT NULL, id TEXT NOT NULL, format TEXT NOT NULL, width INTEGER NOT NULL,
            height INTEGER NOT NULL, sha256 TEXT NOT NULL, image BLOB NOT NULL)
        """

    /// As a ZIP archive, but for standard output.
    package init(_ path: String, resuming results: ResultsFile? = nil) throws(Diagnostic) {
        self.path = path
        do {
            if results == nil {
                for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + ending) {
                    try FileManager.default.removeItem(atPath: path + ending)
                }
            }
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                // A killed process loses nothing that was committed; only a machine that stops may.
                try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
            }
            database = try DatabaseQueue(path: path, configuration: configuration)
            try database.writeWithoutTransaction { db in try db.execute(sql: Self.table) }
        } catch {
            throw Self.problem(error, path)
        }
    }

    package func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic) {
        let rows = zip(drawn, result.outputs).map { ($0.name, $1, $0.bytes) }
        let (number, id) = (result.number, result.id)
        do {
            try database.write { db in
                for (name, output, bytes) in rows {
                    try db.cachedStatement(
                        sql: "INSERT OR REPLACE INTO maps VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                    ).execute(arguments: [
                        name, number, id, output.format.rawValue, output.width, output.height, output.sha256,
                        Data(bytes),
                    ])
                }
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    package func finish() throws(Diagnostic) {
        do {
            try database.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    private static func problem(_ error: any Error, _ path: String) -> Diagnostic {
        Diagnostic(
            code: .batchNotWritable, file: path,
            "the database cannot be written: \((error as? DatabaseError)?.message ?? "\(error)")")
    }
}
