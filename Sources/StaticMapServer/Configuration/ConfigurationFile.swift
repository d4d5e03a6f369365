// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
package import MapCore
import Yams

/// tileserver-gl's `config.json`, as JSON or YAML, with keys of our own under "staticmap".
///
/// Each key works, or is reported.
package struct ConfigurationFile {
    let path: String
    package let root: JSONNode

    init(path: String) throws(RequestError) {
        guard let bytes = try? readFile(path, limit: 16 << 20) else {
            throw RequestError(.internalServerError, "\(path): there is no such file, or it cannot be read")
        }
        try self.init(path: path, text: bytes)
    }

    /// Reads the text of a file; its name says whether it is YAML or JSON.
    package init(path: String, text bytes: [UInt8]) throws(RequestError) {
        self.path = path
        do {
            if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
                root = JSONNode(yaml: try Yams.compose(yaml: String(decoding: bytes, as: UTF8.self)) ?? "")
            } else {
                root = try JSONDocument(file: path, text: bytes).root
            }
        } catch {
            // A diagnostic names the file and the line. What is wrong with YAML takes two lines, above those of the file.
            let reason = "\(error)".split(separator: "\n").prefix(2).joined(separator: " ")
            throw RequestError(.internalServerError, error is Diagnostic ? reason : "\(path): \(reason)")
        }
        guard root.object != nil else { throw RequestError(.internalServerError, "\(path): expected an object") }
    }

    private var options: JSONNode { root["options"] ?? [:] }
    /// What the paths of the file are relative to. It is absolute, as paths of a style would else begin at the style.
    private var folder: String { absolutePath(MapCore.folder(of: path)) }

    /// A folder of `options.paths`, below `paths.root`.
    private func folder(_ name: String) -> String {
        let paths = options["paths"]
        let base = joined(folder, paths?["root"]?.string ?? "")
        return joined(base, paths?[name]?.string ?? "")
    }

    private func joined(_ folder: String, _ path: String) -> String {
        path.isEmpty ? folder : path.hasPrefix("/") ? path : folder + "/" + path
    }

    // MARK: how the server runs

    /// Merges the file under the flags, and returns warnings for unknown keys.
    ///
    /// - Throws: when it says otherwise than a flag how much a map may cost.
    package func apply(to configuration: inout ServerConfiguration) throws(RequestError) -> [String] {
        var warnings: [String] = []
        for key in ["options", "styles", "data", "staticmap"] {
            if let node = root[key] { try warn(of: node, key, unless: .object, &warnings) }
        }
        for member in options.object?.members ?? [] {
            let kind = Self.optionKinds[member.key]
            guard try warn(of: member.node, "options.\(member.key)", unless: kind, &warnings),
                !configuration.decided.contains(member.key)
            else { continue }
            try option(member.key, member.node, &configuration, &warnings)
        }
        for member in root["staticmap"]?.object?.members ?? [] {
            let kind = Self.ownKinds[member.key]
            guard try warn(of: member.node, "staticmap.\(member.key)", unless: kind, &warnings),
                !configuration.decided.contains(member.key)
            else { continue }
            try own(member.key, member.node, &configuration, &warnings)
        }
        for member in root.object?.members ?? []
        where !["options", "styles", "data", "staticmap", "$schema"].contains(member.key) {
            warnings.append("\(path): the key \"\(member.key)\" is not known")
        }
        return warnings
    }

    /// What the value of a key must be.
    private enum Kind: String {
        case number = "a number"
        case text = "a text"
        case texts = "a text or a list of texts"
        case flag = "true or false"
        case object = "an object"

        func fits(_ node: JSONNode) -> Bool {
            switch self {
            case .number: node.number != nil
            case .text: node.string != nil
            case .texts: node.string != nil || node.array?.allSatisfy { $0.string != nil } == true
            case .flag: node.bool != nil
            case .object: node.object != nil
            }
        }
    }

    private static let optionKinds: [String: Kind] = [
        "paths": .object, "serveAllStyles": .flag, "maxSize": .number, "maxScaleFactor": .number,
        "allowInlineMarkerImages": .flag, "allowedHosts": .texts, "domains": .texts, "pbfAlias": .text,
        "formatOptions": .object, "formatQuality": .object, "staticAttributionText": .text, "sparse": .flag,
    ]

    private static let ownKinds: [String: Kind] = [
        "mapTypes": .object, "assets": .texts, "maxAge": .number, "publicURL": .text, "metatile": .number,
        "maxPixels": .number, "maxAnnotations": .number, "maxVertices": .number, "rateLimit": .number, "queue": .number,
        "timeout": .number, "crs": .texts,
    ]

    /// What keeps requests out must not be left out by mistake.
    private static let protecting: Set = [
        "options.allowInlineMarkerImages", "options.allowedHosts", "staticmap.rateLimit",
    ]

    /// Warns of a value that is of no use.
    ///
    /// - Returns: false when it is.
    /// - Throws: when the server would let in more than its operator wants.
    @discardableResult
    private func warn(
        of node: JSONNode, _ key: String, unless kind: Kind?, _ warnings: inout [String]
    ) throws(RequestError) -> Bool {
        guard let kind, !kind.fits(node) else { return true }
        let text = "\(path): \(key): expected \(kind.rawValue), found \(node.line.prefix(40))"
        guard !Self.protecting.contains(key) else { throw RequestError(.internalServerError, text) }
        warnings.append(text)
        return false
    }

    private func option(
        _ key: String, _ node: JSONNode, _ configuration: inout ServerConfiguration, _ warnings: inout [String]
    ) throws(RequestError) {
        switch key {
        case "paths", "serveAllStyles", "serveAllFonts", "serveStaticMaps": break
        case "maxSize":
            if let size = node.number, size >= 1 {
                try configuration.setLimit(
                    .pixels, Int(min(size * size, 1_073_741_824)), by: "\(path): options.maxSize")
            }
        case "maxScaleFactor": if let scale = node.number { configuration.limits.scale = max(1, min(9, scale)) }
        case "allowInlineMarkerImages": configuration.allowsInlineImages = node.bool ?? true
        case "allowedHosts":
            configuration.allowedHosts =
                node.array?.compactMap(\.string) ?? node.string?.split(separator: ",").map(String.init) ?? []
        case "allowRemoteMarkerIcons":
            if node.bool == true { warnings.append("\(path): options.allowRemoteMarkerIcons: nothing is ever fetched") }
        case "domains":
            let names = node.array?.compactMap(\.string) ?? node.string?.split(separator: ",").map(String.init) ?? []
            configuration.domains = names.filter(isHost)
            if configuration.domains.count < names.count {
                warnings.append("\(path): options.domains: only plain names of hosts work, without \"*\"")
            }
        case "tileMargin":
            warnings.append("\(path): options.tileMargin: tiles are cut from larger blocks, so none is needed")
        case "pbfAlias":
            configuration.vectorEnding = node.string.flatMap { $0.allSatisfy(\.isLetter) ? $0 : nil } ?? "pbf"
        case "formatOptions", "formatQuality": quality(key, node, &configuration, &warnings)
        case "staticAttributionText": configuration.staticAttribution = node.string
        case "sparse": break  // Each of the data reads it.
        case "frontPage", "minRendererPoolSizes", "maxRendererPoolSizes":
            warnings.append("\(path): options.\(key) changes nothing here")
        default: warnings.append("\(path): options.\(key) is not known")
        }
    }

    /// `{"jpeg": 80}`, `{"jpeg": {"quality": 80}}`
    private func quality(
        _ key: String, _ node: JSONNode, _ configuration: inout ServerConfiguration, _ warnings: inout [String]
    ) {
        for member in node.object?.members ?? [] {
            let format = member.key == "jpg" ? "jpeg" : member.key
            if ["jpeg", "webp"].contains(format),
                let quality = (member.node["quality"] ?? member.node).number, (1...100).contains(quality)
            {
                configuration.qualities[format] = Int(quality)
            } else {
                warnings.append(
                    "\(path): options.\(key).\(member.key): the quality of jpeg and webp can be set, from 1 to 100")
            }
            for setting in member.node.object?.members ?? [] where setting.key != "quality" {
                warnings.append("\(path): options.\(key).\(member.key).\(setting.key) changes nothing here")
            }
        }
    }

    private func own(
        _ key: String, _ node: JSONNode, _ configuration: inout ServerConfiguration, _ warnings: inout [String]
    ) throws(RequestError) {
        let name = "\(path): staticmap.\(key)"
        let count = node.number.map { Int(max(0, min(1e12, $0))) }
        switch key {
        case "mapTypes":
            for member in node.object?.members ?? [] { configuration.mapTypes[member.key] = member.node.string }
        case "assets": configuration.assets += (node.array ?? [node]).compactMap(\.string).map { joined(folder, $0) }
        case "maxAge": configuration.maxAge = count ?? configuration.maxAge
        case "publicURL": configuration.publicURL = node.string
        case "metatile": configuration.metatile = max(1, min(16, count ?? configuration.metatile))
        case "maxPixels": if let count { try configuration.setLimit(.pixels, count, by: name) }
        case "maxAnnotations": configuration.limits.annotations = count ?? configuration.limits.annotations
        case "maxVertices": configuration.limits.sceneVertices = count ?? configuration.limits.sceneVertices
        case "rateLimit": configuration.requestsPerMinute = count ?? configuration.requestsPerMinute
        case "queue": configuration.limits.queue = count ?? configuration.limits.queue
        case "crs":
            let codes = node.array?.compactMap(\.string) ?? node.string?.split(separator: ",").map(String.init)
            configuration.systems = configuration.systems ?? codes?.map(\.trimmed)
        case "timeout":
            if let seconds = node.number { try configuration.setTimeout(seconds, by: name) }
        default: warnings.append("\(path): staticmap.\(key) is not known")
        }
    }

    // MARK: what is served

    /// True when it says which styles are served, so that others must not stand in for them.
    var namesStyles: Bool {
        root["styles"]?.object?.members.isEmpty == false || options["serveAllStyles"]?.bool == true
    }

    func fill(_ catalog: inout Catalog, with loader: CatalogLoader) {
        let icons = folder("icons")
        if options["paths"]?["icons"] != nil, FileState(icons)?.kind == .folder { catalog.assetFolders.append(icons) }
        if let files = options["paths"]?["files"]?.string { catalog.filesFolder = joined(folder("root"), files) }
        if options["paths"]?["fonts"] != nil { catalog.glyphFolders = [folder("fonts")] }
        for member in root["data"]?.object?.members ?? [] {
            guard let name = (member.node["mbtiles"] ?? member.node["pmtiles"])?.string else {
                catalog.leaveOut(.data(member.key), "\(path): expected \"mbtiles\" or \"pmtiles\"")
                continue
            }
            let archivePath = joined(folder(member.node["mbtiles"] == nil ? "pmtiles" : "mbtiles"), name)
            loader.add(data: member.key, path: archivePath, to: &catalog)
            if let index = catalog.data.firstIndex(where: { $0.id == member.key }) {
                catalog.data[index].tileJSON = member.node["tilejson"]
                if let isSparse = (member.node["sparse"] ?? options["sparse"])?.bool {
                    catalog.data[index].sparse = isSparse
                }
                if let name = member.node["encoding"]?.string {
                    catalog.data[index].elevationEncoding = ElevationTiles.Encoding(rawValue: name)
                    if ElevationTiles.Encoding(rawValue: name) == nil {
                        catalog.warnings.append(
                            "\(path): data.\(member.key).encoding: expected \"mapbox\" or \"terrarium\"")
                    }
                }
            }
        }
        for member in root["styles"]?.object?.members ?? [] {
            guard let name = member.node["style"]?.string else {
                catalog.leaveOut(.style(member.key), "\(path): expected \"style\"")
                continue
            }
            add(style: member.key, joined(folder("styles"), name), settings: member.node, to: &catalog, loader)
        }
        if options["serveAllStyles"]?.bool == true {
            for name in fileNames(in: folder("styles")) where name.hasSuffix(".json") {
                let id = CatalogLoader.id(of: name)
                if catalog.style(id) == nil {
                    add(style: id, folder("styles") + "/" + name, settings: [:], to: &catalog, loader)
                }
            }
        }
    }

    /// Adds a style with its addresses turned into files of this machine.
    private func add(
        style id: String, _ file: String, settings: JSONNode, to catalog: inout Catalog, _ loader: CatalogLoader
    ) {
        guard var style = loader.style(id, path: file, in: &catalog) else { return }
        let styleFolder = MapCore.folder(of: file)
        var sources = JSONObject()
        for member in style["sources"]?.object?.members ?? [] {
            let node = source(member.node, of: id, to: &catalog, loader)
            sources.members.append(.init(member.key, located(node, in: styleFolder)))
        }
        style = style.setting("sources", JSONNode(.object(sources)))
        if let sprite = style["sprite"]?.string, !sprite.contains("://") {
            let name = sprite.replacingOccurrences(of: "{styleJsonFolder}", with: styleFolder)
            let inSprites = joined(folder("sprites"), name)
            let beside = joined(styleFolder, name)
            style = style.setting("sprite", .text(FileState(inSprites + ".json") == nil ? beside : inSprites))
        }
        if let glyphs = style["glyphs"]?.string, !glyphs.contains("://") {
            style = style.setting("glyphs", .text(joined(folder("fonts"), glyphs)))
        }
        var served = loader.style(id, style, path: file)
        served.files.append(file)
        served.tileJSON = settings["tilejson"]
        served.isRendered = settings["serve_rendered"]?.bool ?? true
        served.isServed = settings["serve_data"]?.bool ?? true
        catalog.styles.append(served)
    }

    /// A source whose files stand beside the style that names them.
    private func located(_ source: JSONNode, in folder: String) -> JSONNode {
        func located(_ address: String) -> JSONNode {
            .text(address.contains("://") ? address : joined(folder, address))
        }
        var source = source
        if let data = source["data"]?.string { source = source.setting("data", located(data)) }
        if let tiles = source["tiles"]?.array {
            source = source.setting("tiles", .list(tiles.map { $0.string.map(located) ?? $0 }))
        }
        return source
    }

    /// `mbtiles://{v3}`, `pmtiles://name.pmtiles`, `mbtiles://name.mbtiles`
    private func source(
        _ source: JSONNode, of style: String, to catalog: inout Catalog, _ loader: CatalogLoader
    ) -> JSONNode {
        guard let address = source["url"]?.string else { return source }
        for scheme in ["mbtiles", "pmtiles"] where address.hasPrefix(scheme + "://") {
            var name = String(address.dropFirst(scheme.count + 3))
            if name.hasPrefix("{"), name.hasSuffix("}") { name = String(name.dropFirst().dropLast()) }
            if catalog.data(name) == nil {
                let file = joined(folder(scheme), name)
                if let known = catalog.data.first(where: { $0.path == file }) {
                    name = known.id
                } else {
                    let id = catalog.unusedID(CatalogLoader.id(of: name))
                    loader.add(data: id, path: file, to: &catalog)
                    name = id
                }
            }
            guard let data = catalog.data(name) else {
                catalog.warnings.append("style \(style): the data \"\(name)\" are not served")
                return source
            }
            let kind = data.path.hasSuffix(".pmtiles") ? "pmtiles" : "mbtiles"
            return source.setting("url", "\(kind)://\(data.path)")
        }
        return source
    }
}

extension JSONNode {
    /// YAML's scalars as the core schema reads them.
    fileprivate init(yaml node: Node) {
        switch node {
        case .mapping(let mapping):
            self.init(.object(JSONObject(mapping.map { .init($0.key.string ?? "", JSONNode(yaml: $0.value)) })))
        case .sequence(let sequence): self.init(.array(sequence.map { JSONNode(yaml: $0) }))
        case .scalar(let scalar):
            if scalar.style == .plain {
                if let bool = Bool.construct(from: scalar) { self.init(.bool(bool)); return }
                if let number = Double(scalar.string) { self.init(.number(number)); return }
                if ["", "null", "~"].contains(scalar.string) { self.init(.null); return }
            }
            self.init(.string(scalar.string))
        default: self.init(.null)
        }
    }
}
