// SPDX-License-Identifier: MIT
import CCrypto

/// The digests of caches, signed addresses and reports, from OpenSSL.
///
/// - SeeAlso: RFC 1321 (MD5), FIPS 180-4 (SHA-1, SHA-256), RFC 2104 (HMAC).
package enum Digest: Sendable {
    /// For the signatures of some vendors only: collisions are easy to make.
    case md5, sha1
    case sha256

    private var function: OpaquePointer? {
        switch self {
        case .md5: EVP_md5()
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        }
    }

    /// Whether OpenSSL's configuration allows the digest, and authentication codes with a key: ask before using secrets that an
    /// operator chose. With FIPS 140 MD5 is forbidden, and short keys are.
    package func isAllowed(key: [UInt8] = []) -> Bool {
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        guard EVP_Digest(nil, 0, &bytes, nil, function, nil) == 1 else { return false }
        return key.isEmpty || HMAC(function, key, Int32(clamping: key.count), [0], 1, &bytes, nil) != nil
    }

    /// - Returns: 16, 20 or 32 bytes.
    package func hash(_ bytes: [UInt8]) -> [UInt8] {
        output { EVP_Digest(bytes, bytes.count, $0, $1, function, nil) == 1 }
    }

    /// In small hexadecimal digits.
    package func hexadecimal(_ bytes: [UInt8]) -> String { hexadecimalText(hash(bytes)) }

    /// That of a text's UTF-8, in small hexadecimal digits.
    package func hexadecimal(_ text: String) -> String { hexadecimal(Array(text.utf8)) }

    /// The keyed-hash message authentication code of bytes.
    package func authenticationCode(for bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        output { HMAC(function, key, Int32(clamping: key.count), bytes, bytes.count, $0, $1) != nil }
    }

    /// The bytes that `write` says with their number; it returns false when the library cannot make the digest, for lack of
    /// memory or because its configuration forbids it.
    private func output(_ write: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>) -> Bool) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            var size: UInt32 = 0
            guard write(buffer.baseAddress, &size) else {
                fatalError("OpenSSL's configuration does not allow \(self), or there is no memory left")
            }
            count = Int(size)
        }
    }
}

/// Two small hexadecimal digits for each byte.
package func hexadecimalText(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// Compares secrets in a time that does not depend on where they differ.
package func isEqualInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
