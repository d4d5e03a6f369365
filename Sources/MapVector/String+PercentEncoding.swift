// SPDX-License-Identifier: MIT

extension String {
    /// An address in which all bytes but those that are kept stand as `%2F` and the like (RFC 3986, §2.1).
    func percentEscaped(keeping keeps: (Unicode.Scalar) -> Bool) -> String {
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
