// SPDX-License-Identifier: MIT
private import Synchronization

/// A parsed JSON text that knows the line and column of each of its values.
package final class JSONDocument: Sendable {
    /// What a document describes; the first part of its diagnostics' codes.
    package enum Kind: String, CaseIterable, Sendable {
        case json, scene, style, sprite, tilejson, geojson, schema
    }

    package let kind: Kind
    /// The file as the user named it, for messages.
    package let file: String
    /// The value; for a sequence of GeoJSON texts, an array of its records.
    package let root: JSONNode
    /// True for GeoJSON that is a sequence of texts, as in RFC 8142 or on lines of their own.
    package let isSequence: Bool
    private let text: [UInt8]
    /// Found for the first position.
    private let lines = Mutex<TextLines?>(nil)

    /// Parses UTF-8 text, with or without a byte order mark. GeoJSON may be a sequence of texts.
    /// - Throws: the first syntax error, with its line and column.
    package init(_ kind: Kind = .json, file: String, text: [UInt8]) throws(Diagnostic) {
        self.kind = kind
        self.file = file
        self.text = text
        var scanner = JSONScanner(text, keepsPositions: kind == .geojson || kind == .scene)
        do {
            if kind == .geojson {
                let (values, isSequence) = try scanner.sequence()
                self.isSequence = isSequence
                root = isSequence ? JSONNode(.array(values)) : values[0]
            } else {
                isSequence = false
                root = try scanner.document()
            }
        } catch {
            throw Diagnostic(
                code: error.limit?.code ?? DocumentProblem.syntax.code(in: kind), file: file,
                position: Position(of: error.offset, in: text), error.message, hint: error.hint)
        }
    }

    /// Wraps a tree that was not read from a text, such as one built in Swift.
    package init(_ kind: Kind = .json, file: String, root: JSONNode) {
        self.kind = kind
        self.file = file
        self.root = root
        isSequence = false
        text = []
    }

    /// A tree whose nodes have offsets in a text that is not JSON.
    package init(_ kind: Kind, file: String, text: [UInt8], root: JSONNode) {
        self.kind = kind
        self.file = file
        self.root = root
        self.text = text
        isSequence = false
    }

    /// The text of another document with another tree, whose nodes have offsets in that text.
    package init(_ kind: Kind, of other: JSONDocument, root: JSONNode) {
        self.kind = kind
        file = other.file
        self.root = root
        isSequence = other.isSequence
        text = other.text
    }

    /// The line and column of a byte offset; nil for a tree that was not read from a text.
    package func position(of offset: Int) -> Position? {
        guard !text.isEmpty else { return nil }
        let known = lines.withLock { lines in
            let known = lines ?? TextLines(text)
            lines = known
            return known
        }
        return known.position(of: offset, in: text)
    }
}
