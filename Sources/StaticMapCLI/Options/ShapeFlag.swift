// SPDX-License-Identifier: MIT
import MapGeo
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
    ///   - argument: parts with a bar between them; a bar within a part is written `\|`.
    ///   - known: the words that may stand before a colon, in any case.
    ///   - aliases: other services' words for them.
    ///   - latitudeFirst: the order of numbers.
    ///   - datum: that of numbers, to which texts such as `35VLG8594` are converted.
    /// - Throws: at the first part that makes no sense, with what could have been meant.
    init(
        _ argument: String, known: [String], aliases: [String: String] = [:], latitudeFirst: Bool,
        in datum: CoordinateSystem
    ) throws(InvalidShape) {
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
            let part = Self.part(of: &rest)
            if let coordinate = Coordinate(argument: part, latitudeFirst: latitudeFirst, in: datum) {
                coordinates.append(coordinate)
            } else if let (word, value) = Self.attribute(part, known, aliases) {
                guard words.updateValue(value, forKey: word) == nil else {
                    throw InvalidShape(description: "\(argument): \(word) is given twice")
                }
            } else if let problem = Coordinate.rangeProblem(part, latitudeFirst: latitudeFirst) {
                throw InvalidShape(description: "\(argument): \(problem)")
            } else {
                let word = String(part.prefix { $0 != ":" })
                let hint = didYouMean(word, known) ?? "words: \(known.joined(separator: ", "))"
                throw InvalidShape(
                    description: "\(argument): expected word:value or \(latitudeFirst ? "lat,lon" : "lon,lat"), found "
                        + "\"\(part)\" (\(hint))")
            }
        }
    }

    /// What stands before a colon, as far as it is known, and after it.
    private static func attribute(
        _ part: String, _ known: [String], _ aliases: [String: String]
    ) -> (word: String, value: String)? {
        guard let colon = part.firstIndex(of: ":") else { return nil }
        let word = part[..<colon].lowercased()
        let name = aliases[word] ?? word
        return known.contains(name) ? (name, String(part[part.index(after: colon)...])) : nil
    }

    /// Takes what is before the next bar, and the bar.
    private static func part(of rest: inout Substring) -> String {
        var part = ""
        while let character = rest.popFirst(), character != "|" {
            if character == "\\", rest.first == "|" {
                rest.removeFirst()
            } else {
                part.append(character)
                continue
            }
            part.append("|")
        }
        return part
    }

    /// A number that a word has; messages name its unit.
    func number(_ word: String, in unit: String? = nil) throws(InvalidShape) -> JSONNode? {
        guard let text = words[word] else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw InvalidShape(
                description: "\(word): expected a number\(unit.map { " of \($0)" } ?? ""), found \"\(text)\"")
        }
        return .number(number)
    }

    func text(_ word: String) -> JSONNode? { words[word].map(JSONNode.text) }

    /// A CSS color, or one as static map services write it.
    func color(_ word: String) -> JSONNode? { words[word].map { .text(cssColor($0)) } }

    /// `true` or `false`.
    func bool(_ word: String) throws(InvalidShape) -> Bool {
        guard let text = words[word] else { return false }
        guard let value = Bool(text.lowercased()) else {
            throw InvalidShape(description: "\(word): expected true or false, found \"\(text)\"")
        }
        return value
    }

    /// One of several words.
    func choice<Value>(_ word: String, of choices: KeyValuePairs<String, Value>) throws(InvalidShape) -> Value? {
        guard let text = words[word] else { return nil }
        if let choice = choices.first(where: { $0.key == text.lowercased() }) { return choice.value }
        let names = choices.map { $0.key }
        throw InvalidShape(
            description:
                "\(word): expected \(listing(names)), found \"\(text)\"\(didYouMean(text, names).map { " (\($0))" } ?? "")"
        )
    }

    /// Two numbers with a comma between them.
    func pair(_ word: String) throws(InvalidShape) -> [Double]? {
        guard let text = words[word] else { return nil }
        guard let pair = numbers(text), pair.count == 2 else {
            throw InvalidShape(description: "\(word): expected two numbers such as 0,-10, found \"\(text)\"")
        }
        return pair
    }
}

extension Coordinate {
    /// `13.4,52.5`, or a text such as `35VLG8594`, whose place in WGS 84 is converted to the datum; nil when that is not a coordinate on
    /// Earth.
    init?(argument: String, latitudeFirst: Bool, in datum: CoordinateSystem = .wgs84) {
        guard let pair = numbers(argument), pair.count == 2 else {
            guard let place = try? CoordinateNotation.coordinate(argument) else { return nil }
            self = CoordinateSystem.wgs84.convert(place, to: datum)
            return
        }
        guard Coordinate.rangeProblem(argument, latitudeFirst: latitudeFirst) == nil else { return nil }
        self.init(latitude: pair[latitudeFirst ? 0 : 1], longitude: pair[latitudeFirst ? 1 : 0])
    }

    /// Why two numbers are no coordinate; nil when they are one, and for what is not two numbers.
    static func rangeProblem(_ argument: String, latitudeFirst: Bool) -> String? {
        guard let pair = numbers(argument), pair.count == 2 else {
            do throws(NotationProblem) {
                _ = try CoordinateNotation.coordinate(argument)
                return nil
            } catch {
                return error.message
            }
        }
        let (longitude, latitude) = latitudeFirst ? (pair[1], pair[0]) : (pair[0], pair[1])
        if abs(latitude) > 90 {
            let hint = abs(longitude) <= 90 ? " (the order is \(latitudeFirst ? "lat,lon" : "lon,lat"))" : ""
            return "the latitude must be from -90 to 90, found \(formatted(latitude))\(hint)"
        }
        return abs(longitude) > 360 ? "the longitude must be from -360 to 360, found \(formatted(longitude))" : nil
    }

    /// [longitude, latitude]
    var json: JSONNode { [.number(longitude), .number(latitude)] }
}
