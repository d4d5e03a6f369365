// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import Libc
import MapCore
import Testing

@Suite("Reading pipes") struct PipeTests {
    private let path: String

    init() throws {
        // A writer whose reader has had enough gets an error in place of the signal that would end the tests.
        signal(SIGPIPE, SIG_IGN)
        path = FileManager.default.temporaryDirectory.appending(path: "staticmap-pipe-\(UUID().uuidString)").path
        try #require(mkfifo(path, 0o600) == 0)
    }

    /// Writes from another thread, once the pipe is read.
    private func write(_ bytes: [UInt8]) {
        DispatchQueue.global().async { [path] in
            // Opening waits for the reader.
            let file = open(path, O_WRONLY)
            _ = writeAll(bytes, to: file)
            close(file)
        }
    }

    @Test("a writer that comes later is waited for") func late() throws {
        let path = path
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) {
            let file = open(path, O_WRONLY)
            _ = writeAll(Array("map".utf8), to: file)
            close(file)
        }
        #expect(try readFile(path, limit: 100) == Array("map".utf8))
        unlink(path)
    }

    @Test("what was read is kept for the next reader") func twice() throws {
        write(Array("map".utf8))
        for _ in 0..<3 { #expect(try readFile(path, limit: 100) == Array("map".utf8)) }
        unlink(path)
    }

    @Test("no more is read than the limit") func limit() throws {
        write(Array(repeating: 1, count: 300_000))
        let error = #expect(throws: Diagnostic.self) { try readFile(path, limit: 100_000) }
        #expect(error?.code == Diagnostic.Code.fileTooLarge)
        unlink(path)
    }

    @Test("a pipe without data is an error") func empty() throws {
        write([])
        let error = #expect(throws: Diagnostic.self) { try readFile(path, limit: 100) }
        #expect(error?.message == "the pipe has no data")
        unlink(path)
    }

    @Test("relative paths of what comes from a pipe begin in the working directory") func folder() throws {
        #expect(baseFolder(of: path) == ".")
        #expect(baseFolder(of: "/dev/stdin") == "." && baseFolder(of: "-") == ".")
        #expect(baseFolder(of: "maps/trip.json") == "maps")
        unlink(path)
    }
}
