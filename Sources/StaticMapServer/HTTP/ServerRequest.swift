// SPDX-License-Identifier: MIT
package import HTTPTypes
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
