// SPDX-License-Identifier: MIT
import MapImages

/// The space that colors are mixed in.
enum ColorSpace: Sendable {
    case rgb, hcl, lab

    /// The color a fraction of the way from one to the other; components are mixed before they are multiplied by alpha.
    func mix(_ a: Color, _ b: Color, _ fraction: Double) -> Color {
        switch self {
        case .rgb: return a.mix(b, fraction)
        case .lab:
            return CIELab(a).mix(CIELab(b), fraction).color(alpha: ColorSpace.mix(a.alpha, b.alpha, fraction))
        case .hcl:
            return CIEHCL(a).mix(CIEHCL(b), fraction).lab.color(alpha: ColorSpace.mix(a.alpha, b.alpha, fraction))
        }
    }

    static func mix(_ a: Double, _ b: Double, _ fraction: Double) -> Double { a * (1 - fraction) + b * fraction }
}

/// CIE L*a*b* under the D50 white point (CIE 15; matrices for sRGB adapted to D50 by B. Lindbloom).
struct CIELab {
    var lightness: Double
    var a: Double
    var b: Double

    /// D50, CSS Color 4, §10.
    private static let white = (x: 0.96422, y: 1.0, z: 0.82521)
    private static let threshold = 6.0 / 29

    init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    init(_ color: Color) {
        let (red, green, blue) = (
            CIELab.linear(color.red), CIELab.linear(color.green), CIELab.linear(color.blue)
        )
        let y = CIELab.forward((0.2225045 * red + 0.7168786 * green + 0.0606169 * blue) / CIELab.white.y)
        var (x, z) = (y, y)
        // Greys have no hue at all; rounding must not give them one.
        if red != green || green != blue {
            x = CIELab.forward((0.4360747 * red + 0.3850649 * green + 0.1430804 * blue) / CIELab.white.x)
            z = CIELab.forward((0.0139322 * red + 0.0971045 * green + 0.7141733 * blue) / CIELab.white.z)
        }
        self.init(lightness: max(0, 116 * y - 16), a: 500 * (x - y), b: 200 * (y - z))
    }

    func mix(_ other: CIELab, _ fraction: Double) -> CIELab {
        CIELab(
            lightness: ColorSpace.mix(lightness, other.lightness, fraction), a: ColorSpace.mix(a, other.a, fraction),
            b: ColorSpace.mix(b, other.b, fraction))
    }

    func color(alpha: Double) -> Color {
        let middle = (lightness + 16) / 116
        let y = CIELab.white.y * CIELab.inverse(middle)
        let x = CIELab.white.x * CIELab.inverse(middle + a / 500)
        let z = CIELab.white.z * CIELab.inverse(middle - b / 200)
        return Color(
            red: CIELab.encoded(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
            green: CIELab.encoded(-0.9787684 * x + 1.9161415 * y + 0.0334540 * z),
            blue: CIELab.encoded(0.0719453 * x - 0.2289914 * y + 1.4052427 * z), alpha: alpha)
    }

    private static func linear(_ component: Double) -> Double {
        component <= 0.04045 ? component / 12.92 : power((component + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ component: Double) -> Double {
        let value = component <= 0.00304 ? 12.92 * component : 1.055 * power(component, 1 / 2.4) - 0.055
        return min(max(value, 0), 1)
    }

    private static func forward(_ t: Double) -> Double {
        let cube = threshold * threshold * threshold
        return t > cube ? power(t, 1.0 / 3) : t / (3 * threshold * threshold) + 4.0 / 29
    }

    private static func inverse(_ t: Double) -> Double {
        t > threshold ? t * t * t : 3 * threshold * threshold * (t - 4.0 / 29)
    }
}

/// CIE L*a*b* in polar form; greys have no hue.
struct CIEHCL {
    /// Degrees, 0..<360.
    var hue: Double?
    var chroma: Double
    var lightness: Double

    init(hue: Double?, chroma: Double, lightness: Double) {
        self.hue = hue
        self.chroma = chroma
        self.lightness = lightness
    }

    init(_ color: Color) {
        let lab = CIELab(color)
        chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
        lightness = lab.lightness
        hue = (chroma * 10_000).rounded() == 0 ? nil : (degrees(ofX: lab.a, y: lab.b) + 360).remainder360
    }

    /// The shorter way around the circle; a grey takes the other's hue, black and white also its chroma.
    func mix(_ other: CIEHCL, _ fraction: Double) -> CIEHCL {
        var mixed = CIEHCL(
            hue: nil, chroma: ColorSpace.mix(chroma, other.chroma, fraction),
            lightness: ColorSpace.mix(lightness, other.lightness, fraction))
        switch (hue, other.hue) {
        case (let from?, let to?):
            var turn = to - from
            if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
            mixed.hue = from + fraction * turn
        case (let from?, nil):
            mixed.hue = from
            if other.lightness == 0 || other.lightness == 1 { mixed.chroma = chroma }
        case (nil, let to?):
            mixed.hue = to
            if lightness == 0 || lightness == 1 { mixed.chroma = other.chroma }
        case (nil, nil): break
        }
        return mixed
    }

    var lab: CIELab {
        let direction = unit(degrees: hue ?? 0)
        return CIELab(lightness: lightness, a: direction.x * chroma, b: direction.y * chroma)
    }
}

extension Double {
    fileprivate var remainder360: Double { self >= 360 ? self - 360 : self }
}

extension FunctionNode {
    /// `rgb` and `rgba`.
    static func rgba(_ arguments: [any ExpressionNode], key: ExpressionKey) -> FunctionNode {
        FunctionNode(.color, arguments, key: key) { node, context throws(EvaluationError) in
            var components: [Double] = []
            for child in node.children { components.append(try child.number(context)) }
            if let problem = rgbaProblem(components) { throw node.traits.failure(problem) }
            return .color(Color(bytes: components))
        }
    }

    /// `to-rgba`: red, green, blue 0...255 and alpha 0...1.
    static func toRGBA(_ arguments: [any ExpressionNode], key: ExpressionKey) -> FunctionNode {
        FunctionNode(.array(.number, length: 4), arguments, key: key) { node, context throws(EvaluationError) in
            let value = try node.children[0].evaluate(context)
            guard case .color(let color) = value else { throw node.wrongType(value, expected: .color) }
            let bytes = [color.red * 255, color.green * 255, color.blue * 255, color.alpha]
            return .array(bytes.map(Value.number))
        }
    }
}

/// Why red, green, blue (0...255) and perhaps alpha (0...1) make no color.
func rgbaProblem(_ components: [Double]) -> String? {
    func problem(_ rule: String) -> String {
        "Invalid rgba value [\(components.map(javaScriptText).joined(separator: ", "))]: \(rule)"
    }
    guard components.prefix(3).allSatisfy({ (0...255).contains($0) }) else {
        return problem("'r', 'g', and 'b' must be between 0 and 255.")
    }
    guard components.dropFirst(3).allSatisfy({ (0...1).contains($0) }) else {
        return problem("'a' must be between 0 and 1.")
    }
    return nil
}

extension Color {
    /// As the reference reads arrays: the components are those of a color that has been multiplied by its alpha.
    ///
    /// - Parameter bytes: red, green, blue 0...255 and perhaps alpha 0...1.
    init(premultipliedBytes bytes: [Double]) {
        let alpha = bytes.count > 3 ? bytes[3] : 1
        let scale = alpha > 0 ? 1 / alpha : 0
        self.init(bytes: bytes.prefix(3).map { $0 * scale } + [alpha])
    }

    /// - Parameter bytes: red, green, blue 0...255 and perhaps alpha 0...1.
    init(bytes: [Double]) {
        self.init(
            red: bytes[0] / 255, green: bytes[1] / 255, blue: bytes[2] / 255, alpha: bytes.count > 3 ? bytes[3] : 1)
    }
}
