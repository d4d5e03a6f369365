// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapData
import MapScene
import StaticMap

/// Lets scenes of requests reach only what the operator serves: styles and tiles by their names, files below the named
/// folders, data addresses up to a limit. Nothing is fetched, whatever a scene says.
struct ScenePolicy {
    let catalog: Catalog
    let limits: Limits
    let mapLimits: RenderLimits
    /// Whether a scene may bring a style.
    var allowsOwnStyles = true
    /// Whether a scene may have images in itself.
    var allowsInlineImages = true

    /// A scene that may be drawn.
    struct Admitted: Sendable {
        /// Of the scene, with styles and tiles replaced by the operator's files.
        var text: [UInt8]
        var style: ServedStyle
        var width: Double
        var height: Double
        var scale: Double
        /// What the image depends on besides the scene and the style.
        var files: [String]
        /// True when one side is found when the map is drawn.
        var hasAutomaticSide: Bool

        var pixels: Int { Int((width * scale).rounded(.up)) * Int((height * scale).rounded(.up)) }
    }

    /// Checks a scene's JSON text; the size is for scenes that leave theirs out.
    func admit(_ bytes: [UInt8], size: (width: Double, height: Double) = (800, 600)) throws(RequestError) -> Admitted {
        var text: JSONText
        do throws(Diagnostic) {
            text = try JSONText(bytes, file: "scene")
        } catch {
            throw RequestError(.badRequest, "the scene is not JSON: \(error.message)", diagnostics: [error])
        }
        text.keepsLines = true
        guard text.root.object != nil else {
            throw RequestError(.unprocessableContent, "expected a scene, a JSON object")
        }
        var audit = SceneAudit(policy: self)
        try audit.visit(text.root)
        guard allowsInlineImages || audit.dataBytes == 0 else {
            throw RequestError(.unprocessableContent, "images within scenes are switched off on this server")
        }
        let style = try style(of: text.root)
        var insetFiles: [String] = []
        var edits: [(path: [JSONText.Step], node: JSONNode)] = [
            ([.key("basemap")], try basemap(of: text.root, style: style))
        ]
        for (index, decoration) in (text.root["decorations"]?.array ?? []).enumerated() {
            guard decoration["type"]?.string == "inset", let named = decoration["basemap"],
                named.string != nil || named["style"] != nil || named["tiles"] != nil
            else { continue }
            let path: [JSONText.Step] = [.key("decorations"), .index(index), .key("basemap")]
            let own = try self.style(of: decoration)
            edits.append((path, try basemap(of: decoration, style: own)))
            insetFiles += own.files
        }
        if text.root["size"] == nil, text.root["page"]?["size"] == nil {
            edits.append(([.key("size")], [.number(size.width), .number(size.height)]))
        }
        do throws(Diagnostic) {
            for edit in edits { try text.set(edit.node, at: edit.path) }
        } catch {
            throw RequestError(.unprocessableContent, error.message, diagnostics: [error])
        }
        // A side that the camera leads to is checked when it is known.
        let given = Scene.sides(of: text.root["size"] ?? text.root["page"]?["size"])
        let sides = given.map { $0 ?? 1 }
        let scale = text.root["scale"]?.number ?? 1
        guard scale <= limits.scale else {
            throw RequestError(
                .unprocessableContent, "the scale is limited to \(formatted(limits.scale)), found \(formatted(scale))",
                parameter: "scale")
        }
        let admitted = Admitted(
            text: text.bytes, style: style, width: sides.first ?? 1, height: sides.count > 1 ? sides[1] : 1,
            scale: scale, files: files(audit.names) + tileFiles(of: text.root) + insetFiles,
            hasAutomaticSide: given.contains { $0 == nil })
        guard admitted.width > 0, admitted.height > 0, admitted.width <= 1e6, admitted.height <= 1e6, scale > 0 else {
            // The decoder says what is wrong with it.
            return admitted
        }
        guard admitted.pixels <= mapLimits.pixels else {
            throw RequestError(
                .contentTooLarge, "the image would have \(admitted.pixels) pixels; the limit is \(mapLimits.pixels)",
                parameter: "size")
        }
        return admitted
    }

    /// Where the named files may lie: in any of the folders, images also for other densities, sprites as pairs.
    private func files(_ names: Set<String>) -> [String] {
        names.sorted().flatMap { name -> [String] in
            // Of many files with one name, the folder.
            let fixed = name.prefix { $0 != "{" }
            guard fixed.count == name.count else {
                let folder = fixed.lastIndex(of: "/").map { String(fixed[..<$0]) } ?? ""
                return catalog.assetFolders.map { $0 + "/" + folder }
            }
            let endings = name.lastIndex(of: ".").map { (name[..<$0], name[$0...]) }
            let variants =
                endings.map { stem, ending in [name] + ["@2x", "@3x"].map { stem + $0 + ending } }
                ?? [".json", ".png", "@2x.json", "@2x.png"].map { name + $0 }
            return catalog.assetFolders.flatMap { folder in variants.map { folder + "/" + $0 } }
        }
    }

    /// The archives of an admitted scene and of its insets, which are files of the operator's by now.
    private func tileFiles(of scene: JSONNode) -> [String] {
        ([scene] + (scene["decorations"]?.array ?? [])).compactMap { $0["basemap"]?["tiles"] }
            .flatMap { $0.array ?? [$0] }.compactMap(\.string).map { String($0.prefix { $0 != "{" }) }
    }

    /// The style that a scene names, or the default one.
    private func style(of scene: JSONNode) throws(RequestError) -> ServedStyle {
        let node = scene["basemap"]
        let name = node?.string ?? node?["style"]?.string
        if name == nil, scene["appearance"]?.string == "dark", let dark = catalog.style("dark") { return dark }
        // MapKit's names of map types stand for styles, as the configuration says.
        guard let name, name != "standard" || catalog.style(name) != nil else {
            return catalog.styles.first ?? ServedStyle.none
        }
        guard let style = catalog.style(name) ?? catalog.mapTypes[name].flatMap(catalog.style) else {
            throw RequestError(
                .notFound, "the style \"\(name.prefix(60))\" is not served", parameter: "basemap.style",
                hint: didYouMean(name, catalog.styles.map(\.id))
                    ?? "served: \(catalog.styles.prefix(12).map(\.id).joined(separator: ", "))")
        }
        return style
    }

    /// The base map with the operator's files in place of names.
    private func basemap(of scene: JSONNode, style: ServedStyle) throws(RequestError) -> JSONNode {
        var object = scene["basemap"]?.object ?? JSONObject()
        guard allowsOwnStyles || object["style"]?.object == nil else {
            throw RequestError(.forbidden, "the key opens styles of this server alone", parameter: "basemap.style")
        }
        if object["style"]?.object == nil {
            object.members.removeAll { $0.key == "style" }
            // Tiles for which no style is named may get an automatic one: the renderer knows the default.
            let isChosen = object["tiles"] == nil || scene["basemap"]?["style"] != nil || !allowsOwnStyles
            if isChosen, let file = style.file { object.members.append(JSONObject.Member("style", .text(file))) }
        }
        if let tiles = object["tiles"] {
            var paths: [JSONNode] = []
            for node in tiles.array ?? [tiles] { paths.append(.text(try self.tiles(node.string ?? ""))) }
            object.members.removeAll { $0.key == "tiles" }
            object.members.append(JSONObject.Member("tiles", .list(paths)))
        } else if !style.tiles.isEmpty, object["style"]?.object == nil {
            object.members.append(JSONObject.Member("tiles", .list(style.tiles.map(JSONNode.text))))
        }
        return JSONNode(.object(object))
    }

    /// An archive by the name that it is served under, or a file below the named folders.
    private func tiles(_ name: String) throws(RequestError) -> String {
        if let data = catalog.data(name) { return data.path }
        try confine(name, at: "basemap.tiles")
        guard let folder = catalog.assetFolders.first else {
            throw RequestError(.notFound, "no data \"\(name.prefix(60))\" is served", parameter: "basemap.tiles")
        }
        return folder + "/" + name
    }

    /// Refuses addresses of the network, absolute paths, and paths that lead out of the operator's folders.
    func confine(_ name: String, at path: String) throws(RequestError) {
        if name.hasPrefix("data:") || name.hasPrefix("<svg") { return }
        if name == "staticmap://basemap" { return }
        guard !name.contains("://") else {
            throw RequestError(
                .unprocessableContent,
                "\"\(name.prefix(60))\" is not fetched: images are drawn from local files alone",
                parameter: path)
        }
        guard !name.hasPrefix("/"), !name.contains("\0"), !name.split(separator: "/").contains("..") else {
            throw RequestError(
                .unprocessableContent, "\"\(name.prefix(60))\" leads out of the folders that scenes may reach",
                parameter: path)
        }
        // Up to the folder that the first placeholder stands in.
        let fixed = name.prefix { $0 != "{" }
        let known =
            fixed.count == name.count ? String(name) : fixed.lastIndex(of: "/").map { String(fixed[..<$0]) } ?? ""
        for folder in catalog.assetFolders where !FileAccess(roots: [folder]).permits(folder + "/" + known) {
            throw RequestError(
                .unprocessableContent,
                "\"\(name.prefix(60))\" leads out of the folders that scenes may reach",
                parameter: path)
        }
    }
}

/// Walks a scene's JSON once, counts what is limited, and looks at each member that could name a file.
struct SceneAudit {
    let policy: ScenePolicy
    private var vertices = 0
    /// The bytes of images and data that stand in the scene itself.
    private(set) var dataBytes = 0
    /// Names of files, as the scene has them.
    private(set) var names: Set<String> = []

    init(policy: ScenePolicy) {
        self.policy = policy
    }

    /// Members whose texts are images, wherever they stand.
    private static let images: Set<String> = [
        "image", "glyphImage", "selectedGlyphImage", "highlightedImage", "icon", "rating", "normal", "selected",
    ]

    /// Members whose texts are other files.
    private static let files: Set<String> = ["data", "elevation", "file", "tiles", "url", "urls", "sprite", "glyphs"]

    mutating func visit(_ scene: JSONNode) throws(RequestError) {
        for (list, limit) in [("annotations", policy.limits.annotations), ("overlays", policy.limits.overlays)] {
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
        guard vertices <= policy.limits.sceneVertices else {
            throw RequestError(
                .contentTooLarge, "the scene has \(vertices) vertices; the limit is \(policy.limits.sceneVertices)")
        }
        guard dataBytes <= policy.limits.dataBytes else {
            throw RequestError(
                .contentTooLarge,
                "the scene's data addresses have \(dataBytes) bytes; the limit is \(policy.limits.dataBytes)")
        }
    }

    /// - Parameters:
    ///   - node: a value of the scene.
    ///   - key: of the member that it is, or is an element of.
    ///   - path: where it stands.
    ///   - depth: how deep it is nested.
    ///   - isData: true within the data of a source or an overlay.
    /// - Throws: when the scene asks for more than it may.
    private mutating func visit(
        _ node: JSONNode, key: String, path: String, depth: Int, isData: Bool = false
    ) throws(RequestError) {
        guard depth <= policy.mapLimits.nesting else {
            throw RequestError(
                .unprocessableContent, "the scene is nested deeper than \(policy.mapLimits.nesting) levels")
        }
        switch node.value {
        case .string(let text): try visit(text, key: key, path: path)
        case .array(let items):
            if items.count >= 2, items[0].number != nil, items[1].number != nil { vertices += 1 }
            for (index, item) in items.enumerated() {
                try visit(item, key: key, path: "\(path)[\(index)]", depth: depth + 1, isData: isData)
            }
        case .object(let object):
            // Sources have any names, "properties" and "x-tiles" among them: only what is certainly GeoJSON has members that
            // nothing is read from.
            let isFeature = isData && object["type"]?.string == "Feature"
            for member in object.members where !(isFeature && member.key == "properties") {
                try visit(
                    member.node, key: member.key, path: "\(path).\(member.key)", depth: depth + 1,
                    isData: isData || member.key == "data" && object["type"]?.string != nil)
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
        guard Self.images.contains(key) || Self.files.contains(key) else { return }
        // Of an annotation or an overlay, this is no file.
        if key == "elevation", !path.hasPrefix("basemap.") { return }
        // Where there is no folder, nothing but a pictogram can have the name of an image.
        let isPictogram =
            Self.images.contains(key) && policy.catalog.assetFolders == [CatalogLoader.nowhere]
            && PictogramLibrary.isName(text)
        if !isPictogram { try policy.confine(text, at: path) }
        if !text.hasPrefix("data:"), !text.hasPrefix("<svg"), !text.contains("://") { names.insert(text) }
    }
}
