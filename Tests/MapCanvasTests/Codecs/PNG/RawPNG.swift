// SPDX-License-Identifier: MIT

/// Writes PNG files of kinds that our encoder does not, uncompressed, byte by byte.
struct RawPNG {
    var width: Int
    var height: Int
    var depth: UInt8 = 8
    /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
    var colorType: UInt8
    var isInterlaced = false
    /// Chunks between header and image, such as `PLTE`.
    var chunks: [(type: String, data: [UInt8])] = []
    /// Rows, each with its filter byte.
    var raw: [UInt8]

    var file: [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let size = number(UInt32(width)) + number(UInt32(height))
        bytes += chunk("IHDR", size + [depth, colorType, 0, 0, isInterlaced ? 1 : 0])
        for (type, data) in chunks { bytes += chunk(type, data) }
        let length = UInt16(raw.count)
        let stored: [UInt8] = [
            0x78, 0x01, 1, UInt8(length & 255), UInt8(length >> 8), ~UInt8(length & 255), ~UInt8(length >> 8),
        ]
        bytes += chunk("IDAT", stored + raw + number(adler))
        return bytes + chunk("IEND", [])
    }

    private var adler: UInt32 {
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in raw {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return b << 16 | a
    }

    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        var crc: UInt32 = .max
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return number(UInt32(data.count)) + body + number(~crc)
    }
}

func number(_ n: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(n >> $0 & 255) } }
