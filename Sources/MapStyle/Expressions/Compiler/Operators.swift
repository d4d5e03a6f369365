// SPDX-License-Identifier: MIT
import MapCore

extension ExpressionParser {
    /// Parses an operator's array, whose first item is its name.
    typealias OperatorParser = @Sendable (ExpressionParser, [JSONNode], Context) -> (any ExpressionNode)?

    /// All operators of the specification by name.
    static let operators: [String: OperatorParser] = {
        var table: [String: OperatorParser] = [
            "literal": { $0.literalOperator($1, $2) }, "semiliteral": { $0.semiliteral($1, $2) },
            "let": { $0.letOperator($1, $2) }, "var": { $0.variable($1, $2) },
            "case": { $0.caseOperator($1, $2) }, "match": { $0.match($1, $2) },
            "coalesce": { $0.coalesce($1, $2) }, "step": { $0.step($1, $2) }, "at": { $0.at($1, $2) },
            "in": { $0.contains($1, $2) }, "index-of": { $0.indexOf($1, $2) }, "slice": { $0.slice($1, $2) },
            "length": { $0.length($1, $2) }, "collator": { $0.collator($1, $2) },
            "format": { $0.format($1, $2) }, "image": { $0.image($1, $2) },
            "number-format": { $0.numberFormat($1, $2) }, "global-state": { $0.globalState($1, $2) },
            "within": { $0.within($1, $2) }, "distance": { $0.distance($1, $2) },
            "all": { $0.logic($1, $2) }, "any": { $0.logic($1, $2) },
        ]
        for name in ["array", "boolean", "number", "object", "string"] { table[name] = { $0.assertion($1, $2) } }
        for name in ["to-boolean", "to-color", "to-number", "to-string"] { table[name] = { $0.coercion($1, $2) } }
        for name in ["==", "!=", "<", "<=", ">", ">="] { table[name] = { $0.comparison($1, $2) } }
        for name in ["interpolate", "interpolate-hcl", "interpolate-lab"] {
            table[name] = { $0.interpolate($1, $2) }
        }
        for (name, signature) in OperatorSignature.all { table[name] = { $0.function(signature, $1, $2) } }
        return table
    }()

    func count(_ items: [JSONNode], _ context: Context, is allowed: ClosedRange<Int>, else message: String) -> Bool {
        if allowed.contains(items.count - 1) { return true }
        report(message, context)
        return false
    }

    func count(_ items: [JSONNode], _ context: Context, is allowed: ClosedRange<Int>, demand: String) -> Bool {
        count(items, context, is: allowed, else: "\(demand), but found \(items.count - 1) instead.")
    }

    func literalOperator(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...1, demand: "'literal' expression requires exactly one argument")
        else { return nil }
        return literal(items[1], context)
    }

    func semiliteral(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...1, demand: "'semiliteral' expression requires exactly one argument")
        else { return nil }
        guard let elements = items[1].array else { return literal(items[1], context) }
        if elements.isEmpty { return literal(items[1], context) }
        var inner = context
        inner.key = inner.key.element(1)
        inner.depth += 1
        guard let nodes = arguments(elements, from: 0, of: inner, expected: { _ in nil }) else { return nil }
        let isUniform = nodes.allSatisfy { $0.type == nodes[0].type }
        let type = ExpressionType.array(isUniform ? nodes[0].type : .value, length: nodes.count)
        return FunctionNode.list(nodes, type, key: context.key)
    }

    func letOperator(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 3...Int.max, demand: "Expected at least 3 arguments") else { return nil }
        var scope = context.scope
        var bindings: [any ExpressionNode] = []
        for index in stride(from: 1, to: items.count - 1, by: 2) {
            guard let name = items[index].string else {
                report("Expected string, but found \(items[index].javaScriptType) instead.", context, index)
                return nil
            }
            guard name.utf8.allSatisfy(Self.isNameByte) else {
                report("Variable names must contain only alphanumeric characters or '_'.", context, index)
                return nil
            }
            guard let value = argument(items[index + 1], index + 1, of: context) else { return nil }
            bindings.append(value)
            scope[name] = value
        }
        guard
            let result = argument(
                items[items.count - 1], items.count - 1, of: context, expected: context.expected, binding: scope)
        else { return nil }
        return LetNode(bindings: bindings, result: result, key: context.key)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }

    func variable(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard items.count == 2, let name = items[1].string else {
            report("'var' expression requires exactly one string literal argument.", context)
            return nil
        }
        guard let bound = context.scope[name] else {
            report(
                "Unknown variable \"\(name)\". "
                    + "Make sure \"\(name)\" has been bound in an enclosing \"let\" expression before using it.",
                context, 1)
            return nil
        }
        return VariableNode(bound, key: context.key)
    }

    func globalState(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...1, demand: "Expected 1 argument") else { return nil }
        guard let name = items[1].string else {
            report("Global state property must be string, but found \(items[1].javaScriptType) instead.", context)
            return nil
        }
        return GlobalStateNode(name, key: context.key)
    }

    func within(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard let shape = shape(items, context, operation: "within") else { return nil }
        if !shape.polygons.isEmpty { return WithinNode(shape, key: context.key) }
        reportShape(context, operation: "within")
        return nil
    }

    func distance(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard let shape = shape(items, context, operation: "distance") else { return nil }
        if !(shape.points.isEmpty && shape.lines.isEmpty && shape.polygons.isEmpty) {
            return DistanceNode(shape, key: context.key)
        }
        reportShape(context, operation: "distance")
        return nil
    }

    private func shape(_ items: [JSONNode], _ context: Context, operation: String) -> GeoShape? {
        guard count(items, context, is: 1...1, demand: "'\(operation)' expression requires exactly one argument")
        else { return nil }
        return GeoShape(items[1])
    }

    private func reportShape(_ context: Context, operation: String) {
        report(
            "'\(operation)' expression requires valid geojson object that contains polygon geometry type.", context)
    }
}

/// The parameters of an operator that is a plain function.
struct OperatorSignature: Sendable {
    enum Parameters: Sendable {
        case fixed([ExpressionType])
        case any(ExpressionType)
    }

    /// Distinguished by their number of arguments.
    let overloads: [Parameters]
    let make: @Sendable ([any ExpressionNode], ExpressionKey) -> any ExpressionNode

    init(
        _ overloads: Parameters...,
        make: @escaping @Sendable ([any ExpressionNode], ExpressionKey) -> any ExpressionNode
    ) {
        self.overloads = overloads
        self.make = make
    }

    static let all: [String: OperatorSignature] = {
        var table: [String: OperatorSignature] = [
            "error": OperatorSignature(.fixed([.string])) { FailingNode($0[0], key: $1) },
            "typeof": OperatorSignature(.fixed([.value]), make: FunctionNode.typeName),
            "to-rgba": OperatorSignature(.fixed([.color]), make: FunctionNode.toRGBA),
            "rgb": OperatorSignature(.fixed([.number, .number, .number]), make: FunctionNode.rgba),
            "rgba": OperatorSignature(.fixed([.number, .number, .number, .number]), make: FunctionNode.rgba),
            "get": OperatorSignature(.fixed([.string]), .fixed([.string, .object]), make: get),
            "has": OperatorSignature(.fixed([.string]), .fixed([.string, .object]), make: has),
            "feature-state": OperatorSignature(.fixed([.string])) { LookupNode(.featureState, $0, key: $1) },
            "!": OperatorSignature(.fixed([.boolean])) { NotNode($0[0], key: $1) },
            "concat": OperatorSignature(.any(.value), make: FunctionNode.concat),
            "upcase": OperatorSignature(.fixed([.string])) {
                FunctionNode.changedCase($0, key: $1) { $0.uppercased() }
            },
            "downcase": OperatorSignature(.fixed([.string])) {
                FunctionNode.changedCase($0, key: $1) { $0.lowercased() }
            },
            "split": OperatorSignature(.fixed([.string, .string]), make: FunctionNode.split),
            "join": OperatorSignature(.fixed([.array(.string, length: nil), .string]), make: FunctionNode.join),
            "is-supported-script": OperatorSignature(.fixed([.string]), make: FunctionNode.isSupportedScript),
            "resolved-locale": OperatorSignature(.fixed([.collator]), make: FunctionNode.resolvedLocale),
            "-": OperatorSignature(.fixed([.number, .number]), .fixed([.number])) {
                ArithmeticNode(.difference, $0, key: $1)
            },
        ]
        for name in ["zoom", "properties", "id", "elevation", "accumulated", "geometry-type"] {
            table[name] = contextValue(name)
        }
        for name in ["heatmap-density", "line-progress"] { table[name] = contextValue(name) }
        for name in ["+", "*", "min", "max"] { table[name] = arithmetic(name, .any(.number)) }
        for name in ["/", "%", "^"] { table[name] = arithmetic(name, .fixed([.number, .number])) }
        for (name, function) in UnaryMathNode.functions {
            table[name] = OperatorSignature(.fixed([.number])) { UnaryMathNode(function, $0, key: $1) }
        }
        for (name, value) in [("pi", Double.pi), ("e", 2.718281828459045), ("ln2", 0.6931471805599453)] {
            table[name] = OperatorSignature(.fixed([])) { ConstantNode(.number(value), type: .number, key: $1) }
        }
        return table
    }()

    private static func contextValue(_ name: String) -> OperatorSignature? {
        ContextNode.Source(rawValue: name).map { source in
            OperatorSignature(.fixed([])) { ContextNode(source, key: $1) }
        }
    }

    private static func arithmetic(_ name: String, _ parameters: Parameters) -> OperatorSignature? {
        ArithmeticNode.Operator(rawValue: name).map { operation in
            OperatorSignature(parameters) { ArithmeticNode(operation, $0, key: $1) }
        }
    }

    private static func get(_ arguments: [any ExpressionNode], _ key: ExpressionKey) -> any ExpressionNode {
        if arguments.count > 1 { return LookupNode(.member, arguments, key: key) }
        if let name = (arguments[0] as? ConstantNode)?.value.string { return PropertyNode(name, key: key) }
        return LookupNode(.property, arguments, key: key)
    }

    private static func has(_ arguments: [any ExpressionNode], _ key: ExpressionKey) -> any ExpressionNode {
        if arguments.count > 1 { return LookupNode(.hasMember, arguments, key: key) }
        if let name = (arguments[0] as? ConstantNode)?.value.string { return HasPropertyNode(name, key: key) }
        return LookupNode(.hasProperty, arguments, key: key)
    }
}

extension OperatorSignature.Parameters: CustomStringConvertible {
    func takes(_ count: Int) -> Bool {
        switch self {
        case .fixed(let types): types.count == count
        case .any: true
        }
    }

    func type(at index: Int) -> ExpressionType {
        switch self {
        case .fixed(let types): types[index]
        case .any(let type): type
        }
    }

    var description: String {
        switch self {
        case .fixed(let types): "(" + types.map(\.description).joined(separator: ", ") + ")"
        case .any(let type): "(\(type)...)"
        }
    }
}

extension ExpressionParser {
    private func function(
        _ signature: OperatorSignature, _ items: [JSONNode], _ context: Context
    ) -> (any ExpressionNode)? {
        guard let parameters = signature.overloads.first(where: { $0.takes(items.count - 1) }) else {
            reportSignatures(signature.overloads.map(\.description).joined(separator: " | "), items, context)
            return nil
        }
        return arguments(items, from: 1, of: context) { parameters.type(at: $0 - 1) }
            .map { signature.make($0, context.key) }
    }
}
