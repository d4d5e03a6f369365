// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import MapTiles
import StaticMap

/// Opens all that a configuration names. What cannot be opened is reported and left out; the rest is served.
struct CatalogLoader {
    let configuration: ServerConfiguration
    /// In place of a folder for the files of scenes, where there is none: no file can be there.
    static let nowhere = "/dev/null/assets"

    func load(generation: Int) throws(RequestError) -> Catalog {
        var catalog = Catalog(
            styles: [], data: [], assetFolders: configuration.assets.map(absolute), glyphFolders: [], filesFolder: nil,
            mapTypes: configuration.mapTypes, icons: [], generation: generation)
        if let path = configuration.configFile {
            let file = try ConfigurationFile(path: path)
            catalog.watched.append(path)
            file.fill(&catalog, with: self)
            if catalog.styles.isEmpty {
                guard !file.namesStyles else {
                    throw RequestError(
                        .internalServerError,
                        "\(path): none of its styles can be served: \(catalog.warnings.first ?? "there is none")")
                }
                addInstalled(to: &catalog)
            }
        } else if configuration.files.isEmpty {
            addInstalled(to: &catalog)
        } else {
            for file in configuration.files { add(archive: absolute(file), to: &catalog) }
        }
        addTemplates(to: &catalog)
        catalog.addCollectionStyles(self)
        catalog.watched += catalog.assetFolders + configuration.fonts
        if catalog.assetFolders.isEmpty { catalog.assetFolders = [Self.nowhere] }
        for folder in catalog.assetFolders {
            catalog.icons.formUnion(fileNames(in: folder).filter { ImageNames.isImage($0) })
        }
        if catalog.mapTypes["dark"] == nil, catalog.style("dark") != nil { catalog.mapTypes["dark"] = "dark" }
        if catalog.mapTypes["terrain"] == nil, catalog.style("outdoors") != nil {
            catalog.mapTypes["terrain"] = "outdoors"
        }
        if catalog.mapTypes["mutedStandard"] == nil, catalog.style("light") != nil {
            catalog.mapTypes["mutedStandard"] = "light"
        }
        guard !catalog.styles.isEmpty || !catalog.data.isEmpty else {
            throw RequestError(
                .internalServerError, "there is nothing to serve: " + (catalog.warnings.first ?? "no style was found"))
        }
        return catalog
    }

    // MARK: what is installed

    private func addInstalled(to catalog: inout Catalog) {
        let basemap = configuration.home.path + "/basemap"
        let archives = fileNames(in: basemap).filter { $0.hasSuffix(".pmtiles") || $0.hasSuffix(".mbtiles") }
            .map { basemap + "/" + $0 }
        for path in archives { add(data: Self.id(of: path), path: path, to: &catalog) }
        let names = configuration.home.styleNames
        // Streets is the style of scenes that name none.
        for name in names.filter({ $0 == "streets" }) + names.filter({ $0 != "streets" }) {
            add(style: name, path: "\(configuration.home.path)/styles/\(name)/style.json", to: &catalog)
        }
    }

    /// Adds a style that may be drawn as it is.
    private func add(style id: String, path: String, tiles: [String] = [], to catalog: inout Catalog) {
        guard let json = style(id, path: path, in: &catalog) else { return }
        let folder = MapCore.folder(of: path)
        let files = [path] + sprites(of: json, in: folder) + (tiles.isEmpty ? sources(of: json, in: folder) : tiles)
        catalog.styles.append(
            ServedStyle(
                id: id, name: json["name"]?.string ?? id, file: path, tiles: tiles, json: json, folder: folder,
                files: files))
    }

    /// Reads a style's file, which is watched from now on; nil for one that is left out.
    func style(_ id: String, path: String, in catalog: inout Catalog) -> JSONNode? {
        catalog.watched.append(path)
        do throws(Diagnostic) {
            let json = try JSONDocument(file: path, text: try readFile(path, limit: 32 << 20)).root
            guard json["layers"]?.array != nil else {
                throw Diagnostic(code: .serverNotAStyle, file: path, "expected a MapLibre style")
            }
            return json
        } catch {
            catalog.leaveOut(.style(id), "\(error)")
            return nil
        }
    }

    /// A style that is not drawn as its file has it, or that has none.
    ///
    /// - Parameters:
    ///   - id: what it is served as.
    ///   - json: the style as it is drawn.
    ///   - path: where relative addresses of the style begin, and what messages name.
    /// - Returns: the style, which depends on no file of its own.
    func style(_ id: String, _ json: JSONNode, path: String) -> ServedStyle {
        let folder = MapCore.folder(of: path)
        // A name with a slash would be a file's.
        let name = id.contains("/") || id.hasSuffix(".json") ? hexDigest(id) : id
        return ServedStyle(
            id: id, name: json["name"]?.string ?? id, file: name, tiles: [], json: json,
            named: NamedStyle(json: json, file: path), folder: folder,
            files: sprites(of: json, in: folder) + sources(of: json, in: folder))
    }

    /// Serves one archive: its tiles, and images of it in a style that fits its schema.
    private func add(archive path: String, to catalog: inout Catalog) {
        let id = catalog.unusedID(Self.id(of: path))
        guard let data = add(data: id, path: path, to: &catalog) else { return }
        switch data.info.format {
        case .png, .jpeg, .webp, .avif:
            catalog.styles.append(
                ServedStyle(
                    id: id, name: data.info.name ?? id, file: nil, tiles: [path], json: nil, folder: ".", files: [path])
            )
        case .mvt, .mlt, .unknown:
            let layers = Set(data.info.vectorLayers.map(\.id))
            let isKnown =
                layers.isEmpty || layers.intersection(["transportation", "water", "landcover"]).count >= 2
                || SchemaAdapter(data.schema) != nil
            guard !isKnown else {
                for name in configuration.home.styleNames {
                    add(
                        style: catalog.styles.isEmpty || catalog.style(name) == nil ? name : "\(id)-\(name)",
                        path: "\(configuration.home.path)/styles/\(name)/style.json", tiles: [path], to: &catalog)
                }
                catalog.styles.sort { $0.id == "streets" && $1.id != "streets" }
                return
            }
            // A schema that no installed style knows: each layer in a color of its own.
            let json = AutomaticStyle([data.archive]).json(
                name: data.info.name ?? "Tiles", source: Self.source(data.info))
            catalog.styles.append(style(id, json, path: path))
        }
    }

    /// A style's source of an archive.
    static func source(_ info: ArchiveInfo) -> JSONNode {
        guard info.container != .geojson else {
            return ["type": "geojson", "data": .text(info.file)]
        }
        let scheme = info.container == .mbtiles ? "mbtiles" : "pmtiles"
        return ["type": "vector", "url": "\(scheme)://\(info.file)"]
    }

    /// Each scene of the folder is a template of its name.
    private func addTemplates(to catalog: inout Catalog) {
        guard let folder = configuration.templates.map(absolute) else { return }
        catalog.watched.append(folder)
        for name in fileNames(in: folder).sorted() where name.hasSuffix(".json") {
            let path = folder + "/" + name
            let id = Self.id(of: path)
            catalog.watched.append(path)
            guard !catalog.templates.contains(where: { $0.id == id }) else {
                catalog.warnings.append("template \(id): \(name) has the name of another one in addresses")
                continue
            }
            do throws(Diagnostic) {
                catalog.templates.append(try ServedTemplate(id, path: path))
            } catch {
                catalog.leaveOut(.template(id), "\(error)")
            }
        }
    }

    @discardableResult
    func add(data id: String, path: String, to catalog: inout Catalog) -> ServedData? {
        catalog.watched.append(path)
        do throws(Diagnostic) {
            var data = ServedData(id: id, path: path, archive: try openTiles(at: path))
            if data.isVector, data.info.container != .geojson { data.schema = data.archive.schema() }
            data.readMetadata()
            catalog.data.append(data)
            return data
        } catch {
            catalog.leaveOut(.data(id), "\(error)")
            return nil
        }
    }

    // MARK: what images depend on

    private func sprites(of style: JSONNode, in folder: String) -> [String] {
        let names =
            style["sprite"]?.string.map { [$0] } ?? (style["sprite"]?.array ?? []).compactMap { $0["url"]?.string }
        return names.flatMap { name -> [String] in
            guard !name.contains("://") else { return [] }
            let path = name.hasPrefix("/") ? name : folder + "/" + name
            return [".json", ".png", "@2x.json", "@2x.png"].map { path + $0 }
        }
    }

    private func sources(of style: JSONNode, in folder: String) -> [String] {
        var files: [String] = []
        for member in style["sources"]?.object?.members ?? [] {
            let tiles = (member.node["tiles"]?.array ?? []).map(\.string)
            let addresses = ([member.node["url"]?.string, member.node["data"]?.string] + tiles).compactMap(\.self)
            for address in addresses {
                if address == "staticmap://basemap" {
                    let basemap = configuration.home.path + "/basemap"
                    files += fileNames(in: basemap).map { basemap + "/" + $0 }
                    continue
                }
                var path = address
                for scheme in ["mbtiles://", "pmtiles://", "file://"] where path.hasPrefix(scheme) {
                    path = String(path.dropFirst(scheme.count))
                }
                if !path.contains("://") { files.append(path.hasPrefix("/") ? path : folder + "/" + path) }
            }
        }
        return files
    }

    func absolute(_ path: String) -> String {
        let full = absolutePath(path)
        return full.count > 1 && full.hasSuffix("/") ? String(full.dropLast()) : full
    }

    /// The file's name without its extension, with characters that paths of addresses take.
    static func id(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? "data"
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" })
    }
}

extension Catalog {
    /// The id, with a number behind it when it is taken.
    func unusedID(_ id: String) -> String {
        guard data(id) != nil || style(id) != nil else { return id }
        return (2...).lazy.map { "\(id)-\($0)" }.first { data($0) == nil && style($0) == nil } ?? id
    }
}

enum ImageNames {
    static func isImage(_ name: String) -> Bool {
        [".png", ".jpg", ".jpeg", ".webp", ".svg"].contains { name.lowercased().hasSuffix($0) }
    }
}
