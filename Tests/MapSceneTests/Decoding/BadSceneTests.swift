// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeometry
import MapScene
import TestSupport
import Testing

/// Pairs of files: a scene, and every message about it. `STATICMAP_RECORD=failed` writes the messages and fails.
@Suite("What is said about wrong scenes") struct BadSceneTests {
    @Test("all mistakes are told in one run", arguments: TestFiles.names(in: TestFiles.cases, prefix: "bad-"))
    func tells(name: String) throws {
        let (document, diagnostics) = try read(TestFiles.bytes(TestFiles.cases.appending(path: name)), file: name)
        let told = diagnostics.map { $0.description + "\n" }.joined()

        #expect(document == nil)
        let expectedFile = TestFiles.cases.appending(path: name.replacing(".json", with: ".expected.txt"))
        let expected = (try? String(contentsOf: expectedFile, encoding: .utf8)) ?? ""
        if told != expected, ProcessInfo.processInfo.environment["STATICMAP_RECORD"] == "failed" {
            try told.write(to: expectedFile, atomically: true, encoding: .utf8)
        }
        #expect(told == expected)
    }

    @Test("five mistakes give five messages") func five() throws {
        let expected = try String(
            contentsOf: TestFiles.cases.appending(path: "bad-five-mistakes.expected.txt"), encoding: .utf8)
        #expect(expected.split(separator: "\n").count == 5)
    }

    @Test("no text makes the reader trap") func fuzz() throws {
        var random = SplitMix(seed: 7)
        let seeds = try
            (TestFiles.names(in: TestFiles.cases).map { TestFiles.cases.appending(path: $0) }
            + TestFiles.exampleNames.map { TestFiles.examples.appending(path: $0) })
            .map(TestFiles.bytes)
        let alphabet = Array("{}[]\",:-+.eE0123456789 nulltruefalse\\u".utf8)
        for _ in 0..<3000 {
            var text = seeds.randomElement(using: &random) ?? []
            for _ in 0...Int.random(in: 0..<6, using: &random) where !text.isEmpty {
                let at = Int.random(in: 0..<text.count, using: &random)
                text[at] = alphabet.randomElement(using: &random) ?? 0x20
            }
            let (document, diagnostics) = read(text, file: "fuzz")
            #expect((document == nil) == diagnostics.contains { $0.severity == .error })
            guard let document else { continue }
            _ = document.scene.viewport(extent: { _ in .null }, document.reporter(DiagnosticSink()))
        }
    }
}
