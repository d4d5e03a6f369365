// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import MapGeo
import MapTiles
import StaticMap

/// Opens all that a configuration names. What cannot be opened is reported and left out; the rest is served.
struct CatalogLoader {
    let configuration: ServerConfiguration
    /// A folder of the server's own for styles whose addresses had to be rewritten.
    let workFolder: String

    func load(generation: Int) throws(RequestError) -> Catalog {
        var catalog = Catalog(
            styles: [], data: [], assetFolders: configuration.assets.map(absolute), glyphFolders: [], filesFolder: nil,
            mapTypes: configuration.mapTypes, icons: [], generation: generation, warnings: [])
        if let file = configuration.configFile {
            try ConfigurationFile(path: file).fill(&catalog, with: self)
            if catalog.styles.isEmpty { addInstalled(to: &catalog) }
        } else if configuration.files.isEmpty {
            addInstalled(to: &catalog)
        } else {
            for file in configuration.files { add(archive: absolute(file), to: &catalog) }
        }
        if catalog.assetFolders.isEmpty { catalog.assetFolders = [workFolder + "/empty"] }
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
    func add(style id: String, path: String, tiles: [String] = [], to catalog: inout Catalog) {
        guard let bytes = try? readFile(path, limit: 32 << 20) else {
            catalog.warnings.append("style \(id): \(path) cannot be read")
            return
        }
        do throws(Diagnostic) {
            let json = try JSONDocument(file: path, text: bytes).root
            guard json["layers"]?.array != nil else {
                throw Diagnostic(code: .serverNotAStyle, file: path, "expected a MapLibre style")
            }
            let folder = Self.folder(of: path)
            let files = [path] + sprites(of: json, in: folder) + (tiles.isEmpty ? sources(of: json, in: folder) : tiles)
            catalog.styles.append(
                ServedStyle(
                    id: id, name: json["name"]?.string ?? id, file: path, tiles: tiles, json: json, folder: folder,
                    files: files))
        } catch {
            catalog.warnings.append("style \(id): \(error)")
        }
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
            let isOpenMapTiles =
                layers.isEmpty || layers.intersection(["transportation", "water", "landcover"]).count >= 2
            guard !isOpenMapTiles else {
                for name in configuration.home.styleNames {
                    add(
                        style: catalog.styles.isEmpty || catalog.style(name) == nil ? name : "\(id)-\(name)",
                        path: "\(configuration.home.path)/styles/\(name)/style.json", tiles: [path], to: &catalog)
                }
                catalog.styles.sort { $0.id == "streets" && $1.id != "streets" }
                return
            }
            // A schema that no installed style knows: each layer in a color of its own.
            let style = AutomaticStyle([data.archive]).json(
                name: data.info.name ?? "Tiles", source: Self.source(data.info))
            let file = workFolder + "/\(id)/style.json"
            try? FileManager.default.createDirectory(
                atPath: workFolder + "/\(id)", withIntermediateDirectories: true)
            try? Data(style.lines.utf8).write(to: URL(fileURLWithPath: file))
            add(style: id, path: file, to: &catalog)
        }
    }

    /// A style's source of an archive.
    private static func source(_ info: ArchiveInfo) -> JSONNode {
        guard info.container != .geojson else {
            return .members(["type": .text("geojson"), "data": .text(info.file)])
        }
        let scheme = info.container == .mbtiles ? "mbtiles" : "pmtiles"
        return .members(["type": .text("vector"), "url": .text("\(scheme)://\(info.file)")])
    }

    @discardableResult
    func add(data id: String, path: String, to catalog: inout Catalog) -> ServedData? {
        do throws(Diagnostic) {
            let data = ServedData(id: id, path: path, archive: try openArchive(at: path))
            catalog.data.append(data)
            return data
        } catch {
            catalog.warnings.append("data \(id): \(error)")
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
            let addresses = [member.node["url"]?.string, member.node["data"]?.string].compactMap(\.self)
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
        let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        return full.count > 1 && full.hasSuffix("/") ? String(full.dropLast()) : full
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
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
