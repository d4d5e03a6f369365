// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import StaticMap

/// What became of a map: a line of the results.
package struct BatchResult: Sendable {
    /// An image that was written.
    package struct Output: Sendable {
        package var name: String
        package var format: OutputFormat
        /// Pixels.
        package var width: Int
        /// Pixels.
        package var height: Int
        /// Nil for a page of a document.
        package var bytes: Int?
        package var sha256: String?
        /// Of the document, from 1; nil for what is no page.
        package var page: Int?
        /// Where the entry begins in an archive.
        package var offset: Int?
    }

    /// Of the input, from 1.
    package var number: Int
    package var id: String
    package var outputs: [Output] = []
    package var warnings: [Diagnostic] = []
    /// Empty when the map was drawn.
    package var errors: [Diagnostic] = []
    package var milliseconds = 0.0
    /// Tells whether an input is the one that was drawn.
    var digest: InputDigest?

    /// One line of JSON, without a line break.
    package var line: String { json.line }

    var json: JSONNode {
        [
            "number": .count(number), "id": .text(id),
            "outputs": errors.isEmpty ? .list(outputs.map(\.json)) : nil,
            "errors": errors.isEmpty ? nil : .list(errors.map(\.json)),
            "warnings": warnings.isEmpty ? nil : .list(warnings.map(\.json)),
            "ms": .number((milliseconds * 10).rounded() / 10), "input": digest.map { .text($0.text) },
        ]
    }
}

extension BatchResult.Output {
    fileprivate var json: JSONNode {
        [
            "name": .text(name), "format": .text(format.rawValue), "width": .count(width), "height": .count(height),
            "bytes": bytes.map(JSONNode.count), "sha256": sha256.map(JSONNode.text), "page": page.map(JSONNode.count),
            "offset": offset.map(JSONNode.count),
        ]
    }
}

extension Diagnostic {
    /// As `jsonLine` has it.
    fileprivate var json: JSONNode {
        (try? JSONDocument(file: "", text: Array(jsonLine.utf8)).root) ?? .text(description)
    }
}

/// The beginning of the SHA-256 of an input and of the options that it is drawn with.
struct InputDigest: Hashable, Sendable {
    let text: String

    init(_ item: BatchItem, options: String) {
        let outputs = item.outputs.map { "\($0.name):\($0.format.rawValue)" }.joined(separator: "\n")
        var bytes = Array("\(options)\n\(item.id)\n\(outputs)\n".utf8)
        if case .success(let scene) = item.scene { bytes += scene.text }
        text = String(Digest.sha256.hexadecimal(bytes).prefix(32))
    }

    init(text: String) { self.text = text }
}

/// The results of a run, one line of JSON each: also the journal from which a run that was killed is resumed.
///
/// A line is appended once its images are written as a whole. The object may be used by one thread at a time.
package final class ResultsFile {
    package let path: String
    private let descriptor: Int32
    /// The inputs that are done, by number.
    private(set) var done: [Int: InputDigest] = [:]
    /// The entry of an archive that was written last.
    private(set) var lastEntry: (name: String, offset: Int, bytes: Int)?
    private(set) var pages = 0

    /// Begins new results.
    ///
    /// - Throws: when the file cannot be created.
    package init(creating path: String) throws(Diagnostic) {
        self.path = path
        // In a folder of several people, a link may lead to any file of whoever draws the maps.
        let links = FileState(path)?.kind == .other ? 0 : O_NOFOLLOW
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | links, 0o644)
        guard descriptor >= 0 else {
            guard errno == ELOOP else { throw unwritable(path) }
            throw Diagnostic(
                code: .batchNotWritable, file: path, "results are not written through a link",
                hint: "name the file itself with --results")
        }
    }

    /// Continues results: those of maps that failed are dropped, so that these are tried again, and so is a line that was not
    /// written to its end.
    ///
    /// - Parameters:
    ///   - path: the file; a new one when there is none.
    ///   - isWritten: false when an output is not there any more, or has another size.
    /// - Throws: when the file cannot be read or written, or has other lines than results.
    package init(
        resuming path: String, isWritten: (_ name: String, _ bytes: Int?) -> Bool
    ) throws(Diagnostic) {
        self.path = path
        let temporary = path + ".new"
        var kept: [UInt8] = []
        let file = try createFile(beside: temporary)
        descriptor = file
        if fileExists(path) {
            let lines = try LineReader(path)
            var damaged: Int?
            while let line = try lines.next() {
                if let damaged {
                    throw Diagnostic(
                        code: .batchInvalidResults, file: path, position: Position(line: damaged, column: 1),
                        "the line is no result", hint: "start anew without --resume")
                }
                guard case .text(let bytes) = line, let node = try? JSONDocument(file: path, text: bytes).root,
                    let number = node["number"]?.number.flatMap(Int.init(exactly:)), node["id"]?.string != nil
                else {
                    damaged = lines.number
                    continue
                }
                guard keep(node, number, isWritten) else { continue }
                kept += bytes + [0x0A]
                if kept.count > 1 << 20 {
                    guard writeAll(kept, to: file) == 0 else { throw unwritable(temporary) }
                    kept = []
                }
            }
        }
        guard writeAll(kept, to: file) == 0, rename(temporary, path) == 0 else { throw unwritable(path) }
    }

    deinit { close(descriptor) }

    private func keep(
        _ node: JSONNode, _ number: Int, _ isWritten: (_ name: String, _ bytes: Int?) -> Bool
    ) -> Bool {
        guard let digest = node["input"]?.string, let outputs = node["outputs"]?.array, !outputs.isEmpty else {
            return false
        }
        for output in outputs {
            let bytes = output["bytes"]?.number.flatMap(Int.init(exactly:))
            guard let name = output["name"]?.string, isWritten(name, bytes) else { return false }
            if let offset = output["offset"]?.number.flatMap(Int.init(exactly:)), let bytes {
                lastEntry = (name, offset, bytes)
            }
        }
        done[number] = InputDigest(text: digest)
        return true
    }

    /// Appends a result.
    ///
    /// - Throws: when it cannot be written.
    func append(_ result: BatchResult) throws(Diagnostic) {
        guard writeAll(Array((result.line + "\n").utf8), to: descriptor) == 0 else { throw unwritable(path) }
    }
}

func unwritable(_ path: String, _ code: Int32 = errno) -> Diagnostic {
    Diagnostic(code: .batchNotWritable, file: path, "cannot be written: \(String(cString: strerror(code)))")
}

/// Creates a file beside an output, which nobody named: what stands there goes, and no link is followed.
func createFile(beside path: String) throws(Diagnostic) -> Int32 {
    unlink(path)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw unwritable(path) }
    return file
}
