// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapTiles
import StaticMap

/// What an agent may read: the scene format, the styles and data of the server, and scenes to start from.
extension MCPServer {
    private static let schemaAddress = "staticmap://scene-schema"
    private static let stylesAddress = "staticmap://styles"
    private static let dataAddress = "staticmap://data"
    private static let exampleAddress = "staticmap://examples/"

    var resources: [JSONNode] {
        let fixed = [
            Self.resource(
                Self.schemaAddress, "scene-schema", "Scene format", "The JSON schema of scenes, with all keys.",
                "application/schema+json"),
            Self.resource(
                Self.stylesAddress, "styles", "Styles", "The names of the styles of this server, the default first.",
                "application/json"),
            Self.resource(
                Self.dataAddress, "data", "Data", "The archives of tiles: where they have data, and up to which zoom.",
                "application/json"),
        ]
        return fixed
            + examples.map { example in
                let id = example["id"]?.string ?? ""
                return Self.resource(
                    Self.exampleAddress + id, "example-\(id)", example["title"]?.string ?? id,
                    example["about"]?.string ?? "", "application/json")
            }
    }

    var resourceTemplates: [JSONNode] {
        [
            [
                "uriTemplate": .text(Self.stylesAddress + "/{id}"), "name": "style",
                "title": "Layers of a style",
                "description": "The layers of a style, lowest first, for hide, show, setPaint and setFilter.",
                "mimeType": "application/json",
            ]
        ]
    }

    private static func resource(
        _ address: String, _ name: String, _ title: String, _ description: String, _ type: String
    ) -> JSONNode {
        [
            "uri": .text(address), "name": .text(name), "title": .text(title), "description": .text(description),
            "mimeType": .text(type),
        ]
    }

    func read(_ message: MCPMessage) throws(MCPError) -> JSONNode {
        let address = message.params["uri"]?.string ?? ""
        guard let document = content(of: address) else {
            let isNew = message.version.isStateless
            throw MCPError(
                isNew ? .invalidParams : .unknownResource,
                "there is no resource \"\(address.prefix(100))\"; resources/list names those that there are")
        }
        let type = address == Self.schemaAddress ? "application/schema+json" : "application/json"
        let content: JSONNode = ["uri": .text(address), "mimeType": .text(type), "text": .text(document.lines + "\n")]
        return ["contents": [content]]
    }

    private func content(of address: String) -> JSONNode? {
        switch address {
        case Self.schemaAddress: return try? service.schema()
        case Self.stylesAddress: return styles
        case Self.dataAddress: return data
        default: break
        }
        if address.hasPrefix(Self.exampleAddress) {
            let id = String(address.dropFirst(Self.exampleAddress.count))
            return examples.contains { $0["id"]?.string == id } ? example("\(id).json") : nil
        }
        guard address.hasPrefix(Self.stylesAddress + "/") else { return nil }
        return service.catalog.style(String(address.dropFirst(Self.stylesAddress.count + 1))).map(layers)
    }

    /// The default style comes first.
    private var styles: JSONNode {
        let styles = service.catalog.styles.map { style in
            JSONNode.members(["id": .text(style.id), "name": .text(style.name)])
        }
        return .list(styles)
    }

    private func layers(of style: ServedStyle) -> JSONNode {
        let layers = (style.json?["layers"]?.array ?? []).map { layer in
            JSONNode.members([
                "id": layer["id"], "type": layer["type"], "source-layer": layer["source-layer"],
                "minzoom": layer["minzoom"], "maxzoom": layer["maxzoom"],
            ])
        }
        return ["id": .text(style.id), "name": .text(style.name), "layers": .list(layers)]
    }

    private var data: JSONNode {
        let archives = service.catalog.data.map { data in
            let box = data.info.bounds
            return JSONNode.members([
                "id": .text(data.id), "name": data.info.name.map(JSONNode.text),
                "bounds": box.map { .list([$0.west, $0.south, $0.east, $0.north].map(JSONNode.number)) },
                "minZoom": .count(data.info.minZoom), "maxZoom": .count(data.info.maxZoom),
                "attribution": data.info.attribution.map(JSONNode.text),
            ])
        }
        return .list(archives)
    }

    /// The scenes of the playground's gallery, which need no files.
    private var examples: [JSONNode] { example("index.json")?.array ?? [] }

    private func example(_ file: String) -> JSONNode? {
        let path = "\(service.configuration.home.path)/playground/examples/\(file)"
        guard let text = try? readFile(path, limit: 1 << 20) else { return nil }
        return try? JSONDocument(file: file, text: text).root
    }
}
