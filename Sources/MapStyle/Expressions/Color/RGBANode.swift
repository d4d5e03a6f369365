// SPDX-License-Identifier: MIT
import MapCanvas

/// `rgb` and `rgba`.
final class RGBANode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], key: String) {
        children = arguments
        traits = NodeTraits(.color, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var components: [Double] = []
        for child in children { components.append(try child.number(context)) }
        if let problem = rgbaProblem(components) { throw traits.failure(problem) }
        return .color(Color(bytes: components))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { RGBANode(children, key: traits.key) }
}

/// `to-rgba`: red, green, blue 0...255 and alpha 0...1.
final class ToRGBANode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ argument: any ExpressionNode, key: String) {
        children = [argument]
        traits = NodeTraits(.array(.number, length: 4), key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let value = try children[0].evaluate(context)
        guard case .color(let color) = value else {
            throw EvaluationError(traits.key, .wrongType(expected: .color, found: value))
        }
        let bytes = [color.red * 255, color.green * 255, color.blue * 255, color.alpha]
        return .array(bytes.map(Value.number))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { ToRGBANode(children[0], key: traits.key) }
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
