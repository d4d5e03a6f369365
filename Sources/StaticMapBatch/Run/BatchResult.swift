// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import StaticMap

/// What became of a map: a line of the results.
package struct BatchResult: Sendable {
    /// A picture that was written.
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
        .members([
            "number": .count(number), "id": .text(id),
            "outputs": errors.isEmpty ? .list(outputs.map(\.json)) : nil,
            "errors": errors.isEmpty ? nil : .list(errors.map(\.json)),
            "warnings": warnings.isEmpty ? nil : .list(warnings.map(\.json)),
            "ms": .number((milliseconds * 10).rounded() / 10), "input": digest.map { .text($0.text) },
        ])
    }
}

extension BatchResult.Output {
    fileprivate var json: JSONNode {
        .members([
            "name": .text(name), "format": .text(format.rawValue), "width": .count(width), "height": .count(height),
            "bytes": bytes.map(JSONNode.count), "sha256": sha256.map(JSONNode.text), "page": page.map(JSONNode.count),
            "offset": offset.map(JSONNode.count),
        ])
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
        text = String(sha256(bytes).prefix(32))
    }

    init(text: String) { self.text = text }
}
