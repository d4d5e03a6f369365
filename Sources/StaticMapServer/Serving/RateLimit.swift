// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
import MapCore
import Synchronization

/// So many requests a minute for each client: a valid key that it sent, or else its address, so that guessing keys is counted
/// like all else.
///
/// Each client has a bucket that holds a minute's requests and fills up steadily.
package final class RateLimit: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: ContinuousClock.Instant
    }

    /// Of more clients than there is room for, those that have not asked for longest are forgotten.
    private let buckets = Mutex(LRUCache<String, Bucket>(limit: 16 << 20))
    private let perMinute: Double

    /// Nil for no limit.
    package init?(perMinute: Int) {
        guard perMinute > 0 else { return nil }
        self.perMinute = Double(perMinute)
    }

    /// How many clients are remembered.
    package var count: Int { buckets.withLock(\.count) }

    /// - Throws: 429 with `Retry-After` when a client has asked too often.
    package func admit(_ client: String, now: ContinuousClock.Instant = .now) throws(RequestError) {
        let wait = buckets.withLock { buckets -> Double in
            var bucket = buckets.value(for: client) ?? Bucket(tokens: perMinute, filled: now)
            let seconds = (now - bucket.filled) / .seconds(1)
            bucket.tokens = min(perMinute, bucket.tokens + seconds * perMinute / 60)
            bucket.filled = now
            let isAdmitted = bucket.tokens >= 1
            if isAdmitted { bucket.tokens -= 1 }
            buckets.insert(bucket, for: client, cost: client.utf8.count)
            return isAdmitted ? 0 : (1 - bucket.tokens) * 60 / perMinute
        }
        guard wait > 0 else { return }
        var error = RequestError(.tooManyRequests, "more than \(Int(perMinute)) requests a minute")
        error.headers[.retryAfter] = String(Int(wait.rounded(.up)))
        throw error
    }
}

extension MapService {
    /// Who asks: a valid key, or the address of the connection or of the client before a trusted proxy.
    func client(_ request: ServerRequest) -> String {
        if let key = access.validKey(of: request) { return "key " + key }
        let forwarded = configuration.trustsForwarded ? request.headers[.forwardedFor]?.split(separator: ",").last : nil
        return forwarded.flatMap { clientAddress(String($0).trimmed) } ?? clientAddress(request.peer) ?? request.peer
    }
}

/// The part of an IP address that one client has: all of version 4, the network of version 6. A port behind it is left out.
///
/// - Returns: nil for what is no address.
func clientAddress(_ text: String) -> String? {
    var bare = text[...]
    if bare.hasPrefix("[") {
        bare = bare.dropFirst().prefix { $0 != "]" }
    } else if bare.count(where: { $0 == ":" }) == 1 {
        bare = bare.prefix { $0 != ":" }
    }
    var four: [UInt8] = [0, 0, 0, 0]
    if inet_pton(AF_INET, String(bare), &four) == 1 { return String(bare) }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, String(bare.prefix { $0 != "%" }), &bytes) == 1 else { return nil }
    // An address of version 4 in one of version 6.
    if bytes[..<12] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
        return bytes[12...].map { String($0) }.joined(separator: ".")
    }
    return hexadecimalText(bytes[..<8])
}
