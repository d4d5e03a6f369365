// SPDX-License-Identifier: MIT
import Libc

/// What descriptions are made of in one language: templates with plural forms, numbers, units and lists.
package struct Phrasebook: Sendable {
    /// A template, in which names in braces stand for values, in its plural forms.
    package struct Template: Sendable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
        private let forms: [PluralCategory: String]

        package init(stringLiteral value: String) { forms = [.other: value] }

        package init(dictionaryLiteral elements: (PluralCategory, String)...) {
            forms = Dictionary(elements) { first, _ in first }
        }

        func text(_ category: PluralCategory) -> String { forms[category] ?? forms[.other] ?? "" }
    }

    package enum Phrase: Sendable {
        case map, mapOfWorld, mapOf, mapOfCountries, mapNear, mapAt, mapAlone, mapWith
        case latitudeNorth, latitudeSouth, longitudeEast, longitudeWest, coordinate
        case markers, clusters, lines, areas, circles, userLocation
        case extent, up, tilted, globe, night, names, marked, more
        case relation, relationToPlace, middle
        case line, namedLine, lineLength, lineBetween, lineRound, lineHeading, beyond
        case area, namedArea, areaSize, circle, namedCircle, circleRadius
        case quoted, meters, kilometers, squareMeters, hectares, squareKilometers
        case values, dataRange, dataClasses, noData, statement, remark
        case hoursMinutes, minutes, moving, climb, descent, fastest
        case pair, listStep, listEnd, sentences
    }

    /// How numbers are written.
    struct Numbers: Sendable {
        var decimal = "."
        var group = ","
        /// The fewest digits before the first group separator.
        var fewestBeforeGroup = 1
        /// The digit zero.
        var zero: Unicode.Scalar = "0"
    }

    /// ISO 639 code.
    let language: String
    let plural: @Sendable (Int) -> PluralCategory
    let numbers: Numbers
    /// North, north-east and so on clockwise, as in "2 km … of".
    package let directions: [String]
    /// The same as names of the directions.
    package let compass: [String]
    /// True for languages that are written in the Latin script.
    var isLatin = true
    let templates: [Phrase: Template]
}

/// A plural form.
///
/// - SeeAlso: Unicode CLDR, *Language Plural Rules*.
package enum PluralCategory: Sendable { case zero, one, two, few, many, other }

/// The plural rules of CLDR for whole numbers.
package enum PluralRules {
    /// English, German, Finnish.
    @Sendable package static func one(_ n: Int) -> PluralCategory { n == 1 ? .one : .other }
    @Sendable package static func spanish(_ n: Int) -> PluralCategory {
        n == 1 ? .one : n != 0 && n % 1_000_000 == 0 ? .many : .other
    }
    @Sendable package static func french(_ n: Int) -> PluralCategory {
        n < 2 ? .one : n % 1_000_000 == 0 ? .many : .other
    }
    /// Chinese, Japanese.
    @Sendable package static func none(_ n: Int) -> PluralCategory { .other }
    @Sendable package static func arabic(_ n: Int) -> PluralCategory {
        switch (n, n % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }
}

extension Phrasebook {
    /// All languages that descriptions can be in.
    static let all: [Phrasebook] = [english, german, french, spanish, finnish, chinese, japanese, arabic]

    /// The phrasebook of a language.
    ///
    /// - Parameter tag: BCP 47; what follows the language is ignored.
    /// - Returns: nil for a language that there is none for.
    package static func of(_ tag: String) -> Phrasebook? {
        let code = tag.lowercased().split(separator: "-").first.map(String.init)
        return all.first { $0.language == code }
    }

    /// A phrase with its values.
    package func text(_ phrase: Phrase, _ values: KeyValuePairs<String, String> = [:], count: Int? = nil) -> String {
        let template = templates[phrase] ?? Self.ofData[phrase]?[language]
        var text = template?.text(count.map(plural) ?? .other) ?? ""
        if let count { text = text.replacing("{n}", with: number(Double(count), decimals: 0)) }
        // All at once: what stands in a name is no placeholder.
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = rest[rest.index(after: open)..<close]
            if let value = values.first(where: { $0.key == name })?.value {
                result += value
            } else if name.hasPrefix("de "), let value = values.first(where: { $0.key == name.dropFirst(3) })?.value {
                result += Self.elided(value)
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// The English article of some names of countries.
    package func withArticle(_ country: String) -> String {
        let plurals: Set = ["Bahamas", "Comoros", "Gambia", "Maldives", "Netherlands", "Philippines", "Seychelles"]
        guard language == "en" else { return country }
        let hasArticle = country.hasPrefix("United ") || country.hasSuffix(" Islands") || country.contains("Republic")
        return hasArticle || plurals.contains(country) ? "the \(country)" : country
    }

    /// French "de" before a name.
    private static func elided(_ name: String) -> String {
        let vowels = "aeiouyàâäéèêëîïôöùûü"
        return name.lowercased().first.map(vowels.contains) ?? false ? "d’\(name)" : "de \(name)"
    }

    func number(_ value: Double, decimals: Int) -> String {
        let power = decimals > 0 ? pow(10, Double(decimals)) : 1
        let scaled = Int(max(0, min(1e15, abs(value) * power)).rounded())
        let whole = String(scaled / Int(power))
        var text = ""
        let isGrouped = whole.count >= 3 + numbers.fewestBeforeGroup
        for (index, digit) in whole.enumerated() {
            if isGrouped, index > 0, (whole.count - index) % 3 == 0 { text += numbers.group }
            text.append(digit)
        }
        if decimals > 0 {
            let fraction = String(scaled % Int(power))
            text += numbers.decimal + String(repeating: "0", count: decimals - fraction.count) + fraction
        }
        guard numbers.zero != "0" else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    guard ("0"..."9").contains(scalar) else { return scalar }
                    return Unicode.Scalar(numbers.zero.value + scalar.value - 48) ?? scalar
                }))
    }

    /// A length on the ground, to two digits or a tenth of a kilometre.
    package func length(_ meters: Double) -> String {
        let (value, decimals, isShort) = rounded(meters, from: 1000)
        return text(isShort ? .meters : .kilometers, ["n": number(value, decimals: decimals)])
    }

    /// The size of an area.
    package func size(_ squareMeters: Double) -> String {
        if squareMeters < 9950 {
            return text(.squareMeters, ["n": number(twoDigits(squareMeters), decimals: 0)])
        }
        let (value, decimals, areHectares) = rounded(squareMeters / 1e4, from: 100)
        let number = number(areHectares && value < 10 ? squareMeters / 1e4 : value, decimals: value < 10 ? 1 : decimals)
        if areHectares, value >= 10, decimals == 0 { return text(.hectares, count: Int(value)) }
        return text(areHectares ? .hectares : .squareKilometers, ["n": number])
    }

    /// The value in the small or in the large unit, which is so many small ones.
    private func rounded(_ value: Double, from large: Double) -> (value: Double, decimals: Int, isSmall: Bool) {
        let small = twoDigits(value)
        if small < large { return (small, 0, true) }
        let share = value / large
        return share < 99.95 ? (share, 1, false) : (share, 0, false)
    }

    private func twoDigits(_ value: Double) -> Double {
        guard value >= 10, value.isFinite else { return max(0, value.isFinite ? value.rounded() : 0) }
        let unit = pow(10, floor(log10(value)) - 1)
        return (value / unit).rounded() * unit
    }

    func quoted(_ name: String) -> String { text(.quoted, ["name": name]) }

    /// "A, B and C".
    func list(_ items: [String]) -> String {
        guard var text = items.first else { return "" }
        if items.count == 2 { return self.text(.pair, ["a": items[0], "b": items[1]]) }
        for (index, item) in items.enumerated().dropFirst() {
            text = self.text(index == items.count - 1 ? .listEnd : .listStep, ["a": text, "b": item])
        }
        return text
    }

    /// The first of many, and how many more there are.
    func list(_ items: [String], atMost limit: Int) -> String {
        guard items.count > limit else { return list(items) }
        let more = items.count - limit
        return list(items.prefix(limit) + [text(.more, count: more)])
    }

    /// The index of the compass direction of a bearing.
    static func octant(_ bearing: Double) -> Int {
        let turns = (bearing / 45).rounded().truncatingRemainder(dividingBy: 8)
        return (Int(turns) + 8) % 8
    }
}
