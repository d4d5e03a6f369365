// SPDX-License-Identifier: MIT

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
