// SPDX-License-Identifier: MIT
package import Foundation

/// A folder of its own for the length of a test.
package final class ScratchFolder: Sendable {
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "staticmap-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, making the folders that its name has.
    /// - Returns: the file's path.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let url = URL(filePath: path + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path(percentEncoded: false)
    }

    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    /// The path of a file inside.
    package func file(_ name: String) -> String { path + "/" + name }

    package func contents(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: file(name))) }

    /// Names of all that is inside.
    package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
