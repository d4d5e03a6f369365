// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import MapCore
import MapData
import StaticMap
import StaticMapBatch
import TestSupport
import Testing

@Suite("Outputs of a batch") struct BatchOutputTests {
    /// Names and bytes, as a container has them.
    typealias Files = [(name: String, bytes: [UInt8])]

    private static let count = 6
    private static let lines = (0..<count).map { Batch.line("m\($0)", "rgb(\($0 * 40), 0, 0)") }

    private func batch() throws -> Batch {
        var batch = try Batch()
        batch.options.isOrdered = true
        return batch
    }

    private func output(_ kind: String, in folder: ScratchFolder, resuming results: ResultsFile? = nil) throws
        -> any BatchOutput
    {
        let path = folder.file(kind == "folder" ? "maps" : "maps." + kind)
        return switch kind {
        case "tar": try TarOutput(path, resuming: results)
        case "zip": try ZipOutput(path, resuming: results)
        case "sqlite": try DatabaseOutput(path, resuming: results)
        default: try FolderOutput(path)
        }
    }

    /// What a container holds, in its own order.
    private func files(_ kind: String, in folder: ScratchFolder) throws -> Files {
        switch kind {
        case "tar": return try tarEntries(folder.bytes("maps.tar"))
        case "zip":
            let archive = try ZipArchive(folder.bytes("maps.zip"))
            return try archive.entries.map { ($0.name, try archive.contents(of: $0, limit: 1 << 20)) }
        case "sqlite":
            return try DatabaseQueue(path: folder.file("maps.sqlite")).read { db in
                try Row.fetchAll(db, sql: "SELECT name, image FROM maps ORDER BY number").map {
                    ($0["name"], [UInt8]($0["image"] as Data))
                }
            }
        default: return try folder.files("maps").map { ($0, try folder.bytes("maps/" + $0)) }
        }
    }

    /// The entries of a tar archive (POSIX.1-2017, ustar).
    private func tarEntries(_ bytes: [UInt8]) throws -> Files {
        var (files, at, name): (Files, Int, String?) = ([], 0, nil)
        while at + 512 <= bytes.count, bytes[at] != 0 {
            let header = bytes[at..<at + 512]
            func text(_ start: Int, _ length: Int) -> String {
                String(decoding: header[at + start..<at + start + length].prefix { $0 != 0 }, as: UTF8.self)
            }
            let size = try #require(Int(text(124, 12).trimmingCharacters(in: .whitespaces), radix: 8))
            let sum = header.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
            #expect(Int(text(148, 6), radix: 8) == sum)
            let body = Array(bytes[at + 512..<at + 512 + size])
            if header[at + 156] == UInt8(ascii: "x") {
                let record = String(decoding: body, as: UTF8.self)
                name = record.split(separator: "=", maxSplits: 1).last.map { String($0.dropLast()) }
            } else {
                files.append((name ?? text(0, 100), body))
                name = nil
            }
            at += 512 + (size + 511) / 512 * 512
        }
        #expect(bytes[at...].allSatisfy { $0 == 0 } && bytes.count - at >= 1024)
        return files
    }

    @Test("hold each map once, as its result says", arguments: ["folder", "tar", "zip", "sqlite"])
    func contents(kind: String) throws {
        let batch = try batch()
        let outcome = try batch.run(Self.lines, to: try output(kind, in: batch.folder))
        let files = try files(kind, in: batch.folder)
        #expect(files.map(\.name) == (0..<Self.count).map { "m\($0).png" })
        for (file, result) in zip(files, outcome.results) {
            let output = try #require(result.outputs.first)
            #expect(file.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(output.bytes == file.bytes.count)
            #expect(output.sha256 == Digest.sha256.hexadecimal(file.bytes))
            if let offset = output.offset {
                let archive = try batch.folder.bytes("maps." + kind)
                let start = offset + (kind == "tar" ? 512 : 30 + file.name.utf8.count)
                #expect(Array(archive[start..<start + file.bytes.count]) == file.bytes)
            }
        }
    }

    @Test("have nothing of a map that failed", arguments: ["folder", "tar", "zip", "sqlite"])
    func failures(kind: String) throws {
        let batch = try batch()
        let outcome = try batch.run([Batch.line("a"), "{", Batch.line("c")], to: try output(kind, in: batch.folder))
        #expect(outcome.summary.failed == 1)
        #expect(try files(kind, in: batch.folder).map(\.name) == ["a.png", "c.png"])
    }

    /// What a run leaves that ended in the middle of a map: results and entries of the first maps.
    private func interrupted(_ kind: String, after count: Int) throws -> Batch {
        let batch = try batch()
        _ = try batch.run(Array(Self.lines[..<count]), to: try output(kind, in: batch.folder))
        // A line that was not written to its end.
        let results = try batch.folder.bytes("results.jsonl")
        try batch.folder.write("results.jsonl", results + Array(#"{"number": \#(count + 1), "id"#.utf8))
        return batch
    }

    @Test("go on where a run ended, and are then as if it had not", arguments: ["folder", "tar", "zip", "sqlite"])
    func resumes(kind: String) throws {
        let batch = try interrupted(kind, after: 4)
        let results = try batch.results(resumes: true)
        let outcome = try batch.run(
            Self.lines, to: try output(kind, in: batch.folder, resuming: results), resumes: true)
        #expect(outcome.summary == BatchRun.Summary(drawn: 2, skipped: 4))
        let clean = try self.batch()
        _ = try clean.run(Self.lines, to: try output(kind, in: clean.folder))
        let (found, expected) = (try files(kind, in: batch.folder), try files(kind, in: clean.folder))
        #expect(found.map(\.name) == expected.map(\.name))
        #expect(found.map(\.bytes) == expected.map(\.bytes))
        let lines = String(decoding: try batch.folder.bytes("results.jsonl"), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == Self.count)
    }

    @Test("in the order of the input, a run that goes on waits for nothing that was drawn before")
    func orderedResume() throws {
        var batch = try interrupted("folder", after: 3)
        batch.threads = 4
        let outcome = try batch.run(Self.lines, to: batch.folderOutput(), resumes: true)
        #expect(outcome.results.map(\.id) == ["m3", "m4", "m5"])
    }

    @Test("a map that failed, or whose file is gone, is drawn again") func retries() throws {
        let batch = try batch()
        _ = try batch.run([Batch.line("a"), "{", Batch.line("c")], to: batch.folderOutput())
        try FileManager.default.removeItem(atPath: batch.folder.file("maps/c.png"))
        let outcome = try batch.run(
            [Batch.line("a"), Batch.line("b"), Batch.line("c")], to: batch.folderOutput(), resumes: true)
        #expect(outcome.results.map(\.id) == ["b", "c"])
        #expect(outcome.summary == BatchRun.Summary(drawn: 2, skipped: 1))
    }

    @Test("another input, or other options, are not taken for those that were drawn") func changes() throws {
        var batch = try batch()
        _ = try batch.run([Batch.line("a"), Batch.line("b")], to: batch.folderOutput())
        let input = try batch.run([Batch.line("a"), Batch.line("b", "red")], to: batch.folderOutput(), resumes: true)
        #expect(input.errors("b") == [Diagnostic.Code.batchChangedInput.rawValue])
        #expect(input.summary == BatchRun.Summary(failed: 1, skipped: 1))
        batch.options.encoding.compression = .small
        let options = try batch.run([Batch.line("a")], to: batch.folderOutput(), resumes: true)
        #expect(options.errors("a") == [Diagnostic.Code.batchChangedInput.rawValue])
    }

    @Test("results that are none end the run") func brokenResults() throws {
        let batch = try batch()
        try batch.folder.write("results.jsonl", "hello\nworld\n")
        let error = #expect(throws: Diagnostic.self) { _ = try batch.results(resumes: true) }
        #expect(error?.code.rawValue == Diagnostic.Code.batchInvalidResults.rawValue)
        #expect(error?.position == Position(line: 1, column: 1))
    }

    @Test("an archive that is not that of its results is not continued", arguments: ["tar", "zip"])
    func shortArchive(kind: String) throws {
        let batch = try interrupted(kind, after: 3)
        let bytes = try batch.folder.bytes("maps." + kind)
        try batch.folder.write("maps." + kind, Array(bytes[..<(bytes.count / 3)]))
        let results = try batch.results(resumes: true)
        let error = #expect(throws: Diagnostic.self) {
            _ = try output(kind, in: batch.folder, resuming: results)
        }
        #expect(error?.code.rawValue == Diagnostic.Code.batchInvalidResults.rawValue)
    }

    @Test("a name of any length is kept in a tar archive", arguments: [99, 100, 101, 250]) func longNames(length: Int)
        throws
    {
        let batch = try batch()
        let name = String(repeating: "long/", count: (length - 4) / 5) + String(repeating: "x", count: (length - 4) % 5)
        let path = (name.hasSuffix("/") ? name + "y" : name) + ".png"
        let line = #"{"id": "a", "scene": \#(Batch.scene()), "outputs": ["\#(path)"]}"#
        let outcome = try batch.run([line, Batch.line("b")], to: try output("tar", in: batch.folder))
        #expect(outcome.errors("a") == [])
        #expect(try files("tar", in: batch.folder).map(\.name) == [path, "b.png"])
    }

    @Test("pages are in the order of the input, with their names as bookmarks, and none of a map that failed")
    func pages() throws {
        var batch = try Batch()
        batch.names = ["{{id}}"]
        let output = try PagesOutput(batch.folder.file("maps.pdf"), title: "Maps", author: "", background: nil)
        let outcome = try batch.run([Batch.line("a"), "{", Batch.line("b")], to: output, format: .pdf)
        #expect(outcome.results.map { $0.outputs.first?.page } == [1, nil, 2])
        let text = String(decoding: try batch.folder.bytes("maps.pdf").map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
        #expect(text.contains("/Count 2") && text.contains("/Title (a)") && text.contains("/Title (b)"))
        #expect(try batch.folder.names() == ["maps.pdf", "results.jsonl", "scenes.jsonl"])
    }

    @Test("after an output that cannot be written nothing more is, in any order", arguments: [false, true])
    func unwritable(isOrdered: Bool) throws {
        var batch = try batch()
        batch.options.isOrdered = isOrdered
        let output = try batch.folderOutput()
        // The folder itself is gone.
        try FileManager.default.removeItem(atPath: batch.folder.file("maps"))
        let error = #expect(throws: Diagnostic.self) { try batch.run(Self.lines, to: output) }
        #expect(error != nil)
    }
}
