package import Foundation
import MapCanvas
// SPDX-License-Identifier: MIT
private import Synchronization

/// A folder with the pictures that did not match, and a page that shows them all.
package struct GoldenSheet: Sendable {
    package let folder: URL

    package init(folder: URL) {
        self.folder = folder
    }

    package var page: URL { folder.appending(path: "index.html") }

    /// Tests run at the same time, the page is one.
    private static let writing = Mutex(())

    /// Writes `<case>-expected.png`, `-actual.png`, `-diff.png` (the triptych) and `-problem.txt`.
    func keep(
        _ topic: String, _ name: String, expected: Bitmap?, actual: Bitmap, problem: String, _ diff: ImageDiff? = nil
    ) throws {
        try Self.writing.withLock { _ in
            try FileManager.default.createDirectory(
                at: folder.appending(path: topic), withIntermediateDirectories: true)
            try remove(topic, name)
            try png(actual).write(to: file(topic, name, "actual.png"))
            if let expected {
                try png(expected).write(to: file(topic, name, "expected.png"))
                if let diff {
                    let triptych = diff.triptych(expected: expected, actual: actual)
                    try png(triptych).write(to: file(topic, name, "diff.png"))
                }
            }
            try Data(problem.utf8).write(to: file(topic, name, "problem.txt"))
            try writePage()
        }
    }

    /// Removes what an earlier run left of a case that is well now.
    func forget(_ topic: String, _ name: String) throws {
        try Self.writing.withLock { _ in
            guard FileManager.default.fileExists(atPath: file(topic, name, "problem.txt").path(percentEncoded: false))
            else { return }
            try remove(topic, name)
            try writePage()
        }
    }

    private func file(_ topic: String, _ name: String, _ suffix: String) -> URL {
        folder.appending(path: topic).appending(path: "\(name)-\(suffix)")
    }

    private func png(_ bitmap: Bitmap) throws -> Data { Data(try encodePNG(bitmap)) }

    private func remove(_ topic: String, _ name: String) throws {
        for suffix in ["expected.png", "actual.png", "diff.png", "problem.txt"] {
            let url = file(topic, name, suffix)
            if FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) {
                try FileManager.default.removeItem(at: url)
            }
        }
    }

    private func writePage() throws {
        var rows = ""
        let root = folder.standardizedFileURL.path(percentEncoded: false)
        let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        for path in files.sorted() where path.hasSuffix("-problem.txt") {
            let stem = String(path.dropLast("-problem.txt".count))
            let problem = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            let shown = files.contains("\(stem)-diff.png") ? "\(stem)-diff.png" : "\(stem)-actual.png"
            rows += "<h2>\(escaped(stem))</h2><p>\(escaped(problem))</p><img src=\"\(escaped(shown))\">\n"
        }
        let text = """
            <!doctype html><meta charset="utf-8"><title>Golden pictures that do not match</title>
            <style>body{font:14px sans-serif;margin:24px;background:#eee}img{image-rendering:pixelated;min-width:60%}</style>
            <h1>Expected, actual, difference</h1>
            \(rows.isEmpty ? "<p>All match.</p>" : rows)
            """
        try Data(text.utf8).write(to: page)
    }

    private func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: "\"", with: "&quot;")
    }
}
