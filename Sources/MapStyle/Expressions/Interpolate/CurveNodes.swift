// SPDX-License-Identifier: MIT

/// A node whose output depends on where its first child lies among stops: what `zoom` may be the input of.
protocol CurveNode: ExpressionNode {
    var stops: [Double] { get }
}

extension CurveNode {
    var input: any ExpressionNode { children[0] }
    var readsZoom: Bool { (input as? ContextNode)?.source == .zoom }

    /// The input's value, which must be a number that can be compared.
    func place(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        let value = try input.number(context)
        guard !value.isNaN else { throw EvaluationError(site.key, .text("Input is not a number.")) }
        return value
    }

    /// The last stop at or below a value; the first one for values below all.
    func stop(below value: Double) -> Int {
        var (low, high) = (0, stops.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if stops[middle] <= value { low = middle } else { high = middle }
        }
        return low
    }
}

/// `step`: the output of the last stop at or below the input.
final class StepNode: CurveNode {
    let site: NodeSite
    /// The first is -∞.
    let stops: [Double]
    /// Input, then an output for each stop.
    let children: [any ExpressionNode]

    init(stops: [Double], _ children: [any ExpressionNode], type: ExpressionType, key: String) {
        self.stops = stops
        self.children = children
        site = NodeSite(type, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        try branch(context).evaluate(context)
    }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        try branch(context).number(context)
    }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try branch(context).bool(context) }

    private func branch(_ context: EvaluationContext) throws(EvaluationError) -> any ExpressionNode {
        children[stop(below: try place(context)) + 1]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        if let value = (children[0] as? ConstantNode)?.value.number, !value.isNaN {
            return children[stop(below: value) + 1]
        }
        return StepNode(stops: stops, children, type: type, key: site.key)
    }
}

/// `interpolate`, `interpolate-hcl`, `interpolate-lab`: a mix of the outputs of the two stops around the input.
final class InterpolateNode: CurveNode {
    let site: NodeSite
    let stops: [Double]
    /// Input, then an output for each stop.
    let children: [any ExpressionNode]
    private let curve: InterpolationCurve
    private let space: ColorSpace
    /// All outputs, when they are literal numbers.
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
        site = NodeSite(type, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let value = try place(context)
        if let numbers { return .number(mix(numbers, at: value)) }
        guard let (lower, fraction) = position(of: value) else {
            return try children[value > stops[0] ? stops.count : 1].evaluate(context)
        }
        let from = try children[lower + 1].evaluate(context)
        let to = try children[lower + 2].evaluate(context)
        if let mixed = from.mix(to, fraction, space) { return mixed }
        throw EvaluationError(site.key, .wrongType(expected: from.type, found: to))
    }

    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        let value = try place(context)
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

    /// The stop below a value and how far it lies towards the next; nil at or beyond the ends.
    private func position(of value: Double) -> (lower: Int, fraction: Double)? {
        guard value > stops[0], value < stops[stops.count - 1] else { return nil }
        let lower = stop(below: value)
        return (lower, curve.fraction(of: value, from: stops[lower], to: stops[lower + 1]))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        guard let value = (children[0] as? ConstantNode)?.value.number, !value.isNaN else {
            return InterpolateNode(curve: curve, space: space, stops: stops, children, type: type, key: site.key)
        }
        guard let (lower, _) = position(of: value) else { return children[value > stops[0] ? stops.count : 1] }
        return InterpolateNode(
            curve: curve, space: space, stops: Array(stops[lower...(lower + 1)]),
            [children[0], children[lower + 1], children[lower + 2]], type: type, key: site.key)
    }
}

/// How the fraction between two stops grows.
enum InterpolationCurve: Sendable {
    case linear
    case exponential(base: Double)
    case cubicBezier(CubicBezier)

    func fraction(of value: Double, from lower: Double, to upper: Double) -> Double {
        let progress = value - lower
        let difference = upper - lower
        if difference == 0 { return 0 }
        switch self {
        case .linear: return progress / difference
        case .exponential(1): return progress / difference
        case .exponential(let base): return (power(base, progress) - 1) / (power(base, difference) - 1)
        case .cubicBezier(let bezier): return bezier.y(at: progress / difference)
        }
    }
}

/// A timing curve from (0, 0) to (1, 1): CSS Easing Functions 1, §2.2.
struct CubicBezier: Sendable {
    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double

    /// The curve's y where its x is given, found by bisection, since x grows with the parameter.
    func y(at x: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<52 {
            let middle = (low + high) / 2
            if CubicBezier.coordinate(x1, x2, at: middle) < x { low = middle } else { high = middle }
        }
        return CubicBezier.coordinate(y1, y2, at: (low + high) / 2)
    }

    private static func coordinate(_ a: Double, _ b: Double, at t: Double) -> Double {
        let s = 1 - t
        return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
    }
}
