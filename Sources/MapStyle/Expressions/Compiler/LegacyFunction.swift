// SPDX-License-Identifier: MIT
import MapCore

/// Converts a function object, the form from before expressions (`stops`, `property`, `base`, …), to an expression.
struct LegacyFunction {
    private let object: JSONObject
    private let spec: PropertySpec

    init(_ object: JSONObject, spec: PropertySpec) {
        self.object = object
        self.spec = spec
    }

    private struct Stop {
        var input: JSONNode
        var output: JSONNode
    }

    var expression: JSONNode {
        guard let list = object["stops"]?.array else { return identity }
        let stops = list.compactMap { stop -> Stop? in
            guard let pair = stop.array, pair.count == 2 else { return nil }
            return Stop(input: pair[0], output: pair[1])
        }
        guard stops.count == list.count, let first = stops.first else {
            return failure("A function needs stops of an input and an output each.")
        }
        if first.input.object != nil { return zoomAndProperty(stops) }
        if object["property"] != nil { return property(stops.map { literal($0) }) }
        return zoom(
            stops.map { stop in
                guard spec.tokens, let text = stop.output.string else { return literal(stop) }
                return Stop(input: stop.input, output: tokenExpression(text))
            })
    }

    private var identity: JSONNode {
        guard let fallback = object["default"] else {
            return spec.kind == .string ? json("string", get) : get
        }
        switch spec.kind {
        case .enum:
            let names = JSONNode(.array(spec.values.map { JSONNode(.string($0)) }))
            return json("match", get, names, get, literal(fallback))
        case .color: return json("to-color", get, literal(fallback))
        case .array:
            let length = spec.length.map { JSONNode(.number(Double($0))) } ?? JSONNode(.null)
            guard let element = spec.element, element != .enum else { return json("array", get, literal(fallback)) }
            return json("array", JSONNode(.string(element.rawValue)), length, get, literal(fallback))
        case .number, .string, .boolean: return json(spec.kind.rawValue, get, literal(fallback))
        default: return json("coalesce", get, literal(fallback))
        }
    }

    private var get: JSONNode { json("get", object["property"] ?? JSONNode(.null)) }

    private func literal(_ node: JSONNode) -> JSONNode {
        node.array == nil && node.object == nil ? node : json("literal", node)
    }

    private func literal(_ stop: Stop) -> Stop { Stop(input: stop.input, output: literal(stop.output)) }

    /// The value where no stop applies: the function's default, else the property's.
    private var fallback: JSONNode {
        if let given = object["default"] ?? spec.defaultValue?.literal { return literal(given) }
        return spec.kind == .resolvedImage ? JSONNode(.string("")) : failure("no stop fits")
    }

    private func failure(_ message: String) -> JSONNode { json("error", JSONNode(.string(message))) }

    private enum Kind: String { case exponential, interval, categorical }

    private var kind: Kind {
        let isMixable = ExpressionType(spec)?.isInterpolatable ?? true
        let usual: Kind = spec.interpolated && isMixable ? .exponential : .interval
        let named = object["type"]?.string.flatMap(Kind.init)
        return named == .exponential && !isMixable ? .interval : named ?? usual
    }

    private func zoom(_ stops: [Stop]) -> JSONNode {
        kind == .exponential ? interpolation(of: json("zoom"), stops) : steps(of: json("zoom"), stops)
    }

    private func property(_ stops: [Stop]) -> JSONNode {
        if kind == .categorical { return categories(stops) }
        let input = json("number", get)
        let curve = kind == .exponential ? interpolation(of: input, stops) : steps(of: input, stops)
        guard let fallback = object["default"] else { return curve }
        return json(
            "case", json("==", json("typeof", get), JSONNode(.string("number"))), curve, literal(fallback))
    }

    /// A function of the property for each zoom, and an interpolation between those.
    private func zoomAndProperty(_ stops: [Stop]) -> JSONNode {
        var zooms: [(zoom: Double, stops: [Stop])] = []
        for stop in stops {
            guard let zoom = stop.input["zoom"]?.number, let value = stop.input["value"] else {
                return failure("A stop needs a zoom and a value.")
            }
            let inner = Stop(input: value, output: literal(stop.output))
            if let index = zooms.firstIndex(where: { $0.zoom == zoom }) {
                zooms[index].stops.append(inner)
            } else {
                zooms.append((zoom, [inner]))
            }
        }
        let outer = zooms.map { Stop(input: JSONNode(.number($0.zoom)), output: property($0.stops)) }
        let isMixable = ExpressionType(spec)?.isInterpolatable ?? true
        if spec.interpolated, isMixable { return interpolation(of: json("zoom"), outer, base: 1) }
        return steps(of: json("zoom"), outer)
    }

    private func interpolation(of input: JSONNode, _ stops: [Stop], base given: Double? = nil) -> JSONNode {
        let operation =
            switch object["colorSpace"]?.string {
            case "hcl": "interpolate-hcl"
            case "lab": "interpolate-lab"
            default: "interpolate"
            }
        let base = given ?? object["base"]?.number ?? 1
        let curve = base == 1 ? json("linear") : json("exponential", JSONNode(.number(base)))
        var items = [JSONNode(.string(operation)), curve, input]
        for stop in distinct(stops) { items += [stop.input, stop.output] }
        return JSONNode(.array(items))
    }

    private func steps(of input: JSONNode, _ stops: [Stop]) -> JSONNode {
        let stops = distinct(stops)
        var items = [JSONNode(.string("step")), input, stops[0].output]
        for stop in stops.dropFirst() { items += [stop.input, stop.output] }
        // A step needs at least one stop.
        if stops.count == 1 { items += [JSONNode(.number(0)), stops[0].output] }
        return JSONNode(.array(items))
    }

    /// The first of neighbouring stops with the same input.
    private func distinct(_ stops: [Stop]) -> [Stop] {
        var result: [Stop] = []
        for stop in stops where result.isEmpty || Value(stop.input) != result.last.map({ Value($0.input) }) {
            result.append(stop)
        }
        return result
    }

    /// `match` where the inputs are allowed as its labels, else a chain of comparisons.
    private func categories(_ stops: [Stop]) -> JSONNode {
        var seen: Set<Value> = []
        let stops = stops.filter { seen.insert(Value($0.input)).inserted }
        let areStrings = stops.allSatisfy { $0.input.string != nil }
        let areIntegers = stops.allSatisfy { $0.input.number.flatMap(Int32.init(exactly:)) != nil }
        guard areStrings || areIntegers else {
            let branches = stops.flatMap { [json("==", get, $0.input), $0.output] }
            return JSONNode(.array([JSONNode(.string("case"))] + branches + [fallback]))
        }
        let branches = stops.flatMap { [$0.input, $0.output] }
        return JSONNode(.array([JSONNode(.string("match")), get] + branches + [fallback]))
    }
}

extension Value {
    /// The JSON of a property's default; nil for what only expressions can make.
    fileprivate var literal: JSONNode? {
        switch self {
        case .bool(let bool): JSONNode(.bool(bool))
        case .number(let number): JSONNode(.number(number))
        case .string(let string): JSONNode(.string(string))
        case .array(let items):
            items.allSatisfy { $0.literal != nil } ? JSONNode(.array(items.compactMap(\.literal))) : nil
        case .padding(let numbers), .numberArray(let numbers): JSONNode(.array(numbers.map { JSONNode(.number($0)) }))
        default: nil
        }
    }
}
