// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import TestSupport
import Testing

@Suite("Writing files") struct FileWritingTests {
    private let folder: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "staticmap-writing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        folder = url.path
    }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    private func permissions(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test("a new file holds the bytes, and nothing else lies beside it")
    func new() throws {
        try writeFile(Array("map".utf8), to: folder + "/a.png")
        #expect(text("a.png") == "map")
        #expect(names == ["a.png"])
    }

    @Test("a file that is replaced keeps its permissions")
    func permissionsStay() throws {
        try writeFile(Array("old".utf8), to: folder + "/a.png")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder + "/a.png")
        try writeFile(Array("new".utf8), to: folder + "/a.png")
        #expect(text("a.png") == "new")
        #expect(try permissions("a.png") == 0o640)
    }

    @Test("a symbolic link stays a link, and the file that it names is replaced")
    func link() throws {
        try writeFile(Array("old".utf8), to: folder + "/target")
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "target")
        try writeFile(Array("new".utf8), to: folder + "/link")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link") == "target")
        #expect(text("target") == "new")
        #expect(names == ["link", "target"])
    }

    @Test("a link to nothing is refused, and what it names is not made")
    func danglingLink() throws {
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "elsewhere")
        #expect(throws: Diagnostic.self) { try writeFile([1], to: folder + "/link") }
        #expect(names == ["link"])
    }

    @Test("a named pipe is written to, not replaced")
    func pipe() async throws {
        let path = folder + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        async let read = onOwnThread { FileHandle(forReadingAtPath: path)?.readDataToEndOfFile() }
        let bytes = [UInt8](repeating: 7, count: 200_000)
        try await onOwnThread { try writeFile(bytes, to: path) }
        #expect(try await read.map(Array.init) == bytes)
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test("a folder, and a path in a folder that is not there, are refused")
    func refused() {
        #expect(throws: Diagnostic.self) { try writeFile([1], to: folder) }
        #expect(throws: Diagnostic.self) { try writeFile([1], to: folder + "/none/a.png") }
        #expect(names.isEmpty)
    }
}
