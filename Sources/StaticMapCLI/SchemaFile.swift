// SPDX-License-Identifier: MIT
import Libc
package import MapCore
import Yams

/// Reads a table of tags and layers: YAML, of which JSON is a part, with the line and column of each value.
package func schemaDocument(_ path: String) throws(Diagnostic) -> JSONDocument {
    let text = try readFile(path, limit: 16 << 20)
    if path.hasSuffix(".json") { return try JSONDocument(.schema, file: path, text: text) }
    return try schemaDocument(yaml: text, file: path)
}

/// The same for a text.
package func schemaDocument(yaml text: [UInt8], file: String) throws(Diagnostic) -> JSONDocument {
    let root: Node?
    do {
        root = try Yams.compose(yaml: String(decoding: text, as: UTF8.self))
    } catch {
        var position: Position?
        var reason = "\(error)"
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            position = Position(line: mark.line, column: mark.column)
            reason = problem
        default: break
        }
        throw Diagnostic(code: "schema.syntax", file: file, position: position, "this is not YAML: \(reason)")
    }
    var starts = [0]
    for (index, byte) in text.enumerated() where byte == 0x0A { starts.append(index + 1) }
    let node = root.map { JSONNode(yaml: $0, lineStarts: starts, depth: 0) } ?? .null
    return JSONDocument(.schema, file: file, text: text, root: node)
}

/// Removes a file that nobody named, if it is there.
func removeFile(_ path: String) { unlink(path) }

extension JSONNode {
    /// Plain numbers are numbers; everything else is text: `yes` and `no` are values of tags.
    fileprivate init(yaml node: Node, lineStarts: [Int], depth: Int) {
        let offset = Self.offset(node, lineStarts)
        guard depth < 64 else {
            self.init(.null, offset: offset)
            return
        }
        switch node {
        case .mapping(let mapping):
            var object = JSONObject()
            for (key, child) in mapping {
                var member = JSONObject.Member(
                    key.scalar?.string ?? "", JSONNode(yaml: child, lineStarts: lineStarts, depth: depth + 1))
                member.keyOffset = Self.offset(key, lineStarts)
                object.members.append(member)
            }
            self.init(.object(object), offset: offset)
        case .sequence(let sequence):
            self.init(
                .array(sequence.map { JSONNode(yaml: $0, lineStarts: lineStarts, depth: depth + 1) }), offset: offset)
        case .scalar(let scalar):
            let isNumber = scalar.style == .plain && scalar.string.allSatisfy { "0123456789.-".contains($0) }
            if isNumber, let number = Double(scalar.string) {
                self.init(.number(number), offset: offset)
            } else {
                self.init(.string(scalar.string), offset: offset)
            }
        default: self.init(.null, offset: offset)
        }
    }

    private static func offset(_ node: Node, _ lineStarts: [Int]) -> Int {
        guard let mark = node.mark, mark.line >= 1, mark.line <= lineStarts.count else { return 0 }
        return lineStarts[mark.line - 1] + mark.column - 1
    }
}
