// SPDX-License-Identifier: MIT
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A request while it arrives.
///
/// A class, so that its body grows in place while it is part of a connection's phase. Only the connection's event loop
/// uses it.
final class IncomingRequest {
    let head: HTTPRequestHead
    let start = ContinuousClock.now
    var body: [UInt8] = []
    /// All of it has arrived.
    var isComplete = false

    init(_ head: HTTPRequestHead) {
        self.head = head
    }

    /// Other methods' bodies mean nothing and are dropped.
    var hasBody: Bool { head.method == .POST }

    var announcedLength: Int { head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0 }

    /// The client sends the body once it is told to.
    ///
    /// - SeeAlso: RFC 9110, §10.1.1.
    var awaitsContinue: Bool {
        head.version == .http1_1 && head.headers.first(name: "expect")?.lowercased() == "100-continue"
    }

    /// Whether another request may follow on the connection. Nothing is read after one that would change the protocol.
    var allowsAnother: Bool {
        head.isKeepAlive && isComplete && head.method != .CONNECT && !head.headers.contains(name: "upgrade")
    }

    /// Path and query. A client that takes this server for a proxy sends scheme and host before them.
    var target: String {
        guard !head.uri.utf8.starts(with: "/".utf8), let colons = head.uri.firstRange(of: "://") else {
            return head.uri
        }
        let rest = head.uri[colons.upperBound...]
        guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return (rest[start] == "?" ? "/" : "") + rest[start...]
    }

    var path: String { String(target.prefix { $0 != "?" }) }

    var host: String? { head.headers.first(name: "host") }

    /// Nil when it is none.
    var method: HTTPRequest.Method? {
        switch head.method {
        case .GET: .get
        case .HEAD: .head
        case .POST: .post
        default: HTTPRequest.Method(head.method.rawValue)
        }
    }

    var fields: HTTPFields {
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        for (name, value) in head.headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return fields
    }
}
