// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Libc
import MapCore
import StaticMap
import Synchronization

/// Who may ask: allowed hosts, keys and signatures.
///
/// Our own signatures are `signature = base64url(HMAC-SHA256(secret, path?query without the signature))`, with `key_id`
/// naming the secret and `expires` the last second since 1970 at which it holds; `body_sha256` is the digest of a POST's body.
/// Google's are HMAC-SHA1 over the same text.
package struct AccessControl: Sendable {
    private let hosts: [String]
    /// Digests of the keys.
    private let apiKeys: Set<[UInt8]>
    /// The keys of the file; nil without one.
    let ring: KeyRing?
    private let signingKeys: [String: [UInt8]]
    private let googleKey: [UInt8]?
    private let vendors: VendorSignatures
    private let requiresSignature: Bool
    private let trustsForwarded: Bool
    /// Whether `/` is the playground's page.
    private let opensPage: Bool

    /// - Throws: when a key cannot be read, or would let everybody in.
    package init(_ configuration: ServerConfiguration) throws(RequestError) {
        if configuration.requiresSignature, configuration.signingKeys.isEmpty {
            throw RequestError(
                .internalServerError, "--require-signature needs a --signing-key to check signatures with",
                hint: "the secrets of vendors cover their own routes alone")
        }
        vendors = try VendorSignatures(configuration)
        hosts = configuration.allowedHosts.map { $0.lowercased() }
        apiKeys = Set(configuration.apiKeys.map { Digest.sha256.hash(Array($0.utf8)) })
        ring = try configuration.keysFile.map { path throws(RequestError) in try KeyRing(path: path) }
        signingKeys = configuration.signingKeys.mapValues { Array($0.utf8) }
        googleKey = configuration.googleSecret.map { base64Decoded($0) ?? [] }
        for (name, isEmpty) in [
            ("--api-key", configuration.apiKeys.contains("")), ("--google-secret", googleKey?.isEmpty == true),
            ("--signing-key", signingKeys.contains { $0.key.isEmpty || $0.value.isEmpty }),
            ("--amap-secret", configuration.amapSecret?.isEmpty == true),
        ] where isEmpty {
            throw RequestError(.internalServerError, "\(name) is empty, or not in the form that it should have")
        }
        if let googleKey, !Digest.sha1.isAllowed(key: googleKey) { throw .forbiddenDigest("Google's", "SHA-1") }
        for key in signingKeys.values where !Digest.sha256.isAllowed(key: key) {
            throw .forbiddenDigest("signed addresses'", "SHA-256")
        }
        requiresSignature = configuration.requiresSignature
        trustsForwarded = configuration.trustsForwarded
        opensPage =
            configuration.servesPlayground
            && FileState(configuration.home.path + "/playground/index.html")?.kind == .file
    }

    /// True when nobody is asked who they are.
    var isOpen: Bool {
        hosts.isEmpty && apiKeys.isEmpty && ring == nil && signingKeys.isEmpty && googleKey == nil && vendors.isEmpty
    }

    /// Paths that probes and scrapers read.
    static let open: Set<Substring> = ["/health", "/ready", "/v1/health", "/v1/ready"]

    /// The playground's page and files hold nothing secret: the page asks its visitor for a key, and what it then asks
    /// the server for needs it.
    private func isPlayground(_ request: ServerRequest) -> Bool {
        opensPage && (request.path == "/" || request.path.hasPrefix("/playground/"))
    }

    /// How a request has shown that it may be answered.
    package enum Admission: Hashable, Sendable {
        /// Nobody is asked.
        case open
        case key(expires: Int?, isShared: Bool)
        /// The address may be used by whoever has it until a second since 1970, or for ever.
        case signed(until: Int?)
    }

    /// - Parameters:
    ///   - request: gets the key of the keys file that it was sent with.
    ///   - now: in seconds since 1970.
    /// - Returns: how it has shown that it may be answered.
    /// - Throws: why it may not.
    @discardableResult
    package func admit(
        _ request: inout ServerRequest, now: Int = Int(Date().timeIntervalSince1970)
    ) throws(RequestError) -> Admission {
        guard !Self.open.contains(request.path) else { return .open }
        try checkHost(request)
        if request.method == .options || isPlayground(request) { return .open }
        if let until = try vendors.check(request, now: now) { return .signed(until: until.seconds) }
        if let until = try checkSignature(&request, now: now) { return .signed(until: until.seconds) }
        guard !apiKeys.isEmpty || ring != nil else { return .open }
        guard let given = given(request) else {
            var error = RequestError(
                .unauthorized, "an API key is required", parameter: "key",
                hint: "send X-Api-Key, or the parameter key")
            error.headers[.wwwAuthenticate] = "Bearer realm=\"staticmap\""
            throw error
        }
        // Where digests differ says nothing of where keys do.
        let digest = Digest.sha256.hash(Array(given.utf8))
        if apiKeys.contains(digest) { return .key(expires: nil, isShared: false) }
        guard let key = ring?.key(digest) else {
            throw RequestError(.forbidden, "the API key is not valid", parameter: "key")
        }
        request.key = key
        try key.check(request, now: now)
        return .key(expires: key.expires, isShared: key.isShared)
    }

    /// The digest of the key that a client sent, in hexadecimal digits; nil unless the key is valid.
    func validKey(of request: ServerRequest) -> String? {
        guard !apiKeys.isEmpty || ring != nil, let given = given(request) else { return nil }
        let digest = Digest.sha256.hash(Array(given.utf8))
        return apiKeys.contains(digest) || ring?.key(digest) != nil ? hexadecimalText(digest) : nil
    }

    /// What a client says who it is.
    private func given(_ request: ServerRequest) -> String? {
        request.headers[.apiKey] ?? bearer(request) ?? Self.parameters.firstNonNil { request.query[$0] }
    }

    /// Names of keys in addresses: ours, and those of the services whose dialects are spoken.
    package static let parameters = ["key", "access_token", "api_key", "apiKey", "ak"]

    private func bearer(_ request: ServerRequest) -> String? {
        guard let field = request.headers[.authorization],
            let scheme = ["bearer ", "stadia-auth "].first(where: field.lowercased().hasPrefix)
        else { return nil }
        return String(field.dropFirst(scheme.count))
    }

    private func checkHost(_ request: ServerRequest) throws(RequestError) {
        guard !hosts.isEmpty, !hosts.contains("*") else { return }
        let host = (host(of: request) ?? "").lowercased()
        // Without its port; an address of version 6 stands in brackets.
        let bare = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        guard hosts.contains(host) || hosts.contains(String(bare)) else {
            throw RequestError(.init(code: 421, reasonPhrase: "Misdirected Request"), "this host is not served here")
        }
    }

    /// The host that a client has asked: behind a trusted proxy, what that proxy says, which comes last.
    func host(of request: ServerRequest) -> String? {
        let forwarded = trustsForwarded ? request.headers[.forwardedHost]?.split(separator: ",").last : nil
        return forwarded.map { String($0).trimmed } ?? request.authority
    }

    /// How long a valid signature holds; nil where none is given and none is needed.
    private func checkSignature(_ request: inout ServerRequest, now: Int) throws(RequestError) -> Expiry? {
        let isGoogle = request.path == "/maps/api/staticmap"
        guard let signature = request.query["signature"] else {
            if isGoogle && googleKey != nil || requiresSignature && !signingKeys.isEmpty {
                throw RequestError(.forbidden, "the address must be signed", parameter: "signature")
            }
            return nil
        }
        guard let text = signedText(of: request.target), let code = base64Decoded(signature) else {
            throw RequestError(
                .forbidden, "the signature must be the last parameter, in base64url", parameter: "signature")
        }
        if isGoogle, let googleKey {
            guard Digest.sha1.isValid(code, of: text, key: googleKey) else { throw wrongSignature }
            return Expiry()
        }
        // Without a secret of Google's, addresses of its clients have signatures that nobody can check: their key decides.
        let isUnknown = isGoogle && signingKeys.isEmpty && request.query["key_id"] == nil
        guard !isUnknown, !signingKeys.isEmpty || ring != nil else { return nil }
        let id = request.query["key_id"] ?? signingKeys.keys.sorted().first ?? ""
        let named = signingKeys[id] == nil ? ring?.signing(id) : nil
        guard let secret = signingKeys[id] ?? named?.secret else {
            throw RequestError(.forbidden, "the key is not known", parameter: "key_id")
        }
        guard Digest.sha256.isValid(code, of: text, key: secret) else { throw wrongSignature }
        try checkBody(of: request)
        var expiry = try Expiry(of: request, now: now, .forbidden)
        if let key = named?.key {
            request.key = key
            try key.check(request, now: now)
            expiry.seconds = [expiry.seconds, key.expires].compactMap(\.self).min()
        }
        return expiry
    }

    /// The address names the digest of the body that it was signed for.
    private func checkBody(of request: ServerRequest) throws(RequestError) {
        guard request.method == .post else { return }
        guard let code = request.query["body_sha256"].flatMap({ base64Decoded($0) }),
            isEqualInConstantTime(code, Digest.sha256.hash(request.body))
        else {
            throw RequestError(
                .forbidden, "the signature does not cover this body", parameter: "body_sha256",
                hint: "sign an address with the SHA-256 of the body in base64url")
        }
    }

    private var wrongSignature: RequestError {
        RequestError(.forbidden, "the signature does not fit the address", parameter: "signature")
    }

    /// The path and query up to the signature, which comes last.
    private func signedText(of target: String) -> String? {
        for mark in ["&signature=", "?signature="] {
            guard let range = target.range(of: mark, options: .backwards) else { continue }
            return target[range.upperBound...].contains("&") ? nil : String(target[..<range.lowerBound])
        }
        return nil
    }
}

/// When a signed address ceases to hold.
struct Expiry {
    /// Since 1970; nil for never.
    var seconds: Int?

    /// Never.
    init() {}

    /// - Throws: when it has passed already, with a status of the dialect.
    init(of request: ServerRequest, now: Int, _ status: HTTPResponse.Status) throws(RequestError) {
        guard let text = request.query["expires"] else { return }
        guard let expires = Int(text) else {
            throw RequestError(.badRequest, "expected seconds since 1970", parameter: "expires")
        }
        guard now <= expires else { throw RequestError(status, "the signature has expired", parameter: "expires") }
        seconds = expires
    }
}

extension RequestError {
    static func forbiddenDigest(_ owner: String, _ digest: String) -> RequestError {
        RequestError(
            .internalServerError,
            "OpenSSL's configuration does not allow \(owner) signatures, which are made with \(digest)",
            hint: "leave the secret out, or allow the digest in openssl.cnf")
    }
}

extension Digest {
    fileprivate func isValid(_ code: [UInt8], of text: String, key: [UInt8]) -> Bool {
        isEqualInConstantTime(code, authenticationCode(for: Array(text.utf8), key: key))
    }
}

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
