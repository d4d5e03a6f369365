// SPDX-License-Identifier: MIT

/// `number-format`.
final class NumberFormatNode: ExpressionNode {
    /// Places of the options among the children; the number itself is the first child.
    struct Options: Sendable {
        var locale: Int?
        var currency: Int?
        var unit: Int?
        var minFractionDigits: Int?
        var maxFractionDigits: Int?
    }

    let traits: NodeTraits
    let children: [any ExpressionNode]
    private let options: Options

    init(_ options: Options, _ children: [any ExpressionNode], key: String) {
        self.options = options
        self.children = children
        traits = NodeTraits(.string, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let number = try children[0].number(context)
        var format = NumberFormat()
        if let index = options.locale { format.locale = try children[index].string(context) }
        if let index = options.currency { format.currency = try children[index].string(context) }
        if let index = options.unit { format.unit = try children[index].string(context) }
        if let index = options.minFractionDigits { format.minimum = try digits(index, context) }
        if let index = options.maxFractionDigits { format.maximum = try digits(index, context) }
        if let minimum = format.minimum, let maximum = format.maximum, minimum > maximum {
            throw traits.failure("maximumFractionDigits value is out of range.")
        }
        guard let text = format.text(number) else { throw traits.failure("Invalid number format options.") }
        return .string(text)
    }

    /// ECMA-402 allows 0...100 digits.
    private func digits(_ index: Int, _ context: EvaluationContext) throws(EvaluationError) -> Int {
        let number = try children[index].number(context)
        guard (0...100).contains(number) else { throw traits.failure("A number of fraction digits is out of range.") }
        return Int(number)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        NumberFormatNode(options, children, key: traits.key)
    }
}

/// Numbers as the people of a country write them: the part of ECMA-402 that maps need.
struct NumberFormat {
    var locale: String?
    /// ISO 4217.
    var currency: String?
    /// A simple unit of ECMA-402, or two joined by `-per-`.
    var unit: String?
    var minimum: Int?
    var maximum: Int?

    /// Nil when the currency or unit is not well formed.
    func text(_ number: Double) -> String? {
        if let currency, currency.utf8.count != 3 { return nil }
        let sign = number < 0 ? "-" : ""
        let digits = number.isFinite ? digits(number) : (number.isNaN ? "NaN" : "∞")
        if let currency { return sign + withCurrency(digits, currency) }
        guard let unit else { return sign + digits }
        return UnitNames.suffix(unit, isOne: digits == "1").map { sign + digits + $0 }
    }

    private func digits(_ number: Double) -> String {
        let usual = currency.map { NumberFormat.withoutCents.contains($0.uppercased()) ? 0 : 2 }
        let least = minimum ?? min(usual ?? 0, maximum ?? 100)
        let most = maximum ?? max(least, usual ?? 3)
        var decimal = DecimalDigits(number)
        decimal.round(fractionDigits: most)
        var fraction = decimal.fractionText
        fraction += String(repeating: "0", count: max(0, least - fraction.utf8.count))
        let marks = separators
        let whole = grouped(decimal.integerText, by: marks.group)
        return fraction.isEmpty ? whole : whole + marks.decimal + fraction
    }

    private func grouped(_ digits: String, by separator: String) -> String {
        // Spanish, Polish and Portuguese leave four digits alone (CLDR, minimumGroupingDigits).
        let least = ["es", "pl", "pt"].contains(language) && locale?.uppercased() != "PT-BR" ? 5 : 4
        guard digits.utf8.count >= least else { return digits }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index) % 3 == 0 { text += separator }
            text.append(digit)
        }
        return text
    }

    private var language: String { locale?.split(separator: "-").first.map { $0.lowercased() } ?? "en" }

    /// CLDR's numbers of the languages that do not write 1,234.5.
    private var separators: (group: String, decimal: String) {
        switch language {
        case "de": locale?.uppercased() == "DE-CH" ? ("’", ".") : (".", ",")
        case "da", "el", "es", "hr", "id", "is", "it", "nl", "pt", "ro", "sl", "sr", "tr", "vi": (".", ",")
        case "fr": ("\u{202F}", ",")
        case "bg", "cs", "et", "fi", "hu", "lt", "lv", "nb", "nn", "no", "pl", "ru", "sk", "sv", "uk": ("\u{A0}", ",")
        default: (",", ".")
        }
    }

    private static let withoutCents: Set<String> = ["JPY", "KRW", "VND", "CLP", "ISK", "PYG", "UGX", "XAF", "XOF"]
    private static let symbols: [String: String] = [
        "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "CNY": "CN¥", "BRL": "R$",
        "CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "MXN": "MX$", "ILS": "₪", "VND": "₫", "HKD": "HK$", "TWD": "NT$",
        "PHP": "₱",
    ]

    private func withCurrency(_ digits: String, _ currency: String) -> String {
        let code = currency.uppercased()
        let symbol = language == "ja" && code == "JPY" ? "￥" : NumberFormat.symbols[code] ?? code
        let isAfter = separators.decimal == "," && !["nl", "tr", "id"].contains(language) && locale != "pt-BR"
        if isAfter { return digits + "\u{A0}" + symbol }
        let isLetter = symbol.unicodeScalars.last?.properties.isAlphabetic ?? false
        return symbol + (isLetter || language == "nl" || locale == "pt-BR" ? "\u{A0}" : "") + digits
    }
}

/// English short names of units (CLDR).
enum UnitNames {
    private static let names: [Substring: String] = [
        "acre": "ac", "bit": "bit", "byte": "byte", "centimeter": "cm", "degree": "deg", "fluid-ounce": "fl oz",
        "foot": "ft", "gallon": "gal", "gigabit": "Gb", "gigabyte": "GB", "gram": "g", "hectare": "ha", "hour": "hr",
        "inch": "in", "kilobit": "kb", "kilobyte": "kB", "kilogram": "kg", "kilometer": "km", "liter": "L",
        "megabit": "Mb", "megabyte": "MB", "meter": "m", "microsecond": "μs", "mile": "mi",
        "mile-scandinavian": "smi", "milliliter": "mL", "millimeter": "mm", "millisecond": "ms", "minute": "min",
        "nanosecond": "ns", "ounce": "oz", "petabyte": "PB", "pound": "lb", "second": "sec", "stone": "st",
        "terabit": "Tb", "terabyte": "TB", "yard": "yd", "day": "day", "week": "wk", "month": "mth", "year": "yr",
    ]
    private static let counted: Set<Substring> = ["day", "week", "month", "year"]

    /// What stands after the number, with its space; nil for a unit that is none.
    static func suffix(_ unit: String, isOne: Bool) -> String? {
        switch unit {
        case "celsius": return "°C"
        case "fahrenheit": return "°F"
        case "percent": return "%"
        case "mile-per-hour": return " mph"
        case "mile-per-gallon": return " mpg"
        default: break
        }
        let parts = split(unit)
        guard let first = names[parts.first] else { return nil }
        guard let second = parts.second else {
            return " " + first + (counted.contains(parts.first) && !isOne ? "s" : "")
        }
        guard let per = names[second] else { return nil }
        let short = second == "hour" ? "h" : second == "second" ? "s" : per
        return " \(first)/\(short)"
    }

    private static func split(_ unit: String) -> (first: Substring, second: Substring?) {
        let words = unit.split(separator: "-")
        guard let per = words.firstIndex(of: "per"), per > 0, per + 1 < words.count else { return (unit[...], nil) }
        return (words[..<per].joined(separator: "-")[...], words[(per + 1)...].joined(separator: "-")[...])
    }
}
