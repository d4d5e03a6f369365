// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo

/// Makes a style local whose sources, sprites and glyphs are on other machines: rewrites its addresses to files of a folder, and
/// lists what is to be downloaded there. It opens no connection.
///
/// Files that are there already are read or left alone, so that a description of tiles (TileJSON) is followed once it has
/// been downloaded.
package struct StyleLocalization {
    /// A file to download.
    package struct Download: Sendable, Hashable {
        package let url: String
        /// Below the folder.
        package let path: String
    }

    /// The tiles to list.
    package struct Area: Sendable {
        package var box: CoordinateBox
        package var zooms: ClosedRange<Int>

        package init(_ box: CoordinateBox, zooms: ClosedRange<Int>) {
            self.box = box
            self.zooms = zooms
        }
    }

    /// The style with local addresses.
    package private(set) var style: JSONNode
    /// What is not in the folder yet, in the order of the style.
    package private(set) var downloads: [Download] = []
    /// What cannot be told as a list of files: archives, of which only a part may be wanted, and tiles without an area.
    package private(set) var notes: [String] = []

    private let folder: String
    /// Where the style's own addresses begin.
    private let baseFolder: String
    private let area: Area?
    private let glyphRanges: [String]

    /// So many tiles are listed at most: more are better taken as an archive.
    package static let maxTiles = 20_000

    /// - Parameters:
    ///   - document: the style.
    ///   - baseFolder: where its relative addresses begin, as an absolute path.
    ///   - folder: where files go.
    ///   - area: the tiles that are listed, of sources that name them one by one; nil for none.
    ///   - hasAllGlyphs: true for the letters of all scripts, false for those of Europe and of Arabic.
    /// - Throws: when the style is none, or the area has too many tiles.
    package init(
        _ document: JSONDocument, baseFolder: String, into folder: String, area: Area? = nil, hasAllGlyphs: Bool = false
    ) throws(Diagnostic) {
        guard document.root.isStyle, document.root["layers"]?.array != nil else {
            throw Diagnostic(
                code: .styleInvalidAddress, file: document.file, expected: "a MapLibre style", found: "something else")
        }
        style = document.root
        self.folder = folder
        self.baseFolder = baseFolder
        self.area = area
        glyphRanges = (hasAllGlyphs ? Array(0..<256) : Self.usualRanges).map { "\($0 * 256)-\($0 * 256 + 255)" }
        try localizeSources()
        localizeSprites()
        localizeGlyphs()
    }

    /// Latin, Greek, Cyrillic, Armenian, Hebrew and Arabic letters, punctuation and signs.
    private static let usualRanges = [0, 1, 2, 3, 4, 5, 6, 30, 31, 32, 33]

    // MARK: sources

    private mutating func localizeSources() throws(Diagnostic) {
        for member in style["sources"]?.object?.members ?? [] {
            let source = try localized(member.node, Self.fileName(member.key))
            style = style.setting("sources", (style["sources"] ?? .null).setting(member.key, source))
        }
    }

    private mutating func localized(_ source: JSONNode, _ name: String) throws(Diagnostic) -> JSONNode {
        var source = source
        if let data = source["data"]?.string {
            source = source.setting("data", .text(file(data, "sources/\(name).geojson")))
        }
        guard let type = source["type"]?.string, ["vector", "raster", "raster-dem"].contains(type) else {
            guard let url = source["url"]?.string else { return source }
            return source.setting("url", .text(file(url, "sources/\(name)" + Self.ending(of: url, or: ".png"))))
        }
        // An archive that somebody put there serves as the source's tiles.
        for container in ["pmtiles", "mbtiles"] where fileExists("\(folder)/tiles/\(name).\(container)") {
            return source.removing("tiles").setting("url", "\(container)://tiles/\(name).\(container)")
        }
        if let url = source["url"]?.string { source = try localized(source, url: url, name) }
        guard let templates = source["tiles"]?.array?.compactMap(\.string), let first = templates.first else {
            return source
        }
        guard Self.isRemote(first) else {
            return source.setting("tiles", .list(templates.map { .text(moved($0)) }))
        }
        let path = "tiles/\(name)/{z}/{x}/{y}" + Self.ending(of: first, or: type == "vector" ? ".pbf" : ".png")
        try listTiles(of: name, first, path, source)
        return source.setting("tiles", [.text(path)])
    }

    /// A source with the address of an archive or of a description of tiles.
    private mutating func localized(
        _ source: JSONNode, url: String, _ name: String
    ) throws(Diagnostic) -> JSONNode {
        guard Self.isRemote(url) else { return source.setting("url", .text(moved(url))) }
        let address = url.replacing("pmtiles://", with: "").replacing("mbtiles://", with: "")
        let ending = Self.ending(of: address, or: "")
        if url.hasPrefix("pmtiles://") || ending == ".pmtiles" {
            let box = area.map {
                " --bbox=\([$0.box.west, $0.box.south, $0.box.east, $0.box.north].map(formatted).joined(separator: ","))"
            }
            notes.append(
                "pmtiles extract \(address) \(folder)/tiles/\(name).pmtiles\(box ?? " --bbox=WEST,SOUTH,EAST,NORTH")")
            return source.setting("url", "pmtiles://tiles/\(name).pmtiles")
        }
        if url.hasPrefix("mbtiles://") || ending == ".mbtiles" {
            download(address, "tiles/\(name).mbtiles")
            return source.setting("url", "mbtiles://tiles/\(name).mbtiles")
        }
        let path = "sources/\(name).json"
        download(url, path)
        guard fileExists("\(folder)/\(path)") else { return source.setting("url", .text(path)) }
        // The description is here: what it says goes into the style, as its tiles are elsewhere.
        let text = try readFile("\(folder)/\(path)", limit: 16 << 20)
        let description = try JSONDocument(.tilejson, file: "\(folder)/\(path)", text: text).root
        guard description["tiles"]?.array?.first?.string != nil else {
            throw Diagnostic(
                code: .styleMissingTiles, file: "\(folder)/\(path)", path: "tiles",
                expected: "a list of tile addresses (TileJSON)", found: "none")
        }
        var own = source.removing("url")
        for key in ["tiles", "minzoom", "maxzoom", "bounds", "attribution", "scheme", "encoding"]
        where source[key] == nil {
            if let value = description[key] { own = own.setting(key, value) }
        }
        return own
    }

    private mutating func listTiles(
        of name: String, _ template: String, _ path: String, _ source: JSONNode
    ) throws(Diagnostic) {
        guard let area else {
            notes.append(
                "the tiles of \"\(name)\" are at \(template): name an area with --bbox and --zooms, or put them at "
                    + "\(folder)/tiles/\(name).pmtiles or .mbtiles")
            return
        }
        let lowest = max(area.zooms.lowerBound, Int(source["minzoom"]?.number.map { max(0, min(30, $0)) } ?? 0))
        let highest = min(area.zooms.upperBound, Int(source["maxzoom"]?.number.map { max(0, min(30, $0)) } ?? 22))
        guard lowest <= highest else { return }
        for zoom in lowest...highest {
            let ranges = area.box.mercatorRects.map { $0.tiles(ofZoom: zoom) }
            let count = ranges.reduce(0) { $0 + $1.columns.count * $1.rows.count }
            guard count + downloads.count <= Self.maxTiles else {
                throw Diagnostic(
                    code: .tilesTooMany, path: "sources.\(name)", expected: "at most \(Self.maxTiles) tiles",
                    found: "\(count) at zoom \(zoom) alone",
                    hint: "a smaller --bbox, lower --zooms, or an archive of the area")
            }
            for tiles in ranges {
                for x in tiles.columns {
                    for y in tiles.rows {
                        let row = source["scheme"]?.string == "tms" ? (1 << zoom) - 1 - y : y
                        download(Self.filled(template, zoom, x, y), Self.filled(path, zoom, x, row))
                    }
                }
            }
        }
    }

    private static func filled(_ template: String, _ z: Int, _ x: Int, _ y: Int) -> String {
        let values = ["{z}": z, "{x}": x, "{y}": y, "{-y}": (1 << z) - 1 - y]
        var text = template.replacing("{ratio}", with: "").replacing("{r}", with: "")
        for (key, value) in values { text = text.replacing(key, with: String(value)) }
        return text
    }

    // MARK: sprites and glyphs

    private mutating func localizeSprites() {
        let sprites = SpriteAddress.all(in: style)
        guard !sprites.isEmpty else { return }
        var own: [(String, String)] = []
        for sprite in sprites {
            guard Self.isRemote(sprite.url) else {
                own.append((sprite.id, moved(sprite.url)))
                continue
            }
            let path = "sprites/" + Self.fileName(sprite.id == "default" ? "sprite" : sprite.id)
            // A query stays behind the ending.
            let parts = sprite.url.split(separator: "?", maxSplits: 1)
            let query = parts.count > 1 ? "?\(parts[1])" : ""
            for ending in [".json", ".png", "@2x.json", "@2x.png"] {
                download("\(parts[0])\(ending)\(query)", path + ending)
            }
            own.append((sprite.id, path))
        }
        if style["sprite"]?.string != nil, let only = own.first {
            style = style.setting("sprite", .text(only.1))
        } else {
            style = style.setting("sprite", .list(own.map { ["id": .text($0), "url": .text($1)] }))
        }
    }

    private mutating func localizeGlyphs() {
        guard let address = style["glyphs"]?.string else { return }
        guard Self.isRemote(address) else {
            style = style.setting("glyphs", .text(moved(address)))
            return
        }
        for font in StyleFonts(style).names {
            let name = percentEncoded(font)
            for range in glyphRanges {
                download(
                    address.replacing("{fontstack}", with: name).replacing("{range}", with: range),
                    "glyphs/\(font.replacing("/", with: "-"))/\(range).pbf")
            }
        }
        style = style.setting("glyphs", "glyphs/{fontstack}/{range}.pbf")
    }

    // MARK: addresses

    /// Lists a file, unless it is there.
    private mutating func download(_ url: String, _ path: String) {
        guard !url.contains("{key}"), !url.contains("{token}") else {
            let note = "put your key in the place of {key}: \(url)"
            if !notes.contains(note) { notes.append(note) }
            return
        }
        let item = Download(url: url, path: path)
        if !fileExists("\(folder)/\(path)"), !downloads.contains(item) { downloads.append(item) }
    }

    /// The local address of a file, which is listed if it is on another machine.
    private mutating func file(_ address: String, _ path: String) -> String {
        guard Self.isRemote(address) else { return moved(address) }
        download(address, path)
        return path
    }

    /// A local address, as it is seen from the new folder.
    private func moved(_ address: String) -> String {
        for scheme in ["pmtiles://", "mbtiles://"] where address.hasPrefix(scheme) {
            return scheme + moved(String(address.dropFirst(scheme.count)))
        }
        guard !address.hasPrefix("/"), !address.contains("://"), !address.hasPrefix("data:") else { return address }
        return "\(baseFolder)/\(address)"
    }

    private static func isRemote(_ address: String) -> Bool {
        let plain = address.replacing("pmtiles://", with: "").replacing("mbtiles://", with: "").lowercased()
        return plain.hasPrefix("https://") || plain.hasPrefix("http://")
    }

    /// The ending of an address's path, such as ".pbf".
    private static func ending(of address: String, or usual: String) -> String {
        let path = address.split(whereSeparator: { "?#".contains($0) }).first ?? ""
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), name[dot...].dropFirst().allSatisfy({ $0.isLetter || $0.isNumber }),
            path.split(separator: "/").count > 2
        else { return usual }
        return String(name[dot...])
    }

    private static func fileName(_ name: String) -> String {
        let safe = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" })
        return safe.isEmpty ? "source" : safe
    }
}

extension StyleLocalization {
    /// What is to be downloaded, as a configuration for `curl --config -`.
    package var curlConfiguration: String {
        guard !downloads.isEmpty || !notes.isEmpty else { return "" }
        var lines = notes.map { "# \($0.filter { !$0.isNewline })" }
        if !downloads.isEmpty { lines += ["create-dirs", "fail", "location", "globoff", "parallel"] }
        for download in downloads {
            lines.append("url = \(Self.quoted(download.url))")
            lines.append("output = \(Self.quoted("\(folder)/\(download.path)"))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        let plain = text.filter { !$0.isNewline && $0 != "\0" }
        return "\"" + plain.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension JSONNode {
    /// An object with a member set, in its place or at the end.
    fileprivate func setting(_ key: String, _ node: JSONNode) -> JSONNode {
        var object = object ?? JSONObject()
        if let index = object.members.lastIndex(where: { $0.key == key }) {
            object.members[index].node = node
        } else {
            object.members.append(JSONObject.Member(key, node))
        }
        return JSONNode(.object(object), offset: offset)
    }

    fileprivate func removing(_ key: String) -> JSONNode {
        var object = object ?? JSONObject()
        object.members.removeAll { $0.key == key }
        return JSONNode(.object(object), offset: offset)
    }
}
