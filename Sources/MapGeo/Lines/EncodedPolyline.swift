// SPDX-License-Identifier: MIT

/// A line as a short string: differences of latitude and longitude in turn, each in groups of five bits.
///
/// - SeeAlso: Google, *Encoded Polyline Algorithm Format*; Valhalla and OSRM use it with six decimals.
package enum EncodedPolyline {
    /// Why a string is not an encoded line.
    package struct DecodingError: Error, Hashable {
        /// The offset in bytes, from 0.
        package var offset: Int
        package var message: String
    }

    /// - Parameters:
    ///   - text: characters from "?" to "~".
    ///   - precision: decimals of a degree, 1...9; usually 5 or 6.
    /// - Returns: the coordinates of the line; none for an empty string.
    /// - Throws: at the first invalid character.
    package static func decode(_ text: String, precision: Int) throws(DecodingError) -> [Coordinate] {
        let unit = (0..<precision).reduce(1.0) { product, _ in product * 10 }
        var line: [Coordinate] = []
        var bytes = Array(text.utf8)[...]
        var (latitude, longitude) = (0, 0)
        while !bytes.isEmpty {
            let start = bytes.startIndex
            latitude += try difference(&bytes)
            guard !bytes.isEmpty else { throw DecodingError(offset: start, message: "a latitude has no longitude") }
            longitude += try difference(&bytes)
            let c = Coordinate(latitude: Double(latitude) / unit, longitude: Double(longitude) / unit)
            guard abs(c.latitude) <= 90, abs(c.longitude) <= 360 else {
                throw DecodingError(offset: start, message: "the line leaves the Earth")
            }
            line.append(c)
        }
        return line
    }

    private static func difference(_ bytes: inout ArraySlice<UInt8>) throws(DecodingError) -> Int {
        let start = bytes.startIndex
        var value = 0
        var shift = 0
        while let byte = bytes.popFirst() {
            guard (63...126).contains(byte) else {
                throw DecodingError(
                    offset: bytes.startIndex - 1, message: "the character is not allowed in an encoded line")
            }
            value |= ((Int(byte) - 63) & 31) << shift
            guard byte - 63 >= 32 else { return value & 1 == 0 ? value >> 1 : ~(value >> 1) }
            shift += 5
            guard shift <= 40 else { throw DecodingError(offset: start, message: "a number is too long") }
        }
        throw DecodingError(offset: start, message: "the string ends inside a number")
    }
}

extension EncodedPolyline {
    /// - Parameters:
    ///   - line: the coordinates.
    ///   - precision: decimals of a degree, 1...9.
    /// - Returns: a string that `decode` reads.
    package static func encode(_ line: [Coordinate], precision: Int) -> String {
        let unit = (0..<precision).reduce(1.0) { product, _ in product * 10 }
        var bytes: [UInt8] = []
        var (latitude, longitude) = (0, 0)
        for c in line {
            let (y, x) = (whole(c.latitude * unit), whole(c.longitude * unit))
            append(y - latitude, to: &bytes)
            append(x - longitude, to: &bytes)
            (latitude, longitude) = (y, x)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Callers of the library may have coordinates that are no numbers.
    private static func whole(_ number: Double) -> Int {
        number.isNaN ? 0 : Int(max(-1e15, min(1e15, number.rounded())))
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
