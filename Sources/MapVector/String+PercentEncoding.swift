// SPDX-License-Identifier: MIT

extension String {
    /// Percent-encodes all bytes except those of characters to keep (RFC 3986, §2.1).
    func percentEncoded(keeping keeps: (Unicode.Scalar) -> Bool) -> String {
        var address = ""
        for byte in utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, keeps(scalar) {
                address.unicodeScalars.append(scalar)
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                address += "%" + (hex.utf8.count == 1 ? "0" + hex : hex)
            }
        }
        return address
    }
}
