// SPDX-License-Identifier: MIT
import Foundation
package import MapCore
import MapScene
package import MapTiles
package import StaticMap

/// A style that is served.
package struct ServedStyle: Sendable {
    package var id: String
    package var name: String
    /// What scenes have for it: its file, or the name of one that is in no file; nil for archives of images alone.
    package var file: String?
    /// Archives in place of the style's own.
    package var tiles: [String]
    /// The style's JSON, for `style.json`; nil for archives of images alone.
    package var json: JSONNode?
    /// Of a style that is not drawn as its file has it, or that has none.
    package var named: NamedStyle?
    /// The folder that the style's relative addresses begin in.
    package var folder: String
    /// All files that its images depend on.
    package var files: [String]
    /// What TileJSON says on top of what is known.
    package var tileJSON: JSONNode?
    package var isRendered = true
    package var isServed = true

    /// The base map of scenes that the server makes itself.
    var basemap: BaseMap {
        BaseMap(style: file.map { $0.contains("/") || $0.hasSuffix(".json") ? .file($0) : .named($0) }, tiles: tiles)
    }

    static let none = ServedStyle(
        id: "", name: "", file: nil, tiles: [], json: nil, folder: ".", files: [])
}

/// An archive that is served.
package struct ServedData: Sendable {
    package var id: String
    package var path: String
    package var archive: any TileArchive
    package var info: ArchiveInfo { archive.info }
    package var tileJSON: JSONNode?
    /// What the tiles depend on.
    var files: [String]
    /// How the colors of elevation tiles mean heights; nil for other data.
    var elevationEncoding: ElevationTiles.Encoding?
    /// Whether clients are to draw a larger tile where one is not there: such tiles are 404 if so, and empty otherwise. Nil
    /// when neither the configuration nor the archive says it.
    var sparse: Bool?
    /// Of vector tiles, as it was found when the archive was opened.
    var schema = TileSchema.other

    init(id: String, path: String, archive: any TileArchive, files: [String]? = nil) {
        self.id = id
        self.path = path
        self.archive = archive
        self.files = files ?? [path]
    }

    /// Images are by themselves: clients draw the larger one instead of nothing. An empty vector tile is an answer.
    var isSparse: Bool { sparse ?? !isVector }

    /// Takes what an archive's metadata say of heights and of missing tiles, as text or JSON.
    mutating func readMetadata() {
        guard let metadata = (archive as? any TileListing)?.metadataText else { return }
        elevationEncoding = metadata["encoding"]?.string.flatMap(ElevationTiles.Encoding.init)
        sparse = metadata["sparse"].flatMap { node in
            node.bool ?? ["true": true, "1": true, "false": false, "0": false][node.string?.lowercased() ?? ""]
        }
    }

    /// Stands behind the id of an archive in another schema whose tiles are given in the schema OpenMapTiles.
    static let adaptedSuffix = "@openmaptiles"

    /// The same in the schema OpenMapTiles; nil if it cannot be given in that.
    var adapted: ServedData? {
        guard let adapter = SchemaAdapter(schema) else { return nil }
        return ServedData(
            id: id + Self.adaptedSuffix, path: path, archive: AdaptedArchive(archive, adapter), files: files)
    }

    /// That of its tiles.
    var mediaType: String {
        switch info.format {
        case .mvt, .unknown: "application/x-protobuf"
        case .mlt: "application/vnd.maplibre-tile"
        case .png, .jpeg, .webp, .avif: "image/\(info.format.rawValue)"
        }
    }

    /// True for tiles of features, false for images.
    var isVector: Bool {
        switch info.format {
        case .mvt, .mlt, .unknown: true
        case .png, .jpeg, .webp, .avif: false
        }
    }
}

/// All that a server has to draw from at one moment. A reload makes a new one; requests under way keep theirs.
package struct Catalog: Sendable {
    /// The default style first.
    package var styles: [ServedStyle]
    package var data: [ServedData]
    package var templates: [ServedTemplate] = []
    /// The styles of each archive, the default one first, by the archives' ids.
    var collectionStyles: [String: [CollectionStyle]] = [:]
    /// Where files of scenes are looked for, without a slash at the end; the first is where relative paths begin.
    package var assetFolders: [String]
    /// Folders with `{fontstack}/{range}.pbf`.
    var glyphFolders: [String]
    /// Files under `/files`; nil for none.
    var filesFolder: String?
    package var mapTypes: [String: String]
    package var icons: Set<String>
    /// Counts reloads.
    var generation: Int
    /// What was odd about the configuration.
    package var warnings: [String] = []
    /// Styles and data that are named and cannot be served.
    private(set) var broken: Set<Member> = []
    /// The files and folders whose change means that everything is read anew, also those that cannot be read now.
    var watched: [String] = []

    package func style(_ id: String) -> ServedStyle? { styles.first { $0.id == id } }
    package func data(_ id: String) -> ServedData? { data.first { $0.id == id } }

    /// A style or an archive of the configuration.
    enum Member: Hashable, Sendable, CustomStringConvertible {
        case style(String)
        case data(String)
        case template(String)

        var description: String {
            switch self {
            case .style(let id): "style \(id)"
            case .data(let id): "data \(id)"
            case .template(let id): "template \(id)"
            }
        }
    }

    /// Leaves a style or an archive out, and says why.
    mutating func leaveOut(_ member: Member, _ reason: String) {
        broken.insert(member)
        warnings.append("\(member): \(reason)")
    }

    func serves(_ member: Member) -> Bool {
        switch member {
        case .style(let id): style(id) != nil
        case .data(let id): data(id) != nil
        case .template(let id): templates.contains { $0.id == id }
        }
    }

    func dialectContext(maxScale: Double) -> DialectContext {
        DialectContext(
            styles: styles.filter(\.isRendered).map(\.id), icons: icons, mapTypes: mapTypes, maxScale: maxScale,
            iconFolders: assetFolders,
            layers: { [styles] id in styles.first { $0.id == id }?.json?["layers"]?.array ?? [] },
            sources: { [styles] id in
                let sources = styles.first { $0.id == id }?.json?["sources"]?.object?.members ?? []
                return sources.filter { $0.node["type"]?.string == "vector" }.map(\.key)
            })
    }
}

extension Catalog {
    /// What the renderer may read: the operator's files, whatever a scene that passed `ScenePolicy` says.
    var fileRoots: [String] {
        assetFolders + glyphFolders + data.flatMap { [$0.path] + $0.files } + styles.flatMap(\.fileRoots)
    }
}

extension ServedStyle {
    /// Its folder, the files that it names, and the folders of the addresses with placeholders.
    fileprivate var fileRoots: [String] {
        let sources = json?["sources"]?.object?.members.map(\.node) ?? []
        let templates = sources.flatMap { source -> [JSONNode] in source["tiles"]?.array ?? [] }
        let patterns = tiles + ([json?["glyphs"]].compactMap(\.self) + templates).compactMap(\.string)
        let folders = patterns.map { pattern in
            let fixed = pattern.hasPrefix("file://") ? pattern.dropFirst(7) : pattern[...]
            let path = fixed.hasPrefix("/") ? String(fixed) : folder + "/" + fixed
            return path.contains("{") ? MapCore.folder(of: String(path.prefix { $0 != "{" })) : path
        }
        return (file == nil ? [] : [folder]) + files + folders
    }
}

/// The first half of a SHA-256, in hexadecimal digits.
func hexDigest(_ text: String) -> String { hexDigest(Array(text.utf8)) }

func hexDigest(_ bytes: [UInt8]) -> String {
    hexadecimalText(Digest.sha256.hash(bytes).prefix(16))
}
