// SPDX-License-Identifier: MIT
import MapCanvas

/// `format`: texts and images with their looks.
final class FormatNode: ExpressionNode {
    /// Places of a section's parts among the children.
    struct Section: Sendable {
        var content: Int
        var scale: Int?
        var font: Int?
        var color: Int?
        var verticalAlign: Int?
    }

    let traits: NodeTraits
    let children: [any ExpressionNode]
    private let sections: [Section]

    init(_ sections: [Section], _ children: [any ExpressionNode], key: String) {
        self.sections = sections
        self.children = children
        traits = NodeTraits(.formatted, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var formatted: [Formatted.Section] = []
        var count = 0
        for section in sections {
            let section = try evaluate(section, context)
            count += section.text.utf8.count
            try traits.checkText(count)
            formatted.append(section)
        }
        return .formatted(Formatted(sections: formatted))
    }

    private func evaluate(
        _ section: Section, _ context: EvaluationContext
    ) throws(EvaluationError) -> Formatted.Section {
        let content = try children[section.content].evaluate(context)
        var result = Formatted.Section(text: "")
        if let index = section.verticalAlign { result.verticalAlign = try children[index].string(context) }
        if case .image(let image) = content {
            result.image = image
            return result
        }
        result.text = content.text
        if let index = section.scale { result.scale = try children[index].number(context) }
        if let index = section.font, case .array(let names) = try children[index].evaluate(context) {
            result.fontStack = names.map(\.text).joined(separator: ",")
        }
        if let index = section.color, case .color(let color) = try children[index].evaluate(context) {
            result.textColor = color
        }
        return result
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        FormatNode(sections, children, key: traits.key)
    }
}
