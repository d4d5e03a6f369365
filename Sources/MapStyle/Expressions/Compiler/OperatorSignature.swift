// SPDX-License-Identifier: MIT
import MapDiagnostics

/// The parameters of an operator that is a plain function.
struct OperatorSignature: Sendable {
    enum Parameters: Sendable {
        case fixed([ExpressionType])
        case any(ExpressionType)
    }

    /// Distinguished by their number of arguments.
    let overloads: [Parameters]
    let make: @Sendable ([any ExpressionNode], String) -> any ExpressionNode

    init(
        _ overloads: Parameters..., make: @escaping @Sendable ([any ExpressionNode], String) -> any ExpressionNode
    ) {
        self.overloads = overloads
        self.make = make
    }

    static let all: [String: OperatorSignature] = {
        var table: [String: OperatorSignature] = [
            "error": OperatorSignature(.fixed([.string])) { FailingNode($0[0], key: $1) },
            "typeof": OperatorSignature(.fixed([.value])) { TypeofNode($0, key: $1) },
            "to-rgba": OperatorSignature(.fixed([.color])) { ToRGBANode($0[0], key: $1) },
            "rgb": OperatorSignature(.fixed([.number, .number, .number])) { RGBANode($0, key: $1) },
            "rgba": OperatorSignature(.fixed([.number, .number, .number, .number])) { RGBANode($0, key: $1) },
            "get": OperatorSignature(.fixed([.string]), .fixed([.string, .object]), make: get),
            "has": OperatorSignature(.fixed([.string]), .fixed([.string, .object]), make: has),
            "feature-state": OperatorSignature(.fixed([.string])) { LookupNode(.featureState, $0, key: $1) },
            "!": OperatorSignature(.fixed([.boolean])) { NotNode($0[0], key: $1) },
            "concat": OperatorSignature(.any(.value)) { TextNode(.concat, $0, key: $1) },
            "upcase": OperatorSignature(.fixed([.string])) { TextNode(.upcase, $0, key: $1) },
            "downcase": OperatorSignature(.fixed([.string])) { TextNode(.downcase, $0, key: $1) },
            "split": OperatorSignature(.fixed([.string, .string])) { TextNode(.split, $0, key: $1) },
            "join": OperatorSignature(.fixed([.array(.string, length: nil), .string])) { TextNode(.join, $0, key: $1) },
            "is-supported-script": OperatorSignature(.fixed([.string])) { TextNode(.isSupportedScript, $0, key: $1) },
            "resolved-locale": OperatorSignature(.fixed([.collator])) { TextNode(.resolvedLocale, $0, key: $1) },
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
        for name in ["sqrt", "log10", "ln", "log2", "sin", "cos", "tan", "asin", "acos", "atan", "abs", "round"] {
            table[name] = math(name)
        }
        for name in ["floor", "ceil"] { table[name] = math(name) }
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

    private static func math(_ name: String) -> OperatorSignature? {
        UnaryMathNode.Operator(rawValue: name).map { operation in
            OperatorSignature(.fixed([.number])) { UnaryMathNode(operation, $0[0], key: $1) }
        }
    }

    private static func get(_ arguments: [any ExpressionNode], _ key: String) -> any ExpressionNode {
        if arguments.count > 1 { return LookupNode(.member, arguments, key: key) }
        if let name = (arguments[0] as? ConstantNode)?.value.string { return PropertyNode(name, key: key) }
        return LookupNode(.property, arguments, key: key)
    }

    private static func has(_ arguments: [any ExpressionNode], _ key: String) -> any ExpressionNode {
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
    func function(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard let signature = items[0].string.flatMap({ OperatorSignature.all[$0] }) else { return nil }
        guard let parameters = signature.overloads.first(where: { $0.takes(items.count - 1) }) else {
            reportSignatures(signature.overloads.map(\.description).joined(separator: " | "), items, context)
            return nil
        }
        var nodes: [any ExpressionNode] = []
        for index in 1..<max(1, items.count) {
            guard
                let node = argument(items[index], index, of: context, expected: parameters.type(at: index - 1))
            else { return nil }
            nodes.append(node)
        }
        return signature.make(nodes, context.key)
    }
}
