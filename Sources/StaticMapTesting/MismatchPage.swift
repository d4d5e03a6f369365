// SPDX-License-Identifier: MIT
package import Foundation
import MapCore
import MapImages
private import Synchronization
import Testing
import XCTest

/// A folder with the images that did not match, and a page that shows them all.
package struct MismatchPage: Sendable {
    package let folder: URL

    package init(folder: URL) {
        self.folder = folder
    }

    /// `.build/golden` of the package that a test belongs to; a folder for temporary files where there is no package.
    package init(forTest file: URL) {
        var folder = file.deletingLastPathComponent()
        while folder.pathComponents.count > 1 {
            let manifest = folder.appending(path: "Package.swift").path(percentEncoded: false)
            if FileManager.default.fileExists(atPath: manifest) {
                self.folder = folder.appending(path: ".build/golden")
                return
            }
            folder = folder.deletingLastPathComponent()
        }
        self.folder = FileManager.default.temporaryDirectory.appending(path: "staticmap-golden")
    }

    package var file: URL { folder.appending(path: "index.html") }

    /// Tests run at the same time, the page is one.
    private static let writing = Mutex(())
    private static let kinds = ["expected.png", "actual.png", "difference.png", "problem.txt"]

    /// Writes `NAME-expected.png`, `-actual.png`, `-difference.png` (all three beside each other) and `-problem.txt`.
    func keep(_ name: String, _ comparison: ImageComparison, problem: String) throws {
        let images = [
            ("expected.png", comparison.expected), ("actual.png", comparison.actual),
            ("difference.png", comparison.triptych),
        ]
        try keep(name, images, problem)
    }

    /// Keeps an image that has no reference.
    func keep(_ name: String, actual: Bitmap, problem: String) throws {
        try keep(name, [("actual.png", actual)], problem)
    }

    /// Removes what an earlier run left of an image that matches now.
    package func remove(_ name: String) throws {
        try Self.writing.withLock { _ in
            guard exists(url(name, "problem.txt")) else { return }
            try removeFiles(name)
            try writePage()
        }
    }

    private func keep(_ name: String, _ images: [(String, Bitmap)], _ problem: String) throws {
        try Self.writing.withLock { _ in
            try FileManager.default.createDirectory(
                at: url(name, "").deletingLastPathComponent(), withIntermediateDirectories: true)
            try removeFiles(name)
            for (kind, image) in images { try Data(try encodePNG(image)).write(to: url(name, kind)) }
            try Data(problem.utf8).write(to: url(name, "problem.txt"))
            try writePage()
        }
    }

    private func url(_ name: String, _ kind: String) -> URL { folder.appending(path: "\(name)-\(kind)") }

    private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) }

    private func removeFiles(_ name: String) throws {
        for url in Self.kinds.map({ url(name, $0) }) where exists(url) { try FileManager.default.removeItem(at: url) }
    }

    private func writePage() throws {
        var rows = ""
        let root = folder.standardizedFileURL.path(percentEncoded: false)
        let files = Set(FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? [])
        for path in files.sorted() where path.hasSuffix("-problem.txt") {
            let name = String(path.dropLast("-problem.txt".count))
            let problem = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            let shown = ["difference", "actual"].map { "\(name)-\($0).png" }.first(where: files.contains) ?? ""
            rows +=
                "<h2>\(markupEscaped(name))</h2><pre>\(markupEscaped(problem))</pre><img src=\"\(markupEscaped(shown))\">\n"
        }
        let text = """
            <!doctype html><meta charset="utf-8"><title>Golden images that do not match</title>
            <style>body{font:14px sans-serif;margin:24px;background:#eee}img{image-rendering:pixelated;min-width:60%}</style>
            <h1>Expected, actual, difference</h1>
            \(rows.isEmpty ? "<p>All match.</p>" : rows)
            """
        try Data(text.utf8).write(to: file)
    }
}

/// Why a golden test fails, and the files that show it.
package struct Mismatch: Sendable {
    /// A file for the test's report.
    package struct Attachment: Sendable {
        package var name: String
        package var bytes: [UInt8]
    }

    package var message: String
    package var attachments: [Attachment] = []
}

/// Where a test calls from.
package struct TestLocation: Sendable {
    package var fileID: StaticString
    package var filePath: StaticString
    package var line: UInt
    package var column: UInt

    package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    fileprivate var source: SourceLocation {
        SourceLocation(
            fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }
}

extension Mismatch {
    /// Fails the test that runs: of Swift Testing with files attached, of XCTest with a message that says where they are.
    func report(at location: TestLocation) {
        guard Test.current != nil else {
            XCTFail(message, file: location.filePath, line: location.line)
            return
        }
        for file in attachments {
            Testing.Attachment.record(file.bytes, named: file.name, sourceLocation: location.source)
        }
        Issue.record(Comment(rawValue: message), sourceLocation: location.source)
    }
}
