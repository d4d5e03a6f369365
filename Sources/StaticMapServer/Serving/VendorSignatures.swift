// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import HTTPTypes

/// Addresses signed as Apple and AMap say, checked where the operator gives the keys.
///
/// - SeeAlso: developer.apple.com/documentation/snapshots/generating-a-url-and-signature-to-create-a-maps-web-snapshot;
///   lbs.amap.com, "数字签名".
struct VendorSignatures: Sendable {
    private let appleKeys: [String: P256.Signing.PublicKey]
    private let amapSecret: String?

    /// - Throws: when a key is not PEM of an elliptic curve key, private or public.
    init(_ configuration: ServerConfiguration) throws(RequestError) {
        var keys: [String: P256.Signing.PublicKey] = [:]
        for (id, text) in configuration.appleKeys {
            let key =
                (try? P256.Signing.PrivateKey(pemRepresentation: text))?.publicKey
                ?? (try? P256.Signing.PublicKey(pemRepresentation: text))
            guard let key else {
                throw RequestError(
                    .internalServerError, "the Apple key \"\(id.prefix(40))\" is no PEM of a P-256 key",
                    hint: "the .p8 file of the developer account works as it is")
            }
            keys[id] = key
        }
        appleKeys = keys
        amapSecret = configuration.amapSecret
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
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes),
            key.isValidSignature(signature, for: Data(request.target[..<range.lowerBound].utf8))
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
        let digest = Insecure.MD5.hash(data: Data((text + secret).utf8))
        let expected = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        guard SHA256.hash(data: Data(given.lowercased().utf8)) == SHA256.hash(data: Data(expected.utf8)) else {
            throw RequestError(
                .forbidden, "INVALID_USER_SIGNATURE: the signature does not fit the request", parameter: "sig")
        }
    }
}
