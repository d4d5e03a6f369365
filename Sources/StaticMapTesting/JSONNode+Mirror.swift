// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapScene

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
        case .enum where mirror.children.isEmpty: self = .text("\(value)")
        case .enum:
            self.init(
                members: mirror.children.map {
                    JSONObject.Member($0.label ?? "", JSONNode(describing: $0.value) ?? .null)
                })
        case .class: self = .text("\(type(of: value))")
        default:
            guard !mirror.children.isEmpty else {
                self = .text("\(value)")
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
