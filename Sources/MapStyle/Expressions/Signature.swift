// SPDX-License-Identifier: MIT
import MapDiagnostics

/// What an operator that is a plain function takes.
struct Signature: Sendable {
    enum Parameters: Sendable {
        case fixed([ExpressionType])
        case any(ExpressionType)
    }

    /// Told apart by their number of arguments.
    let overloads: [Parameters]
    let make: @Sendable ([any ExpressionNode], String) -> any ExpressionNode

    init(
        _ overloads: Parameters..., make: @escaping @Sendable ([any ExpressionNode], String) -> any ExpressionNode
    ) {
        self.overloads = overloads
        self.make = make
    }

    static let all: [String: Signature] = {
        var table: [String: Signature] = [
            "error": Signature(.fixed([.string])) { FailingNode($0[0], key: $1) },
            "typeof": Signature(.fixed([.value])) { TypeofNode($0, key: $1) },
            "to-rgba": Signature(.fixed([.color])) { ToRGBANode($0[0], key: $1) },
            "rgb": Signature(.fixed([.number, .number, .number])) { RGBANode($0, key: $1) },
            "rgba": Signature(.fixed([.number, .number, .number, .number])) { RGBANode($0, key: $1) },
            "get": Signature(.fixed([.string]), .fixed([.string, .object]), make: get),
            "has": Signature(.fixed([.string]), .fixed([.string, .object]), make: has),
            "feature-state": Signature(.fixed([.string])) { LookupNode(.featureState, $0, key: $1) },
            "!": Signature(.fixed([.boolean])) { NotNode($0[0], key: $1) },
            "concat": Signature(.any(.value)) { TextNode(.concat, $0, key: $1) },
            "upcase": Signature(.fixed([.string])) { TextNode(.upcase, $0, key: $1) },
            "downcase": Signature(.fixed([.string])) { TextNode(.downcase, $0, key: $1) },
            "split": Signature(.fixed([.string, .string])) { TextNode(.split, $0, key: $1) },
            "join": Signature(.fixed([.array(.string, length: nil), .string])) { TextNode(.join, $0, key: $1) },
            "is-supported-script": Signature(.fixed([.string])) { TextNode(.isSupportedScript, $0, key: $1) },
            "resolved-locale": Signature(.fixed([.collator])) { TextNode(.resolvedLocale, $0, key: $1) },
            "-": Signature(.fixed([.number, .number]), .fixed([.number])) {
                ArithmeticNode(.difference, $0, key: $1)
            },
        ]
        for name in ["zoom", "properties", "id", "elevation", "accumulated", "geometry-type"] {
            table[name] = surroundings(name)
        }
        for name in ["heatmap-density", "line-progress"] { table[name] = surroundings(name) }
        for name in ["+", "*", "min", "max"] { table[name] = arithmetic(name, .any(.number)) }
        for name in ["/", "%", "^"] { table[name] = arithmetic(name, .fixed([.number, .number])) }
        for name in ["sqrt", "log10", "ln", "log2", "sin", "cos", "tan", "asin", "acos", "atan", "abs", "round"] {
            table[name] = math(name)
        }
        for name in ["floor", "ceil"] { table[name] = math(name) }
        for (name, value) in [("pi", Double.pi), ("e", 2.718281828459045), ("ln2", 0.6931471805599453)] {
            table[name] = Signature(.fixed([])) { ConstantNode(.number(value), type: .number, key: $1) }
        }
        return table
    }()

    private static func surroundings(_ name: String) -> Signature? {
        ContextNode.Source(rawValue: name).map { source in
            Signature(.fixed([])) { ContextNode(source, key: $1) }
        }
    }

    private static func arithmetic(_ name: String, _ parameters: Parameters) -> Signature? {
        ArithmeticNode.Operator(rawValue: name).map { operation in
            Signature(parameters) { ArithmeticNode(operation, $0, key: $1) }
        }
    }

    private static func math(_ name: String) -> Signature? {
        UnaryMathNode.Operator(rawValue: name).map { operation in
            Signature(.fixed([.number])) { UnaryMathNode(operation, $0[0], key: $1) }
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

extension Signature.Parameters: CustomStringConvertible {
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
    func function(_ items: [JSONNode], _ place: Place) -> (any ExpressionNode)? {
        guard let signature = items[0].string.flatMap({ Signature.all[$0] }) else { return nil }
        guard let parameters = signature.overloads.first(where: { $0.takes(items.count - 1) }) else {
            reportSignatures(signature.overloads.map(\.description).joined(separator: " | "), items, place)
            return nil
        }
        var nodes: [any ExpressionNode] = []
        for index in 1..<max(1, items.count) {
            guard
                let node = argument(items[index], index, of: place, expected: parameters.type(at: index - 1))
            else { return nil }
            nodes.append(node)
        }
        return signature.make(nodes, place.key)
    }
}
