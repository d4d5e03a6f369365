// SPDX-License-Identifier: MIT
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
            return FunctionNode.collator([caseSensitive, diacritics], key: context.key)
        }
        guard let name = argument(locale, 1, of: context, expected: .string) else { return nil }
        return FunctionNode.collator([caseSensitive, diacritics, name], key: context.key)
    }

    func image(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...1, else: "Expected two arguments.") else { return nil }
        guard let name = argument(items[1], 1, of: context, expected: .string) else {
            report("No image name provided.", context)
            return nil
        }
        return FunctionNode.image(name, key: context.key)
    }

    func format(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...Int.max, else: "Expected at least one argument.") else { return nil }
        var sections: [FormatSection] = []
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
            sections.append(FormatSection(content: nodes.count))
            nodes.append(content)
            mayBeOptions = true
        }
        return FunctionNode.format(sections, nodes, key: context.key)
    }

    private func read(
        _ options: JSONObject, into section: inout FormatSection, _ nodes: inout [any ExpressionNode],
        _ context: Context
    ) -> Bool {
        if let word = options["vertical-align"]?.string, !["bottom", "center", "top"].contains(word) {
            report("'vertical-align' must be one of: 'bottom', 'center', 'top' but found '\(word)' instead.", context)
            return false
        }
        let parts: [(String, ExpressionType, WritableKeyPath<FormatSection, Int?>)] = [
            ("font-scale", .number, \.scale), ("text-font", .array(.string, length: nil), \.font),
            ("text-color", .color, \.color), ("vertical-align", .string, \.verticalAlign),
        ]
        for (name, type, part) in parts {
            guard let option = options[name], !option.isFalsy else { continue }
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
        var options = NumberFormatOptions()
        var nodes: [any ExpressionNode] = [number]
        let parts: [(String, ExpressionType, WritableKeyPath<NumberFormatOptions, Int?>)] = [
            ("locale", .string, \.locale), ("currency", .string, \.currency), ("unit", .string, \.unit),
            ("min-fraction-digits", .number, \.minFractionDigits),
            ("max-fraction-digits", .number, \.maxFractionDigits),
        ]
        for (name, type, part) in parts {
            guard let option = members[name], !option.isFalsy else { continue }
            guard let node = argument(option, 1, of: context, expected: type) else { return nil }
            options[keyPath: part] = nodes.count
            nodes.append(node)
        }
        return FunctionNode.numberFormat(options, nodes, key: context.key)
    }
}

/// Functions of texts that evaluate all their arguments.
extension FunctionNode {
    /// `upcase` and `downcase`.
    static func changedCase(
        _ arguments: [any ExpressionNode], key: ExpressionKey, _ change: @escaping @Sendable (String) -> String
    ) -> FunctionNode {
        FunctionNode(.string, arguments, key: key) { node, context throws(EvaluationError) in
            let text = change(try node.children[0].string(context))
            try node.traits.checkText(text.utf8.count)
            return .string(text)
        }
    }

    static func concat(_ arguments: [any ExpressionNode], key: ExpressionKey) -> FunctionNode {
        FunctionNode(.string, arguments, key: key) { node, context throws(EvaluationError) in
            var text = ""
            for child in node.children {
                text += try child.evaluate(context).text
                try node.traits.checkText(text.utf8.count)
            }
            return .string(text)
        }
    }

    static func join(_ arguments: [any ExpressionNode], key: ExpressionKey) -> FunctionNode {
        FunctionNode(.string, arguments, key: key) { node, context throws(EvaluationError) in
            guard case .array(let items) = try node.children[0].evaluate(context) else { return .null }
            let separator = try node.children[1].string(context)
            var text = ""
            for (index, item) in items.enumerated() {
                if index > 0 { text += separator }
                text += item.text
                try node.traits.checkText(text.utf8.count)
            }
            return .string(text)
        }
    }

    /// An empty separator splits into UTF-16 units in JavaScript; here into code points, which texts can hold.
    static func split(_ arguments: [any ExpressionNode], key: ExpressionKey) -> FunctionNode {
        FunctionNode(.array(.string, length: nil), arguments, key: key) { node, context throws(EvaluationError) in
            let text = try node.children[0].string(context)
            let separator = try node.children[1].string(context)
            try node.traits.spend(text.utf8.count + separator.utf8.count)
            if separator.isEmpty { return .array(text.unicodeScalars.map { .string(String($0)) }) }
            let (units, needle) = (Array(text.utf8), Needle(Array(separator.utf8)))
            var parts: [Value] = []
            var rest = units[...]
            while let index = needle.index(in: rest) {
                parts.append(.string(String(decoding: rest[..<index], as: UTF8.self)))
                rest = rest[(index + separator.utf8.count)...]
            }
            parts.append(.string(String(decoding: rest, as: UTF8.self)))
            return .array(parts)
        }
    }

    static func isSupportedScript(_ arguments: [any ExpressionNode], key: ExpressionKey) -> FunctionNode {
        FunctionNode(.boolean, arguments, adding: .unfoldable, key: key) { node, context throws(EvaluationError) in
            let text = try node.children[0].string(context)
            return .bool(context.supportsEveryScript || !text.unicodeScalars.contains(where: \.ordersGlyphsByFont))
        }
    }

    static func resolvedLocale(_ arguments: [any ExpressionNode], key: ExpressionKey) -> FunctionNode {
        FunctionNode(.string, arguments, key: key) { node, context throws(EvaluationError) in
            guard case .collator(let collator) = try node.children[0].evaluate(context) else { return .null }
            return .string(collator.locale ?? "en")
        }
    }

    static func image(_ name: any ExpressionNode, key: ExpressionKey) -> FunctionNode {
        FunctionNode(.resolvedImage, [name], adding: .images, key: key) { node, context throws(EvaluationError) in
            let name = try node.children[0].string(context)
            if name.isEmpty { return .null }
            return .image(ResolvedImage(name: name, available: context.availableImages.contains(name)))
        }
    }

    /// `format`: texts and images with their looks.
    static func format(_ sections: [FormatSection], _ children: [any ExpressionNode], key: ExpressionKey)
        -> FunctionNode
    {
        FunctionNode(.formatted, children, key: key) { node, context throws(EvaluationError) in
            var formatted: [Formatted.Section] = []
            var count = 0
            for section in sections {
                let section = try section.evaluate(node.children, context)
                count += section.text.utf8.count
                try node.traits.checkText(count)
                formatted.append(section)
            }
            return .formatted(Formatted(sections: formatted))
        }
    }
}

/// Places of the parts of a section of `format` among the children.
struct FormatSection: Sendable {
    var content: Int
    var scale: Int?
    var font: Int?
    var color: Int?
    var verticalAlign: Int?

    func evaluate(
        _ children: [any ExpressionNode], _ context: EvaluationContext
    ) throws(EvaluationError) -> Formatted.Section {
        let content = try children[content].evaluate(context)
        var result = Formatted.Section(text: "")
        if let index = verticalAlign { result.verticalAlign = try children[index].string(context) }
        if case .image(let image) = content {
            result.image = image
            return result
        }
        result.text = content.text
        if let index = scale { result.scale = try children[index].number(context) }
        if let index = font, case .array(let names) = try children[index].evaluate(context) {
            result.fontStack = names.map(\.text).joined(separator: ",")
        }
        if let index = color, case .color(let color) = try children[index].evaluate(context) {
            result.textColor = color
        }
        return result
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

extension JSONNode {
    /// True for an option that the reference takes for one that is left out, such as 0 digits.
    var isFalsy: Bool {
        switch value {
        case .null, .bool(false): true
        case .number(let number): number == 0
        case .string(let string): string.isEmpty
        default: false
        }
    }
}
