// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
