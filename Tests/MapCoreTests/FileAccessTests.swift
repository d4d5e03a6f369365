// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import TestSupport
import Testing

@Suite("Which files may be read") struct FileAccessTests {
    private func message(_ path: String, roots: [String]) -> String {
        do {
            _ = try FileAccess(roots: roots).run { () throws(Diagnostic) in try readFile(path, limit: 1 << 20) }
            return "read"
        } catch {
            return error.code.rawValue + ": " + error.message
        }
    }

    @Test("outside of the roots, a file that exists and one that does not are told alike") func outside() throws {
        let folder = try ScratchFolder()
        try folder.write("inside/a", "a")
        try folder.write("outside/a", "a")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("inside/link"), withDestinationPath: folder.file("outside"))
        let roots = [folder.file("inside")]
        #expect(message(folder.file("inside/a"), roots: roots) == "read")
        #expect(message(folder.file("inside/b"), roots: roots).hasPrefix(Diagnostic.Code.fileMissing.rawValue))
        #expect(message(folder.file("inside/b/c/d"), roots: roots).hasPrefix(Diagnostic.Code.fileMissing.rawValue))
        #expect(message(folder.file("inside/a/c"), roots: roots).hasPrefix(Diagnostic.Code.fileMissing.rawValue))
        let refusal = message("/etc/passwd", roots: roots)
        #expect(refusal.hasPrefix(Diagnostic.Code.fileOutsideRoots.rawValue))
        for path in [
            "outside/a", "outside/b", "outside/a/b", "outside/b/c", "inside/../outside/a", "inside/../outside/b",
            "inside/link/a", "inside/link/b", "nowhere",
        ] { #expect(message(folder.file(path), roots: roots) == refusal, "\(path)") }
        for path in ["/etc/nowhere", "/nowhere/x", "nowhere", "../nowhere"] {
            #expect(message(path, roots: roots) == refusal, "\(path)")
        }
    }
}
