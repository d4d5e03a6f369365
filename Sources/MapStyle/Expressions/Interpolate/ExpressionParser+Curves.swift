// SPDX-License-Identifier: MIT
import MapDiagnostics

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
        default: Value(self).text
        }
    }
}
