// SPDX-License-Identifier: MIT

/// JSON text in which values can be replaced; all around them stays as its writer set it.
package struct JSONText: Sendable {
    /// A step towards a value.
    package enum Step: Hashable, Sendable {
        case key(String)
        /// An array's element; its count is one beyond the last.
        case index(Int)
    }

    /// UTF-8.
    package private(set) var bytes: [UInt8]
    package private(set) var root: JSONNode
    /// True to put as many line breaks after a value as it has less than the one before it, so that messages about
    /// what follows name the lines of the text as it was.
    package var keepsLines = false
    private let file: String

    /// - Throws: the first syntax error.
    package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
        self.bytes = bytes
        self.file = file
        root = try JSONDocument(file: file, text: bytes).root
    }

    /// The value that steps lead to.
    package func node(at steps: [Step]) -> JSONNode? {
        steps.reduce(root) { node, step in
            switch step {
            case .key(let key): node?[key]
            case .index(let index): node?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            }
        }
    }

    /// Puts a value where the steps lead. Objects and arrays that are missing on the way are made; a value that is in
    /// the way is replaced.
    ///
    /// - Throws: when the result would not be JSON, which only a text with repeated keys can bring about.
    package mutating func set(_ value: JSONNode, at steps: [Step]) throws(Diagnostic) {
        var (node, rest) = (root, steps[...])
        while let step = rest.first {
            guard let next = child(of: node, step) else { break }
            node = next
            rest = rest.dropFirst()
        }
        var new = value
        for step in rest.dropFirst().reversed() { new = Self.wrapped(new, step) }
        if let step = rest.first {
            insert(new, step, into: node)
        } else {
            replace(node.offset..<end(of: node.offset), with: new.line)
        }
        root = try JSONDocument(file: file, text: bytes).root
    }

    /// The text of a value, as its writer set it.
    package func text(of node: JSONNode) -> String {
        String(decoding: bytes[node.offset..<end(of: node.offset)], as: UTF8.self)
    }

    /// What comes after the value: most often a line break.
    package var textAfterRoot: String { String(decoding: bytes[end(of: root.offset)...], as: UTF8.self) }

    /// The space between the last thing before an offset and the offset.
    package func space(before offset: Int) -> String {
        let space = bytes[..<offset].reversed().prefix { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        return String(decoding: space.reversed(), as: UTF8.self)
    }

    /// The space before the bracket that closes an object or an array.
    package func spaceBeforeEnd(of node: JSONNode) -> String { space(before: end(of: node.offset) - 1) }

    private func child(of node: JSONNode, _ step: Step) -> JSONNode? {
        switch step {
        case .key(let key): node[key]
        case .index(let index): node.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        }
    }

    private static func wrapped(_ node: JSONNode, _ step: Step) -> JSONNode {
        switch step {
        case .key(let key): [key: node]
        case .index: [node]
        }
    }

    /// Adds a member or element at the end of an object or array.
    private mutating func insert(_ new: JSONNode, _ step: Step, into node: JSONNode) {
        let all = node.offset..<end(of: node.offset)
        let last: JSONNode?
        let text: String
        switch (step, node.value) {
        case (.key(let key), .object(let object)):
            last = object.members.last?.node
            text = quoted(key) + ": " + new.line
        case (.index, .array(let items)):
            last = items.last
            text = new.line
        default:
            replace(all, with: Self.wrapped(new, step).line)
            return
        }
        guard let last else {
            replace(all.upperBound - 1..<all.upperBound - 1, with: text)
            return
        }
        let offset = end(of: last.offset)
        replace(offset..<offset, with: "," + spacing(before: step, last, node) + text)
    }

    /// The space that stands before the last member: the new one is set like it.
    private func spacing(before step: Step, _ last: JSONNode, _ node: JSONNode) -> String {
        var start = last.offset
        if case .key = step, let member = node.object?.members.last { start = member.keyOffset }
        let text = space(before: start)
        return text.isEmpty || (node.array ?? []).count == 1 && !text.contains("\n") ? " " : text
    }

    private mutating func replace(_ range: Range<Int>, with text: String) {
        var new = Array(text.utf8)
        if keepsLines {
            let lost = bytes[range].count { $0 == 0x0A } - new.count { $0 == 0x0A }
            new += [UInt8](repeating: 0x0A, count: max(0, lost))
        }
        bytes.replaceSubrange(range, with: new)
    }

    private func end(of start: Int) -> Int { Self.end(of: start, in: bytes) }

    /// The offset after the value that begins at an offset of a sound text.
    package static func end(of start: Int, in bytes: [UInt8]) -> Int {
        var (at, depth) = (start, 0)
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
                    at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
                }
                if depth == 0 { return at + 1 }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // The end of what a plain value stands in.
                if depth == 0 { return at }
                depth -= 1
                if depth == 0 { return at + 1 }
            case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09: if depth == 0 { return at }
            default: break
            }
            at += 1
        }
        return bytes.count
    }
}
