// SPDX-License-Identifier: MIT
import Libc
import MapGeometry

/// Texts that stand for a place in WGS 84: grid references (`35VLG8594`), UTM (`35V 385900 6671800`) and plus codes (`9GG65WCW+2X`).
package enum CoordinateNotation {
    /// What messages say of them.
    package static let examples = "35VLG8594 (MGRS), \"35V 385909 6671869\" (UTM) or 9GG65WCW+2X (a plus code)"

    /// - Returns: the place; nil for a text that is of none of these forms.
    /// - Throws: what is wrong with one that is.
    package static func coordinate(_ text: String) throws(NotationProblem) -> Coordinate? {
        let trimmed = text.filter { !$0.isNewline }
        if trimmed.contains("+"), let place = try plusCode(trimmed) { return place }
        let words = trimmed.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" })
        if words.count == 3 || words.count == 4, let place = try utm(words.map(String.init)) { return place }
        let squeezed = trimmed.filter { !$0.isWhitespace }
        let rest = squeezed.drop { $0.isASCII && $0.isNumber }
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        let digits = rest.dropFirst(letters.count)
        guard squeezed.count - rest.count <= 2, letters.count == 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            squeezed.first?.isNumber ?? false || "ABYZabyz".contains(squeezed.prefix(1))
        else { return nil }
        // Names of three letters are none.
        guard squeezed.first?.isNumber ?? false || !digits.isEmpty else { return nil }
        return try MilitaryGrid.coordinate(squeezed)
    }

    /// `35V 385909 6671869`, where the letter is that of the band; `35 north 385909 6671869`.
    private static func utm(_ words: [String]) throws(NotationProblem) -> Coordinate? {
        let first = words[0].uppercased()
        let digits = first.prefix { $0.isASCII && $0.isNumber }
        let mark = words.count == 4 ? words[1].uppercased() : String(first.dropFirst(digits.count))
        guard let number = Int(digits), !mark.isEmpty, mark.allSatisfy(\.isLetter),
            words.count == 3 || digits.count == first.count,
            let easting = meters(words[words.count - 2], "E"), let northing = meters(words[words.count - 1], "N")
        else { return nil }
        guard (1...60).contains(number) else {
            throw NotationProblem("zones of UTM are numbered from 1 to 60, found \(number)")
        }
        let isNorth: Bool
        switch mark {
        case "NORTH": isNorth = true
        case "SOUTH": isNorth = false
        default:
            guard mark.count == 1, let band = mark.first.flatMap(GridZone.bandLetters.firstIndex(of:)) else {
                throw NotationProblem("expected the letter of a band, C to X without I and O, or north or south")
            }
            isNorth = band >= 10
        }
        guard (100_000...1_000_000).contains(easting), (0...10_000_000).contains(northing) else {
            throw NotationProblem(
                "eastings are from 100000 to 1000000 and northings from 0 to 10000000 metres, found "
                    + "\(words[words.count - 2]) and \(words[words.count - 1])")
        }
        let zone = GridZone(number: number, isNorth: isNorth)
        let place = zone.projection.unproject(Point(easting, northing))
        if mark.count == 1, let band = mark.first.flatMap(GridZone.bandLetters.firstIndex(of:)) {
            let south = Double(band) * 8 - 80
            guard place.latitude > south - 0.5, place.latitude < (band == 19 ? 84 : south + 8) + 0.5 else {
                let hint =
                    mark == "N" || mark == "S"
                    ? "; write \(number) \(mark == "N" ? "north" : "south") for a hemisphere" : ""
                throw NotationProblem("the northing \(words[words.count - 1]) is not in the band \(mark)\(hint)")
            }
        }
        return place
    }

    private static func meters(_ word: String, _ direction: Character) -> Double? {
        var text = word.uppercased()[...]
        if text.last == direction { text = text.dropLast() }
        if text.last == "M" { text = text.dropLast() }
        guard let number = Double(text), number.isFinite else { return nil }
        return number
    }

    private static let codeDigits = Array("23456789CFGHJMPQRVWX")

    /// The middle of the area of an Open Location Code.
    private static func plusCode(_ text: String) throws(NotationProblem) -> Coordinate? {
        let parts = text.uppercased().split(separator: "+", omittingEmptySubsequences: false)
        guard parts.count == 2, let front = parts.first, let back = parts.last,
            front.allSatisfy({ codeDigits.contains($0) || $0 == "0" }),
            back.allSatisfy(codeDigits.contains), front.count <= 8, !front.isEmpty
        else { return nil }
        guard front.count == 8 else {
            throw NotationProblem("\(text) is the end of a plus code: give all of it, such as 9GG65WCW+2X")
        }
        let significant = front.prefix { $0 != "0" }
        guard significant.count.isMultiple(of: 2), significant.count >= 2,
            front.dropFirst(significant.count).allSatisfy({ $0 == "0" }),
            back.isEmpty || significant.count == 8, back.count != 1
        else { throw NotationProblem("\(text) is no plus code: its digits come in pairs") }
        let digits = (significant + back).compactMap { codeDigits.firstIndex(of: $0) }
        var (latitude, longitude, unit) = (-90.0, -180.0, 20.0)
        for pair in stride(from: 0, to: min(10, digits.count), by: 2) {
            latitude += Double(digits[pair]) * unit
            longitude += Double(digits[pair + 1]) * unit
            if pair + 2 < min(10, digits.count) { unit /= 20 }
        }
        var (height, width) = (unit, unit)
        for digit in digits.dropFirst(10).prefix(5) {
            height /= 5
            width /= 4
            latitude += Double(digit / 4) * height
            longitude += Double(digit % 4) * width
        }
        guard latitude < 90, longitude < 180 else { throw NotationProblem("\(text) lies beyond the Earth") }
        return Coordinate(latitude: latitude + height / 2, longitude: longitude + width / 2)
    }
}
