// SPDX-License-Identifier: MIT
package import MapDiagnostics

extension JSONNode {
    /// How a value differs from an earlier one, a line each: `annotations[0].title: "Hotel" → "Inn"`.
    package func changes(since old: JSONNode, path: String = "") -> [String] {
        guard self != old else { return [] }
        switch (old.value, value) {
        case (.object(let old), .object(let new)): return Self.changes(old, new, path)
        case (.array(let old), .array(let new)): return Self.changes(old, new, path)
        default: return ["\(path.isEmpty ? "" : path + ": ")\(old.excerpt) → \(excerpt)"]
        }
    }

    private static func changes(_ old: JSONObject, _ new: JSONObject, _ path: String) -> [String] {
        let keys = old.members.map(\.key) + new.members.map(\.key).filter { old[$0] == nil }
        return keys.flatMap { key -> [String] in
            let inner = path.isEmpty ? key : "\(path).\(key)"
            return switch (old[key], new[key]) {
            case (let old?, let new?): new.changes(since: old, path: inner)
            case (let old?, nil): ["\(inner): removed, was \(old.excerpt)"]
            case (nil, let new?): ["\(inner): added, \(new.excerpt)"]
            case (nil, nil): []
            }
        }
    }

    /// Item by item where the count is the same; else what was inserted and removed.
    private static func changes(_ old: [JSONNode], _ new: [JSONNode], _ path: String) -> [String] {
        guard old.count != new.count else {
            return zip(old, new).enumerated().flatMap { $1.1.changes(since: $1.0, path: "\(path)[\($0)]") }
        }
        return new.difference(from: old).map { change in
            switch change {
            case .insert(let index, let item, _): "\(path)[\(index)]: added, \(item.excerpt)"
            case .remove(let index, let item, _): "\(path)[\(index)]: removed, was \(item.excerpt)"
            }
        }
    }

    /// On one line, and not too long for a message.
    private var excerpt: String { line.count <= 120 ? line : line.prefix(119) + "…" }
}
