// SPDX-License-Identifier: MIT

/// `interpolate`, `interpolate-hcl`, `interpolate-lab`: an interpolation between the outputs of the two stops around the input.
final class InterpolateNode: CurveNode {
    let traits: NodeTraits
    let stops: [Double]
    /// Input, then an output for each stop.
    let children: [any ExpressionNode]
    private let curve: InterpolationCurve
    private let space: ColorSpace
    /// The outputs, when all are literal numbers.
    private let numbers: [Double]?

    init(
        curve: InterpolationCurve, space: ColorSpace, stops: [Double], _ children: [any ExpressionNode],
        type: ExpressionType, key: String
    ) {
        self.curve = curve
        self.space = space
        self.stops = stops
        self.children = children
        let literals = children.dropFirst().compactMap { ($0 as? ConstantNode)?.value.number }
        numbers = literals.count == stops.count ? literals : nil
        traits = NodeTraits(type, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        // As in MapLibre, a curve of one stop has one output, whatever its input is.
        if stops.count == 1 { return try children[1].evaluate(context) }
        let value = try inputValue(context)
        if let numbers { return .number(mix(numbers, at: value)) }
        guard let (lower, fraction) = position(of: value) else {
            return try children[value > stops[0] ? stops.count : 1].evaluate(context)
        }
        let from = try children[lower + 1].evaluate(context)
        let to = try children[lower + 2].evaluate(context)
        if let mixed = from.mix(to, fraction, space) { return mixed }
        throw EvaluationError(traits.key, .wrongType(expected: from.type, found: to))
    }

    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        if stops.count == 1 { return try children[1].number(context) }
        let value = try inputValue(context)
        if let numbers { return mix(numbers, at: value) }
        guard let (lower, fraction) = position(of: value) else {
            return try children[value > stops[0] ? stops.count : 1].number(context)
        }
        let from = try children[lower + 1].number(context)
        let to = try children[lower + 2].number(context)
        return from * (1 - fraction) + to * fraction
    }

    private func mix(_ numbers: [Double], at value: Double) -> Double {
        guard let (lower, fraction) = position(of: value) else {
            return numbers[value > stops[0] ? stops.count - 1 : 0]
        }
        return numbers[lower] * (1 - fraction) + numbers[lower + 1] * fraction
    }

    /// The stop below a value and the fraction of the way to the next; nil at or beyond the ends.
    private func position(of value: Double) -> (lower: Int, fraction: Double)? {
        guard value > stops[0], value < stops[stops.count - 1] else { return nil }
        let lower = stop(below: value)
        return (lower, curve.fraction(of: value, from: stops[lower], to: stops[lower + 1]))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        guard let value = (children[0] as? ConstantNode)?.value.number, !value.isNaN else {
            return InterpolateNode(curve: curve, space: space, stops: stops, children, type: type, key: traits.key)
        }
        guard let (lower, _) = position(of: value) else { return children[value > stops[0] ? stops.count : 1] }
        return InterpolateNode(
            curve: curve, space: space, stops: Array(stops[lower...(lower + 1)]),
            [children[0], children[lower + 1], children[lower + 2]], type: type, key: traits.key)
    }
}
