// SPDX-License-Identifier: MIT
import HTTPTypes
import MapDiagnostics
import MapScene

/// Walks a scene's JSON once, counts what is limited, and looks at each member that could name a file.
struct SceneAudit {
    let gate: SceneGate
    private var vertices = 0
    private var dataBytes = 0
    /// Names of files, as the scene has them.
    private(set) var names: Set<String> = []

    init(gate: SceneGate) {
        self.gate = gate
    }

    /// Members whose texts are files, wherever they stand.
    private static let files: Set<String> = [
        "image", "glyphImage", "selectedGlyphImage", "highlightedImage", "icon", "rating", "normal", "selected", "data",
        "tiles", "url", "urls", "sprite", "glyphs",
    ]

    mutating func visit(_ scene: JSONNode) throws(RequestError) {
        for (list, limit) in [("annotations", gate.limits.annotations), ("overlays", gate.limits.overlays)] {
            let count = scene[list]?.array?.count ?? 0
            guard count <= limit else {
                throw RequestError(
                    .contentTooLarge, "\(count) \(list) are more than the limit of \(limit)", parameter: list)
            }
        }
        for member in scene.object?.members ?? [] where member.key != "basemap" {
            try visit(member.node, key: member.key, path: member.key, depth: 1)
        }
        for member in scene["basemap"]?.object?.members ?? [] where member.key != "tiles" {
            // A style's name is looked up; an inline style is looked through.
            if member.key == "style", member.node.string != nil { continue }
            try visit(member.node, key: member.key, path: "basemap.\(member.key)", depth: 2)
        }
        guard vertices <= gate.limits.vertices else {
            throw RequestError(
                .contentTooLarge, "the scene has \(vertices) vertices; the limit is \(gate.limits.vertices)")
        }
        guard dataBytes <= gate.limits.dataBytes else {
            throw RequestError(
                .contentTooLarge,
                "the scene's data addresses have \(dataBytes) bytes; the limit is \(gate.limits.dataBytes)")
        }
    }

    private mutating func visit(_ node: JSONNode, key: String, path: String, depth: Int) throws(RequestError) {
        guard depth <= gate.limits.nesting else {
            throw RequestError(.unprocessableContent, "the scene is nested deeper than \(gate.limits.nesting) levels")
        }
        switch node.value {
        case .string(let text): try visit(text, key: key, path: path)
        case .array(let items):
            if items.count >= 2, items[0].number != nil, items[1].number != nil { vertices += 1 }
            for (index, item) in items.enumerated() {
                try visit(item, key: key, path: "\(path)[\(index)]", depth: depth + 1)
            }
        case .object(let object):
            for member in object.members where member.key != "properties" && !member.key.hasPrefix("x-") {
                try visit(member.node, key: member.key, path: "\(path).\(member.key)", depth: depth + 1)
            }
        case .null, .bool, .number: break
        }
    }

    private mutating func visit(_ text: String, key: String, path: String) throws(RequestError) {
        if key == "polyline" {
            // The last character of each number is below "_": two numbers make a vertex.
            vertices += text.utf8.count { $0 < 0x5F } / 2
            return
        }
        if key == "data", WellKnownText.matches(text) { vertices += text.utf8.count { $0 == UInt8(ascii: ",") } + 1 }
        if text.hasPrefix("data:") || text.hasPrefix("<svg") { dataBytes += text.utf8.count }
        guard Self.files.contains(key) else { return }
        try gate.confine(text, at: path)
        if !text.hasPrefix("data:"), !text.hasPrefix("<svg"), !text.contains("://") { names.insert(text) }
    }
}
