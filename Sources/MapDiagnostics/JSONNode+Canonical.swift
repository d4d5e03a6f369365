// SPDX-License-Identifier: MIT

extension JSONNode {
    /// The value with the members of objects sorted by key and without repeated keys, so that two are equal whatever
    /// the order in which their members stand.
    package var canonical: JSONNode {
        switch value {
        case .object(let object):
            let members = Dictionary(object.members.map { ($0.key, $0) }) { $1 }.values.sorted { $0.key < $1.key }
            let sorted = members.map {
                JSONObject.Member(key: $0.key, keyOffset: $0.keyOffset, node: $0.node.canonical)
            }
            return JSONNode(.object(JSONObject(sorted)), offset: offset)
        case .array(let elements): return JSONNode(.array(elements.map(\.canonical)), offset: offset)
        case .null, .bool, .number, .string: return self
        }
    }
}
