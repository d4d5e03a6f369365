// SPDX-License-Identifier: MIT

/// JSON in which values can be replaced, as text or as a tree.
package protocol EditableJSON {
    var root: JSONNode { get }

    /// Puts a value where the steps lead. Objects and arrays that are missing on the way are made; a value that is in
    /// the way is replaced.
    ///
    /// - Throws: when the result would not be JSON.
    mutating func set(_ value: JSONNode, at steps: [JSONText.Step]) throws(Diagnostic)
}

extension JSONText: EditableJSON {}

/// A parsed text whose tree is edited, while the text stays: what it has keeps its place for messages, and what is new gets the
/// place of what it stands in.
package struct JSONTree: EditableJSON {
    package private(set) var root: JSONNode
    private let original: JSONDocument

    /// - Throws: the first syntax error.
    package init(_ kind: JSONDocument.Kind, _ text: [UInt8], file: String) throws(Diagnostic) {
        original = try JSONDocument(kind, file: file, text: text)
        root = original.root
    }

    /// The tree with all edits.
    package var document: JSONDocument { JSONDocument(original.kind, of: original, root: root) }

    package mutating func set(_ value: JSONNode, at steps: [JSONText.Step]) {
        root = root.setting(value, at: steps[...])
    }
}

extension JSONNode {
    /// The value without places of its own, for another text than the one that it was read from.
    package var withoutPlaces: JSONNode {
        switch value {
        case .array(let items): JSONNode(.array(items.map(\.withoutPlaces)))
        case .object(let object):
            JSONNode(.object(JSONObject(object.members.map { JSONObject.Member($0.key, $0.node.withoutPlaces) })))
        case .null, .bool, .number, .string: JSONNode(value)
        }
    }

    fileprivate func setting(_ new: JSONNode, at steps: ArraySlice<JSONText.Step>) -> JSONNode {
        guard let step = steps.first else { return new.placed(at: offset) }
        let rest = steps.dropFirst()
        switch (step, value) {
        case (.key(let key), .object(var object)):
            if let index = object.members.lastIndex(where: { $0.key == key }) {
                object.members[index].node = object.members[index].node.setting(new, at: rest)
            } else {
                let node = new.wrapped(in: rest).placed(at: offset)
                object.members.append(JSONObject.Member(key: key, keyOffset: offset, node: node))
            }
            return JSONNode(.object(object), offset: offset)
        case (.index(let index), .array(var items)):
            if items.indices.contains(index) {
                items[index] = items[index].setting(new, at: rest)
            } else {
                items.append(new.wrapped(in: rest).placed(at: offset))
            }
            return JSONNode(.array(items), offset: offset)
        default: return new.wrapped(in: steps).placed(at: offset)
        }
    }

    /// In the objects and arrays that the steps lead through.
    fileprivate func wrapped(in steps: ArraySlice<JSONText.Step>) -> JSONNode {
        steps.reversed().reduce(self) { node, step in
            switch step {
            case .key(let key): .members([key: node])
            case .index: .list([node])
            }
        }
    }

    /// With a place for all that has none; only the root of a text can be at its very beginning.
    fileprivate func placed(at place: Int) -> JSONNode {
        let own = offset == 0 ? place : offset
        switch value {
        case .array(let items): return JSONNode(.array(items.map { $0.placed(at: own) }), offset: own)
        case .object(let object):
            let members = object.members.map { member in
                JSONObject.Member(
                    key: member.key, keyOffset: member.keyOffset == 0 ? own : member.keyOffset,
                    node: member.node.placed(at: own))
            }
            return JSONNode(.object(JSONObject(members)), offset: own)
        case .null, .bool, .number, .string: return JSONNode(value, offset: own)
        }
    }
}
