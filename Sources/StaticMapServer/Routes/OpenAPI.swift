// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import StaticMap

/// The OpenAPI 3.1 description of all routes: paths, operations and answers from the table of routes, parameters and bodies from
/// `openapi.json`, and the scene from the scene format's own schema.
struct OpenAPI {
    /// What the server's addresses begin with.
    let base: String
    /// `openapi.json`: what is added to operations, by pattern and method, and what they share.
    let fixed: JSONNode
    let schema: JSONNode
    var templates: [ServedTemplate] = []
    /// How many pixels an image may have.
    var pixels = 1 << 24

    var document: JSONNode {
        let info = (fixed["info"] ?? [:]).setting("version", .text(MapRenderer.version))
            .setting("x-OGC-limits", ["maps": ["maxPixels": .count(pixels)]])
        let components = fixed["components"] ?? [:]
        let schemas = sceneSchemas.merging(components["schemas"])
        let tags = Route.Tag.allCases.map { tag in
            JSONNode.members(["name": .text(tag.rawValue), "description": .text(tag.description)])
        }
        return fixed.removing("pathParameters").setting("info", info)
            .setting("servers", [["url": .text(base)]])
            .setting("tags", .list(tags))
            .setting("security", Self.security)
            .setting("paths", paths.merging(paths(of: templates, like: paths["/v1/templates/{name}"] ?? [:])))
            .setting(
                "components",
                components.setting("schemas", schemas).setting("responses", responses)
                    .setting("securitySchemes", Self.securitySchemes))
    }

    private var paths: JSONNode {
        Route.all.reduce([:]) { paths, route in
            let shown = route.path.replacing("...}", with: "}")
            return route.methods.reduce(paths) { paths, method in
                let path = paths[shown] ?? [:]
                return paths.setting(shown, path.setting(method.rawValue.lowercased(), operation(route, method)))
            }
        }
    }

    private func operation(_ route: Route, _ method: HTTPRequest.Method) -> JSONNode {
        let added = fixed["paths"]?[route.pattern]?[method.rawValue.lowercased()]
        let word = method.rawValue.lowercased()
        let name = method == route.methods.first ? "" : word.prefix(1).uppercased() + word.dropFirst()
        let isOpen = route.operation.tag == .pages || AccessControl.open.contains(route.pattern[...])
        let parameters = pathParameters(route) + (added?["parameters"]?.array ?? [])
        var operation: JSONNode = [
            "operationId": .text(route.operation.id + name), "tags": [.text(route.operation.tag.rawValue)],
            "summary": .text(route.operation.summary), "description": added?["description"],
            "responses": responses(route, method).merging(added?["responses"]),
        ]
        if isOpen { operation = operation.setting("security", [[:]]) }
        if !parameters.isEmpty { operation = operation.setting("parameters", .list(parameters)) }
        if method == .post { operation = operation.setting("requestBody", added?["requestBody"] ?? Self.anyBody) }
        return operation
    }

    private static let anyBody: JSONNode = ["content": ["application/json": ["schema": [:]]]]

    /// `{z}` and its like.
    private func pathParameters(_ route: Route) -> [JSONNode] {
        route.pattern.matches(of: #/\{([a-z]+)(?:\.\.\.)?\}/#).map { match in
            let name = String(match.1)
            let known =
                fixed["pathParameters"]?["\(route.operation.id).\(name)"]
                ?? fixed["pathParameters"]?[name]
            return JSONNode.members(["name": .text(name), "in": "path", "required": true])
                .merging(known ?? ["schema": ["type": "string"]])
        }
    }

    private func responses(_ route: Route, _ method: HTTPRequest.Method) -> JSONNode {
        var answers: JSONNode = [:]
        if !route.operation.types.isEmpty {
            let isBinary = { (type: String) in !type.contains("json") && !type.hasPrefix("text/") }
            let content = route.operation.types.reduce(JSONNode.members([:])) { content, type in
                let schema: JSONNode =
                    isBinary(type)
                    ? ["type": "string", "format": "binary"]
                    : type.contains("json") ? [:] : ["type": "string"]
                return content.setting(type, ["schema": schema])
            }
            answers = answers.setting("200", ["description": "The answer.", "content": content])
        }
        if method == .get, ![.operation, .pages, .agents].contains(route.operation.tag) {
            answers = answers.setting("304", ["description": "The client's copy is right."])
        }
        return ProblemKind.all.reduce(answers) { answers, kind in
            guard ![405, 406, 408, 499].contains(kind.status), kind.status != 415 || method == .post else {
                return answers
            }
            let reference: JSONNode = ["$ref": "#/components/responses/\(Self.name(of: kind))"]
            return answers.setting(String(kind.status), reference)
        }
    }

    /// What refuses, in the forms that the dialects' clients know.
    private var responses: JSONNode {
        let problem: JSONNode = ["schema": ["$ref": "#/components/schemas/Problem"]]
        let text: JSONNode = ["schema": ["type": "string"]]
        // The vendors of the dialects have forms of their own.
        let object: JSONNode = ["schema": ["type": "object"]]
        return ProblemKind.all.reduce([:]) { responses, kind in
            let content: JSONNode = [
                "application/problem+json": problem.setting(
                    "example",
                    [
                        "type": .text(ProblemKind.address(of: kind.code)), "code": .text(kind.code),
                        "title": .text(kind.meaning), "status": .count(kind.status),
                    ]),
                "application/json": object, "text/plain": text, "text/xml": text, "application/vnd.ogc.se_xml": text,
            ]
            return responses.setting(Self.name(of: kind), ["description": .text(kind.meaning), "content": content])
        }
    }

    /// `RequestNotFound`
    private static func name(of kind: ProblemKind) -> String {
        kind.code.split { $0 == "." || $0 == "-" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Keys and signatures are asked for where the operator says so.
    private static let securitySchemes: JSONNode = [
        "key": ["type": "apiKey", "in": "header", "name": "X-Api-Key"], "bearer": ["type": "http", "scheme": "bearer"],
        "keyParameter": ["type": "apiKey", "in": "query", "name": "key"],
        "signature": ["type": "apiKey", "in": "query", "name": "signature"],
    ]

    private static let security: JSONNode = [
        [:], ["key": []], ["bearer": []], ["keyParameter": []], ["signature": []],
    ]

    /// The scene and its parts, each a schema of its own, so that makers of clients have a type for each.
    private var sceneSchemas: JSONNode {
        let parts = (schema["$defs"]?.object?.members ?? []).reduce(JSONNode.members([:])) { parts, member in
            parts.setting(Self.schemaName(member.key), member.node.rewritingReferences)
        }
        let scene = ["$schema", "$id", "$defs", "title"].reduce(schema) { $0.removing($1) }
        return parts.setting("Scene", scene.rewritingReferences)
    }

    fileprivate static func schemaName(_ key: some StringProtocol) -> String {
        "Scene" + key.prefix(1).uppercased() + key.dropFirst()
    }
}

extension JSONNode {
    /// A schema whose references lead to the parts of a scene among the components. Makers of clients know neither schemas
    /// that are `false` nor arrays of anything: these are written out.
    fileprivate var rewritingReferences: JSONNode {
        switch value {
        case .object(let object):
            var result = JSONObject()
            for member in object.members {
                if member.key == "$ref", let text = member.node.string, text.hasPrefix("#/$defs/") {
                    let name = OpenAPI.schemaName(text.dropFirst("#/$defs/".count))
                    result.members.append(.init(member.key, .text("#/components/schemas/" + name)))
                } else if member.key == "properties", let properties = member.node.object {
                    let nodes = properties.members.map { JSONObject.Member($0.key, $0.node.schema) }
                    result.members.append(.init(member.key, JSONNode(.object(JSONObject(nodes)))))
                } else {
                    let node = member.key == "items" ? member.node.schema : member.node.rewritingReferences
                    result.members.append(.init(member.key, node))
                }
            }
            if self["type"]?.string == "array", self["items"] == nil, self["prefixItems"] == nil {
                result.members.append(.init("items", [:]))
            }
            return JSONNode(.object(result))
        case .array(let items): return .list(items.map(\.rewritingReferences))
        default: return self
        }
    }

    private var schema: JSONNode { bool == false ? ["not": [:]] : rewritingReferences }
}

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
        schemas = newer["components"]?["schemas"] ?? [:]
    }

    var document: JSONNode {
        let license = (newer["info"]?["license"] ?? [:]).removing("identifier")
        let info = (newer["info"] ?? [:]).setting("license", license)
        return converted(newer).setting("openapi", "3.0.3").setting("info", info)
    }

    private func converted(_ node: JSONNode) -> JSONNode {
        switch node.value {
        case .array(let items): return .list(items.map(converted))
        case .object(let object):
            return object.members.reduce([:]) { result, member in
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
        (schemas.object?.members ?? []).reduce([:]) { $0.setting($1.key, schema($1.node)) }
    }

    /// A schema of JSON Schema 2020-12 in OpenAPI 3.0.
    private func schema(_ node: JSONNode) -> JSONNode {
        guard let object = node.object else {
            return node.bool == false ? ["not": [:]] : [:]
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
        return result.removing("$ref").setting("allOf", [["$ref": reference]])
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
        let nullable = result.setting("nullable", true)
        switch key {
        case "type":
            guard let names = node.array else { return result.setting(key, node) }
            let kinds = names.filter { $0.string != "null" }
            let base = kinds.count == names.count ? result : nullable
            return kinds.count == 1
                ? base.setting(key, kinds[0]) : base.setting("anyOf", .list(kinds.map { ["type": $0] }))
        case "const": return result.setting("enum", [node])
        case "exclusiveMinimum": return result.setting("minimum", node).setting(key, true)
        case "exclusiveMaximum": return result.setting("maximum", node).setting(key, true)
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
        guard kinds.count > 1 else { return kinds.first.map(schema) ?? [:] }
        guard types.allSatisfy({ $0.map(Self.plain.contains) ?? false }) else {
            return ["anyOf": .list(kinds.map(schema))]
        }
        return Set(types).count == 1 ? ["type": .text(types[0] ?? "")] : [:]
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
