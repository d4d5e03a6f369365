// SPDX-License-Identifier: MIT
import CCrypto
import Foundation
import HTTPTypes
import MapCore
import StaticMap

/// Who may ask: allowed hosts, keys and signatures.
///
/// Our own signatures are `signature = base64url(HMAC-SHA256(secret, path?query without the signature))`, with `key_id`
/// naming the secret and `expires` the last second since 1970 at which it holds. Google's are HMAC-SHA1 over the same text.
package struct AccessControl: Sendable {
    private let hosts: [String]
    private let apiKeys: Set<String>
    private let signingKeys: [String: [UInt8]]
    private let googleKey: [UInt8]?
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
        signingKeys = configuration.signingKeys.mapValues { Array($0.utf8) }
        googleKey = configuration.googleSecret.flatMap { base64Decoded($0) }
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
            guard Digest.sha1.isValid(code, of: text, key: googleKey) else { throw wrongSignature }
            return true
        }
        guard !signingKeys.isEmpty else { return false }
        let id = request.query["key_id"] ?? signingKeys.keys.sorted().first ?? ""
        guard let key = signingKeys[id] else {
            throw RequestError(.forbidden, "the key is not known", parameter: "key_id")
        }
        guard Digest.sha256.isValid(code, of: text, key: key) else { throw wrongSignature }
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
        isEqualInConstantTime(Digest.sha256.hash(Array(a.utf8)), Digest.sha256.hash(Array(b.utf8)))
    }
}

extension RequestError {
    fileprivate static func forbiddenDigest(_ owner: String, _ digest: String) -> RequestError {
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

/// Addresses signed as Apple and AMap say, checked where the operator gives the keys.
///
/// - SeeAlso: developer.apple.com/documentation/snapshots/generating-a-url-and-signature-to-create-a-maps-web-snapshot;
///   lbs.amap.com, "数字签名".
struct VendorSignatures: Sendable {
    private let appleKeys: [String: P256PublicKey]
    private let amapSecret: String?

    /// - Throws: when a key is not PEM of an elliptic curve key, private or public.
    init(_ configuration: ServerConfiguration) throws(RequestError) {
        var keys: [String: P256PublicKey] = [:]
        for (id, text) in configuration.appleKeys {
            guard let key = P256PublicKey(pem: text) else {
                throw RequestError(
                    .internalServerError, "the Apple key \"\(id.prefix(40))\" is no PEM of a P-256 key",
                    hint: "the .p8 file of the developer account works as it is")
            }
            keys[id] = key
        }
        appleKeys = keys
        amapSecret = configuration.amapSecret
        if amapSecret != nil, !Digest.md5.isAllowed() { throw .forbiddenDigest("AMap's", "MD5") }
    }

    var isEmpty: Bool { appleKeys.isEmpty && amapSecret == nil }

    /// True for a valid signature of a dialect that has keys; false for other requests.
    func check(_ request: ServerRequest, now: Int) throws(RequestError) -> Bool {
        if request.path == "/api/v1/snapshot", !appleKeys.isEmpty {
            try checkApple(request, now: now)
            return true
        }
        if request.path == "/v3/staticmap", let amapSecret {
            try checkAMap(request, amapSecret)
            return true
        }
        return false
    }

    /// ES256 over the path and the query before the signature, which comes last.
    private func checkApple(_ request: ServerRequest, now: Int) throws(RequestError) {
        guard let given = request.query["signature"] else {
            throw RequestError(.unauthorized, "the address must be signed", parameter: "signature")
        }
        guard let key = appleKeys[request.query["keyId"] ?? ""] else {
            throw RequestError(.unauthorized, "the key is not known", parameter: "keyId")
        }
        guard let range = request.target.range(of: "&signature=", options: .backwards),
            !request.target[range.upperBound...].contains("&"), let bytes = base64Decoded(given),
            key.isValid(bytes, for: Array(request.target[..<range.lowerBound].utf8))
        else {
            throw RequestError(.unauthorized, "the signature does not fit the address", parameter: "signature")
        }
        if let text = request.query["expires"] {
            guard let expires = Int(text) else {
                throw RequestError(.badRequest, "expected seconds since 1970", parameter: "expires")
            }
            guard now <= expires else {
                throw RequestError(.unauthorized, "the address has expired", parameter: "expires")
            }
        }
    }

    /// MD5 of the sorted parameters and the private key, in hexadecimal digits.
    private func checkAMap(_ request: ServerRequest, _ secret: String) throws(RequestError) {
        guard let given = request.query["sig"] else {
            throw RequestError(.forbidden, "INVALID_USER_SIGNATURE: the request must be signed", parameter: "sig")
        }
        let text = request.query.items.filter { $0.name != "sig" }.sorted { $0.name < $1.name }
            .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let expected = Digest.md5.hexadecimal(text + secret)
        guard isEqualInConstantTime(Array(given.lowercased().utf8), Array(expected.utf8)) else {
            throw RequestError(
                .forbidden, "INVALID_USER_SIGNATURE: the signature does not fit the request", parameter: "sig")
        }
    }
}

/// A key that verifies ES256: ECDSA on the curve P-256 with SHA-256.
///
/// - SeeAlso: RFC 7518, §3.4; FIPS 186-5.
struct P256PublicKey: Sendable {
    /// Subject public key info, in DER.
    private let encoded: [UInt8]

    /// - Parameter pem: a key, private or public; nil when it is anything else.
    init?(pem: String) {
        guard let input = BIO_new_mem_buf(pem, Int32(clamping: pem.utf8.count)) else { return nil }
        defer { BIO_free(input) }
        // No password: an encrypted key would ask the terminal for one.
        let refusePassword:
            @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 =
                { _, _, _, _ in -1 }
        var key = PEM_read_bio_PrivateKey(input, nil, refusePassword, nil)
        if key == nil {
            BIO_ctrl(input, BIO_CTRL_RESET, 0, nil)
            key = PEM_read_bio_PUBKEY(input, nil, refusePassword, nil)
        }
        ERR_clear_error()
        guard let key else { return nil }
        defer { EVP_PKEY_free(key) }
        var name = [CChar](repeating: 0, count: 32)
        guard EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1, strcmp(name, "prime256v1") == 0 else {
            return nil
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        let size = i2d_PUBKEY(key, &bytes)
        guard size > 0, let bytes else { return nil }
        defer { CRYPTO_free(bytes, #file, #line) }
        encoded = Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    /// True for a signature by this key: the numbers r and s, 32 bytes each, the most significant byte first.
    func isValid(_ signature: [UInt8], for text: [UInt8]) -> Bool {
        guard signature.count == 64, let numbers = ECDSA_SIG_new() else { return false }
        defer { ECDSA_SIG_free(numbers) }
        let r = BN_bin2bn(signature, 32, nil)
        let s = BN_bin2bn(Array(signature[32...]), 32, nil)
        guard ECDSA_SIG_set0(numbers, r, s) == 1 else { return false }
        var encodedSignature: UnsafeMutablePointer<UInt8>?
        let size = i2d_ECDSA_SIG(numbers, &encodedSignature)
        guard size > 0, let encodedSignature else { return false }
        defer { CRYPTO_free(encodedSignature, #file, #line) }
        let key = encoded.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_PUBKEY(nil, &start, buffer.count)
        }
        defer { EVP_PKEY_free(key) }
        guard let key, let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, encodedSignature, Int(size), text, text.count) == 1
    }
}
