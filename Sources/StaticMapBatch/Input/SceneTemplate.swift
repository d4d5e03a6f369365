// SPDX-License-Identifier: MIT
package import MapCore

/// A scene with placeholders in its texts, which rows fill.
///
/// A text that is one placeholder becomes the row's value, of whatever type: `"center": ["{{lon}}", "{{lat}}"]`. Within other
/// text it becomes a part of it. Values are written as JSON, so that nothing in them can change the scene around them, and on
/// one line, so that messages about the scene name the lines of the template.
package struct SceneTemplate: Sendable {
    private enum Piece: Sendable {
        /// JSON as the template has it.
        case text([UInt8])
        case value(Placeholder, Position?)
        case string(PlaceholderText, Position?)
    }

    /// The template's file, as messages call it.
    package let file: String
    private let pieces: [Piece]

    /// Scenes are written by people and programs for one map.
    private static let limit = 64 << 20

    /// Reads a template.
    ///
    /// - Throws: when the file is missing, is not JSON, or has a placeholder that is written wrongly.
    package init(_ path: String) throws(Diagnostic) {
        try self.init(text: try readFile(path, limit: Self.limit), file: path)
    }

    package init(text: [UInt8], file: String) throws(Diagnostic) {
        self.file = file
        let document = try JSONDocument(.scene, file: file, text: text)
        var pieces: [Piece] = []
        var end = 0
        for (node, isKey) in document.root.texts {
            guard let string = node.string, string.contains("{{") else { continue }
            let position = document.position(of: node.offset)
            let parsed: PlaceholderText
            do throws(PlaceholderError) {
                parsed = try PlaceholderText(string)
            } catch {
                throw Diagnostic(
                    code: error.code, file: file, position: position, error.message, hint: error.hint)
            }
            guard !isKey || parsed.placeholders.isEmpty else {
                throw Diagnostic(
                    code: .batchInvalidPlaceholder, file: file, position: position,
                    "a placeholder stands for a value, not for a key")
            }
            pieces.append(.text(Array(text[end..<node.offset])))
            if parsed.parts.count == 1, let placeholder = parsed.placeholders.first {
                pieces.append(.value(placeholder, position))
            } else {
                pieces.append(.string(parsed, position))
            }
            end = Self.endOfString(text, node.offset)
        }
        pieces.append(.text(Array(text[end...])))
        self.pieces = pieces
    }

    /// What stands for a value of a row.
    package struct Parameter: Hashable, Sendable {
        package let name: String
        /// `auto`, `text`, `number`, `bool` or `json`.
        package let kind: String
        /// In place of a missing value.
        package let fallback: String?
    }

    /// The placeholders in the order of the text.
    package var parameters: [Parameter] {
        let placeholders = pieces.flatMap { piece -> [Placeholder] in
            switch piece {
            case .text: []
            case .value(let placeholder, _): [placeholder]
            case .string(let text, _): text.placeholders
            }
        }
        return placeholders.map { Parameter(name: $0.column, kind: $0.kind.rawValue, fallback: $0.fallback) }
    }

    /// The columns that every row must have.
    var requiredColumns: [(name: String, position: Position?)] {
        pieces.flatMap { piece -> [(String, Position?)] in
            switch piece {
            case .text: []
            case .value(let placeholder, let position):
                placeholder.fallback == nil ? [(placeholder.column, position)] : []
            case .string(let text, let position):
                text.placeholders.filter { $0.fallback == nil }.map { ($0.column, position) }
            }
        }
    }

    /// The scene of a row, and the columns of values whose type was found out from a cell, by their offsets in it.
    ///
    /// - Throws: when the row has no value for a placeholder, or one of another type.
    package func scene(for row: Row) throws(Diagnostic) -> (text: [UInt8], columns: [Int: String]) {
        var (scene, columns): ([UInt8], [Int: String]) = ([], [:])
        for piece in pieces {
            switch piece {
            case .text(let bytes): scene += bytes
            case .value(let placeholder, let position):
                if placeholder.kind == .automatic { columns[scene.count] = placeholder.column }
                do throws(PlaceholderError) {
                    scene += try placeholder.value(in: row).line.utf8
                } catch {
                    throw diagnostic(error, row, position)
                }
            case .string(let text, let position):
                do throws(PlaceholderError) {
                    scene += quoted(try text.text(for: row)).utf8
                } catch {
                    throw diagnostic(error, row, position)
                }
            }
        }
        return (scene, columns)
    }

    private func diagnostic(_ error: PlaceholderError, _ row: Row, _ position: Position?) -> Diagnostic {
        error.diagnostic(row, usedAt: position.map { "\(file):\($0.line):\($0.column)" } ?? file)
    }

    /// The offset after a string that begins at an offset; the text is known to be sound.
    private static func endOfString(_ text: [UInt8], _ start: Int) -> Int {
        var at = start + 1
        while at < text.count, text[at] != UInt8(ascii: "\"") { at += text[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return at + 1
    }
}

extension PlaceholderError {
    /// What is wrong with a row.
    func diagnostic(_ row: Row, usedAt use: String) -> Diagnostic {
        let known = row.columns.prefix(20).joined(separator: ", ")
        let columns = known.isEmpty ? "there are no columns" : "the columns are \(known)"
        let hints = [
            code == .batchMissingValue && !row.columns.contains(column) ? columns : nil, hint, "used at \(use)",
        ]
        return Diagnostic(
            code: code, file: row.file, position: row.position, path: column, message,
            hint: hints.compactMap(\.self).joined(separator: "; "))
    }
}

extension JSONNode {
    /// All texts of a value in the order of the document, those of keys too.
    fileprivate var texts: [(node: JSONNode, isKey: Bool)] {
        switch value {
        case .string: [(self, false)]
        case .array(let items): items.flatMap(\.texts)
        case .object(let object):
            object.members.flatMap { member in
                [(JSONNode(.string(member.key), offset: member.keyOffset), true)] + member.node.texts
            }
        case .null, .bool, .number: []
        }
    }
}
