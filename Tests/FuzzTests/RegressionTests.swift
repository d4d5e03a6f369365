// SPDX-License-Identifier: MIT
import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The targets of `make fuzz`, with the inputs that once fell and those that fuzzing begins with.
@Suite(.serialized) struct RegressionTests {
    private static let folder = packageRoot.appending(path: "Fuzz")

    @Test("what once fell at a target passes it", arguments: FuzzTarget.all.map(\.name))
    func regressions(_ name: String) async throws {
        let target = try #require(FuzzTarget.named(name))
        for file in Self.inputs("regressions/\(name)") { try await Self.pass(file, through: target) }
    }

    @Test("each target takes the inputs that fuzzing begins with", arguments: FuzzTarget.all.map(\.name))
    func corpus(_ name: String) async throws {
        let target = try #require(FuzzTarget.named(name))
        let files = Self.inputs("corpus/\(name)")
        #expect(!files.isEmpty, "fuzzing begins with nothing")
        for file in files {
            let size = try await Self.pass(file, through: target)
            #expect(size <= target.maxLength, "\(file.lastPathComponent) is longer than what is tried")
        }
    }

    /// - Returns: the size of the file.
    @discardableResult
    private static func pass(_ file: URL, through target: FuzzTarget) async throws -> Int {
        let bytes = try Array(Data(contentsOf: file))
        if let problem = try await onOwnThread({ target.problem(with: bytes) }) {
            Issue.record("\(file.lastPathComponent): \(problem)")
        }
        return bytes.count
    }

    @Test("each folder of inputs belongs to a target")
    func folders() throws {
        for kind in ["corpus", "regressions"] {
            let names = try FileManager.default.contentsOfDirectory(
                atPath: Self.folder.appending(path: kind).path(percentEncoded: false))
            for name in names { #expect(FuzzTarget.named(name) != nil, "\(kind)/\(name)") }
        }
    }

    /// The files of a folder, sorted; none when there is no such folder.
    private static func inputs(_ name: String) -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder.appending(path: name), includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}
