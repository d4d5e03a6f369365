// SPDX-License-Identifier: MIT

extension JSONNode {
    package static func text(_ text: String) -> JSONNode { JSONNode(.string(text)) }
    package static func number(_ number: Double) -> JSONNode { JSONNode(.number(number)) }
    package static func count(_ count: Int) -> JSONNode { JSONNode(.number(Double(count))) }
    package static func list(_ items: some Sequence<JSONNode>) -> JSONNode { JSONNode(.array(Array(items))) }
    package static let null = JSONNode(.null)

    /// An object in this order; members without a value are left out.
    package static func members(_ members: KeyValuePairs<String, JSONNode?>) -> JSONNode {
        var object = JSONObject()
        for (key, node) in members {
            if let node { object.members.append(JSONObject.Member(key, node)) }
        }
        return JSONNode(.object(object))
    }

    /// JSON text over several lines, two spaces a level; what is short, and holds nothing but plain values, stands on one.
    package var lines: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    /// JSON text on one line.
    package var line: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    private func write(to text: inout String, indent: Int?) {
        switch value {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .number(let number): text += number.isFinite ? formatted(number) : "null"
        case .string(let string): text += quoted(string)
        case .array(let items):
            write("[", items.map { (nil, $0) }, "]", to: &text, indent: indent)
        case .object(let object):
            write("{", object.members.map { ($0.key, $0.node) }, "}", to: &text, indent: indent)
        }
    }

    private func write(
        _ open: String, _ members: [(String?, JSONNode)], _ close: String, to text: inout String, indent: Int?
    ) {
        let isShort = members.count <= 8 && members.allSatisfy { $0.1.isPlain }
        let inner = indent.flatMap { isShort ? nil : $0 + 1 }
        text += open
        for (index, (key, node)) in members.enumerated() {
            if let inner {
                text += (index == 0 ? "\n" : ",\n") + String(repeating: "  ", count: inner)
            } else if index > 0 {
                text += ", "
            }
            if let key { text += quoted(key) + ": " }
            node.write(to: &text, indent: inner)
        }
        if let inner, !members.isEmpty { text += "\n" + String(repeating: "  ", count: inner - 1) }
        text += close
    }

    private var isPlain: Bool {
        switch value {
        case .null, .bool, .number: true
        case .string(let string): string.utf8.count <= 60
        case .array(let items): items.isEmpty
        case .object(let object): object.members.isEmpty
        }
    }
}

extension JSONObject {
    package init(_ members: [Member]) {
        self.init()
        self.members = members
    }
}

extension JSONObject.Member {
    /// A member that was not read from a text.
    package init(_ key: String, _ node: JSONNode) {
        self.init(key: key, keyOffset: 0, node: node)
    }
}

/// A string as a JSON literal.
package func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\u{8}": result += "\\b"
        case "\u{C}": result += "\\f"
        // Line separators end a line in JavaScript, which JSON is often pasted into.
        case "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
