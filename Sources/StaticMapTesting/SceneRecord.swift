// SPDX-License-Identifier: MIT
package import Foundation
package import MapCore
package import MapScene

/// The scene that a reference image was drawn from, a JSON file beside the image: on failure it says what changed.
///
/// A scene that was read from a file is kept as it was written; one that was built in Swift by its properties.
package struct SceneRecord {
    package let file: URL
    let text: String

    package init(_ document: SceneDocument, file: URL) {
        self.file = file
        text = document.text.isEmpty ? (JSONNode(describing: document.scene)?.lines ?? "{}") + "\n" : document.text
    }

    func write() throws { try Data(text.utf8).write(to: file) }

    /// How the scene differs from the recorded one, a line each.
    func changes() throws -> [String] {
        guard let recorded = try? Data(contentsOf: file) else {
            return ["the reference was recorded without its scene"]
        }
        let name = file.lastPathComponent
        let old = try JSONDocument(file: name, text: [UInt8](recorded)).root
        let new = try JSONDocument(file: name, text: Array(text.utf8)).root
        let changes = new.changes(since: old)
        guard !changes.isEmpty else { return ["the scene is as it was recorded in \(name)"] }
        let rest = changes.count > 20 ? ["  and \(changes.count - 20) more"] : []
        return ["the scene is not as it was recorded in \(name):"] + changes.prefix(20).map { "  \($0)" } + rest
    }
}

extension JSONNode {
    /// A Swift value by its stored properties, in their order; nil for a nil and for an empty collection.
    ///
    /// A case of an enum is its name, or an object with its name and what it carries. Bytes are their count and their
    /// FNV-1a hash; an object is the name of its class.
    package init?(describing value: Any) {
        switch value {
        case let bool as Bool: self.init(.bool(bool))
        case let number as any BinaryInteger: self = .number(Double(number))
        case let number as any BinaryFloatingPoint: self = .number(Double(number))
        case let text as any StringProtocol: self = .text(String(text))
        // An empty array of any type casts to bytes.
        case let bytes as [UInt8] where !bytes.isEmpty: self = .text(Self.summary(of: bytes))
        case let inline as InlineJSON: self = inline.node
        default: self.init(Mirror(reflecting: value), of: value)
        }
    }

    private init?(_ mirror: Mirror, of value: Any) {
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first else { return nil }
            self.init(describing: wrapped.value)
        case .collection: self.init(items: mirror.children.map { JSONNode(describing: $0.value) ?? .null })
        case .set:
            let items = mirror.children.map { JSONNode(describing: $0.value) ?? .null }
            self.init(items: items.sorted { $0.line < $1.line })
        case .dictionary:
            let pairs = mirror.children.map { Array(Mirror(reflecting: $0.value).children.map(\.value)) }
            let members = pairs.compactMap { pair in
                JSONNode(describing: pair[1]).map { JSONObject.Member("\(pair[0])", $0) }
            }
            self.init(members: members.sorted { $0.key < $1.key })
        case .enum where mirror.children.isEmpty: self = "\(value)"
        case .enum:
            self.init(
                members: mirror.children.map {
                    JSONObject.Member($0.label ?? "", JSONNode(describing: $0.value) ?? .null)
                })
        case .class: self = "\(type(of: value))"
        default:
            guard !mirror.children.isEmpty else {
                self = "\(value)"
                return
            }
            let members = mirror.children.compactMap { child in
                JSONNode(describing: child.value).map { JSONObject.Member(child.label ?? "", $0) }
            }
            self.init(.object(JSONObject(members)))
        }
    }

    private init?(items: [JSONNode]) {
        guard !items.isEmpty else { return nil }
        self = .list(items)
    }

    private init?(members: [JSONObject.Member]) {
        guard !members.isEmpty else { return nil }
        self.init(.object(JSONObject(members)))
    }

    /// - SeeAlso: RFC 9923, *The FNV Non-Cryptographic Hash Algorithm*.
    private static func summary(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return "\(bytes.count) bytes, FNV-1a \(String(hash, radix: 16))"
    }
}

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
