// SPDX-License-Identifier: MIT
import HTTPTypes
import Synchronization

/// So many requests a minute for each client: a key that it sent, or else its address.
///
/// Each client has a bucket that holds a minute's requests and fills up steadily.
package final class RateLimit: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: ContinuousClock.Instant
    }

    private let buckets = Mutex<[String: Bucket]>([:])
    private let perMinute: Double
    /// The most clients that are remembered.
    private static let limit = 100_000

    /// Nil for no limit.
    package init?(perMinute: Int) {
        guard perMinute > 0 else { return nil }
        self.perMinute = Double(perMinute)
    }

    /// - Throws: 429 with `Retry-After` when a client has asked too often.
    package func admit(_ client: String, now: ContinuousClock.Instant = .now) throws(RequestError) {
        let wait = buckets.withLock { buckets -> Double in
            if buckets.count >= Self.limit { forgetIdle(&buckets, now) }
            var bucket = buckets[client] ?? Bucket(tokens: perMinute, filled: now)
            let seconds = (now - bucket.filled) / .seconds(1)
            bucket.tokens = min(perMinute, bucket.tokens + seconds * perMinute / 60)
            bucket.filled = now
            let isAdmitted = bucket.tokens >= 1
            if isAdmitted { bucket.tokens -= 1 }
            buckets[client] = bucket
            return isAdmitted ? 0 : (1 - bucket.tokens) * 60 / perMinute
        }
        guard wait > 0 else { return }
        var error = RequestError(.tooManyRequests, "more than \(Int(perMinute)) requests a minute")
        error.headers[.retryAfter] = String(Int(wait.rounded(.up)))
        throw error
    }

    /// Buckets that are full again say nothing; when all are in use, all are emptied.
    private func forgetIdle(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant) {
        buckets = buckets.filter { (now - $0.value.filled) / .seconds(1) < 60 }
        if buckets.count >= Self.limit { buckets.removeAll() }
    }
}

extension MapService {
    /// Who asks: the key, or the address of the connection or of the client before a trusted proxy.
    func client(_ request: ServerRequest) -> String {
        if !configuration.apiKeys.isEmpty, let key = access.key(of: request) { return "key " + key }
        if configuration.trustsForwarded, let list = request.headers[.forwardedFor],
            let last = list.split(separator: ",").last
        {
            return String(last).trimmed
        }
        return request.peer
    }
}
