// SPDX-License-Identifier: MIT

/// The arguments of `rgb()` and `hsl()`: three values and an optional alpha, separated by commas, or by spaces and a
/// slash.
struct CSSColorArguments {
    enum Unit { case number, percent, degrees }

    struct Value {
        var number: Double
        var unit: Unit
    }

    let first: Value
    let second: Value
    let third: Value
    /// 0...1.
    let alpha: Double
    /// True for the legacy syntax with commas.
    let commas: Bool

    /// Returns nil for any other syntax. Only `hue` arguments may begin with an angle.
    init?(_ text: UnsafeBufferPointer<UInt8>, hue: Bool) {
        var scanner = Scanner(text: text)
        guard let first = scanner.value(angle: hue) else { return nil }
        let commas = scanner.skip(UInt8(ascii: ","))
        guard commas || scanner.spaced, let second = scanner.value(angle: false) else { return nil }
        guard commas ? scanner.skip(UInt8(ascii: ",")) : scanner.spaced, let third = scanner.value(angle: false)
        else { return nil }
        var alpha = 1.0
        if scanner.skip(commas ? UInt8(ascii: ",") : UInt8(ascii: "/")) {
            guard let value = scanner.value(angle: false) else { return nil }
            alpha = value.unit == .percent ? value.number / 100 : value.number
        }
        guard scanner.isAtEnd else { return nil }
        (self.first, self.second, self.third, self.commas) = (first, second, third, commas)
        self.alpha = alpha > 0 ? min(alpha, 1) : 0
    }

    private struct Scanner {
        let text: UnsafeBufferPointer<UInt8>
        var index = 0
        /// True when whitespace followed the last value.
        var spaced = false

        init(text: UnsafeBufferPointer<UInt8>) {
            self.text = text
            skipSpaces()
        }

        var isAtEnd: Bool { index == text.count }

        private func byte(at i: Int) -> UInt8 { i < text.count ? lowercased(text[i]) : 0 }

        private mutating func skipSpaces() {
            let start = index
            while index < text.count, isSpace(text[index]) { index += 1 }
            spaced = index > start
        }

        mutating func skip(_ separator: UInt8) -> Bool {
            guard byte(at: index) == separator else { return false }
            index += 1
            skipSpaces()
            return true
        }

        /// Parses a number with its unit, and the whitespace after it.
        mutating func value(angle: Bool) -> Value? {
            if skip("none") {
                skipSpaces()
                return Value(number: 0, unit: .number)
            }
            guard let number = number() else { return nil }
            var value = Value(number: number, unit: .number)
            if byte(at: index) == UInt8(ascii: "%") {
                index += 1
                value.unit = .percent
            } else if angle, let degrees = degreesPerUnit() {
                value = Value(number: number * degrees, unit: .degrees)
            }
            skipSpaces()
            return value
        }

        /// CSS Values 4, §6.1.
        private mutating func degreesPerUnit() -> Double? {
            if skip("deg") { return 1 }
            if skip("grad") { return 0.9 }
            if skip("rad") { return 180 / .pi }
            if skip("turn") { return 360 }
            return nil
        }

        private mutating func skip(_ word: StaticString) -> Bool {
            for i in 0..<word.utf8CodeUnitCount where byte(at: index + i) != word.utf8Start[i] { return false }
            index += word.utf8CodeUnitCount
            return true
        }

        private mutating func number() -> Double? {
            let start = index
            if byte(at: index) == UInt8(ascii: "+") || byte(at: index) == UInt8(ascii: "-") { index += 1 }
            let whole = skipDigits()
            var digitCount = whole
            if byte(at: index) == UInt8(ascii: ".") {
                index += 1
                let fraction = skipDigits()
                guard fraction > 0 else { return nil }
                digitCount += fraction + 16
            }
            guard digitCount > 0 else { return nil }
            if byte(at: index) == UInt8(ascii: "e"), exponentFollows() {
                index += 2
                _ = skipDigits()
                digitCount += 16
            }
            if digitCount <= 9, whole == index - start { return Double(shortInteger(from: start)) }
            let number = Double(Substring(decoding: text[start..<index], as: UTF8.self))
            guard let number, number.isFinite else { return nil }
            return number
        }

        /// The value of at most nine digits without a sign.
        private func shortInteger(from start: Int) -> Int {
            text[start..<index].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        private func exponentFollows() -> Bool {
            let sign = byte(at: index + 1)
            let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
            return isDigit(hasSign ? byte(at: index + 2) : sign)
        }

        private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

        private mutating func skipDigits() -> Int {
            let start = index
            while isDigit(byte(at: index)) { index += 1 }
            return index - start
        }
    }
}
