// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import Testing

@Suite("The state of files") struct FileStateTests {
    private let folder: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "staticmap-state-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        folder = try #require(realPath(url.path))
    }

    @Test("files, folders and pipes are told apart, links followed")
    func kinds() throws {
        try writeFile([1, 2, 3], to: folder + "/a")
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a")
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        #expect(FileState(folder)?.kind == .folder)
        #expect(FileState(folder + "/link")?.kind == .file)
        #expect(FileState(folder + "/link")?.size == 3)
        #expect(FileState(folder + "/pipe")?.kind == .other)
        #expect(FileStamp(folder + "/pipe") == nil)
        #expect(FileStamp(folder) == nil)
    }

    @Test("a file that is replaced by one of the same size is another")
    func replaced() throws {
        try writeFile([1], to: folder + "/a")
        let (state, stamp) = (try #require(FileState(folder + "/a")), FileStamp(folder + "/a"))
        #expect(FileState(folder + "/a") == state)
        try writeFile([2], to: folder + "/a")
        #expect(FileState(folder + "/a")?.description != state.description)
        #expect(FileStamp(folder + "/a") != stamp)
    }

    @Test("of a short file all bytes are its first, and what is no file has none")
    func firstBytesOfFiles() throws {
        try writeFile([1, 2, 3], to: folder + "/a")
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        #expect(firstBytes(of: folder + "/a", count: 2) == [1, 2])
        #expect(firstBytes(of: folder + "/a", count: 9) == [1, 2, 3])
        for path in [folder, folder + "/pipe", folder + "/none"] { #expect(firstBytes(of: path, count: 9).isEmpty) }
    }

    @Test("a part of a file ends where the file does")
    func partsOfFiles() throws {
        try writeFile([1, 2, 3], to: folder + "/a")
        let file = try openFile(folder + "/a")
        defer { close(file.descriptor) }
        #expect(fileBytes(file.descriptor, at: 1, count: 1) == [2])
        #expect(fileBytes(file.descriptor, at: 1, count: 9) == [2, 3])
        #expect(fileBytes(file.descriptor, at: 9, count: 1).isEmpty)
    }

    @Test("a path with a zero byte names nothing")
    func zeroByte() throws {
        try writeFile([1], to: folder + "/a")
        #expect(FileState(folder + "/a\0b") == nil)
        #expect(realPath(folder + "/a\0b") == nil)
    }

    @Test("real paths have no links")
    func links() throws {
        try writeFile([1], to: folder + "/a")
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a")
        #expect(realPath(folder + "/link") == folder + "/a")
        #expect(realPath(folder + "/none") == nil)
    }
}
