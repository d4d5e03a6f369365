// SPDX-License-Identifier: MIT

/// Places of the options of `number-format` among the children; the number itself is the first child.
struct NumberFormatOptions: Sendable {
    var locale: Int?
    var currency: Int?
    var unit: Int?
    var minFractionDigits: Int?
    var maxFractionDigits: Int?
}

extension FunctionNode {
    /// `number-format`: a number as text.
    static func numberFormat(
        _ options: NumberFormatOptions, _ children: [any ExpressionNode], key: ExpressionKey
    ) -> FunctionNode {
        FunctionNode(.string, children, key: key) { node, context throws(EvaluationError) in
            let children = node.children
            let number = try children[0].number(context)
            var format = NumberFormat()
            if let index = options.locale { format.setLocale(try children[index].string(context)) }
            if let index = options.currency { format.currency = try children[index].string(context) }
            if let index = options.unit { format.unit = try children[index].string(context) }
            if let index = options.minFractionDigits { format.minimum = try node.digits(index, context) }
            if let index = options.maxFractionDigits { format.maximum = try node.digits(index, context) }
            if let minimum = format.minimum, let maximum = format.maximum, minimum > maximum {
                throw node.traits.failure("maximumFractionDigits value is out of range.")
            }
            guard let text = format.text(number) else {
                throw node.traits.failure("Invalid number format options.")
            }
            return .string(text)
        }
    }

    /// ECMA-402 allows 0...100 digits.
    private func digits(_ index: Int, _ context: EvaluationContext) throws(EvaluationError) -> Int {
        let number = try children[index].number(context)
        guard (0...100).contains(number) else { throw traits.failure("A number of fraction digits is out of range.") }
        return Int(number)
    }
}

/// Numbers as the people of a country write them: the part of ECMA-402 that maps need.
struct NumberFormat {
    /// The locales among those of a language that write numbers in their own way.
    enum Region { case switzerland, austria, portugal, mexico, india }

    private var language = "en"
    private var region: Region?
    /// ISO 4217.
    var currency: String?
    /// A simple unit of ECMA-402, or two joined by `-per-`.
    var unit: String?
    var minimum: Int?
    var maximum: Int?

    /// - Parameter tag: BCP 47.
    mutating func setLocale(_ tag: String) {
        language = tag.languageSubtag
        guard tag.utf8.count == 5 else { return }
        switch tag.uppercased() {
        case "DE-CH": region = .switzerland
        case "DE-AT": region = .austria
        case "PT-PT": region = .portugal
        case "ES-MX": region = .mexico
        case "EN-IN": region = .india
        default: break
        }
    }

    /// Nil when the currency or unit is not well formed.
    func text(_ number: Double) -> String? {
        if let currency, currency.utf8.count != 3 { return nil }
        let sign = number.sign == .minus && !number.isNaN ? minus : ""
        let digits = number.isFinite ? digits(number) : (number.isNaN ? "NaN" : "∞")
        if let currency { return sign + withCurrency(digits, currency) }
        guard let unit else { return sign + digits }
        return UnitNames.suffix(unit, isOne: digits == "1").map { sign + digits + $0 }
    }

    private var minus: String {
        ["et", "eu", "fi", "hr", "lt", "nb", "nn", "no", "sl", "sv"].contains(language) ? "\u{2212}" : "-"
    }

    private func digits(_ number: Double) -> String {
        let usual = currency.map { NumberFormat.unusualCents[$0.uppercased()] ?? 2 }
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
        // Spanish, Polish and the Portuguese of Portugal leave four digits alone (CLDR, minimumGroupingDigits).
        let isLong = language == "pl" || (language == "es" && region != .mexico) || region == .portugal
        guard digits.utf8.count >= (isLong ? 5 : 4) else { return digits }
        // In India, lakhs and crores are groups.
        let isIndian = region == .india || ["gu", "hi", "ml", "or", "pa", "ta", "te"].contains(language)
        var text = ""
        for (index, digit) in digits.enumerated() {
            let rest = digits.utf8.count - index
            if index > 0, isIndian ? rest == 3 || (rest > 3 && rest % 2 == 1) : rest % 3 == 0 { text += separator }
            text.append(digit)
        }
        return text
    }

    /// CLDR's numbers of the languages that do not write 1,234.5.
    private var separators: (group: String, decimal: String) {
        switch language {
        case "de":
            switch region {
            case .switzerland: ("’", ".")
            case .austria: ("\u{A0}", ",")
            default: (".", ",")
            }
        case "es" where region == .mexico: (",", ".")
        case "pt" where region == .portugal: ("\u{A0}", ",")
        case "ca", "da", "el", "es", "gl", "hr", "id", "is", "it", "nl", "pt", "ro", "sl", "sr", "tr", "vi": (".", ",")
        case "fr": ("\u{202F}", ",")
        case "bg", "cs", "et", "fi", "hu", "lt", "lv", "nb", "nn", "no", "pl", "ru", "sk", "sv", "uk": ("\u{A0}", ",")
        default: (",", ".")
        }
    }

    /// The digits of currencies that are not divided into hundredths.
    private static let unusualCents = [
        "JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "ISK": 0, "PYG": 0, "UGX": 0, "XAF": 0, "XOF": 0, "BHD": 3, "IQD": 3,
        "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4,
    ]
    private static let symbols: [String: String] = [
        "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "CNY": "CN¥", "BRL": "R$",
        "CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "MXN": "MX$", "ILS": "₪", "VND": "₫", "HKD": "HK$", "TWD": "NT$",
        "PHP": "₱", "XXX": "¤",
    ]

    private func withCurrency(_ digits: String, _ currency: String) -> String {
        let code = currency.uppercased()
        let symbol = language == "ja" && code == "JPY" ? "￥" : NumberFormat.symbols[code] ?? code
        let isBrazilian = language == "pt" && region != .portugal
        let isAfter = separators.decimal == "," && !["nl", "tr", "id"].contains(language) && !isBrazilian
        if isAfter { return digits + "\u{A0}" + symbol }
        let isLetter = symbol.unicodeScalars.last?.properties.isAlphabetic ?? false
        return symbol + (isLetter || language == "nl" || isBrazilian ? "\u{A0}" : "") + digits
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

/// The shortest decimal digits that read back as the same number: 0.d₁d₂… × 10^exponent.
struct DecimalDigits {
    var isNegative: Bool
    /// 0...9 each; no zeros at either end, empty for zero.
    var digits: [UInt8]
    var exponent: Int

    /// - Parameter number: finite.
    init(_ number: Double) {
        isNegative = number < 0
        digits = []
        exponent = 0
        var seenPoint = false
        var text = Substring("\(abs(number))")
        if let mark = text.firstIndex(of: "e") {
            exponent = Int(text[text.index(after: mark)...]) ?? 0
            text = text[..<mark]
        }
        for byte in text.utf8 {
            if byte == UInt8(ascii: ".") {
                seenPoint = true
            } else {
                if !digits.isEmpty || byte != UInt8(ascii: "0") {
                    digits.append(byte &- 48)
                    if !seenPoint { exponent += 1 }
                } else if seenPoint {
                    exponent -= 1
                }
            }
        }
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { exponent = 0 }
    }

    /// Rounds to so many digits after the point, halves away from zero.
    mutating func round(fractionDigits: Int) {
        let kept = exponent + fractionDigits
        guard kept < digits.count else { return }
        guard kept >= 0 else {
            digits = []
            exponent = 0
            return
        }
        let up = digits[kept] >= 5
        digits.removeSubrange(kept...)
        if up {
            var index = kept - 1
            while index >= 0, digits[index] == 9 {
                digits.remove(at: index)
                index -= 1
            }
            if index >= 0 {
                digits[index] += 1
            } else {
                digits = [1]
                exponent += 1
            }
        }
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { exponent = 0 }
    }

    /// The digits before the point; "0" when there are none.
    var integerText: String {
        guard exponent > 0 else { return "0" }
        let own = digits.prefix(exponent)
        return text(own) + String(repeating: "0", count: exponent - own.count)
    }

    /// The digits after the point, without zeros at the end.
    var fractionText: String {
        guard exponent < digits.count else { return "" }
        return String(repeating: "0", count: max(0, -exponent)) + text(digits.dropFirst(max(0, exponent)))
    }

    private func text(_ digits: some Sequence<UInt8>) -> String {
        String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
    }

    /// As JavaScript writes numbers (ECMA-262, Number::toString).
    var javaScriptText: String {
        let sign = isNegative ? "-" : ""
        if exponent > 21 || exponent < -5 {
            let mantissa = text(digits.prefix(1)) + (digits.count > 1 ? "." + text(digits.dropFirst()) : "")
            let power = exponent - 1
            return "\(sign)\(mantissa)e\(power < 0 ? "-" : "+")\(abs(power))"
        }
        let fraction = fractionText
        return sign + integerText + (fraction.isEmpty ? "" : "." + fraction)
    }
}

/// A number as JavaScript writes it.
func javaScriptText(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
    return DecimalDigits(number).javaScriptText
}

/// A number out of text, as JavaScript's `Number()` reads it; nil for NaN.
func javaScriptNumber(_ text: String) -> Double? {
    let trimmed = text.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
    var bytes = Array(String(trimmed).utf8)
    while let last = bytes.last, last == 0x20 || (9...13).contains(last) { bytes.removeLast() }
    guard let first = bytes.first else { return 0 }
    if first == UInt8(ascii: "0"), bytes.count > 2, let radix = radix(bytes[1]) {
        return digits(bytes.dropFirst(2), radix: radix)
    }
    let plain = String(decoding: bytes, as: UTF8.self)
    switch plain {
    case "Infinity", "+Infinity": return .infinity
    case "-Infinity": return -.infinity
    default: break
    }
    let isDecimal = bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        case UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }
    return isDecimal ? Double(plain) : nil
}

private func radix(_ letter: UInt8) -> Double? {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
}

private func digits(_ bytes: ArraySlice<UInt8>, radix: Double) -> Double? {
    var value = 0.0
    for byte in bytes {
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, Double(digit) < radix else { return nil }
        value = value * radix + Double(digit)
    }
    return value
}
