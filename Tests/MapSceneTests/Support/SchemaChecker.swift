// SPDX-License-Identifier: MIT
import MapCore

/// Checks JSON against a schema with the keywords that `scene.schema.json` uses (JSON Schema 2020-12).
struct SchemaChecker {
    let root: JSONNode

    static let annotations: Set<String> = ["$schema", "$id", "$defs", "title", "description", "default"]
    static let keywords: Set<String> = [
        "type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "minLength", "pattern", "minItems",
        "maxItems", "prefixItems", "items", "required", "properties", "patternProperties", "additionalProperties",
        "oneOf", "not", "$ref", "if", "then", "else",
    ]

    /// The paths of the values that the schema forbids.
    func failures(_ value: JSONNode, at path: String = "") -> [String] {
        failures(value, root, path)
    }

    func resolve(_ reference: String) -> JSONNode? {
        reference.split(separator: "/").dropFirst().reduce(root) { node, key in node?[String(key)] }
    }

    private func failures(_ value: JSONNode, _ schema: JSONNode, _ path: String) -> [String] {
        guard case .object(let rules) = schema.value else {
            return schema.bool == false ? ["\(path): not allowed"] : []
        }
        return rules.members.flatMap { rule in
            check(value, rule.key, rule.node, schema, path)
        }
    }

    private func check(_ value: JSONNode, _ keyword: String, _ rule: JSONNode, _ schema: JSONNode, _ path: String)
        -> [String]
    {
        let failed = ["\(path): \(keyword)"]
        switch keyword {
        case "$ref":
            guard let target = rule.string.flatMap(resolve) else { return ["\(path): dangling reference"] }
            return failures(value, target, path)
        case "type":
            if rule.string == "integer" { return value.number.map { $0 == $0.rounded() } == true ? [] : failed }
            return rule.string == type(value) ? [] : failed
        case "const": return rule == value ? [] : failed
        case "enum": return rule.array?.contains(value) == true ? [] : failed
        case "minimum": return compare(value.number, rule.number, <) ? failed : []
        case "exclusiveMinimum": return compare(value.number, rule.number, <=) ? failed : []
        case "maximum": return compare(value.number, rule.number, >) ? failed : []
        case "minLength": return compare(value.string.map { Double($0.count) }, rule.number, <) ? failed : []
        case "minItems": return compare(value.array.map { Double($0.count) }, rule.number, <) ? failed : []
        case "maxItems": return compare(value.array.map { Double($0.count) }, rule.number, >) ? failed : []
        case "pattern":
            guard let text = value.string, let pattern = rule.string, let regex = try? Regex(pattern) else { return [] }
            return text.contains(regex) ? [] : failed
        case "oneOf":
            let matching = rule.array?.count { failures(value, $0, path).isEmpty }
            return matching == 1 ? [] : failed
        case "not": return failures(value, rule, path).isEmpty ? failed : []
        case "prefixItems":
            return zip(value.array ?? [], rule.array ?? []).enumerated().flatMap { index, pair in
                failures(pair.0, pair.1, "\(path)[\(index)]")
            }
        case "items":
            let rest = (value.array ?? []).dropFirst(schema["prefixItems"]?.array?.count ?? 0)
            return rest.flatMap { failures($0, rule, path + "[]") }
        case "required":
            guard let object = value.object else { return [] }
            return (rule.array ?? []).compactMap(\.string).filter { object[$0] == nil }.map { "\(path).\($0): absent" }
        case "properties":
            return (value.object?.members ?? []).flatMap { member in
                rule[member.key].map { failures(member.node, $0, "\(path).\(member.key)") } ?? []
            }
        case "additionalProperties":
            let known = schema["properties"]?.object?.members.map(\.key) ?? []
            let others = (value.object?.members ?? []).filter { !known.contains($0.key) && !$0.key.hasPrefix("x-") }
            guard rule.bool == false else {
                return others.flatMap { failures($0.node, rule, "\(path).\($0.key)") }
            }
            return others.map { "\(path).\($0.key): unknown" }
        case "if":
            let branch = failures(value, rule, path).isEmpty ? "then" : "else"
            return schema[branch].map { failures(value, $0, path) } ?? []
        default: return Self.annotations.contains(keyword) || Self.keywords.contains(keyword) ? [] : failed
        }
    }

    private func compare(_ a: Double?, _ b: Double?, _ order: (Double, Double) -> Bool) -> Bool {
        guard let a, let b else { return false }
        return order(a, b)
    }

    private func type(_ value: JSONNode) -> String {
        switch value.value {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
