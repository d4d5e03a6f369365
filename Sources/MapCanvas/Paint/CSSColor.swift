// SPDX-License-Identifier: MIT
package import MapDiagnostics

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
        let part = { (v: CSSColorArguments.Value) in clamped(v.number / (v.unit == .percent ? 100 : 255)) }
        return Color(red: part(a), green: part(b), blue: part(c), alpha: arguments.alpha)
    }

    /// CSS Color 4, §7.1: hue, saturation and lightness to sRGB.
    private static func hsl(_ arguments: CSSColorArguments) -> Color? {
        let (h, s, l) = (arguments.first, arguments.second, arguments.third)
        guard h.unit != .percent, s.unit == .percent || !arguments.commas, l.unit == s.unit else { return nil }
        let turned = h.number.truncatingRemainder(dividingBy: 360)
        let hue = turned < 0 ? turned + 360 : turned
        let saturation = clamped(s.number / 100)
        let lightness = clamped(l.number / 100)
        let channel = { (n: Double) -> Double in
            let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
            return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
        }
        return Color(red: channel(0), green: channel(8), blue: channel(4), alpha: arguments.alpha)
    }

    private static func clamped(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
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
