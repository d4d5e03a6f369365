// SPDX-License-Identifier: MIT
package import MapCore
import MapGeometry

extension Color {
    /// Creates a color from CSS: a name, `transparent`, `#rgb[a]`, `#rrggbb[aa]`, `rgb()`, `rgba()`, `hsl()` or
    /// `hsla()`, with commas or spaces, ignoring case; nil for anything else. Components out of range are clamped.
    ///
    /// - Parameter css: a CSS color, such as `#007AFF` or `rgb(0 122 255 / 50%)`.
    /// - SeeAlso: CSS Color 4, §4.2, §5, §6, §7.
    public init?(css: String) {
        var css = css
        guard let color = css.withUTF8(Color.read) else { return nil }
        self = color
    }

    /// Decodes a CSS color, or reports what was found instead.
    package init?(_ field: Field) {
        guard let text = field.node.string else {
            let nothing: Color? = field.expected("a CSS color")
            guard let color = nothing else { return nil }
            self = color
            return
        }
        guard let color = Color(css: text) else {
            let names = Color.names.keys.sorted() + ["transparent"]
            field.report(expected: "a CSS color", hint: didYouMean(text, names))
            return nil
        }
        self = color
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> Color? {
        guard let first = text.firstIndex(where: { !isSpace($0) }),
            let last = text.lastIndex(where: { !isSpace($0) })
        else { return nil }
        let trimmed = UnsafeBufferPointer(rebasing: text[first...last])
        if trimmed[0] == UInt8(ascii: "#") { return hex(UnsafeBufferPointer(rebasing: trimmed.dropFirst())) }
        if trimmed[trimmed.count - 1] == UInt8(ascii: ")") { return function(trimmed) }
        // The longest name has 20 letters.
        guard trimmed.count <= 20 else { return nil }
        let name = String(unsafeUninitializedCapacity: trimmed.count) { letters in
            for (index, letter) in trimmed.enumerated() { letters[index] = lowercased(letter) }
            return trimmed.count
        }
        if let rgb = names[name] { return Color(rgb: rgb) }
        return name == "transparent" ? .transparent : nil
    }

    private static func hex(_ digits: UnsafeBufferPointer<UInt8>) -> Color? {
        var value: UInt32 = 0
        guard digits.count <= 8 else { return nil }
        for byte in digits {
            guard let digit = hexDigit(byte) else { return nil }
            value = value << 4 | digit
        }
        switch digits.count {
        case 3: value = value << 4 | 15; fallthrough
        case 4:
            let nibble = { (shift: UInt32) in Double(value >> shift & 15) * 17 / 255 }
            return Color(red: nibble(12), green: nibble(8), blue: nibble(4), alpha: nibble(0))
        case 6: return Color(rgb: value)
        case 8:
            var color = Color(rgb: value >> 8)
            color.alpha = Double(value & 255) / 255
            return color
        default: return nil
        }
    }

    private static func function(_ trimmed: UnsafeBufferPointer<UInt8>) -> Color? {
        guard let open = trimmed.firstIndex(of: UInt8(ascii: "(")), open == 3 || open == 4 else { return nil }
        if open == 4, lowercased(trimmed[3]) != UInt8(ascii: "a") { return nil }
        let kind = (lowercased(trimmed[0]), lowercased(trimmed[1]), lowercased(trimmed[2]))
        let content = UnsafeBufferPointer(rebasing: trimmed[(open + 1)..<(trimmed.count - 1)])
        switch kind {
        case (UInt8(ascii: "r"), UInt8(ascii: "g"), UInt8(ascii: "b")):
            return CSSColorArguments(content, hue: false).flatMap(rgb)
        case (UInt8(ascii: "h"), UInt8(ascii: "s"), UInt8(ascii: "l")):
            return CSSColorArguments(content, hue: true).flatMap(hsl)
        default: return nil
        }
    }

    private static func rgb(_ arguments: CSSColorArguments) -> Color? {
        let (a, b, c) = (arguments.first, arguments.second, arguments.third)
        // §15.2: the form with commas does not mix numbers and percentages.
        if arguments.commas, a.unit != b.unit || b.unit != c.unit { return nil }
        guard a.unit != .degrees else { return nil }
        let part = { (v: CSSColorArguments.Value) in clampedToUnit(v.number / (v.unit == .percent ? 100 : 255)) }
        return Color(red: part(a), green: part(b), blue: part(c), alpha: arguments.alpha)
    }

    /// CSS Color 4, §7.1: hue, saturation and lightness to sRGB.
    private static func hsl(_ arguments: CSSColorArguments) -> Color? {
        let (h, s, l) = (arguments.first, arguments.second, arguments.third)
        guard h.unit != .percent, s.unit == .percent || !arguments.commas, l.unit == s.unit else { return nil }
        let turned = h.number.truncatingRemainder(dividingBy: 360)
        let hue = turned < 0 ? turned + 360 : turned
        let saturation = clampedToUnit(s.number / 100)
        let lightness = clampedToUnit(l.number / 100)
        let channel = { (n: Double) -> Double in
            let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
            return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
        }
        return Color(red: channel(0), green: channel(8), blue: channel(4), alpha: arguments.alpha)
    }
}

func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

private func hexDigit(_ byte: UInt8) -> UInt32? {
    switch lowercased(byte) {
    case let b where b >= 0x30 && b <= 0x39: UInt32(b - 0x30)
    case let b where b >= 0x61 && b <= 0x66: UInt32(b - 0x61 + 10)
    default: nil
    }
}

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

extension Color {
    /// The 148 color names of CSS Color 4, §6.1, as 0xRRGGBB; `transparent` is none of them.
    package static let names: [String: UInt32] = [
        "aliceblue": 0xF0F8FF, "antiquewhite": 0xFAEBD7, "aqua": 0x00FFFF, "aquamarine": 0x7FFFD4,
        "azure": 0xF0FFFF, "beige": 0xF5F5DC, "bisque": 0xFFE4C4, "black": 0x000000,
        "blanchedalmond": 0xFFEBCD, "blue": 0x0000FF, "blueviolet": 0x8A2BE2, "brown": 0xA52A2A,
        "burlywood": 0xDEB887, "cadetblue": 0x5F9EA0, "chartreuse": 0x7FFF00, "chocolate": 0xD2691E,
        "coral": 0xFF7F50, "cornflowerblue": 0x6495ED, "cornsilk": 0xFFF8DC, "crimson": 0xDC143C,
        "cyan": 0x00FFFF, "darkblue": 0x00008B, "darkcyan": 0x008B8B, "darkgoldenrod": 0xB8860B,
        "darkgray": 0xA9A9A9, "darkgreen": 0x006400, "darkgrey": 0xA9A9A9, "darkkhaki": 0xBDB76B,
        "darkmagenta": 0x8B008B, "darkolivegreen": 0x556B2F, "darkorange": 0xFF8C00, "darkorchid": 0x9932CC,
        "darkred": 0x8B0000, "darksalmon": 0xE9967A, "darkseagreen": 0x8FBC8F, "darkslateblue": 0x483D8B,
        "darkslategray": 0x2F4F4F, "darkslategrey": 0x2F4F4F, "darkturquoise": 0x00CED1, "darkviolet": 0x9400D3,
        "deeppink": 0xFF1493, "deepskyblue": 0x00BFFF, "dimgray": 0x696969, "dimgrey": 0x696969,
        "dodgerblue": 0x1E90FF, "firebrick": 0xB22222, "floralwhite": 0xFFFAF0, "forestgreen": 0x228B22,
        "fuchsia": 0xFF00FF, "gainsboro": 0xDCDCDC, "ghostwhite": 0xF8F8FF, "gold": 0xFFD700,
        "goldenrod": 0xDAA520, "gray": 0x808080, "green": 0x008000, "greenyellow": 0xADFF2F,
        "grey": 0x808080, "honeydew": 0xF0FFF0, "hotpink": 0xFF69B4, "indianred": 0xCD5C5C,
        "indigo": 0x4B0082, "ivory": 0xFFFFF0, "khaki": 0xF0E68C, "lavender": 0xE6E6FA,
        "lavenderblush": 0xFFF0F5, "lawngreen": 0x7CFC00, "lemonchiffon": 0xFFFACD, "lightblue": 0xADD8E6,
        "lightcoral": 0xF08080, "lightcyan": 0xE0FFFF, "lightgoldenrodyellow": 0xFAFAD2, "lightgray": 0xD3D3D3,
        "lightgreen": 0x90EE90, "lightgrey": 0xD3D3D3, "lightpink": 0xFFB6C1, "lightsalmon": 0xFFA07A,
        "lightseagreen": 0x20B2AA, "lightskyblue": 0x87CEFA, "lightslategray": 0x778899,
        "lightslategrey": 0x778899, "lightsteelblue": 0xB0C4DE, "lightyellow": 0xFFFFE0, "lime": 0x00FF00,
        "limegreen": 0x32CD32, "linen": 0xFAF0E6, "magenta": 0xFF00FF, "maroon": 0x800000,
        "mediumaquamarine": 0x66CDAA, "mediumblue": 0x0000CD, "mediumorchid": 0xBA55D3, "mediumpurple": 0x9370DB,
        "mediumseagreen": 0x3CB371, "mediumslateblue": 0x7B68EE, "mediumspringgreen": 0x00FA9A,
        "mediumturquoise": 0x48D1CC, "mediumvioletred": 0xC71585, "midnightblue": 0x191970,
        "mintcream": 0xF5FFFA, "mistyrose": 0xFFE4E1, "moccasin": 0xFFE4B5, "navajowhite": 0xFFDEAD,
        "navy": 0x000080, "oldlace": 0xFDF5E6, "olive": 0x808000, "olivedrab": 0x6B8E23, "orange": 0xFFA500,
        "orangered": 0xFF4500, "orchid": 0xDA70D6, "palegoldenrod": 0xEEE8AA, "palegreen": 0x98FB98,
        "paleturquoise": 0xAFEEEE, "palevioletred": 0xDB7093, "papayawhip": 0xFFEFD5, "peachpuff": 0xFFDAB9,
        "peru": 0xCD853F, "pink": 0xFFC0CB, "plum": 0xDDA0DD, "powderblue": 0xB0E0E6, "purple": 0x800080,
        "rebeccapurple": 0x663399, "red": 0xFF0000, "rosybrown": 0xBC8F8F, "royalblue": 0x4169E1,
        "saddlebrown": 0x8B4513, "salmon": 0xFA8072, "sandybrown": 0xF4A460, "seagreen": 0x2E8B57,
        "seashell": 0xFFF5EE, "sienna": 0xA0522D, "silver": 0xC0C0C0, "skyblue": 0x87CEEB,
        "slateblue": 0x6A5ACD, "slategray": 0x708090, "slategrey": 0x708090, "snow": 0xFFFAFA,
        "springgreen": 0x00FF7F, "steelblue": 0x4682B4, "tan": 0xD2B48C, "teal": 0x008080,
        "thistle": 0xD8BFD8, "tomato": 0xFF6347, "turquoise": 0x40E0D0, "violet": 0xEE82EE,
        "wheat": 0xF5DEB3, "white": 0xFFFFFF, "whitesmoke": 0xF5F5F5, "yellow": 0xFFFF00,
        "yellowgreen": 0x9ACD32,
    ]
}
