// SPDX-License-Identifier: MIT
import StaticMap

/// A marker, line or area in one argument: `color:red|label:A|13.4,52.5`, words first or last, as static map services
/// have it.
struct ShapeFlag {
    /// What is wrong with an argument.
    struct InvalidShape: Error, CustomStringConvertible {
        var description: String
    }

    private(set) var words: [String: String] = [:]
    private(set) var coordinates: [Coordinate] = []

    /// - Parameters:
    ///   - argument: parts with a bar between them.
    ///   - known: the words that may stand before a colon.
    ///   - latitudeFirst: the order of numbers.
    /// - Throws: at the first part that makes no sense, with what could have been meant.
    init(_ argument: String, known: [String], latitudeFirst: Bool) throws(InvalidShape) {
        var rest = argument[...]
        while !rest.isEmpty {
            // An encoded line may have bars of its own: it is the rest.
            if rest.hasPrefix("enc:") {
                do {
                    coordinates += try EncodedPolyline.decode(String(rest.dropFirst(4)), precision: 5)
                } catch {
                    throw InvalidShape(
                        description: "\(argument): expected an encoded line: \(error.message), at character "
                            + "\(error.offset + 1)")
                }
                return
            }
            let part = rest.prefix { $0 != "|" }
            rest = rest.dropFirst(part.count + 1)
            if let coordinate = Coordinate(argument: String(part), latitudeFirst: latitudeFirst) {
                coordinates.append(coordinate)
            } else if let colon = part.firstIndex(of: ":"), known.contains(String(part[..<colon])) {
                words[String(part[..<colon])] = String(part[part.index(after: colon)...])
            } else {
                let word = String(part.prefix { $0 != ":" })
                let hint = didYouMean(word, known) ?? "words: \(known.joined(separator: ", "))"
                throw InvalidShape(
                    description: "\(argument): expected word:value or \(latitudeFirst ? "lat,lon" : "lon,lat"), found "
                        + "\"\(part)\" (\(hint))")
            }
        }
    }

    /// A number that a word has.
    func number(_ word: String) throws(InvalidShape) -> JSONNode? {
        guard let text = words[word] else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw InvalidShape(description: "\(word): expected a number, found \"\(text)\"")
        }
        return .number(number)
    }

    func text(_ word: String) -> JSONNode? { words[word].map(JSONNode.text) }
}

extension Coordinate {
    /// `13.4,52.5`; nil when that is not a place on Earth.
    init?(argument: String, latitudeFirst: Bool) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
        let (longitude, latitude) = latitudeFirst ? (second, first) : (first, second)
        guard abs(latitude) <= 90, abs(longitude) <= 360 else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// [longitude, latitude]
    var json: JSONNode { .list([.number(longitude), .number(latitude)]) }
}
