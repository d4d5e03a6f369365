// SPDX-License-Identifier: MIT
import CCrypto
import Foundation
import HTTPTypes
import MapCore

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

    /// How long a valid signature of a dialect that has keys holds; nil for other requests.
    func check(_ request: ServerRequest, now: Int) throws(RequestError) -> Expiry? {
        if request.path == "/api/v1/snapshot", !appleKeys.isEmpty { return try checkApple(request, now: now) }
        if request.path == "/v3/staticmap", let amapSecret {
            try checkAMap(request, amapSecret)
            return Expiry()
        }
        return nil
    }

    /// ES256 over the path and the query before the signature, which comes last.
    private func checkApple(_ request: ServerRequest, now: Int) throws(RequestError) -> Expiry {
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
        return try Expiry(of: request, now: now, .unauthorized)
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
