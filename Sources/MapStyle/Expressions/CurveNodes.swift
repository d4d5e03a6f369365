// SPDX-License-Identifier: MIT
import MapCore

extension ExpressionParser {
    func step(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard isCurve(items, context), let input = argument(items[1], 1, of: context, expected: .number)
        else { return nil }
        var type = context.expected == .value ? nil : context.expected
        guard let first = argument(items[2], 2, of: context, expected: type) else { return nil }
        type = type ?? first.type
        guard let rest = stops(items, from: 3, after: -.infinity, &type, context) else { return nil }
        return StepNode(
            stops: [-.infinity] + rest.stops, [input, first] + rest.outputs, type: type ?? .value, key: context.key)
    }

    func interpolate(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard items.count > 1, let description = items[1].array, !description.isEmpty else {
            report("Expected an interpolation type expression.", context, 1)
            return nil
        }
        guard let curve = curve(description, context), isCurve(items, context),
            let input = argument(items[2], 2, of: context, expected: .number)
        else { return nil }
        let space: ColorSpace =
            items[0].string == "interpolate-hcl" ? .hcl : items[0].string == "interpolate-lab" ? .lab : .rgb
        var type = context.expected == .value ? nil : context.expected
        if space != .rgb, type != .colorArray { type = .color }
        guard let rest = stops(items, from: 3, after: nil, &type, context) else { return nil }
        guard let type, type.isInterpolatable else {
            report("Type \(type ?? .value) is not interpolatable.", context)
            return nil
        }
        return InterpolateNode(
            curve: curve, space: space, stops: rest.stops, [input] + rest.outputs, type: type, key: context.key)
    }

    private func isCurve(_ items: [JSONNode], _ context: Context) -> Bool {
        let found = items.count - 1
        guard count(items, context, is: 4...Int.max, else: "Expected at least 4 arguments, but found only \(found).")
        else { return false }
        if found % 2 == 0 { return true }
        report("Expected an even number of arguments.", context)
        return false
    }

    private func stops(
        _ items: [JSONNode], from start: Int, after first: Double?, _ type: inout ExpressionType?, _ context: Context
    ) -> (stops: [Double], outputs: [any ExpressionNode])? {
        let name = first == nil ? "interpolate" : "step"
        var (last, stops, outputs) = (first, [Double](), [any ExpressionNode]())
        for index in stride(from: start, to: items.count - 1, by: 2) {
            guard let stop = items[index].number else {
                report(
                    "Input/output pairs for \"\(name)\" expressions must be defined using literal numeric values "
                        + "(not computed expressions) for the input values.", context, index)
                return nil
            }
            if let last, stop <= last {
                report(
                    "Input/output pairs for \"\(name)\" expressions must be arranged with input values "
                        + "in strictly ascending order.", context, index)
                return nil
            }
            guard let output = argument(items[index + 1], index + 1, of: context, expected: type) else { return nil }
            type = type ?? output.type
            last = stop
            stops.append(stop)
            outputs.append(output)
        }
        return (stops, outputs)
    }

    private func curve(_ description: [JSONNode], _ context: Context) -> InterpolationCurve? {
        let numbers = description.dropFirst().compactMap(\.number)
        switch description[0].string {
        case "linear": return .linear
        case "exponential":
            if description.count > 1, let base = description[1].number { return .exponential(base: base) }
            report("Exponential interpolation requires a numeric base.", context, 1, 1)
        case "cubic-bezier":
            if description.count == 5, numbers.count == 4, numbers.allSatisfy((0...1).contains) {
                return .cubicBezier(CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3]))
            }
            report(
                "Cubic bezier interpolation requires four numeric arguments with values between 0 and 1.", context, 1)
        default:
            report("Unknown interpolation type \(description[0].joinedText)", context, 1, 0)
        }
        return nil
    }
}

extension JSONNode {
    /// The text of a value as JavaScript joins it to a message: items of arrays with commas, without brackets.
    fileprivate var joinedText: String {
        switch value {
        case .null: "null"
        case .array(let items): items.map { $0.value == .null ? "" : $0.joinedText }.joined(separator: ",")
        case .object: "[object Object]"
        default: MapStyle.Value(self).text
        }
    }
}

/// A node whose output depends on the position of its input among stops. Only these may have `zoom` as their input.
protocol CurveNode: ExpressionNode {
    var stops: [Double] { get }
}

extension CurveNode {
    var input: any ExpressionNode { children[0] }
    var readsZoom: Bool { (input as? ContextNode)?.source == .zoom }

    /// - Throws: when the input is NaN, which cannot be compared.
    func inputValue(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        let value = try input.number(context)
        guard !value.isNaN else { throw EvaluationError(traits.key, .text("Input is not a number.")) }
        return value
    }

    /// The index of the last stop at or below a value; 0 for values below all stops.
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
final class StepNode: CurveNode, BranchNode {
    let traits: NodeTraits
    /// The first is -∞.
    let stops: [Double]
    /// Input, then an output for each stop.
    let children: [any ExpressionNode]

    init(stops: [Double], _ children: [any ExpressionNode], type: ExpressionType, key: ExpressionKey) {
        self.stops = stops
        self.children = children
        traits = NodeTraits(type, key, children)
    }

    func branch(_ context: EvaluationContext) throws(EvaluationError) -> any ExpressionNode {
        children[stop(below: try inputValue(context)) + 1]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        if let value = (children[0] as? ConstantNode)?.value.number, !value.isNaN {
            return children[stop(below: value) + 1]
        }
        return StepNode(stops: stops, children, type: type, key: traits.key)
    }
}

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
        type: ExpressionType, key: ExpressionKey
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

/// The curve of an interpolation between two stops.
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
///
/// It is solved as precisely as in MapLibre, so that values agree to six digits.
///
/// - SeeAlso: `@mapbox/unitbezier`.
struct CubicBezier: Sendable {
    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double

    /// How far from an x the solution may be.
    private static let tolerance = 1e-6

    /// The y of the curve at an x.
    func y(at x: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        return Self.coordinate(y1, y2, at: byNewton(x) ?? byBisection(x))
    }

    /// The parameter at an x; nil where the curve is too flat, or Newton's method does not converge.
    private func byNewton(_ x: Double) -> Double? {
        var t = x
        for _ in 0..<8 {
            let error = Self.coordinate(x1, x2, at: t) - x
            if abs(error) < Self.tolerance { return t }
            let slope = Self.slope(x1, x2, at: t)
            if abs(slope) < Self.tolerance { return nil }
            t -= error / slope
        }
        return nil
    }

    /// The parameter at an x, which grows with it.
    private func byBisection(_ x: Double) -> Double {
        var (low, high, t) = (0.0, 1.0, x)
        for _ in 0..<20 {
            let found = Self.coordinate(x1, x2, at: t)
            if abs(found - x) < Self.tolerance { break }
            if found < x { low = t } else { high = t }
            t = (low + high) / 2
        }
        return t
    }

    private static func coordinate(_ a: Double, _ b: Double, at t: Double) -> Double {
        let s = 1 - t
        return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
    }

    private static func slope(_ a: Double, _ b: Double, at t: Double) -> Double {
        let s = 1 - t
        return 3 * s * s * a + 6 * s * t * (b - a) + 3 * t * t * (1 - b)
    }
}
