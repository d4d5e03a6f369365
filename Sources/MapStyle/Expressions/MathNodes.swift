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

    init(_ operation: Operator, _ arguments: [any ExpressionNode], key: ExpressionKey) {
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
    typealias Function = @Sendable (Double) -> Double

    /// By their names in expressions.
    static let functions: [String: Function] = [
        "sqrt": { $0.squareRoot() }, "log10": { log10($0) }, "ln": { log($0) }, "log2": { log2($0) },
        "sin": { sin($0) },
        "cos": { cos($0) }, "tan": { tan($0) }, "asin": { asin($0) }, "acos": { acos($0) }, "atan": { atan($0) },
        "abs": { $0.magnitude }, "round": { $0.rounded(.toNearestOrAwayFromZero) }, "floor": { $0.rounded(.down) },
        "ceil": { $0.rounded(.up) },
    ]

    let traits: NodeTraits
    let children: [any ExpressionNode]
    private let function: Function

    init(_ function: @escaping Function, _ arguments: [any ExpressionNode], key: ExpressionKey) {
        self.function = function
        children = arguments
        traits = NodeTraits(.number, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .number(try number(context)) }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        function(try children[0].number(context))
    }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        UnaryMathNode(function, children, key: traits.key)
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
