// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore

extension ExpressionParser {
    func collator(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...1, else: "Expected one argument.") else { return nil }
        guard let options = items[1].object else {
            report("Collator options argument must be an object.", context)
            return nil
        }
        let no = JSONNode(.bool(false))
        guard
            let caseSensitive = argument(options["case-sensitive"] ?? no, 1, of: context, expected: .boolean),
            let diacritics = argument(options["diacritic-sensitive"] ?? no, 1, of: context, expected: .boolean)
        else { return nil }
        guard let locale = options["locale"] else {
            return CollatorNode([caseSensitive, diacritics], key: context.key)
        }
        guard let name = argument(locale, 1, of: context, expected: .string) else { return nil }
        return CollatorNode([caseSensitive, diacritics, name], key: context.key)
    }

    func image(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...1, else: "Expected two arguments.") else { return nil }
        guard let name = argument(items[1], 1, of: context, expected: .string) else {
            report("No image name provided.", context)
            return nil
        }
        return ImageNode(name, key: context.key)
    }

    func format(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...Int.max, else: "Expected at least one argument.") else { return nil }
        var sections: [FormatNode.Section] = []
        var nodes: [any ExpressionNode] = []
        var mayBeOptions = false
        for index in 1..<items.count {
            if let options = items[index].object {
                guard !sections.isEmpty else {
                    report("First argument must be an image or text section.", context)
                    return nil
                }
                guard mayBeOptions, var section = sections.popLast() else {
                    report("Bare objects invalid. Use [\"literal\", {...}] instead.", context, 1)
                    return nil
                }
                guard read(options, into: &section, &nodes, context) else { return nil }
                sections.append(section)
                mayBeOptions = false
                continue
            }
            // As in MapLibre, problems of every section are reported at the first.
            guard let content = argument(items[index], 1, of: context, expected: .value) else { return nil }
            guard [.string, .value, .null, .resolvedImage, .error].contains(content.type) else {
                report("Formatted text type must be 'string', 'value', 'image' or 'null'.", context)
                return nil
            }
            sections.append(FormatNode.Section(content: nodes.count))
            nodes.append(content)
            mayBeOptions = true
        }
        return FormatNode(sections, nodes, key: context.key)
    }

    private func read(
        _ options: JSONObject, into section: inout FormatNode.Section, _ nodes: inout [any ExpressionNode],
        _ context: Context
    ) -> Bool {
        if let word = options["vertical-align"]?.string, !["bottom", "center", "top"].contains(word) {
            report("'vertical-align' must be one of: 'bottom', 'center', 'top' but found '\(word)' instead.", context)
            return false
        }
        let parts: [(String, ExpressionType, WritableKeyPath<FormatNode.Section, Int?>)] = [
            ("font-scale", .number, \.scale), ("text-font", .array(.string, length: nil), \.font),
            ("text-color", .color, \.color), ("vertical-align", .string, \.verticalAlign),
        ]
        for (name, type, part) in parts {
            guard let option = options[name] else { continue }
            guard let node = argument(option, 1, of: context, expected: type) else { return false }
            section[keyPath: part] = nodes.count
            nodes.append(node)
        }
        return true
    }

    func numberFormat(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 2...2, else: "Expected two arguments."),
            let number = argument(items[1], 1, of: context, expected: .number)
        else { return nil }
        guard let members = items[2].object else {
            report("NumberFormat options argument must be an object.", context)
            return nil
        }
        if members["currency"] != nil, members["unit"] != nil {
            report("NumberFormat options `currency` and `unit` are mutually exclusive", context)
            return nil
        }
        var options = NumberFormatNode.Options()
        var nodes: [any ExpressionNode] = [number]
        let parts: [(String, ExpressionType, WritableKeyPath<NumberFormatNode.Options, Int?>)] = [
            ("locale", .string, \.locale), ("currency", .string, \.currency), ("unit", .string, \.unit),
            ("min-fraction-digits", .number, \.minFractionDigits),
            ("max-fraction-digits", .number, \.maxFractionDigits),
        ]
        for (name, type, part) in parts {
            guard let option = members[name] else { continue }
            guard let node = argument(option, 1, of: context, expected: type) else { return nil }
            options[keyPath: part] = nodes.count
            nodes.append(node)
        }
        return NumberFormatNode(options, nodes, key: context.key)
    }
}

/// Functions of texts that evaluate all their arguments.
final class TextNode: ExpressionNode {
    enum Operator: String {
        case upcase, downcase, concat, split, join
        case isSupportedScript = "is-supported-script"
        case resolvedLocale = "resolved-locale"
    }

    let traits: NodeTraits
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
        traits = NodeTraits(type, key, arguments, adding: operation == .isSupportedScript ? .unfoldable : [])
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        switch operation {
        case .upcase: return try bounded(try children[0].string(context).uppercased())
        case .downcase: return try bounded(try children[0].string(context).lowercased())
        case .concat:
            var text = ""
            for child in children {
                text += try child.evaluate(context).text
                try traits.checkText(text.utf8.count)
            }
            return .string(text)
        case .split: return split(try children[0].string(context), by: try children[1].string(context))
        case .join:
            guard case .array(let items) = try children[0].evaluate(context) else { return .null }
            let separator = try children[1].string(context)
            var text = ""
            for (index, item) in items.enumerated() {
                if index > 0 { text += separator }
                text += item.text
                try traits.checkText(text.utf8.count)
            }
            return .string(text)
        case .isSupportedScript:
            let text = try children[0].string(context)
            return .bool(context.supportsEveryScript || !text.unicodeScalars.contains(where: \.ordersGlyphsByFont))
        case .resolvedLocale:
            guard case .collator(let collator) = try children[0].evaluate(context) else { return .null }
            return .string(collator.locale ?? "en")
        }
    }

    private func bounded(_ text: String) throws(EvaluationError) -> Value {
        try traits.checkText(text.utf8.count)
        return .string(text)
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
        TextNode(operation, children, key: traits.key)
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

/// `image`.
final class ImageNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ name: any ExpressionNode, key: String) {
        children = [name]
        traits = NodeTraits(.resolvedImage, key, children, adding: .images)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let name = try children[0].string(context)
        if name.isEmpty { return .null }
        return .image(ResolvedImage(name: name, available: context.availableImages.contains(name)))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        ImageNode(children[0], key: traits.key)
    }
}

extension Unicode.Scalar {
    /// True for scripts whose letters change their order and shape by tables of a font, which glyph files lack: those that
    /// `is-supported-script` denies.
    ///
    /// - SeeAlso: MapLibre GL JS, `script_detection.ts`.
    fileprivate var ordersGlyphsByFont: Bool {
        switch value {
        case 0x0900...0x0DFF, 0x0F00...0x109F, 0x1780...0x17FF: true
        default: false
        }
    }
}
