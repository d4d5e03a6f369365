// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// The cases that are not drawn as MapLibre draws them, and how far off they may be: the list gets shorter, never longer.
struct Ratchet {
    /// By case; what is not listed must be strict.
    let known: [String: Verdict]

    /// The list of a suite.
    static func file(_ suite: RenderSuite) -> URL {
        packageRoot.appending(path: "Tests/ConformanceTests/\(suite.rawValue)-ratchet.txt")
    }

    static let recordCommand = "STATICMAP_RECORD=all swift test -c release --filter RenderSuiteTests"

    struct Malformed: Error {
        let line: String
    }

    init(_ suite: RenderSuite) throws {
        var known: [String: Verdict] = [:]
        for line in try String(contentsOf: Self.file(suite), encoding: .utf8).split(separator: "\n")
        where !line.hasPrefix("#") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let verdict = Verdict(rawValue: String(words[0])), verdict != .strict else {
                throw Malformed(line: String(line))
            }
            known[words[1].drop { $0 == " " }.description] = verdict
        }
        self.known = known
    }

    /// What the list must say otherwise, a line a case; empty when all is as it says.
    func problems(about verdicts: [String: Verdict]) -> [String] {
        var lines: [String] = []
        for (id, verdict) in verdicts.sorted(by: { $0.key < $1.key }) {
            let listed = known[id] ?? .strict
            if verdict > listed { lines.append("\(id): worse, \(verdict.rawValue) instead of \(listed.rawValue)") }
            if verdict < listed { lines.append("\(id): better, \(verdict.rawValue) instead of \(listed.rawValue)") }
        }
        for id in known.keys.sorted() where verdicts[id] == nil { lines.append("\(id): there is no such case") }
        return lines
    }

    static func record(_ verdicts: [String: Verdict], _ suite: RenderSuite) throws {
        let header = """
            # Cases of the render suite that are not drawn within MapLibre's own tolerance, with the share of pixels that
            # differs: at most 1 %, at most 3 %, or more (fail). All others are strict.
            # After a change for the better, record it and commit the list with it:
            # \(recordCommand)

            """
        let lines = verdicts.filter { $0.value != .strict }.sorted { $0.key < $1.key }.map { id, verdict in
            verdict.rawValue.padding(toLength: 5, withPad: " ", startingAt: 0) + id + "\n"
        }
        try Data((header + lines.joined()).utf8).write(to: file(suite))
    }
}
