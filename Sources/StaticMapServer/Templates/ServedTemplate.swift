// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import StaticMapBatch

/// A scene with placeholders that requests fill, as the rows of `staticmap batch` do.
package struct ServedTemplate: Sendable {
    package let id: String
    let title: String
    let description: String?
    package let parameters: [TemplateParameter]
    private let template: SceneTemplate

    /// Templates are scenes, and these are written for one image.
    private static let limit = 4 << 20

    /// What parameters of an address may not be called, as they mean something else there.
    static let reserved: Set<String> = [
        "format", "quality", "size", "threads", "download", "key", "access_token", "signature", "key_id", "expires",
        "body_sha256",
    ]

    /// Reads a template.
    ///
    /// - Parameters:
    ///   - id: its name in addresses.
    ///   - path: the file, a scene whose `x-parameters` describes its placeholders.
    /// - Throws: the first thing that is wrong with it.
    init(_ id: String, path: String) throws(Diagnostic) {
        let text = try readFile(path, limit: Self.limit)
        let document = try JSONDocument(.scene, file: path, text: text)
        template = try SceneTemplate(text: text, file: path)
        self.id = id
        title = document.root["x-title"]?.string ?? id
        description = document.root["x-description"]?.string
        let described = document.root["x-parameters"]
        var parameters: [TemplateParameter] = []
        for placeholder in template.parameters where !parameters.contains(where: { $0.name == placeholder.name }) {
            guard !Self.reserved.contains(placeholder.name) else {
                throw Diagnostic(
                    code: .batchInvalidPlaceholder, file: path,
                    "{{\(placeholder.name)}} is the name of a parameter of all maps",
                    hint: "give the placeholder another name")
            }
            parameters.append(TemplateParameter(placeholder, described?[placeholder.name]))
        }
        for member in described?.object?.members ?? [] {
            let known = parameters.map(\.name)
            guard !known.contains(member.key) else { continue }
            throw Diagnostic(
                code: .batchInvalidPlaceholder, file: path, position: document.position(of: member.keyOffset),
                path: "x-parameters.\(member.key)", "there is no placeholder {{\(member.key)}}",
                hint: didYouMean(member.key, known))
        }
        self.parameters = parameters
    }

    /// The scene for values of an address.
    ///
    /// - Throws: what is wrong with the values, all of it.
    func scene(_ query: Query) throws(RequestError) -> [UInt8] {
        var (values, problems): ([String: JSONNode], [Diagnostic]) = ([:], [])
        for item in query.items where !Self.reserved.contains(item.name) {
            guard let parameter = parameters.first(where: { $0.name == item.name }) else {
                if AccessControl.parameters.contains(item.name) { continue }
                problems.append(unknown(item.name))
                continue
            }
            do throws(Diagnostic) {
                values[item.name] = try parameter.value(ofText: item.value)
            } catch {
                problems.append(error)
            }
        }
        return try scene(values, problems)
    }

    /// The scene for values of a body, which was read from a text.
    ///
    /// - Throws: what is wrong with the values, all of it.
    func scene(_ body: JSONNode, of text: [UInt8]) throws(RequestError) -> [UInt8] {
        guard let object = body.object else {
            throw RequestError(.badRequest, "expected an object with values of the template, found \(body.briefly)")
        }
        var (values, problems): ([String: JSONNode], [Diagnostic]) = ([:], [])
        for member in object.members {
            guard let parameter = parameters.first(where: { $0.name == member.key }) else {
                problems.append(unknown(member.key))
                continue
            }
            do throws(Diagnostic) {
                values[member.key] = try parameter.checked(member.node).withAllDigits(in: text)
            } catch {
                problems.append(error)
            }
        }
        return try scene(values, problems)
    }

    private func unknown(_ name: String) -> Diagnostic {
        let known = parameters.map(\.name)
        return Diagnostic(
            code: DocumentProblem.unknownKey.code(in: .json), path: String(name.prefix(60)),
            "the template \"\(id)\" has no such parameter",
            hint: didYouMean(name, known) ?? "it has \(known.prefix(30).joined(separator: ", "))")
    }

    private func scene(_ given: [String: JSONNode], _ found: [Diagnostic]) throws(RequestError) -> [UInt8] {
        var problems = found
        var row = JSONObject()
        for parameter in parameters {
            if let value = given[parameter.name] ?? parameter.fallback {
                row.members.append(.init(parameter.name, value))
            } else if parameter.isRequired, !problems.contains(where: { $0.path == parameter.name }) {
                problems.append(
                    Diagnostic(
                        code: DocumentProblem.missingKey.code(in: .json), path: parameter.name,
                        expected: parameter.expectation, found: "none"))
            }
        }
        guard problems.isEmpty else {
            throw RequestError(
                .badRequest, problems[0].path + ": " + problems[0].message, parameter: problems[0].path,
                hint: problems[0].hint, diagnostics: problems)
        }
        do throws(Diagnostic) {
            let row = Row(file: "request", position: nil, values: row, isTyped: true)
            return try template.scene(for: row).text
        } catch {
            throw RequestError(.badRequest, error.message, parameter: error.path, diagnostics: [error])
        }
    }
}

/// A value that a template asks for.
package struct TemplateParameter: Sendable {
    package let name: String
    /// As OpenAPI shows it.
    let schema: JSONNode
    /// In place of a missing value.
    let fallback: JSONNode?
    let isRequired: Bool
    /// JSON in a text.
    private let isJSON: Bool

    init(_ placeholder: SceneTemplate.Parameter, _ described: JSONNode?) {
        name = placeholder.name
        fallback = described?["default"]
        isRequired = described?["default"] == nil && placeholder.fallback == nil
        isJSON = placeholder.kind == "json"
        let kinds = ["text": "string", "number": "number", "bool": "boolean"]
        var schema = described ?? [:]
        if schema["type"] == nil, let type = kinds[placeholder.kind] { schema = schema.setting("type", .text(type)) }
        if schema["default"] == nil, let text = placeholder.fallback {
            schema = schema.setting("default", Self.value(of: text, as: schema["type"]?.string))
        }
        self.schema = schema
    }

    private var type: String? { schema["type"]?.string }

    /// In words.
    var expectation: String {
        if let choices = schema["enum"]?.array {
            return "one of " + choices.prefix(20).map(\.line).joined(separator: ", ")
        }
        let words = ["string": "a text", "number": "a number", "integer": "a whole number", "boolean": "true or false"]
        let range = [schema["minimum"].map { " from \($0.line)" }, schema["maximum"].map { " to \($0.line)" }]
        return (type.flatMap { words[$0] } ?? "a value") + range.compactMap(\.self).joined()
    }

    /// A text as the value that it looks like, unless it has to be a text.
    private static func value(of text: String, as type: String?) -> JSONNode {
        guard type != "string", text.utf8.count <= 40,
            let node = try? JSONDocument(file: "", text: Array(text.utf8)).root, node.number != nil || node.bool != nil
        else { return .text(text) }
        return node
    }

    /// A value of an address.
    func value(ofText text: String) throws(Diagnostic) -> JSONNode {
        guard isJSON else { return try checked(Self.value(of: text, as: type)).withAllDigits(in: Array(text.utf8)) }
        do throws(Diagnostic) {
            return try checked(try JSONDocument(file: name, text: Array(text.utf8)).root)
        } catch {
            throw problem(.wrongType, "JSON", quoted(String(text.prefix(40))))
        }
    }

    /// A value that is what the template says.
    func checked(_ node: JSONNode) throws(Diagnostic) -> JSONNode {
        let isType =
            switch type {
            case "string": node.string != nil
            case "number": node.number != nil
            case "integer": node.number.map { $0 == $0.rounded() } ?? false
            case "boolean": node.bool != nil
            default: true
            }
        guard isType else { throw problem(.wrongType, expectation, node.briefly) }
        if let choices = schema["enum"]?.array, !choices.contains(node) {
            throw problem(.unknownValue, expectation, node.briefly)
        }
        if let number = node.number,
            number < schema["minimum"]?.number ?? -.infinity || number > schema["maximum"]?.number ?? .infinity
        {
            throw problem(.outOfRange, expectation, node.briefly)
        }
        if let text = node.string, Double(text.unicodeScalars.count) > schema["maxLength"]?.number ?? .infinity {
            let limit = schema["maxLength"]?.line ?? ""
            throw problem(.invalidValue, "at most \(limit) characters", "\(text.unicodeScalars.count)")
        }
        return node
    }

    private func problem(_ problem: DocumentProblem, _ expected: String, _ found: String) -> Diagnostic {
        Diagnostic(code: problem.code(in: .json), path: name, expected: expected, found: found)
    }
}

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
        let scene: [UInt8]
        if request.method == .post {
            let body = try sceneText(of: request)
            scene = try template.scene(try json(body), of: body)
        } else {
            scene = try template.scene(request.query)
        }
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
                "url": "\(base)/v1/templates/\(percentEncoded(template.id))\(key)",
                "parameters": .list(template.parameters.map(\.listed)),
            ])
        }
        return document(.list(templates), request)
    }
}

extension TemplateParameter {
    fileprivate var listed: JSONNode {
        ["name": .text(name), "required": .bool(isRequired), "schema": schema]
    }

    /// As OpenAPI has parameters of addresses.
    var operationParameter: JSONNode {
        let example = schema["example"] ?? schema["examples"]?.array?.first
        let plain = schema.removing("description").removing("example")
        return [
            "name": .text(name), "in": "query", "required": .bool(isRequired),
            "description": schema["description"], "example": example, "schema": plain,
        ]
    }
}

extension OpenAPI {
    /// The paths of templates, each with its own parameters.
    func paths(of templates: [ServedTemplate], like general: JSONNode) -> JSONNode {
        templates.reduce([:]) { paths, template in
            let words = template.id.split { $0 == "-" || $0 == "_" }
            let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            func operation(_ method: String) -> JSONNode {
                var operation = (general[method] ?? [:]).setting("summary", .text(template.title))
                let shared = (operation["parameters"]?.array ?? []).filter { $0["in"]?.string != "path" }
                let own = method == "get" ? template.parameters.map(\.operationParameter) : []
                operation = operation.setting("operationId", "\(method == "get" ? "draw" : "fill")\(name)Template")
                    .setting("parameters", .list(own + shared))
                if let description = template.description {
                    operation = operation.setting("description", .text(description))
                }
                return method == "get" ? operation : operation.setting("requestBody", body(of: template))
            }
            let path: JSONNode = ["get": operation("get"), "post": operation("post")]
            return paths.setting("/v1/templates/\(percentEncoded(template.id))", path)
        }
    }

    private func body(of template: ServedTemplate) -> JSONNode {
        let properties = template.parameters.reduce(JSONNode.members([:])) { $0.setting($1.name, $1.schema) }
        let required = template.parameters.filter(\.isRequired).map { JSONNode.text($0.name) }
        let schema: JSONNode = [
            "type": "object", "properties": properties, "required": .list(required), "additionalProperties": false,
        ]
        return [
            "required": .bool(!required.isEmpty), "content": ["application/json": ["schema": schema]],
        ]
    }
}
