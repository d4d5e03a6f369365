// SPDX-License-Identifier: MIT
import MapDiagnostics

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
