// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import StaticMap

/// The OpenAPI 3.1 description of the native routes: paths and summaries from the table of routes, what is fixed from
/// `openapi.json`, and the scene from the scene format's own schema.
struct OpenAPI {
    /// What the server's addresses begin with.
    let base: String
    /// `openapi.json`: operations by path and method, and what they share.
    let fixed: JSONNode
    let schema: JSONNode

    var document: JSONNode {
        let info = (fixed["info"] ?? .members([:])).setting("version", .text(MapRenderer.version))
        let components = fixed["components"] ?? .members([:])
        let schemas = (components["schemas"] ?? .members([:])).setting("Scene", schema.rewritingReferences)
        return fixed.setting("info", info)
            .setting("servers", .list([.members(["url": .text(base)])]))
            .setting("paths", paths)
            .setting("components", components.setting("schemas", schemas))
    }

    private var paths: JSONNode {
        Route.all.reduce(.members([:])) { paths, route in
            guard case .summary(let summary) = route.description else { return paths }
            return route.methods.reduce(paths) { paths, method in
                let path = paths[route.pattern] ?? .members([:])
                let name = method.rawValue.lowercased()
                let operation = JSONNode.members(["summary": .text(summary)])
                    .merging(fixed["paths"]?[route.pattern]?[name])
                return paths.setting(route.pattern, path.setting(name, operation))
            }
        }
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
