// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapTiles

/// Styles, tiles, sprites and glyphs at the addresses of Mapbox and of Martin.
extension MapService {
    // MARK: Mapbox

    /// `/styles/v1/{user}/{style}`
    ///
    /// - SeeAlso: docs.mapbox.com/api/maps/styles
    func mapboxStyleJSON(_ request: ServerRequest) throws(RequestError) -> Response {
        try styleJSON(request.with(parts: [try mapboxStyle(request.parts[1], request)]))
    }

    /// `/styles/v1/{user}/{style}/tiles/[{size}/]{z}/{x}/{y}[@2x]`: tiles of 512 points unless the size says otherwise.
    ///
    /// - SeeAlso: docs.mapbox.com/api/maps/static-tiles
    func mapboxTile(_ request: ServerRequest) async throws(RequestError) -> Response {
        let id = try mapboxStyle(request.parts[1], request)
        let style = try servedStyle(percentEncoded(id)[...], request)
        guard let size = request.parts.count == 6 ? TileAddress.size(request.parts[2]) : 512 else {
            throw RequestError(.unprocessableContent, "tilesize must be 256 or 512")
        }
        var place = Array(request.parts.suffix(3))
        if !place[2].contains(".") { place[2] = place[2] + ".png" }
        guard let address = TileAddress(place) else { throw notFound(request) }
        return try await tile(address, of: style, size: size, request)
    }

    /// `/styles/v1/{user}/{style}/sprite[@2x][.{format}]`: JSON where no format is named.
    func mapboxSprite(_ request: ServerRequest) throws(RequestError) -> Response {
        let file = percentDecoded(request.parts[2])
        return try onlySprite(
            request.with(parts: [
                try mapboxStyle(request.parts[1], request), file.contains(".") ? file : file + ".json",
            ]))
    }

    /// `/fonts/v1/{user}/{fontstack}/{range}.pbf`
    func mapboxGlyphs(_ request: ServerRequest) async throws(RequestError) -> Response {
        var inner = request
        inner.parts = Array(request.parts.suffix(2))
        return try await glyphs(inner)
    }

    // MARK: Martin

    /// `/catalog`: what there is, by kind and id.
    ///
    /// - SeeAlso: Martin, `docs/content/using.md`
    func martinCatalog(_ request: ServerRequest) -> Response {
        let catalog = catalog(for: request)
        func members<Item>(_ items: [Item], _ member: (Item) -> (String, JSONNode)) -> JSONNode {
            items.map(member).reduce([:]) { $0.setting($1.0, $1.1) }
        }
        let tiles = members(catalog.data) { data in
            (
                data.id,
                [
                    "content_type": .text(data.mediaType), "description": .text(data.info.name ?? data.id),
                    "attribution": data.info.attribution.map(JSONNode.text),
                ]
            )
        }
        let sprites = members(catalog.styles.filter { $0.json?["sprite"]?.string != nil }) { ($0.id, ["images": []]) }
        let fonts = members(glyphStacks) { ($0, ["family": .text($0), "start": 0, "end": 65535]) }
        let styles = members(catalog.styles.filter { $0.isServed && $0.json != nil }) {
            ($0.id, ["path": "\($0.id).json"])
        }
        return document(["tiles": tiles, "sprites": sprites, "fonts": fonts, "styles": styles], request)
    }

    /// `/{source}`: TileJSON with Martin's addresses.
    func martinSource(_ request: ServerRequest) throws(RequestError) -> Response {
        guard request.parts[0].allSatisfy({ $0 != "." }), let data = try? servedData(request.parts[0]) else {
            throw notFound(request)
        }
        let address = tileAddresses("/\(request.parts[0])/{z}/{x}/{y}\(keyQuery(request))", request)
        return document(dataJSON(data, request).setting("tiles", address), request)
    }

    /// `/{source}/{z}/{x}/{y}`
    func martinTile(_ request: ServerRequest) async throws(RequestError) -> Response {
        guard let data = try? servedData(request.parts[0]) else { throw notFound(request) }
        let format = data.info.format
        let ext = format == .mlt ? "mlt" : data.isVector ? "pbf" : format == .jpeg ? "jpg" : format.rawValue
        guard let address = TileAddress([request.parts[1], request.parts[2], request.parts[3] + ".\(ext)"]) else {
            throw notFound(request)
        }
        return try await tile(address, of: data, request)
    }

    /// `/style/{style}`
    func martinStyle(_ request: ServerRequest) throws(RequestError) -> Response { try styleJSON(request) }

    /// `/sprite/{style}[@2x].{format}`
    func martinSprite(_ request: ServerRequest) throws(RequestError) -> Response {
        let file = percentDecoded(request.parts[0])
        guard let dot = file.lastIndex(of: ".") else { throw notFound(request) }
        let stem = file[..<dot]
        let at = stem.lastIndex(of: "@") ?? stem.endIndex
        return try onlySprite(request.with(parts: [String(stem[..<at]), String(stem[at...] + file[dot...])]))
    }

    /// `/font/{fontstack}/{range}`
    func martinGlyphs(_ request: ServerRequest) async throws(RequestError) -> Response { try await glyphs(request) }
}

extension ServerRequest {
    /// The same with other placeholders, which are not percent-encoded.
    fileprivate func with(parts: [String]) -> ServerRequest {
        var request = self
        request.parts = parts.map { percentEncoded($0)[...] }
        return request
    }
}
