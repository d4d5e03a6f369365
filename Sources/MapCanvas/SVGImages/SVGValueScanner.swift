// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry

/// Reads numbers and words from the values of SVG attributes.
struct SVGValueScanner {
    /// The largest number that is accepted.
    static let maxNumber = 1e7

    private let bytes: [UInt8]
    private(set) var at = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { at >= bytes.count }
    var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { at += 1 }
    }

    /// Skips white space and up to one comma.
    mutating func skipSeparator() {
        skipSpace()
        if next == UInt8(ascii: ",") {
            at += 1
            skipSpace()
        }
    }

    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        at += 1
        return true
    }

    mutating func letter() -> UInt8? {
        guard let byte = next, (byte | 0x20) >= UInt8(ascii: "a"), (byte | 0x20) <= UInt8(ascii: "z") else {
            return nil
        }
        at += 1
        return byte
    }

    mutating func word() -> String {
        let start = at
        while letter() != nil {}
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    /// A flag of an arc, a single digit.
    mutating func flag() -> Double? {
        guard let byte = next, byte == 0x30 || byte == 0x31 else { return nil }
        at += 1
        return Double(byte - 0x30)
    }

    /// Nil where no number begins.
    /// - Throws: for a number that is too large.
    mutating func number() throws(Diagnostic) -> Double? {
        let start = at
        _ = take("+") || take("-")
        let digits = skipDigits()
        var fraction = 0
        if next == UInt8(ascii: ".") {
            at += 1
            fraction = skipDigits()
        }
        guard digits + fraction > 0 else {
            at = start
            return nil
        }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            let mark = at
            at += 1
            _ = take("+") || take("-")
            // The "e" of "em" and "ex" belongs to the unit.
            if skipDigits() == 0 { at = mark }
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        guard at - start <= 64, let value = Double(text), abs(value) <= Self.maxNumber else {
            throw SVGDocument.problem("expected numbers up to 10 million, found \(text.prefix(20))")
        }
        return value
    }

    private mutating func skipDigits() -> Int {
        let start = at
        while let byte = next, (0x30...0x39).contains(byte) { at += 1 }
        return at - start
    }
}

/// A length with its unit.
struct SVGLength {
    var value: Double
    var unit: String

    /// User units; percentages are of `whole`.
    func resolved(of whole: Double, fontSize: Double) -> Double {
        switch unit {
        case "%": value / 100 * whole
        case "em": value * fontSize
        case "ex": value * fontSize / 2
        case "in": value * 96
        case "cm": value * 96 / 2.54
        case "mm": value * 96 / 25.4
        case "pt": value * 96 / 72
        case "pc": value * 16
        default: value
        }
    }

    /// Reads lengths; nil where there is something else.
    static func list(_ text: String) throws(Diagnostic) -> [SVGLength]? {
        var scanner = SVGValueScanner(text)
        var lengths: [SVGLength] = []
        scanner.skipSpace()
        while !scanner.isAtEnd {
            guard let value = try scanner.number() else { return nil }
            let unit = scanner.take("%") ? "%" : scanner.word()
            guard ["", "%", "px", "em", "ex", "in", "cm", "mm", "pt", "pc"].contains(unit) else { return nil }
            lengths.append(SVGLength(value: value, unit: unit))
            scanner.skipSeparator()
        }
        return lengths
    }
}

/// Reads a `transform` attribute; nil where it is none.
func svgTransform(_ text: String) throws(Diagnostic) -> Transform? {
    var scanner = SVGValueScanner(text)
    var result = Transform.identity
    scanner.skipSpace()
    while !scanner.isAtEnd {
        let name = scanner.word()
        scanner.skipSpace()
        guard scanner.take("(") else { return nil }
        var n: [Double] = []
        scanner.skipSpace()
        while !scanner.take(")") {
            guard n.count < 6, let value = try scanner.number() else { return nil }
            n.append(value)
            scanner.skipSeparator()
        }
        guard let step = transform(name, n) else { return nil }
        result = step.then(result)
        scanner.skipSeparator()
    }
    return result
}

private func transform(_ name: String, _ n: [Double]) -> Transform? {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    func tangent(_ angle: Double) -> Double { sine(angle) / cosine(angle) }
    switch (name, n.count) {
    case ("matrix", 6): return Transform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    case ("translate", 1): return .translation(Point(n[0], 0))
    case ("translate", 2): return .translation(Point(n[0], n[1]))
    case ("scale", 1): return .scale(n[0], n[0])
    case ("scale", 2): return .scale(n[0], n[1])
    case ("rotate", 1): return .rotation(radians(n[0]))
    case ("rotate", 3):
        let center = Point(n[1], n[2])
        return Transform.translation(-center).then(.rotation(radians(n[0]))).then(.translation(center))
    case ("skewX", 1): return Transform(a: 1, b: 0, c: tangent(radians(n[0])), d: 1, tx: 0, ty: 0)
    case ("skewY", 1): return Transform(a: 1, b: tangent(radians(n[0])), c: 0, d: 1, tx: 0, ty: 0)
    default: return nil
    }
}
