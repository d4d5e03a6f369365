// SPDX-License-Identifier: MIT

/// A JSON value with its place in the text. Two are equal when their values are, wherever they stand.
package struct JSONNode: Sendable, Hashable {
    package var value: JSONValue
    /// Byte offset of the value's first character.
    package var offset: Int

    package init(_ value: JSONValue, offset: Int = 0) {
        self.value = value
        self.offset = offset
    }

    package static func == (a: JSONNode, b: JSONNode) -> Bool { a.value == b.value }
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object(JSONObject)
}

/// Members in the order of the text; of a repeated key the last one counts, as in JavaScript.
package struct JSONObject: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        package var key: String
        /// Byte offset of the key's opening quote.
        package var keyOffset: Int
        package var node: JSONNode

        package static func == (a: Member, b: Member) -> Bool { a.key == b.key && a.node == b.node }
        package func hash(into hasher: inout Hasher) {
            hasher.combine(key)
            hasher.combine(node)
        }
    }

    package var members: [Member] = []

    package init() {}

    package subscript(_ key: String) -> JSONNode? {
        members.last { $0.key == key }?.node
    }
}

extension JSONNode {
    package subscript(_ key: String) -> JSONNode? {
        if case .object(let object) = value { object[key] } else { nil }
    }
    package var string: String? { if case .string(let s) = value { s } else { nil } }

    // Inlined elsewhere, the next two make the optimizer of Swift 6.3.1 stop now and then ("outside of lifetime use").
    @inline(never) package var number: Double? { if case .number(let n) = value { n } else { nil } }
    @inline(never) package var bool: Bool? { if case .bool(let b) = value { b } else { nil } }

    package var array: [JSONNode]? { if case .array(let a) = value { a } else { nil } }
    package var object: JSONObject? { if case .object(let o) = value { o } else { nil } }
    package var isNull: Bool { if case .null = value { true } else { false } }
}
