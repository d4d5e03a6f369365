// SPDX-License-Identifier: MIT
import Libc

/// `+`, `*`, `-`, `/`, `%`, `^`, `min`, `max`.
final class ArithmeticNode: ExpressionNode {
    enum Operator: String {
        case sum = "+"
        case product = "*"
        case difference = "-"
        case quotient = "/"
        case remainder = "%"
        case power = "^"
        case min, max
    }

    let traits: NodeTraits
    let children: [any ExpressionNode]
    private let operation: Operator

    init(_ operation: Operator, _ arguments: [any ExpressionNode], key: String) {
        self.operation = operation
        children = arguments
        traits = NodeTraits(.number, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .number(try number(context)) }

    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        switch operation {
        case .sum:
            var sum = 0.0
            for child in children { sum += try child.number(context) }
            return sum
        case .product:
            var product = 1.0
            for child in children { product *= try child.number(context) }
            return product
        case .min:
            var minimum = Double.infinity
            for child in children {
                let number = try child.number(context)
                minimum = minimum.isNaN || number.isNaN ? .nan : Swift.min(minimum, number)
            }
            return minimum
        case .max:
            var maximum = -Double.infinity
            for child in children {
                let number = try child.number(context)
                maximum = maximum.isNaN || number.isNaN ? .nan : Swift.max(maximum, number)
            }
            return maximum
        case .difference, .quotient, .remainder, .power:
            let left = try children[0].number(context)
            guard children.count > 1 else { return -left }
            return binary(left, try children[1].number(context))
        }
    }

    private func binary(_ left: Double, _ right: Double) -> Double {
        switch operation {
        case .difference: left - right
        case .quotient: left / right
        case .remainder: left.truncatingRemainder(dividingBy: right)
        default: MapStyle.power(left, right)
        }
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        ArithmeticNode(operation, children, key: traits.key)
    }
}

/// A function of one number.
final class UnaryMathNode: ExpressionNode {
    enum Operator: String {
        case sqrt, log10, ln, log2, sin, cos, tan, asin, acos, atan, abs, round, floor, ceil
    }

    let traits: NodeTraits
    let children: [any ExpressionNode]
    private let operation: Operator

    init(_ operation: Operator, _ argument: any ExpressionNode, key: String) {
        self.operation = operation
        children = [argument]
        traits = NodeTraits(.number, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .number(try number(context)) }

    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        let x = try children[0].number(context)
        return switch operation {
        case .sqrt: x.squareRoot()
        case .log10: Self.logarithm10(x)
        case .ln: log(x)
        case .log2: Self.logarithm2(x)
        case .sin: Self.sine(x)
        case .cos: Self.cosine(x)
        case .tan: Self.tangent(x)
        case .asin: Self.arcSine(x)
        case .acos: Self.arcCosine(x)
        case .atan: Self.arcTangent(x)
        case .abs: x.magnitude
        case .round: x.rounded(.toNearestOrAwayFromZero)
        case .floor: x.rounded(.down)
        case .ceil: x.rounded(.up)
        }
    }

    private static func logarithm10(_ x: Double) -> Double { log10(x) }
    private static func logarithm2(_ x: Double) -> Double { log2(x) }
    private static func sine(_ x: Double) -> Double { sin(x) }
    private static func cosine(_ x: Double) -> Double { cos(x) }
    private static func tangent(_ x: Double) -> Double { tan(x) }
    private static func arcSine(_ x: Double) -> Double { asin(x) }
    private static func arcCosine(_ x: Double) -> Double { acos(x) }
    private static func arcTangent(_ x: Double) -> Double { atan(x) }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        UnaryMathNode(operation, children[0], key: traits.key)
    }
}

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The direction of a vector in degrees, -180...180.
func degrees(ofX x: Double, y: Double) -> Double { atan2(y, x) * 180 / .pi }

/// The vector of length 1 in a direction.
func unit(degrees: Double) -> (x: Double, y: Double) {
    (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
}

/// A longitude and latitude in Web Mercator, where the world is the unit square and y grows southwards.
func mercator(longitude: Double, latitude: Double) -> (x: Double, y: Double) {
    (
        (180 + longitude) / 360,
        (180 - (180 / .pi * log(tan(.pi / 4 + latitude * .pi / 360)))) / 360
    )
}
