// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore

extension MapService {
    /// A map of a template, with values of the address or, in a POST, of the body.
    func drawTemplate(_ request: ServerRequest) async throws(RequestError) -> Response {
        let id = percentDecoded(request.parts[0])
        let templates = catalog.templates
        guard let template = templates.first(where: { $0.id == id }) else {
            throw .notFound(
                "there is no template \"\(id.prefix(60))\"",
                hint: didYouMean(id, templates.map(\.id)) ?? "/v1/templates.json lists those that there are")
        }
        try checkRoom(for: request)
        let outputs = try outputs(of: request)
        let scene =
            request.method == .post
            ? try template.scene(try json(try sceneText(of: request))) : try template.scene(request.query)
        return try await draw(
            scene, as: outputs, request, size: try size(of: request), varies: request.query["format"] == nil)
    }

    /// What templates there are, and what each asks for.
    func templateList(_ request: ServerRequest) -> Response {
        let base = base(request)
        let key = keyQuery(request)
        let templates = catalog.templates.map { template in
            JSONNode.members([
                "id": .text(template.id), "title": .text(template.title),
                "description": template.description.map(JSONNode.text),
                "url": .text("\(base)/v1/templates/\(percentEncoded(template.id))\(key)"),
                "parameters": .list(template.parameters.map(\.listed)),
            ])
        }
        return document(.list(templates), request)
    }
}

extension TemplateParameter {
    fileprivate var listed: JSONNode {
        .members([
            "name": .text(name), "required": JSONNode(.bool(isRequired)), "schema": schema,
        ])
    }

    /// As OpenAPI has parameters of addresses.
    var operationParameter: JSONNode {
        let example = schema["example"] ?? schema["examples"]?.array?.first
        let plain = schema.removing("description").removing("example")
        return .members([
            "name": .text(name), "in": .text("query"), "required": JSONNode(.bool(isRequired)),
            "description": schema["description"], "example": example, "schema": plain,
        ])
    }
}

extension OpenAPI {
    /// The paths of templates, each with its own parameters.
    func paths(of templates: [ServedTemplate], like general: JSONNode) -> JSONNode {
        templates.reduce(.members([:])) { paths, template in
            let words = template.id.split { $0 == "-" || $0 == "_" }
            let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            func operation(_ method: String) -> JSONNode {
                var operation = (general[method] ?? .members([:])).setting("summary", .text(template.title))
                let shared = (operation["parameters"]?.array ?? []).filter { $0["in"]?.string != "path" }
                let own = method == "get" ? template.parameters.map(\.operationParameter) : []
                operation = operation.setting(
                    "operationId", .text("\(method == "get" ? "draw" : "fill")\(name)Template")
                )
                .setting("parameters", .list(own + shared))
                if let description = template.description {
                    operation = operation.setting("description", .text(description))
                }
                return method == "get" ? operation : operation.setting("requestBody", body(of: template))
            }
            let path = JSONNode.members(["get": operation("get"), "post": operation("post")])
            return paths.setting("/v1/templates/\(percentEncoded(template.id))", path)
        }
    }

    private func body(of template: ServedTemplate) -> JSONNode {
        let properties = template.parameters.reduce(JSONNode.members([:])) { $0.setting($1.name, $1.schema) }
        let required = template.parameters.filter(\.isRequired).map { JSONNode.text($0.name) }
        let schema = JSONNode.members([
            "type": .text("object"), "properties": properties, "required": .list(required),
            "additionalProperties": JSONNode(.bool(false)),
        ])
        return .members([
            "required": JSONNode(.bool(!required.isEmpty)),
            "content": .members("application/json", .members("schema", schema)),
        ])
    }
}
