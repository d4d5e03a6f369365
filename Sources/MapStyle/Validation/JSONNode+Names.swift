// SPDX-License-Identifier: MIT
import MapDiagnostics

extension JSONNode {
    /// The name of the value's type, as JavaScript and the reference validator call it.
    var kindName: String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// JavaScript's idea of a value that counts as given: not null, false, 0 or an empty string.
    var isTruthy: Bool {
        switch value {
        case .null: false
        case .bool(let bool): bool
        case .number(let number): number != 0
        case .string(let string): !string.isEmpty
        case .array, .object: true
        }
    }

    /// The value as JSON without spaces; long values are cut.
    var compactText: String {
        var text = ""
        write(to: &text)
        return text.clipped
    }

    private func write(to text: inout String) {
        guard text.utf8.count < String.longestQuoted else { return }
        switch value {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .number(let number): text += formatted(number)
        case .string(let string): text += quoted(string.clipped)
        case .array(let items):
            text += "["
            for (index, item) in items.enumerated() {
                guard text.utf8.count < String.longestQuoted else { return }
                if index > 0 { text += "," }
                item.write(to: &text)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, member) in object.members.enumerated() {
                guard text.utf8.count < String.longestQuoted else { return }
                if index > 0 { text += "," }
                text += quoted(member.key.clipped) + ":"
                member.node.write(to: &text)
            }
            text += "}"
        }
    }
}

extension String {
    /// Messages quote no more of a value than this many bytes.
    fileprivate static let longestQuoted = 400

    /// The beginning of a string that may be of any length.
    var clipped: String {
        utf8.count <= Self.longestQuoted ? self : prefix(Self.longestQuoted) + "…"
    }
}
