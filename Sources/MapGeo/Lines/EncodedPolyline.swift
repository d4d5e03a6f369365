// SPDX-License-Identifier: MIT

/// A line as short text: differences of latitude and longitude in turn, each in groups of five bits.
///
/// - SeeAlso: Google, *Encoded Polyline Algorithm Format*; Valhalla and OSRM use it with six decimals.
package enum EncodedPolyline {
    /// What a text is wrong with, and at which character.
    package struct Flaw: Error, Hashable {
        /// Counts bytes from 0.
        package var offset: Int
        package var message: String
    }

    /// - Parameters:
    ///   - text: characters from "?" to "~".
    ///   - precision: decimals of a degree, 1...9; usually 5 or 6.
    /// - Returns: the line's places; none for an empty text.
    /// - Throws: at the first character that makes no sense.
    package static func decode(_ text: String, precision: Int) throws(Flaw) -> [Coordinate] {
        let unit = (0..<precision).reduce(1.0) { product, _ in product * 10 }
        var line: [Coordinate] = []
        var bytes = Array(text.utf8)[...]
        var (latitude, longitude) = (0, 0)
        while !bytes.isEmpty {
            let start = bytes.startIndex
            latitude += try difference(&bytes)
            guard !bytes.isEmpty else { throw Flaw(offset: start, message: "a latitude stands without a longitude") }
            longitude += try difference(&bytes)
            let c = Coordinate(latitude: Double(latitude) / unit, longitude: Double(longitude) / unit)
            guard abs(c.latitude) <= 90, abs(c.longitude) <= 360 else {
                throw Flaw(offset: start, message: "the line leaves the Earth")
            }
            line.append(c)
        }
        return line
    }

    private static func difference(_ bytes: inout ArraySlice<UInt8>) throws(Flaw) -> Int {
        let start = bytes.startIndex
        var value = 0
        var shift = 0
        while let byte = bytes.popFirst() {
            guard (63...126).contains(byte) else {
                throw Flaw(offset: bytes.startIndex - 1, message: "the character is not one of encoded lines")
            }
            value |= ((Int(byte) - 63) & 31) << shift
            guard byte - 63 >= 32 else { return value & 1 == 0 ? value >> 1 : ~(value >> 1) }
            shift += 5
            guard shift <= 40 else { throw Flaw(offset: start, message: "a number is too long") }
        }
        throw Flaw(offset: start, message: "the text ends inside a number")
    }
}

extension EncodedPolyline {
    /// - Parameters:
    ///   - line: the places.
    ///   - precision: decimals of a degree, 1...9.
    /// - Returns: a text that `decode` reads.
    package static func encode(_ line: [Coordinate], precision: Int) -> String {
        let unit = (0..<precision).reduce(1.0) { product, _ in product * 10 }
        var bytes: [UInt8] = []
        var (latitude, longitude) = (0, 0)
        for place in line {
            let (y, x) = (Int((place.latitude * unit).rounded()), Int((place.longitude * unit).rounded()))
            append(y - latitude, to: &bytes)
            append(x - longitude, to: &bytes)
            (latitude, longitude) = (y, x)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ difference: Int, to bytes: inout [UInt8]) {
        var rest = difference < 0 ? ~(difference << 1) : difference << 1
        while rest >= 32 {
            bytes.append(UInt8(rest & 31 | 32) + 63)
            rest >>= 5
        }
        bytes.append(UInt8(rest) + 63)
    }
}
