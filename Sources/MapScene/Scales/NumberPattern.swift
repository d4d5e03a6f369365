// SPDX-License-Identifier: MIT
import Libc
package import MapCore

/// The separators and digits of a language.
///
/// - SeeAlso: Unicode CLDR, symbols of numbers.
package struct NumberSymbols: Hashable, Sendable {
    let decimal: String
    let group: String
    /// Digits before the first separator are at least as many in languages that write 1234 but 12 345.
    let leastBeforeGroup: Int
    /// Groups of two beyond the first three, as in India.
    let areLakhs: Bool
    /// The digit zero.
    let zero: UInt32

    /// - Parameter language: a BCP 47 tag; nil, `local` and unknown ones are taken for English.
    package init(_ language: String?) {
        let tags = (language ?? "en").lowercased().split { $0 == "-" || $0 == "_" }
        var (decimal, group, least, isLakh, zero) = (".", ",", 1, false, UInt32(0x30))
        switch tags.first ?? "en" {
        case "de", "nl", "id", "tr", "da", "it", "el", "ro", "hr", "sl", "sr", "bs", "is", "vi", "ca", "gl", "eu", "mk",
            "sw":
            (decimal, group) = (",", ".")
        case "es", "pt": (decimal, group, least) = (",", ".", 2)
        case "fr": (decimal, group) = (",", "\u{202F}")
        case "fi", "sv", "nb", "nn", "no", "cs", "sk", "uk", "ru", "be", "hu", "lv", "lt", "kk", "hy", "ka":
            (decimal, group) = (",", "\u{A0}")
        case "pl", "bg", "et": (decimal, group, least) = (",", "\u{A0}", 2)
        case "hi", "bn", "ta", "te", "mr", "gu", "kn", "ml", "pa": isLakh = true
        case "ar": (decimal, group, zero) = ("\u{66B}", "\u{66C}", 0x660)
        case "fa": (decimal, group, zero) = ("\u{66B}", "\u{66C}", 0x6F0)
        default: break
        }
        if tags.first == "de", tags.contains("ch") || tags.contains("li") { (decimal, group) = (".", "’") }
        (self.decimal, self.group, leastBeforeGroup, areLakhs, self.zero) = (decimal, group, least, isLakh, zero)
    }

    /// A number with so many decimals.
    package func text(_ number: Double, decimals: Int, isGrouped: Bool = true) -> String {
        guard number.isFinite else { return "–" }
        let places = min(15, max(0, decimals))
        let factor = pow(10, Double(places))
        // Beyond what a whole number of cents can be, decimals say nothing.
        let scaled = abs(number) * factor
        guard scaled < 9e15 else { return formatted(number) }
        // As printf, but for halves: away from zero, as people round.
        let whole = Int64(scaled.rounded())
        var digits = String(whole)
        if digits.utf8.count <= places {
            digits = String(repeating: "0", count: places + 1 - digits.utf8.count) + digits
        }
        let split = digits.index(digits.endIndex, offsetBy: -places)
        var text = isGrouped ? grouped(String(digits[..<split])) : String(digits[..<split])
        if places > 0 { text += decimal + digits[split...] }
        if zero != 0x30 { text = localized(text) }
        return number < 0 && whole != 0 ? "−" + text : text
    }

    private func grouped(_ digits: String) -> String {
        guard digits.utf8.count >= 3 + leastBeforeGroup else { return digits }
        var (result, rest) = (String(digits.suffix(3)), digits.dropLast(3))
        while !rest.isEmpty {
            let size = areLakhs ? 2 : 3
            result = rest.suffix(size) + group + result
            rest = rest.dropLast(size)
        }
        return result
    }

    private func localized(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isDigit = (0x30...0x39).contains(scalar.value)
            result.append(isDigit ? Unicode.Scalar(scalar.value - 0x30 + zero) ?? scalar : scalar)
        }
        return String(result)
    }
}

/// A pattern for numbers, such as `0.0`, `#,##0`, `+0.#` or `0 %`: a part of Unicode's.
///
/// `0` after the point is a decimal that is always there, `#` one that may be left out, a comma groups thousands, `%` takes the
/// number times 100, `+` in front gives positive numbers a sign; what else stands around the digits is text.
package struct NumberPattern: Hashable, Sendable {
    private let prefix: String
    private let suffix: String
    private let isGrouped: Bool
    private let decimals: ClosedRange<Int>
    private let factor: Double
    private let hasSign: Bool

    /// Nil for a text without a digit's place.
    package init?(_ text: String) {
        func isPlace(_ character: Character) -> Bool { "#0,.".contains(character) }
        guard let start = text.firstIndex(where: { $0 == "#" || $0 == "0" }) else { return nil }
        let end = text[start...].firstIndex { !isPlace($0) } ?? text.endIndex
        var places = text[start..<end]
        var rest = text[end...]
        // A point or comma at the end is punctuation.
        while let last = places.last, last == "." || last == "," {
            places.removeLast()
            rest = text[places.endIndex...]
        }
        let parts = places.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? parts[1] : ""
        guard fraction.count <= 12, !fraction.contains(".") else { return nil }
        var lead = text[..<start]
        hasSign = lead.last == "+"
        if hasSign { lead.removeLast() }
        prefix = String(lead)
        suffix = String(rest)
        isGrouped = parts[0].contains(",")
        decimals = fraction.count { $0 == "0" }...fraction.count { $0 == "0" || $0 == "#" }
        factor = text.contains("%") ? 100 : 1
    }

    package func text(_ number: Double, _ symbols: NumberSymbols) -> String {
        let value = number * factor
        var places = decimals.upperBound
        while places > decimals.lowerBound {
            let unit = pow(10, Double(places - 1))
            guard abs((value * unit).rounded() / unit - value) < 0.5 / (unit * 1e6) else { break }
            places -= 1
        }
        let body = symbols.text(value, decimals: places, isGrouped: isGrouped)
        return prefix + (hasSign && value > 0 ? "+" : "") + body + suffix
    }
}

/// How a scale writes its numbers: by a pattern, or with as many decimals as tell them apart.
package struct NumberWriter: Hashable, Sendable {
    let symbols: NumberSymbols
    let pattern: NumberPattern?

    package init(_ language: String?, pattern: String? = nil) {
        symbols = NumberSymbols(language)
        self.pattern = pattern.flatMap(NumberPattern.init)
    }

    /// The numbers with the same number of decimals, so that neighbours differ in two digits, as far as `decimals` allows.
    func texts(_ numbers: [Double], decimals: ClosedRange<Int>) -> [String] {
        if let pattern { return numbers.map { pattern.text($0, symbols) } }
        let sorted = numbers.sorted()
        let gaps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
        let gap = gaps.min() ?? abs(sorted.first ?? 1)
        let needed = gap > 0 && gap.isFinite ? 1 - Int(log10(gap).rounded(.down)) : 0
        let areWhole = numbers.allSatisfy { $0 == $0.rounded() }
        let count = areWhole ? 0 : max(decimals.lowerBound, min(needed, decimals.upperBound))
        return numbers.map { symbols.text($0, decimals: count) }
    }

    /// Texts of numbers with `most` decimals or fewer; where some would read the same, with more, as far as the largest number has ten
    /// digits.
    static func tellingApart(_ numbers: [Double], most: Int, _ texts: (Int) -> [String]) -> [String] {
        let usual = texts(most)
        guard Set(usual).count < usual.count, let largest = numbers.map(abs).max(), largest > 0 else { return usual }
        let finer = texts(max(most, min(15, 9 - Int(log10(largest).rounded(.down)))))
        return Set(finer).count == finer.count ? finer : usual
    }

    /// A number alone, with the decimals that it has, six at most.
    package func text(_ number: Double) -> String {
        if let pattern { return pattern.text(number, symbols) }
        return symbols.text(number, decimals: number.decimals(atMost: 6))
    }
}

extension Double {
    /// How many decimals the number has, as it was written.
    package func decimals(atMost limit: Int) -> Int {
        var unit = 1.0
        for count in 0..<limit {
            let scaled = self * unit
            if abs(scaled - scaled.rounded()) <= 1e-9 * max(1, abs(scaled)) { return count }
            unit *= 10
        }
        return limit
    }
}

extension Sequence<Double> {
    /// The most decimals that one of them has.
    func decimals(atMost limit: Int) -> Int { map { $0.decimals(atMost: limit) }.max() ?? 0 }
}

/// A text with the properties of a feature in braces: `{name}`, or `{rate|0.0} %` with a pattern for numbers. Two braces are one.
struct LabelTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case property(String, NumberPattern?)
    }

    private var parts: [Part] = []

    /// - Throws: what is wrong with the text.
    init(_ text: String) throws(Problem) {
        var (plain, rest) = ("", text[...])
        while let character = rest.popFirst() {
            if (character == "{" || character == "}"), rest.first == character {
                plain.append(character)
                rest.removeFirst()
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else { throw Problem("a brace has no end") }
                let inner = rest[..<end].split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
                rest = rest[rest.index(after: end)...]
                guard let name = inner.first, !name.isEmpty else { throw Problem("braces without a property's name") }
                var pattern: NumberPattern?
                if inner.count > 1 {
                    pattern = NumberPattern(String(inner[1]))
                    guard pattern != nil else {
                        throw Problem("\(quoted(String(inner[1]))) is no pattern for numbers, such as 0.0 or #,##0")
                    }
                }
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                parts.append(.property(String(name), pattern))
            } else {
                plain.append(character)
            }
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
    }

    /// What is wrong with a template.
    struct Problem: Error {
        let message: String
        init(_ message: String) { self.message = message }
    }

    /// The properties that it shows.
    var properties: [String] {
        parts.compactMap { if case .property(let name, _) = $0 { name } else { nil } }
    }

    /// The text for a feature; nil where one of its properties is missing or empty.
    func text(_ symbols: NumberSymbols, _ value: (String) -> JSONNode?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let plain): text += plain
            case .property(let name, let pattern):
                guard let node = value(name) else { return nil }
                if let number = node.datum, pattern != nil || node.number != nil {
                    text +=
                        pattern?.text(number, symbols)
                        ?? symbols.text(number, decimals: number.decimals(atMost: 6), isGrouped: abs(number) >= 10_000)
                } else if let string = node.string, !string.isEmpty {
                    text += string
                } else {
                    return nil
                }
            }
        }
        return text.isEmpty ? nil : text
    }
}

extension JSONNode {
    /// The number that a property has; programs without types for columns write numbers as texts.
    package var datum: Double? {
        if let number { return number.isFinite ? number : nil }
        guard let string else { return nil }
        var text = string.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        guard let last = text.utf8.last, (0x30...0x39).contains(last) || last == UInt8(ascii: ".") else { return nil }
        if let comma = text.firstIndex(of: ","), !text.contains(".") {
            // A decimal comma, unless the comma may stand between thousands.
            guard text.distance(from: comma, to: text.endIndex) != 4 else { return nil }
            text.replaceSubrange(comma...comma, with: ".")
        }
        guard let number = Double(text), number.isFinite else { return nil }
        return number
    }
}
