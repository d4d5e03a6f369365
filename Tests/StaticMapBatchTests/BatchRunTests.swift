// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import StaticMap
import StaticMapBatch
import TestSupport
import Testing

@Suite("A run of many maps") struct BatchRunTests {
    @Test("draws each line as the renderer alone does") func lines() throws {
        let batch = try Batch()
        let outcome = try batch.run([Batch.scene("red"), "", Batch.line("b", "blue")], to: batch.folderOutput())
        #expect(outcome.summary == BatchRun.Summary(drawn: 2))
        for (name, color) in [("1.png", "red"), ("b.png", "blue")] {
            let alone = try batch.renderer.document(text: Array(Batch.scene(color).utf8), file: "scene.json")
            #expect(try batch.folder.bytes("maps/" + name) == batch.renderer.render(alone).bytes)
        }
    }

    @Test("writes in the order of the input when it is asked to", arguments: [1, 4])
    func ordered(threads: Int) throws {
        var batch = try Batch()
        batch.threads = threads
        batch.options.isOrdered = true
        // The first maps take the longest.
        let lines = (0..<24).map { index in
            Batch.line("m\(index)").replacing("[30, 20]", with: index < 4 ? "[1500, 1500]" : "[30, 20]")
        }
        let outcome = try batch.run(lines, to: batch.folderOutput())
        #expect(outcome.results.map(\.id) == (0..<24).map { "m\($0)" })
    }

    @Test("writes every map once when it may do so in any order") func unordered() throws {
        let batch = try Batch()
        let lines = (0..<60).map { Batch.line("m\($0)", "rgb(\($0), 0, 0)") }
        let outcome = try batch.run(lines, to: batch.folderOutput())
        #expect(outcome.results.map(\.id).sorted() == (0..<60).map { "m\($0)" }.sorted())
        #expect(outcome.summary.drawn == 60)
        #expect(Set(try batch.folder.files("maps")).count == 60)
    }

    @Test("reports what is wrong with a line, and goes on") func badLines() throws {
        var batch = try Batch()
        batch.options.isOrdered = true
        let lines = [
            Batch.line("a"), "{not JSON", #"{"id": "b", "scene": {"version": 1, "sise": [1, 1]}}"#,
            #"{"id": "c", "scene": {}, "output": []}"#, "[1]", Batch.line("d"),
        ]
        let outcome = try batch.run(lines, to: batch.folderOutput())
        #expect(outcome.results.map(\.id) == ["a", "2", "b", "c", "5", "d"])
        #expect(outcome.results.map { $0.errors.isEmpty } == [true, false, false, false, false, true])
        #expect(outcome.errors("c") == [Diagnostic.Code.batchInvalidLine.rawValue])
        #expect(outcome.summary == BatchRun.Summary(drawn: 2, failed: 4))
        let places = outcome.results.compactMap { $0.errors.first?.position }.map { "\($0.line):\($0.column)" }
        #expect(places == ["2:2", "3:37", "4:1", "5:1"])
        #expect(try batch.folder.files("maps") == ["a.png", "d.png"])
    }

    @Test("names the column of the line, however much stands before the scene") func columns() throws {
        let batch = try Batch()
        let wrong = Batch.scene(more: #", "sise": 1"#)
        let line = #"{"id": "ä", "scene": \#(wrong), "outputs": ["x.png"]}"#
        let outcome = try batch.run([Batch.line("a"), line], to: batch.folderOutput())
        let error = try #require(outcome.results.first { $0.id == "ä" }?.errors.first)
        let column = try #require(line.range(of: #""sise""#)).lowerBound
        #expect(error.position == Position(line: 2, column: line.distance(from: line.startIndex, to: column) + 1))
    }

    @Test("refuses the later one of two maps with one name, on any number of threads", arguments: [1, 4])
    func repeatedNames(threads: Int) throws {
        var batch = try Batch()
        batch.threads = threads
        let lines = (0..<40).map { Batch.line("m\($0 % 20)", $0 < 20 ? "red" : "blue") }
        let outcome = try batch.run(lines, to: batch.folderOutput())
        let failed = outcome.results.filter { !$0.errors.isEmpty }
        #expect(failed.map(\.number).sorted() == Array(21...40))
        #expect(Set(failed.flatMap(\.errors).map(\.code.rawValue)) == [Diagnostic.Code.batchRepeatedName.rawValue])
    }

    @Test(
        "a name that is a folder of another map is that map's mistake", arguments: [1, 2, 4], [false, true])
    func conflictingNames(threads: Int, isOrdered: Bool) throws {
        var batch = try Batch()
        batch.threads = threads
        batch.options.isOrdered = isOrdered
        var lines = (0..<40).map { Batch.line("m\($0)") }
        for (index, name) in [(0, "d.png/x.png"), (1, "d.png"), (20, "e.png"), (21, "e.png/a/b.png")] {
            lines[index] = #"{"id": "m\#(index)", "scene": \#(Batch.scene()), "outputs": ["\#(name)"]}"#
        }
        let outcome = try batch.run(lines, to: batch.folderOutput())
        #expect(outcome.summary == BatchRun.Summary(drawn: 38, failed: 2))
        #expect(outcome.errors("m1") == [Diagnostic.Code.batchRepeatedName.rawValue])
        #expect(outcome.errors("m21") == [Diagnostic.Code.batchRepeatedName.rawValue])
    }

    @Test("what already stands in the way of a name is the mistake of its map", arguments: [1, 3])
    func obstacles(threads: Int) throws {
        var batch = try Batch()
        batch.threads = threads
        batch.options.isOrdered = true
        let output = try batch.folderOutput()
        try FileManager.default.createDirectory(
            atPath: batch.folder.file("maps/m3.png"), withIntermediateDirectories: true)
        try batch.folder.write("maps/taken", "a file")
        var lines = (0..<12).map { Batch.line("m\($0)") }
        lines[5] = #"{"id": "m5", "scene": \#(Batch.scene()), "outputs": ["taken/m5.png"]}"#
        let outcome = try batch.run(lines, to: output)
        #expect(outcome.summary == BatchRun.Summary(drawn: 10, failed: 2))
        #expect(outcome.errors("m3") == [Diagnostic.Code.fileNotAFile.rawValue])
        #expect(outcome.errors("m5") == [Diagnostic.Code.batchInvalidName.rawValue])
    }

    @Test("a run that ends early does so without a trap", arguments: [1, 2, 4], [false, true])
    func earlyEnd(threads: Int, isOrdered: Bool) throws {
        /// An output that is full after some maps.
        final class FullOutput: BatchOutput {
            let inPreparation: Bool
            init(inPreparation: Bool) { self.inPreparation = inPreparation }
            let full = Diagnostic(code: .batchNotWritable, file: "maps", "there is no room")
            func prepare(_ drawn: [DrawnOutput]) throws(Diagnostic) {
                if inPreparation, drawn.first?.name == "m7.png" { throw full }
            }
            func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic) {
                if !inPreparation, drawn.first?.name == "m7.png" { throw full }
            }
        }
        var batch = try Batch()
        batch.threads = threads
        batch.options.isOrdered = isOrdered
        let lines = (0..<60).map { Batch.line("m\($0)") }
        for inPreparation in [false, true] {
            #expect(throws: Diagnostic.self) { try batch.run(lines, to: FullOutput(inPreparation: inPreparation)) }
        }
    }

    @Test("results are not written through a link") func linkedResults() throws {
        let batch = try Batch()
        let secret = try batch.folder.write("secret", "do not touch")
        try FileManager.default.createSymbolicLink(
            atPath: batch.folder.file("results.jsonl"), withDestinationPath: secret)
        #expect(throws: Diagnostic.self) { try batch.run([Batch.line("a")], to: batch.folderOutput()) }
        try FileManager.default.removeItem(atPath: batch.folder.file("results.jsonl"))
        try FileManager.default.createSymbolicLink(
            atPath: batch.folder.file("results.jsonl.new"), withDestinationPath: secret)
        #expect(try batch.run([Batch.line("a")], to: batch.folderOutput(), resumes: true).summary.drawn == 1)
        #expect(try batch.folder.contents("secret") == Data("do not touch".utf8))
    }

    @Test("treats warnings as errors when it is strict", arguments: [false, true]) func strict(isStrict: Bool) throws {
        var batch = try Batch()
        batch.options.isStrict = isStrict
        let questionable = Batch.line("a", "bleu")
        let outcome = try batch.run([questionable, Batch.line("b")], to: batch.folderOutput())
        #expect(outcome.errors("a").isEmpty == !isStrict)
        #expect(outcome.errors("b").isEmpty)
        #expect(
            outcome.summary
                == BatchRun.Summary(drawn: isStrict ? 1 : 2, failed: isStrict ? 1 : 0, warned: isStrict ? 0 : 1))
    }

    @Test("makes several outputs of one map") func outputs() throws {
        var batch = try Batch()
        batch.names = ["{{number:03}}/{{id}}.png", "{{id}}.svg"]
        let own = #"{"id": "b", "scene": \#(Batch.scene()), "outputs": ["own.jpg"]}"#
        let outcome = try batch.run([Batch.line("a"), own], to: batch.folderOutput())
        #expect(outcome.summary.drawn == 2)
        #expect(try batch.folder.files("maps") == ["001/a.png", "a.svg", "own.jpg"])
        #expect(outcome.results.first { $0.id == "a" }?.outputs.map(\.format) == [.png, .svg])
    }

    @Test(
        "keeps names within the output", arguments: ["../x.png", "/tmp/x.png", "a/../../x.png", "x", ".", "a//b.png"])
    func hostileNames(name: String) throws {
        let batch = try Batch()
        let line = #"{"id": "a", "scene": \#(Batch.scene()), "outputs": ["\#(name)"]}"#
        let outcome = try batch.run([line], to: batch.folderOutput())
        #expect(outcome.errors("a") == [Diagnostic.Code.batchInvalidName.rawValue])
        #expect(try batch.folder.files("maps").isEmpty)
    }

    @Test("passes over a line that is too long") func longLine() throws {
        let folder = try ScratchFolder()
        let path = try folder.write("lines", "one\n" + String(repeating: "x", count: 300_000) + "\nthree")
        let reader = try LineReader(path, limit: 1000)
        var lines: [String] = []
        while let line = try reader.next() {
            if case .text(let bytes) = line {
                lines.append(String(decoding: bytes, as: UTF8.self))
            } else {
                lines.append("…")
            }
        }
        #expect(lines == ["one", "…", "three"])
        #expect(reader.number == 3)
    }
}
