// SPDX-License-Identifier: MIT
import MapCore

/// OpenAPI 3.0 for clients that do not know 3.1: schemas say what that version can say of the same values. What it has no
/// words for is left out, so that everything that is valid stays valid.
///
/// - SeeAlso: OpenAPI Specification 3.0.3, *Schema Object*.
struct OpenAPI30 {
    /// OpenAPI 3.1.
    private let newer: JSONNode
    private let schemas: JSONNode

    init(_ newer: JSONNode) {
        self.newer = newer
        schemas = newer["components"]?["schemas"] ?? .members([:])
    }

    var document: JSONNode {
        let license = (newer["info"]?["license"] ?? .members([:])).removing("identifier")
        let info = (newer["info"] ?? .members([:])).setting("license", license)
        return converted(newer).setting("openapi", .text("3.0.3")).setting("info", info)
    }

    private func converted(_ node: JSONNode) -> JSONNode {
        switch node.value {
        case .array(let items): return .list(items.map(converted))
        case .object(let object):
            return object.members.reduce(.members([:])) { result, member in
                switch member.key {
                case "schema": result.setting(member.key, schema(member.node))
                case "schemas": result.setting(member.key, each(member.node))
                case "example", "examples": result.setting(member.key, member.node)
                default: result.setting(member.key, converted(member.node))
                }
            }
        default: return node
        }
    }

    private func each(_ schemas: JSONNode) -> JSONNode {
        (schemas.object?.members ?? []).reduce(.members([:])) { $0.setting($1.key, schema($1.node)) }
    }

    /// A schema of JSON Schema 2020-12 in OpenAPI 3.0.
    private func schema(_ node: JSONNode) -> JSONNode {
        guard let object = node.object else {
            return node.bool == false ? .members("not", .members([:])) : .members([:])
        }
        let members = object.members.filter { member in
            node["properties"] == nil || !["oneOf", "anyOf", "allOf"].contains(member.key)
                || !(member.node.array ?? []).allSatisfy(isCondition)
        }
        var result = members.reduce(JSONNode.members([:])) { setting($1.key, $1.node, in: $0) }
        if let list = node["prefixItems"]?.array {
            let rest = node["items"].flatMap { $0["not"] == nil && $0.bool != false ? $0 : nil }
            result = result.setting("items", any(of: list + [rest].compactMap(\.self)))
            if rest == nil { result = result.setting("maxItems", .count(list.count)) }
        }
        // Names by patterns are allowed beside the properties.
        if node["patternProperties"] != nil, node["additionalProperties"]?.bool == false {
            result = result.removing("additionalProperties")
        }
        guard object.members.count > 1, let reference = result["$ref"] else { return result }
        return result.removing("$ref").setting("allOf", .list([.members("$ref", reference)]))
    }

    /// Whether a schema merely says which properties go together: makers of clients take that for a type without any.
    private func isCondition(_ node: JSONNode) -> Bool {
        (node.object?.members ?? []).allSatisfy { member in
            let others = member.key == "properties" ? member.node.object?.members ?? [] : nil
            return ["required", "not"].contains(member.key)
                || others?.allSatisfy { $0.node.bool == false || $0.node["not"] != nil } ?? false
        }
    }

    /// A schema with one more of its keywords.
    private func setting(_ key: String, _ node: JSONNode, in result: JSONNode) -> JSONNode {
        let nullable = result.setting("nullable", JSONNode(.bool(true)))
        switch key {
        case "type":
            guard let names = node.array else { return result.setting(key, node) }
            let kinds = names.filter { $0.string != "null" }
            let base = kinds.count == names.count ? result : nullable
            return kinds.count == 1
                ? base.setting(key, kinds[0]) : base.setting("anyOf", .list(kinds.map { .members("type", $0) }))
        case "const": return result.setting("enum", .list([node]))
        case "exclusiveMinimum": return result.setting("minimum", node).setting(key, JSONNode(.bool(true)))
        case "exclusiveMaximum": return result.setting("maximum", node).setting(key, JSONNode(.bool(true)))
        case "examples": return node.array?.first.map { result.setting("example", $0) } ?? result
        case "oneOf", "anyOf", "allOf":
            let kinds = (node.array ?? []).filter { $0["type"]?.string != "null" }
            let base = kinds.count == node.array?.count ? result : nullable
            return base.setting(key, .list(kinds.map(schema)))
        case "properties": return result.setting(key, each(node))
        case "not": return result.setting(key, schema(node))
        case "items":
            let kinds = node["oneOf"]?.array ?? node["anyOf"]?.array
            let isPlain = kinds?.allSatisfy { type(of: $0).map(Self.plain.contains) ?? false } ?? false
            return result.setting(key, isPlain ? any(of: kinds ?? []) : schema(node))
        case "additionalProperties": return result.setting(key, node.bool == nil ? schema(node) : node)
        case let key where Self.keywords.contains(key) || key.hasPrefix("x-"): return result.setting(key, node)
        default: return result
        }
    }

    /// A schema of values of several kinds. Makers of clients cannot read lists in which a number may also be a text: where all are
    /// numbers or texts, these have the type that they share, or any.
    private func any(of kinds: [JSONNode]) -> JSONNode {
        let types = kinds.map(type)
        guard kinds.count > 1 else { return kinds.first.map(schema) ?? .members([:]) }
        guard types.allSatisfy({ $0.map(Self.plain.contains) ?? false }) else {
            return .members("anyOf", .list(kinds.map(schema)))
        }
        return Set(types).count == 1 ? .members("type", .text(types[0] ?? "")) : .members([:])
    }

    private func type(of node: JSONNode) -> String? {
        guard let reference = node["$ref"]?.string else { return node["type"]?.string }
        return schemas[String(reference.dropFirst("#/components/schemas/".count))]?["type"]?.string
    }

    private static let plain: Set = ["number", "integer", "string", "boolean"]
    private static let keywords: Set = [
        "$ref", "title", "multipleOf", "maximum", "minimum", "maxLength", "minLength", "pattern", "maxItems",
        "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "enum", "description", "format",
        "default", "nullable", "discriminator", "readOnly", "writeOnly", "example", "deprecated",
    ]
}
