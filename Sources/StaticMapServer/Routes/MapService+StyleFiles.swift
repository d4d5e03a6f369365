// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapTiles
import NIOCore
import StaticMap

extension MapService {
    /// The style with addresses of this server in place of files.
    func styleJSON(_ request: ServerRequest) throws(RequestError) -> Response {
        let style = try servedStyle(request.parts[0], request)
        guard style.isServed, let json = style.json, let root = json.object else { throw notFound(request) }
        let (base, key) = (base(request), keyQuery(request))
        let own = "\(base)/styles/\(percentEncoded(style.id))"
        var result = JSONNode(.object(root))
        if let sources = json["sources"]?.object {
            var served = JSONObject()
            for member in sources.members {
                let asked = Self.sourceLayers(of: member.key, in: json)
                served.members.append(.init(member.key, source(member.node, asked: asked, of: style, base, key)))
            }
            result = result.setting("sources", JSONNode(.object(served)))
        }
        if json["sprite"]?.string != nil {
            result = result.setting("sprite", "\(own)/sprite\(key)")
        } else if let sprites = json["sprite"]?.array {
            result = result.setting(
                "sprite",
                .list(
                    sprites.map { sprite in
                        let id = sprite["id"]?.string ?? "default"
                        return ["id": .text(id), "url": "\(own)/sprite/\(percentEncoded(id))\(key)"]
                    }))
        }
        // A style without glyphs of its own is drawn in installed fonts, and so it is in clients.
        result = result.setting("glyphs", "\(base)/fonts/{fontstack}/{range}.pbf\(key)")
        return document(result, request)
    }

    /// The layers of tiles that a style draws of a source.
    private static func sourceLayers(of source: String, in style: JSONNode) -> Set<String> {
        Set(
            (style["layers"]?.array ?? []).filter { $0["source"]?.string == source }.compactMap {
                $0["source-layer"]?.string
            })
    }

    /// A source whose tiles this server has, as TileJSON; others stay as they are. Tiles of a schema that the style was not
    /// made for are given in its own.
    private func source(
        _ source: JSONNode, asked: Set<String>, of style: ServedStyle, _ base: String, _ key: String
    ) -> JSONNode {
        guard let address = source["url"]?.string, !address.hasPrefix("http") else { return source }
        let data: [ServedData]
        if !style.tiles.isEmpty {
            data = catalog.data.filter { style.tiles.contains($0.path) }
        } else if address == "staticmap://basemap" {
            data = catalog.data.filter { $0.path.hasPrefix(configuration.home.path + "/basemap/") }
        } else {
            data = catalog.data.filter { address.hasSuffix("/" + $0.path) || address.hasSuffix($0.path) }
        }
        // A client has one address for a source: several archives are laid one over the other.
        guard let best = data.max(by: { $0.info.maxZoom < $1.info.maxZoom }) else { return source }
        let vector = data.filter(\.isVector).map {
            $0.schema.isStranger(to: asked) ? $0.id + ServedData.adaptedSuffix : $0.id
        }
        let ids = best.isVector ? vector : [best.id]
        let name = ids.map { percentEncoded($0) }.joined(separator: ",")
        return source.setting("url", "\(base)/data/\(name).json\(key)")
    }

    /// The files of a style's only sprite: what stands behind `sprite`, such as `@2x.png`.
    func onlySprite(_ request: ServerRequest) throws(RequestError) -> Response { try sprite(request, isNamed: false) }

    /// The files of one of several sprites: `{id}@2x.png`.
    func namedSprite(_ request: ServerRequest) throws(RequestError) -> Response { try sprite(request, isNamed: true) }

    private func sprite(_ request: ServerRequest, isNamed: Bool) throws(RequestError) -> Response {
        let style = try servedStyle(request.parts[0], request)
        let leaf = percentDecoded(request.parts[1])
        guard let dot = leaf.lastIndex(of: ".") else { throw notFound(request) }
        let ext = String(leaf[leaf.index(after: dot)...])
        var stem = String(leaf[..<dot])
        var suffix = ""
        for density in ["@2x", "@3x"] where stem.hasSuffix(density) {
            (stem, suffix) = (String(stem.dropLast(3)), density)
        }
        let id = isNamed ? stem : nil
        guard ext == "json" || ext == "png", isNamed || stem.isEmpty else { throw notFound(request) }
        let name: String?
        if let list = style.json?["sprite"]?.array {
            name = list.first { $0["id"]?.string == (id ?? "default") }?["url"]?.string
        } else {
            name = style.json?["sprite"]?.string
        }
        guard let name, !name.contains("://") else { throw notFound(request) }
        let path = (name.hasPrefix("/") ? name : style.folder + "/" + name) + suffix + "." + ext
        return try file(path, type: ext == "json" ? "application/json" : "image/png", request)
    }

    /// A file of the operator's with a tag from its contents; parts of it on request.
    func file(_ path: String, type: String, _ request: ServerRequest) throws(RequestError) -> Response {
        guard let state = FileState(path), state.kind == .file else { throw notFound(request) }
        let tag = "\"\(hexDigest(type + digests.value(path, state).text))\""
        var headers = HTTPFields()
        headers[.eTag] = tag
        headers[.lastModified] = httpDate(secondsSince1970: state.modified)
        headers[.cacheControl] = caching
        headers[.acceptRanges] = "bytes"
        if request.headers.hold(tag, modified: state.modified) {
            return Response(.notModified, headers: headers)
        }
        guard let bytes = try? readFile(path, limit: 256 << 20) else { throw notFound(request) }
        // A part of another file is of no use to a client that has the rest of this one.
        let isSame = [nil, tag, headers[.lastModified]].contains(request.headers[.ifRange])
        let asked = request.method == .get && isSame ? request.headers[.range] : nil
        if let range = asked.flatMap({ ByteRange($0, count: bytes.count) }) {
            guard !range.bytes.isEmpty else {
                var error = RequestError(.rangeNotSatisfiable, "the file has \(bytes.count) bytes", parameter: "Range")
                error.headers[.contentRange] = "bytes */\(bytes.count)"
                throw error
            }
            headers[.contentRange] = "bytes \(range.bytes.lowerBound)-\(range.bytes.upperBound - 1)/\(bytes.count)"
            return Response(.partialContent, type: type, headers: headers, body: ByteBuffer(bytes: bytes[range.bytes]))
        }
        return Response(type: type, headers: headers, body: ByteBuffer(bytes: bytes))
    }

    /// `/files/…`
    func files(_ request: ServerRequest) throws(RequestError) -> Response {
        let names = request.parts.map { percentDecoded($0) }
        guard let folder = catalog.filesFolder, !names.isEmpty,
            !names.contains(where: { $0.isEmpty || $0.hasPrefix(".") || $0.contains("/") || $0.contains("\0") })
        else { throw notFound(request) }
        let path = folder + "/" + names.joined(separator: "/")
        guard let real = realPath(path), let root = realPath(folder), real.hasPrefix(root + "/") else {
            throw notFound(request)
        }
        let ext = names.last?.split(separator: ".").last.map { $0.lowercased() } ?? ""
        let types = [
            "json": "application/json", "geojson": "application/geo+json", "png": "image/png", "jpg": "image/jpeg",
            "webp": "image/webp", "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8",
            "pbf": "application/x-protobuf",
        ]
        return try file(path, type: types[ext] ?? "application/octet-stream", request)
    }
}

/// One range of bytes, as resumed downloads and archive readers ask for it.
///
/// - SeeAlso: RFC 9110, §14.1.2. Several ranges are answered with the whole.
struct ByteRange {
    /// Empty where the file has none of them.
    let bytes: Range<Int>

    init?(_ field: String, count: Int) {
        guard field.hasPrefix("bytes="), !field.contains(",") else { return nil }
        let parts = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if parts[0].isEmpty {
            guard let length = whole(parts[1]) else { return nil }
            bytes = max(0, count - length)..<count
            return
        }
        guard let start = whole(parts[0]), let end = parts[1].isEmpty ? Int.max : whole(parts[1]), end >= start else {
            return nil
        }
        bytes = min(start, count)..<(end < count ? end + 1 : count)
    }
}
