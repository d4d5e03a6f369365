// SPDX-License-Identifier: MIT
import MapDiagnostics

extension ExpressionParser {
    func step(_ items: [JSONNode], _ place: Place) -> (any ExpressionNode)? {
        guard isCurve(items, place), let input = argument(items[1], 1, of: place, expected: .number)
        else { return nil }
        var type = place.expected == .value ? nil : place.expected
        guard let first = argument(items[2], 2, of: place, expected: type) else { return nil }
        type = type ?? first.type
        guard let rest = stops(items, from: 3, after: -.infinity, &type, place) else { return nil }
        return StepNode(
            stops: [-.infinity] + rest.stops, [input, first] + rest.outputs, type: type ?? .value, key: place.key)
    }

    func interpolate(_ items: [JSONNode], _ place: Place) -> (any ExpressionNode)? {
        guard items.count > 1, let description = items[1].array, !description.isEmpty else {
            report("Expected an interpolation type expression.", place, 1)
            return nil
        }
        guard let curve = curve(description, place), isCurve(items, place),
            let input = argument(items[2], 2, of: place, expected: .number)
        else { return nil }
        let space: ColorSpace =
            items[0].string == "interpolate-hcl" ? .hcl : items[0].string == "interpolate-lab" ? .lab : .rgb
        var type = place.expected == .value ? nil : place.expected
        if space != .rgb, type != .colorArray { type = .color }
        guard let rest = stops(items, from: 3, after: nil, &type, place) else { return nil }
        guard let type, type.isInterpolatable else {
            report("Type \(type ?? .value) is not interpolatable.", place)
            return nil
        }
        return InterpolateNode(
            curve: curve, space: space, stops: rest.stops, [input] + rest.outputs, type: type, key: place.key)
    }

    private func isCurve(_ items: [JSONNode], _ place: Place) -> Bool {
        let found = items.count - 1
        guard count(items, place, is: 4...Int.max, else: "Expected at least 4 arguments, but found only \(found).")
        else { return false }
        if found % 2 == 0 { return true }
        report("Expected an even number of arguments.", place)
        return false
    }

    private func stops(
        _ items: [JSONNode], from start: Int, after first: Double?, _ type: inout ExpressionType?, _ place: Place
    ) -> (stops: [Double], outputs: [any ExpressionNode])? {
        let name = first == nil ? "interpolate" : "step"
        var (last, stops, outputs) = (first, [Double](), [any ExpressionNode]())
        for index in stride(from: start, to: items.count - 1, by: 2) {
            guard let stop = items[index].number else {
                report(
                    "Input/output pairs for \"\(name)\" expressions must be defined using literal numeric values "
                        + "(not computed expressions) for the input values.", place, index)
                return nil
            }
            if let last, stop <= last {
                report(
                    "Input/output pairs for \"\(name)\" expressions must be arranged with input values "
                        + "in strictly ascending order.", place, index)
                return nil
            }
            guard let output = argument(items[index + 1], index + 1, of: place, expected: type) else { return nil }
            type = type ?? output.type
            last = stop
            stops.append(stop)
            outputs.append(output)
        }
        return (stops, outputs)
    }

    private func curve(_ description: [JSONNode], _ place: Place) -> InterpolationCurve? {
        let numbers = description.dropFirst().compactMap(\.number)
        switch description[0].string {
        case "linear": return .linear
        case "exponential":
            if description.count > 1, let base = description[1].number { return .exponential(base: base) }
            report("Exponential interpolation requires a numeric base.", place, 1, 1)
        case "cubic-bezier":
            if description.count == 5, numbers.count == 4, numbers.allSatisfy((0...1).contains) {
                return .cubicBezier(CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3]))
            }
            report(
                "Cubic bezier interpolation requires four numeric arguments with values between 0 and 1.", place, 1)
        default:
            report("Unknown interpolation type \(Value(description[0]).text)", place, 1, 0)
        }
        return nil
    }
}
