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
        let info = (fixed["info"] ?? .members([:])).setting("version", .text(MapRenderer.version))
            .setting("x-OGC-limits", .members("maps", .members("maxPixels", .count(pixels))))
        let components = fixed["components"] ?? .members([:])
        let schemas = sceneSchemas.merging(components["schemas"])
        let tags = Route.Tag.allCases.map { tag in
            JSONNode.members(["name": .text(tag.rawValue), "description": .text(tag.description)])
        }
        return fixed.removing("pathParameters").setting("info", info)
            .setting("servers", .list([.members(["url": .text(base)])]))
            .setting("tags", .list(tags))
            .setting("security", Self.security)
            .setting("paths", paths.merging(paths(of: templates, like: paths["/v1/templates/{name}"] ?? .members([:]))))
            .setting(
                "components",
                components.setting("schemas", schemas).setting("responses", responses)
                    .setting("securitySchemes", Self.securitySchemes))
    }

    private var paths: JSONNode {
        Route.all.reduce(.members([:])) { paths, route in
            let shown = route.path.replacing("...}", with: "}")
            return route.methods.reduce(paths) { paths, method in
                let path = paths[shown] ?? .members([:])
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
        var operation = JSONNode.members([
            "operationId": .text(route.operation.id + name), "tags": .list([.text(route.operation.tag.rawValue)]),
            "summary": .text(route.operation.summary), "description": added?["description"],
            "responses": responses(route, method).merging(added?["responses"]),
        ])
        if isOpen { operation = operation.setting("security", .list([JSONNode.members([:])])) }
        if !parameters.isEmpty { operation = operation.setting("parameters", .list(parameters)) }
        if method == .post { operation = operation.setting("requestBody", added?["requestBody"] ?? Self.anyBody) }
        return operation
    }

    private static let anyBody = JSONNode.members(
        "content", .members("application/json", .members("schema", .members([:]))))

    /// `{z}` and its like.
    private func pathParameters(_ route: Route) -> [JSONNode] {
        route.pattern.matches(of: #/\{([a-z]+)(?:\.\.\.)?\}/#).map { match in
            let name = String(match.1)
            let known =
                fixed["pathParameters"]?["\(route.operation.id).\(name)"]
                ?? fixed["pathParameters"]?[name]
            return JSONNode.members(["name": .text(name), "in": .text("path"), "required": JSONNode(.bool(true))])
                .merging(known ?? .members("schema", .members("type", .text("string"))))
        }
    }

    private func responses(_ route: Route, _ method: HTTPRequest.Method) -> JSONNode {
        var answers: JSONNode = .members([:])
        if !route.operation.types.isEmpty {
            let isBinary = { (type: String) in !type.contains("json") && !type.hasPrefix("text/") }
            let content = route.operation.types.reduce(JSONNode.members([:])) { content, type in
                let schema: JSONNode =
                    isBinary(type)
                    ? .members(["type": .text("string"), "format": .text("binary")])
                    : type.contains("json") ? .members([:]) : .members("type", .text("string"))
                return content.setting(type, .members("schema", schema))
            }
            answers = answers.setting("200", .members(["description": .text("The answer."), "content": content]))
        }
        if method == .get, ![.operation, .pages, .agents].contains(route.operation.tag) {
            answers = answers.setting("304", .members("description", .text("The client's copy is right.")))
        }
        return ProblemKind.all.reduce(answers) { answers, kind in
            guard ![405, 406, 408, 499].contains(kind.status), kind.status != 415 || method == .post else {
                return answers
            }
            let reference = JSONNode.members("$ref", .text("#/components/responses/\(Self.name(of: kind))"))
            return answers.setting(String(kind.status), reference)
        }
    }

    /// What refuses, in the forms that the dialects' clients know.
    private var responses: JSONNode {
        let problem = JSONNode.members("schema", .members("$ref", .text("#/components/schemas/Problem")))
        let text = JSONNode.members("schema", .members("type", .text("string")))
        // The vendors of the dialects have forms of their own.
        let object = JSONNode.members("schema", .members("type", .text("object")))
        return ProblemKind.all.reduce(.members([:])) { responses, kind in
            let content = JSONNode.members([
                "application/problem+json": problem.setting(
                    "example",
                    .members([
                        "type": .text(ProblemKind.address(of: kind.code)), "code": .text(kind.code),
                        "title": .text(kind.meaning), "status": .count(kind.status),
                    ])),
                "application/json": object, "text/plain": text, "text/xml": text, "application/vnd.ogc.se_xml": text,
            ])
            return responses.setting(
                Self.name(of: kind), .members(["description": .text(kind.meaning), "content": content]))
        }
    }

    /// `RequestNotFound`
    private static func name(of kind: ProblemKind) -> String {
        kind.code.split { $0 == "." || $0 == "-" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Keys and signatures are asked for where the operator says so.
    private static let securitySchemes = JSONNode.members([
        "key": .members(["type": .text("apiKey"), "in": .text("header"), "name": .text("X-Api-Key")]),
        "bearer": .members(["type": .text("http"), "scheme": .text("bearer")]),
        "keyParameter": .members(["type": .text("apiKey"), "in": .text("query"), "name": .text("key")]),
        "signature": .members(["type": .text("apiKey"), "in": .text("query"), "name": .text("signature")]),
    ])

    private static let security: JSONNode = {
        let ways = ["key", "bearer", "keyParameter", "signature"].map { JSONNode.members($0, .list([JSONNode]())) }
        return .list([JSONNode.members([:])] + ways)
    }()

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
                result.members.append(.init("items", .members([:])))
            }
            return JSONNode(.object(result))
        case .array(let items): return .list(items.map(\.rewritingReferences))
        default: return self
        }
    }

    private var schema: JSONNode { bool == false ? .members("not", .members([:])) : rewritingReferences }
}
