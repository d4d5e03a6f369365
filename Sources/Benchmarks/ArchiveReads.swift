// SPDX-License-Identifier: MIT
import CDeflate
import Foundation
import GRDBSQLite

/// Reads of tiles as archives make them, beside reads of mapped files, which end the process when another one truncates them.
///
/// The file is in the system's cache, as that of a server is: from a disk, all take as long as the disk.
struct ArchiveReads {
    private static let count = 4000

    private let file: String
    /// Offsets and lengths of tiles, in the order in which they are read.
    private let ranges: [Range<Int>]
    private let size: Int
    private let megabytes: Double

    /// Makes an archive of tiles of 2 to 60 kB, as vector tiles are.
    init(_ data: BenchmarkData) throws {
        file = data.folder + "/reads.mbtiles"
        if !FileManager.default.fileExists(atPath: file) { try Self.makeArchive(file) }
        size = (try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
        let size = size
        ranges = (0..<Self.count).map { index in
            let length = Self.length(index)
            return index * 7_919_317 % (size - length)..<(index * 7_919_317 % (size - length)) + length
        }
        megabytes = Double((0..<Self.count).reduce(0) { $0 + Self.length($1) }) / 1e6
    }

    var work: [Work] {
        [
            Work(name: "read tiles with pread", amount: (megabytes, "MB"), body: readRanges),
            Work(name: "read tiles from a mapping", amount: (megabytes, "MB"), body: readMapping),
            Work(name: "read tiles from SQLite", amount: (megabytes, "MB")) { try readRows(mapped: 0) },
            Work(name: "read tiles from SQLite, mapped", amount: (megabytes, "MB")) { try readRows(mapped: size) },
        ]
    }

    private static func length(_ index: Int) -> Int { 2000 + index * 104_729 % 58_000 }

    /// What a decoder does with the bytes at least: it looks at each.
    private func consume(_ bytes: UnsafeRawBufferPointer) {
        _ = libdeflate_adler32(1, bytes.baseAddress, bytes.count)
    }

    private func readRanges() throws {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchmarkError("cannot open \(file)") }
        defer { close(descriptor) }
        for range in ranges {
            let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
                count = max(0, pread(descriptor, buffer.baseAddress, range.count, off_t(range.lowerBound)))
            }
            bytes.withUnsafeBytes(consume)
        }
    }

    private func readMapping() throws {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchmarkError("cannot open \(file)") }
        defer { close(descriptor) }
        guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
            throw BenchmarkError("cannot map \(file)")
        }
        defer { munmap(start, size) }
        let bytes = UnsafeRawBufferPointer(start: start, count: size)
        for range in ranges { consume(UnsafeRawBufferPointer(rebasing: bytes[range])) }
    }

    private func readRows(mapped: Int) throws {
        let database = try Database(file, flags: SQLITE_OPEN_READONLY)
        try database.run("PRAGMA mmap_size = \(mapped)")
        try database.forEachStep(
            of: "SELECT tile_data FROM tiles WHERE zoom_level = 12 AND tile_column = ? AND tile_row = 0",
            times: Self.count
        ) { statement, index in
            sqlite3_bind_int64(statement, 1, Int64(index * 7919 % Self.count))
        } result: { statement in
            consume(
                UnsafeRawBufferPointer(
                    start: sqlite3_column_blob(statement, 0), count: Int(sqlite3_column_bytes(statement, 0))))
        }
    }

    private static func makeArchive(_ file: String) throws {
        let database = try Database(file + ".new", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try database.run("CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)")
        try database.run("CREATE UNIQUE INDEX place ON tiles (zoom_level, tile_column, tile_row)")
        try database.run("BEGIN")
        try database.forEachStep(
            of: "INSERT INTO tiles VALUES (12, ?, 0, randomblob(?))", times: count
        ) { statement, index in
            sqlite3_bind_int64(statement, 1, Int64(index))
            sqlite3_bind_int64(statement, 2, Int64(length(index)))
        } result: { _ in
        }
        try database.run("COMMIT")
        try FileManager.default.moveItem(atPath: file + ".new", toPath: file)
    }
}

/// An open SQLite file.
private final class Database {
    private var handle: OpaquePointer?

    init(_ file: String, flags: Int32) throws {
        guard sqlite3_open_v2(file, &handle, flags, nil) == SQLITE_OK else {
            throw BenchmarkError("cannot open \(file)")
        }
    }

    deinit { sqlite3_close_v2(handle) }

    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    /// Steps a statement so many times; `result` is called for each row.
    func forEachStep(
        of sql: String, times: Int, _ bind: (OpaquePointer?, Int) -> Void, result: (OpaquePointer?) -> Void
    ) throws {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
        defer { sqlite3_finalize(statement) }
        for index in 0..<times {
            sqlite3_reset(statement)
            bind(statement, index)
            switch sqlite3_step(statement) {
            case SQLITE_ROW: result(statement)
            case SQLITE_DONE: break
            default: throw failure(sql)
            }
        }
    }

    private func failure(_ sql: String) -> BenchmarkError {
        BenchmarkError("\(sql): \(String(cString: sqlite3_errmsg(handle)))")
    }
}
