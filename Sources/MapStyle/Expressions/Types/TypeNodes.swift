// SPDX-License-Identifier: MIT
import MapCanvas

/// `string`, `number`, `boolean`, `object`, `array`: the first argument that has the type.
final class AssertionNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ type: ExpressionType, _ arguments: [any ExpressionNode], key: String) {
        children = arguments
        site = NodeSite(type, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var value = Value.null
        for child in children {
            value = try child.evaluate(context)
            if fits(value) { return value }
        }
        throw EvaluationError(site.key, .wrongType(expected: site.type, found: value))
    }

    private func fits(_ value: Value) -> Bool {
        switch (site.type, value) {
        case (.string, .string), (.number, .number), (.boolean, .bool), (.object, .object): true
        case (.array, .array): site.type.accepts(value.type)
        default: false
        }
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        AssertionNode(type, children, key: site.key)
    }
}

/// `to-string`, `to-color` and the like, and the conversions that a property's type implies.
final class CoercionNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ type: ExpressionType, _ arguments: [any ExpressionNode], key: String) {
        children = arguments
        site = NodeSite(type, key, arguments, adding: type == .resolvedImage ? .images : [])
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var problem = Conversion.failed(.unparsable(type: site.type, found: .null))
        for child in children {
            let conversion = try child.evaluate(context).converted(to: site.type, context)
            if case .value(let value) = conversion { return value }
            problem = conversion
        }
        guard case .failed(let reason) = problem else { return .null }
        throw EvaluationError(site.key, reason)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CoercionNode(type, children, key: site.key)
    }
}

/// `["typeof", value]`.
final class TypeofNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], key: String) {
        children = arguments
        site = NodeSite(.string, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        .string(try children[0].evaluate(context).type.description)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        TypeofNode(children, key: site.key)
    }
}

/// What came of a conversion.
enum Conversion {
    case value(Value)
    case failed(EvaluationError.Reason)
}

extension Value {
    /// The value as another type; image names are looked up among the available ones.
    func converted(to type: ExpressionType, _ context: EvaluationContext) -> Conversion {
        switch type {
        case .boolean: return .value(.bool(isTruthy))
        case .string: return .value(.string(text))
        case .formatted:
            if case .formatted = self { return .value(self) }
            return .value(.formatted(Formatted(sections: [.init(text: text)])))
        case .resolvedImage:
            if case .image = self { return .value(self) }
            let name = text
            if name.isEmpty { return .value(.null) }
            return .value(.image(ResolvedImage(name: name, available: context.availableImages.contains(name))))
        case .number:
            if let number = asNumber { return .value(.number(number)) }
            return .failed(.text("Could not convert \(json) to number."))
        case .color: return asColor
        default:
            if let value = asCompound(type) { return .value(value) }
            return .failed(.unparsable(type: type, found: self))
        }
    }

    /// As JavaScript's `Boolean()`.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let bool): bool
        case .number(let number): number != 0 && !number.isNaN
        case .string(let string): !string.isEmpty
        default: true
        }
    }

    /// As JavaScript's `Number()`, nil for NaN.
    private var asNumber: Double? {
        switch self {
        case .null: 0
        case .bool(let bool): bool ? 1 : 0
        case .number(let number): number.isNaN ? nil : number
        case .string(let string): javaScriptNumber(string)
        case .array(let items) where items.isEmpty: 0
        default: nil
        }
    }

    private var asColor: Conversion {
        switch self {
        case .color: return .value(self)
        case .string(let string):
            if let color = Color(css: string) { return .value(.color(color)) }
        case .array(let items):
            let numbers = items.compactMap(\.number)
            guard (3...4).contains(items.count), numbers.count == items.count else {
                let expected = "expected an array containing either three or four numeric values."
                return .failed(.text("Invalid rgba value \(json): \(expected)"))
            }
            if let problem = rgbaProblem(numbers) { return .failed(.text(problem)) }
            return .value(.color(Color(bytes: numbers)))
        default: break
        }
        return .failed(.unparsable(type: .color, found: self))
    }
}

/// Why red, green, blue (0...255) and perhaps alpha (0...1) make no color.
func rgbaProblem(_ components: [Double]) -> String? {
    func problem(_ rule: String) -> String {
        "Invalid rgba value [\(components.map(javaScriptText).joined(separator: ", "))]: \(rule)"
    }
    guard components.prefix(3).allSatisfy({ (0...255).contains($0) }) else {
        return problem("'r', 'g', and 'b' must be between 0 and 255.")
    }
    guard components.dropFirst(3).allSatisfy({ (0...1).contains($0) }) else {
        return problem("'a' must be between 0 and 1.")
    }
    return nil
}

extension Color {
    /// - Parameter bytes: red, green, blue 0...255 and perhaps alpha 0...1.
    init(bytes: [Double]) {
        self.init(
            red: bytes[0] / 255, green: bytes[1] / 255, blue: bytes[2] / 255, alpha: bytes.count > 3 ? bytes[3] : 1)
    }
}
