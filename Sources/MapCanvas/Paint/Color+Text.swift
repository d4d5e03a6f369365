// SPDX-License-Identifier: MIT

extension Color {
    /// `rgba(r,g,b,a)` with whole-numbered components 0...255, as MapLibre's `to-string` prints colors.
    package var cssText: String {
        "rgba(\(byte(red)),\(byte(green)),\(byte(blue)),\(scriptNumber(alpha)))"
    }

    /// `#1a2b3c`, without the opacity.
    package var hexText: String {
        [red, green, blue].reduce(into: "#") { text, component in
            let digits = String(byte(component), radix: 16)
            text += digits.utf8.count == 1 ? "0" + digits : digits
        }
    }

    private func byte(_ component: Double) -> Int {
        component > 0 ? Int((min(component, 1) * 255).rounded()) : 0
    }

    /// A number 0...1 as JavaScript prints it: no ".0", decimals down to 1e-6, then `1e-7`.
    private func scriptNumber(_ number: Double) -> String {
        guard number > 0 else { return "0" }
        guard number < 1 else { return "1" }
        let text = "\(number)"
        guard let e = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: e)...]) else { return text }
        guard exponent < -6 else {
            let digits = text[..<e].filter { $0 != "." }
            let trimmed = digits.count == 2 && digits.hasSuffix("0") ? digits.dropLast() : digits[...]
            return "0." + String(repeating: "0", count: -exponent - 1) + trimmed
        }
        let mantissa = text[..<e]
        return (mantissa.hasSuffix(".0") ? mantissa.dropLast(2) : mantissa) + "e\(exponent)"
    }
}
