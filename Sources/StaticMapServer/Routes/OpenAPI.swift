// SPDX-License-Identifier: MIT
import MapCore
import StaticMap

/// The OpenAPI 3.1 description of the native routes; the scene is the scene format's own schema.
struct OpenAPI {
    let base: String
    let schema: JSONNode

    var document: JSONNode {
        .members([
            "openapi": .text("3.1.0"),
            "info": .members([
                "title": .text("staticmap"), "version": .text(MapRenderer.version),
                "description": .text(
                    "Draws maps from scenes. Static map dialects and tiles are described in docs/dialects.md."),
                "license": .members(["name": .text("MIT"), "identifier": .text("MIT")]),
            ]),
            "servers": .list([.members(["url": .text(base)])]),
            "paths": .members([
                "/health": .members([
                    "get": operation(
                        "Whether the server answers", [:], .members(["200": json("The server answers.", .members([:]))])
                    )
                ]),
                "/styles.json": .members([
                    "get": operation(
                        "The styles that are served", [:],
                        .members(["200": json("A list.", .members(["type": .text("array")]))]))
                ]),
                "/schema": .members([
                    "get": operation(
                        "The scene format's schema", [:],
                        .members(["200": content("A JSON schema.", "application/schema+json", .members([:]))]))
                ]),
                "/render": .members([
                    "get": operation(
                        "Draws a scene of the address",
                        [
                            "scene": (true, text("JSON, base64url of it, or deflated and base64url.")),
                            "format": (false, formats), "quality": (false, quality), "threads": (false, threads),
                        ],
                        encodedMaps),
                    "post": operation(
                        "Draws a scene",
                        ["format": (false, formats), "quality": (false, quality), "threads": (false, threads)],
                        encodedMaps, body: true
                    ),
                ]),
                "/report": .members([
                    "post": operation(
                        "All there is to say about a picture", ["threads": (false, threads)], answers("A report."),
                        body: true)
                ]),
                "/regions": .members([
                    "post": operation(
                        "What can be hit",
                        ["format": (false, .members(["enum": .list(["json", "html", "geojson"].map(JSONNode.text))]))],
                        refusals.merging(
                            .members([
                                "200": .members([
                                    "description": .text("The regions."),
                                    "content": .members([
                                        "application/json": .members([:]), "text/html": .members([:]),
                                        "application/geo+json": .members([:]),
                                    ]),
                                ])
                            ])), body: true)
                ]),
                "/check": .members([
                    "post": operation("All problems of a scene", [:], answers("The problems."), body: true)
                ]),
                "/hit": .members([
                    "post": operation(
                        "What lies at places", ["at": (true, text("x,y in points."))], answers("A list."), body: true)
                ]),
                "/project": .members([
                    "post": operation(
                        "Turns coordinates into places of the picture, and back",
                        ["coordinate": (false, text("lon,lat")), "point": (false, text("x,y in points"))],
                        answers("A list."), body: true)
                ]),
                "/explain": .members([
                    "get": operation(
                        "The scene that a dialect's address means", ["url": (true, text("An address of any dialect."))],
                        answers("The scene."))
                ]),
            ]),
            "components": .members([
                "schemas": .members([
                    "Scene": schema.rewritingReferences,
                    "Problem": .members([
                        "type": .text("object"), "required": .list([.text("title"), .text("status")]),
                        "properties": .members([
                            "type": .members(["type": .text("string")]), "title": .members(["type": .text("string")]),
                            "status": .members(["type": .text("integer")]),
                            "detail": .members(["type": .text("string")]),
                            "diagnostics": .members(["type": .text("array")]),
                        ]),
                    ]),
                ])
            ]),
        ])
    }

    private func text(_ description: String) -> JSONNode {
        .members(["type": .text("string"), "description": .text(description)])
    }

    private var formats: JSONNode {
        .members([
            "type": .text("string"), "enum": .list(["png", "png8", "jpeg", "webp", "svg", "pdf"].map(JSONNode.text)),
        ])
    }

    private var quality: JSONNode {
        .members(["type": .text("integer"), "minimum": .count(1), "maximum": .count(100)])
    }

    private var threads: JSONNode {
        .members(["type": .text("integer"), "minimum": .count(1), "maximum": .count(256)])
    }

    private var encodedMaps: JSONNode {
        var types = JSONObject()
        for type in ["image/png", "image/jpeg", "image/webp", "image/svg+xml", "application/pdf", "multipart/mixed"] {
            types.members.append(.init(type, .members([:])))
        }
        return refusals.merging(
            .members(["200": .members(["description": .text("The picture."), "content": JSONNode(.object(types))])]))
    }

    private func answers(_ description: String) -> JSONNode {
        refusals.merging(.members(["200": json(description, .members([:]))]))
    }

    private func json(_ description: String, _ schema: JSONNode) -> JSONNode {
        content(description, "application/json", schema)
    }

    private func content(_ description: String, _ type: String, _ schema: JSONNode) -> JSONNode {
        .members([
            "description": .text(description),
            "content": JSONNode(.object(JSONObject([.init(type, .members(["schema": schema]))]))),
        ])
    }

    private var refusals: JSONNode {
        let problem = JSONNode.members([
            "application/problem+json": .members(["schema": .members(["$ref": .text("#/components/schemas/Problem")])])
        ])
        var object = JSONObject()
        for (status, text) in [
            ("400", "The request makes no sense."), ("401", "An API key is required."),
            ("403", "The key or the signature is not valid."), ("404", "A style is not served."),
            ("413", "The picture, the body or the scene is too large."), ("414", "The address is too long."),
            ("415", "The body has another type."), ("422", "The scene cannot be drawn."),
            ("503", "There is too much to do; Retry-After says when to come again."),
            ("504", "The drawing took too long."),
        ] {
            object.members.append(.init(status, .members(["description": .text(text), "content": problem])))
        }
        return JSONNode(.object(object))
    }

    private func operation(
        _ summary: String, _ parameters: KeyValuePairs<String, (isRequired: Bool, schema: JSONNode)>,
        _ responses: JSONNode,
        body: Bool = false
    ) -> JSONNode {
        let list = parameters.map { name, parameter in
            JSONNode.members([
                "name": .text(name), "in": .text("query"), "required": JSONNode(.bool(parameter.isRequired)),
                "schema": parameter.schema,
            ])
        }
        return .members([
            "summary": .text(summary), "parameters": list.isEmpty ? nil : .list(list),
            "requestBody": body
                ? .members([
                    "required": JSONNode(.bool(true)),
                    "content": .members([
                        "application/json": .members(["schema": .members(["$ref": .text("#/components/schemas/Scene")])]
                        )
                    ]),
                ]) : nil,
            "responses": responses,
        ])
    }
}

extension JSONNode {
    /// A schema whose references begin at its own root, for a place further down in another document.
    fileprivate var rewritingReferences: JSONNode {
        switch value {
        case .object(let object):
            var result = JSONObject()
            for member in object.members {
                if member.key == "$ref", let text = member.node.string, text.hasPrefix("#/$defs/") {
                    result.members.append(.init(member.key, .text("#/components/schemas/Scene" + text.dropFirst())))
                } else {
                    result.members.append(.init(member.key, member.node.rewritingReferences))
                }
            }
            return JSONNode(.object(result))
        case .array(let items): return .list(items.map(\.rewritingReferences))
        default: return self
        }
    }
}
