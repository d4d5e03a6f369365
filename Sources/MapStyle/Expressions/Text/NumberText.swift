// SPDX-License-Identifier: MIT

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
