// SPDX-License-Identifier: MIT
import Crypto

/// The SHA-256 digest of bytes, in hexadecimal digits.
package func sha256(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    return hash.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
