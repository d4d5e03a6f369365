// SPDX-License-Identifier: MIT
import MapCanvas

/// Functions of texts that evaluate all their arguments.
final class TextNode: ExpressionNode {
    enum Operator: String {
        case upcase, downcase, concat, split, join
        case isSupportedScript = "is-supported-script"
        case resolvedLocale = "resolved-locale"
    }

    let site: NodeSite
    let children: [any ExpressionNode]
    private let operation: Operator

    init(_ operation: Operator, _ arguments: [any ExpressionNode], key: String) {
        self.operation = operation
        children = arguments
        let type: ExpressionType =
            switch operation {
            case .split: .array(.string, length: nil)
            case .isSupportedScript: .boolean
            default: .string
            }
        site = NodeSite(type, key, arguments, adding: operation == .isSupportedScript ? .unfoldable : [])
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        switch operation {
        case .upcase: return .string(try children[0].string(context).uppercased())
        case .downcase: return .string(try children[0].string(context).lowercased())
        case .concat:
            var text = ""
            for child in children { text += try child.evaluate(context).text }
            return .string(text)
        case .split: return split(try children[0].string(context), by: try children[1].string(context))
        case .join:
            guard case .array(let items) = try children[0].evaluate(context) else { return .null }
            return .string(items.map(\.text).joined(separator: try children[1].string(context)))
        case .isSupportedScript: return .bool(true)
        case .resolvedLocale:
            guard case .collator(let collator) = try children[0].evaluate(context) else { return .null }
            return .string(collator.locale ?? "en")
        }
    }

    /// An empty separator splits into UTF-16 units in JavaScript; here into code points, which texts can hold.
    private func split(_ text: String, by separator: String) -> Value {
        if separator.isEmpty { return .array(text.unicodeScalars.map { .string(String($0)) }) }
        let (units, mark) = (Array(text.utf8), Array(separator.utf8))
        var parts: [Value] = []
        var (start, index) = (0, 0)
        while index + mark.count <= units.count {
            if units[index] == mark[0], units[index..<(index + mark.count)].elementsEqual(mark) {
                parts.append(.string(String(decoding: units[start..<index], as: UTF8.self)))
                index += mark.count
                start = index
            } else {
                index += 1
            }
        }
        parts.append(.string(String(decoding: units[start...], as: UTF8.self)))
        return .array(parts)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        TextNode(operation, children, key: site.key)
    }
}

/// `collator`.
final class CollatorNode: ExpressionNode {
    let site: NodeSite
    /// Case-sensitive, diacritic-sensitive, and perhaps the locale.
    let children: [any ExpressionNode]

    init(_ options: [any ExpressionNode], key: String) {
        children = options
        site = NodeSite(.collator, key, options, adding: .unfoldable)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        .collator(
            Collator(
                caseSensitive: try children[0].bool(context), diacriticSensitive: try children[1].bool(context),
                locale: children.count > 2 ? try children[2].string(context) : nil))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CollatorNode(children, key: site.key)
    }
}

/// `image`.
final class ImageNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ name: any ExpressionNode, key: String) {
        children = [name]
        site = NodeSite(.resolvedImage, key, children, adding: .images)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let name = try children[0].string(context)
        if name.isEmpty { return .null }
        return .image(ResolvedImage(name: name, available: context.availableImages.contains(name)))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        ImageNode(children[0], key: site.key)
    }
}

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

    let site: NodeSite
    let children: [any ExpressionNode]
    private let sections: [Section]

    init(_ sections: [Section], _ children: [any ExpressionNode], key: String) {
        self.sections = sections
        self.children = children
        site = NodeSite(.formatted, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var formatted: [Formatted.Section] = []
        for section in sections { formatted.append(try evaluate(section, context)) }
        return .formatted(Formatted(sections: formatted))
    }

    private func evaluate(
        _ section: Section, _ context: EvaluationContext
    ) throws(EvaluationError) -> Formatted.Section {
        let content = try children[section.content].evaluate(context)
        var result = Formatted.Section(text: "")
        if let place = section.verticalAlign { result.verticalAlign = try children[place].string(context) }
        if case .image(let image) = content {
            result.image = image
            return result
        }
        result.text = content.text
        if let place = section.scale { result.scale = try children[place].number(context) }
        if let place = section.font, case .array(let names) = try children[place].evaluate(context) {
            result.fontStack = names.map(\.text).joined(separator: ",")
        }
        if let place = section.color, case .color(let color) = try children[place].evaluate(context) {
            result.textColor = color
        }
        return result
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        FormatNode(sections, children, key: site.key)
    }
}

/// `rgb` and `rgba`.
final class RGBANode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], key: String) {
        children = arguments
        site = NodeSite(.color, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var components: [Double] = []
        for child in children { components.append(try child.number(context)) }
        if let problem = rgbaProblem(components) { throw site.failure(problem) }
        return .color(Color(bytes: components))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { RGBANode(children, key: site.key) }
}

/// `to-rgba`: red, green, blue 0...255 and alpha 0...1.
final class ToRGBANode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ argument: any ExpressionNode, key: String) {
        children = [argument]
        site = NodeSite(.array(.number, length: 4), key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let value = try children[0].evaluate(context)
        guard case .color(let color) = value else {
            throw EvaluationError(site.key, .wrongType(expected: .color, found: value))
        }
        let bytes = [color.red * 255, color.green * 255, color.blue * 255, color.alpha]
        return .array(bytes.map(Value.number))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { ToRGBANode(children[0], key: site.key) }
}
