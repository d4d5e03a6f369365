// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import HTTPTypes
import MapRuntime
import StaticMap

/// Who may ask: allowed hosts, keys and signatures.
///
/// Our own signatures are `signature = base64url(HMAC-SHA256(secret, path?query without the signature))`, with `key_id`
/// naming the secret and `expires` the last second since 1970 at which it holds. Google's are HMAC-SHA1 over the same text.
package struct AccessControl: Sendable {
    private let hosts: [String]
    private let apiKeys: Set<String>
    private let signingKeys: [String: SymmetricKey]
    private let googleKey: SymmetricKey?
    private let vendors: VendorSignatures
    private let requiresSignature: Bool
    private let trustsForwarded: Bool
    /// Whether `/` is the playground's page.
    private let opensPage: Bool

    /// - Throws: when a key cannot be read.
    package init(_ configuration: ServerConfiguration) throws(RequestError) {
        vendors = try VendorSignatures(configuration)
        hosts = configuration.allowedHosts.map { $0.lowercased() }
        apiKeys = configuration.apiKeys
        signingKeys = configuration.signingKeys.mapValues { SymmetricKey(data: Data($0.utf8)) }
        googleKey = configuration.googleSecret.flatMap { base64Decoded($0) }.map { SymmetricKey(data: Data($0)) }
        requiresSignature = configuration.requiresSignature
        trustsForwarded = configuration.trustsForwarded
        opensPage =
            configuration.servesPlayground
            && FileState(configuration.home.folder + "/playground/index.html")?.kind == .file
    }

    /// True when nobody is asked who they are.
    var isOpen: Bool {
        hosts.isEmpty && apiKeys.isEmpty && signingKeys.isEmpty && googleKey == nil && vendors.isEmpty
    }

    /// Paths that probes and scrapers read.
    static let open: Set<Substring> = ["/health", "/ready"]

    /// The playground's page and files hold nothing secret: the page asks its visitor for a key, and what it then asks
    /// the server for needs it.
    private func isPlayground(_ request: ServerRequest) -> Bool {
        opensPage && (request.path == "/" || request.path.hasPrefix("/playground/"))
    }

    package func admit(_ request: ServerRequest, now: Int = Int(Date().timeIntervalSince1970)) throws(RequestError) {
        guard !Self.open.contains(request.path) else { return }
        try checkHost(request)
        if request.method == .options || isPlayground(request) { return }
        var isSigned = try vendors.check(request, now: now)
        if !isSigned { isSigned = try checkSignature(request, now: now) }
        guard !apiKeys.isEmpty, !isSigned else { return }
        guard let given = key(of: request) else {
            throw RequestError(
                .unauthorized, "an API key is required", parameter: "key",
                hint: "send X-Api-Key, or the parameter key")
        }
        guard apiKeys.contains(where: { equal($0, given) }) else {
            throw RequestError(.forbidden, "the API key is not valid", parameter: "key")
        }
    }

    /// What a client says who it is.
    func key(of request: ServerRequest) -> String? {
        request.headers[.apiKey] ?? bearer(request) ?? request.query["key"] ?? request.query["access_token"]
    }

    private func bearer(_ request: ServerRequest) -> String? {
        guard let field = request.headers[.authorization], field.hasPrefix("Bearer ") else { return nil }
        return String(field.dropFirst(7))
    }

    private func checkHost(_ request: ServerRequest) throws(RequestError) {
        guard !hosts.isEmpty, !hosts.contains("*") else { return }
        let forwarded = trustsForwarded ? request.headers[.forwardedHost] : nil
        let host = (forwarded ?? request.authority ?? "").lowercased()
        let bare = host.hasPrefix("[") ? host : String(host.prefix { $0 != ":" })
        guard hosts.contains(host) || hosts.contains(bare) else {
            throw RequestError(.init(code: 421, reasonPhrase: "Misdirected Request"), "this host is not served here")
        }
    }

    /// True for a valid signature; false where none is given and none is needed.
    private func checkSignature(_ request: ServerRequest, now: Int) throws(RequestError) -> Bool {
        let isGoogle = request.path == "/maps/api/staticmap"
        guard let signature = request.query["signature"] else {
            if isGoogle && googleKey != nil || requiresSignature && !signingKeys.isEmpty {
                throw RequestError(.forbidden, "the address must be signed", parameter: "signature")
            }
            return false
        }
        guard let text = signedText(of: request.target), let code = base64Decoded(signature) else {
            throw RequestError(
                .forbidden, "the signature must be the last parameter, in base64url", parameter: "signature")
        }
        if isGoogle, let googleKey {
            guard Insecure.SHA1.isValid(code, of: text, key: googleKey) else { throw wrongSignature }
            return true
        }
        guard !signingKeys.isEmpty else { return false }
        let id = request.query["key_id"] ?? signingKeys.keys.sorted().first ?? ""
        guard let key = signingKeys[id] else {
            throw RequestError(.forbidden, "the key is not known", parameter: "key_id")
        }
        guard SHA256.isValid(code, of: text, key: key) else { throw wrongSignature }
        if let text = request.query["expires"] {
            guard let expires = Int(text) else {
                throw RequestError(.badRequest, "expected seconds since 1970", parameter: "expires")
            }
            guard now <= expires else {
                throw RequestError(.forbidden, "the signature has expired", parameter: "expires")
            }
        }
        return true
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

    /// Takes the same time wherever the texts differ.
    private func equal(_ a: String, _ b: String) -> Bool {
        let (a, b) = (Array(SHA256.hash(data: Data(a.utf8))), Array(SHA256.hash(data: Data(b.utf8))))
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HashFunction {
    fileprivate static func isValid(_ code: [UInt8], of text: String, key: SymmetricKey) -> Bool {
        HMAC<Self>.isValidAuthenticationCode(code, authenticating: Data(text.utf8), using: key)
    }
}
