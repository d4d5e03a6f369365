// SPDX-License-Identifier: MIT
import Foundation
package import HTTPTypes
import MapCore
import Synchronization

/// A request as the routes see it, whatever read it from the wire.
package struct ServerRequest: Sendable {
    package var method: HTTPRequest.Method
    /// Path and query as they were sent.
    package var target: String
    /// The path as it was sent, still percent-encoded.
    package var path: Substring
    package var query: Query
    package var headers: HTTPFields
    package var body: [UInt8]
    /// What the client said it asked for, from `Host` or `:authority`.
    package var authority: String?
    /// The address of the other end of the connection.
    package var peer: String
    /// Its name in the log and in its answer.
    package var id: String
    /// The name of its route, for logs and metrics.
    var route = "other"
    /// What the placeholders of its route's pattern stand for, in order, percent-encoded.
    var parts: [Substring] = []
    /// The key of the keys file that it has been sent with.
    var key: AccessKey?
    /// Cancelled when the client closes the connection.
    package var cancellation: CancellationFlag

    package init(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = HTTPFields(), body: [UInt8] = [],
        authority: String? = nil, peer: String = "", id: String? = nil
    ) {
        self.method = method
        self.target = target
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = target[..<(mark ?? target.endIndex)]
        query = Query(mark.map { target[target.index(after: $0)...] } ?? "")
        self.headers = headers
        self.body = body
        self.authority = authority
        self.peer = peer
        self.id = id ?? RequestID.of(headers[.requestID])
        cancellation = CancellationFlag()
    }

    /// The path's segments, percent-encoded. A trailing slash gives an empty last one.
    package var segments: [Substring] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }
}

/// Tells whoever works for a client that the client is gone.
package final class CancellationFlag: Sendable {
    private struct State {
        var isCancelled = false
        var observers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var isCancelled: Bool { state.withLock(\.isCancelled) }

    package func cancel() {
        let observers = state.withLock { state in
            guard !state.isCancelled else { return [@Sendable () -> Void]() }
            state.isCancelled = true
            defer { state.observers = [] }
            return state.observers
        }
        for observer in observers { observer() }
    }

    /// Calls the observer once, at once if the client is already gone.
    package func onCancel(_ observer: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isCancelled { state.observers.append(observer) }
            return state.isCancelled
        }
        if isLate { observer() }
    }
}

extension ServerRequest {
    /// What its drawing is of, for the log.
    func subject(_ digest: String) -> DrawingSubject { subject(digest, withoutSecrets(target).utf8) }

    func subject(_ digest: String, _ text: some Collection<UInt8>) -> DrawingSubject {
        var subject = DrawingSubject(digest: digest, text: text)
        subject.usage = key?.usage
        return subject
    }
}

/// The name of a request, in its answer, in the log and in problems.
enum RequestID {
    private static let prefix = String(UInt32.random(in: 0 ... .max), radix: 36)
    private static let counter = Atomic(1)

    /// The one that the client has given, if it is short and plain; else a new one.
    static func of(_ given: String?) -> String {
        if let given, isPlain(given) { return given }
        return "\(prefix)-\(counter.add(1, ordering: .relaxed).oldValue)"
    }

    /// Letters, digits and `-._` alone: it goes into logs and fields as it is.
    private static func isPlain(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// The parameters of an address in the order in which they were sent, decoded.
package struct Query: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var items: [Item]

    package init(items: [Item] = []) {
        self.items = items
    }

    /// Reads `a=1&b=2`.
    package init(_ text: Substring) {
        items = text.split(separator: "&").map { part in
            guard let equals = part.firstIndex(of: "=") else {
                return Item(percentDecoded(part, plusIsSpace: true), "")
            }
            return Item(
                percentDecoded(part[..<equals], plusIsSpace: true),
                percentDecoded(part[part.index(after: equals)...], plusIsSpace: true))
        }
    }

    /// The first value of a name.
    package subscript(_ name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// All values of a name, also of the form `name[]`, which PHP and qs use for lists.
    package func all(_ name: String) -> [String] {
        items.filter { $0.name == name || $0.name == name + "[]" }.map(\.value)
    }

    /// Names in lowercase, for protocols whose parameters have no case.
    package var lowercased: Query {
        Query(items: items.map { Item($0.name.lowercased(), $0.value) })
    }
}

/// Decodes `%XX`; malformed escapes stay as they are, and bytes that are not UTF-8 become U+FFFD.
/// A plus is a space in queries, as HTML forms have it, and a plus in paths.
package func percentDecoded(_ text: Substring, plusIsSpace: Bool = false) -> String {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "%")) || plusIsSpace && bytes.contains(UInt8(ascii: "+")) else {
        return String(text)
    }
    return String(decoding: percentDecoded(Array(bytes), plusIsSpace: plusIsSpace), as: UTF8.self)
}

/// Parameters whose values let others ask as the client that sent them.
private let secrets = Set(["signature", "sig"]).union(AccessControl.parameters)

/// An address as logs may have it: without keys and signatures, also of an address in its parameter `url`.
package func withoutSecrets(_ target: String) -> String {
    guard let mark = target.firstIndex(of: "?") else { return target }
    let items = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    let shown = items.map { item -> String in
        guard let equals = item.firstIndex(of: "=") else { return String(item) }
        let name = percentDecoded(item[..<equals], plusIsSpace: true)
        if secrets.contains(name) { return name + "=***" }
        guard name == "url" else { return String(item) }
        let inner = percentDecoded(item[item.index(after: equals)...], plusIsSpace: true)
        return "url=" + percentEncoded(withoutSecrets(inner))
    }
    return target[...mark] + shown.joined(separator: "&")
}

/// Base64 with padding, RFC 4648, §4.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// The bytes of base64 or base64url, with or without padding; nil for other characters.
func base64Decoded(_ text: some StringProtocol) -> [UInt8]? {
    var plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    while plain.hasSuffix("=") { plain.removeLast() }
    plain += String(repeating: "=", count: (4 - plain.count % 4) % 4)
    return Data(base64Encoded: plain).map(Array.init)
}
