// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapImages
import MapLayout
import MapScene
import NIOCore
import StaticMap

extension MapService {
    func servedStyle(_ part: Substring, _ request: ServerRequest) throws(RequestError) -> ServedStyle {
        let id = percentDecoded(part)
        let catalog = catalog(for: request)
        guard let style = catalog.style(id) else {
            throw .notFound(
                "the style \"\(id.prefix(60))\" is not served", hint: didYouMean(id, catalog.styles.map(\.id)))
        }
        return style
    }

    /// A rendered tile of the address `{id}/{z}/{x}/{y}.{format}`, or `{id}/{size}/{z}/{x}/{y}.{format}`.
    func tile(_ request: ServerRequest) async throws(RequestError) -> Response {
        let style = try servedStyle(request.parts[0], request)
        guard let size = request.parts.count == 5 ? TileAddress.size(request.parts[1]) : 256,
            let address = TileAddress(Array(request.parts.suffix(3)))
        else { throw notFound(request) }
        return try await tile(address, of: style, size: size, request)
    }

    /// A rendered tile, cut out of a block that is drawn once for all clients.
    func tile(
        _ address: TileAddress, of style: ServedStyle, size: Int, _ request: ServerRequest, varies: Bool = false
    ) async throws(RequestError) -> Response {
        guard address.id.isValid, address.id.z <= 22 else {
            throw RequestError(.badRequest, "there is no tile \(address.id)", hint: "zooms are from 0 to 22")
        }
        guard address.scale <= limits.scale else {
            throw .notFound("the scale must be a whole number from 2 to \(formatted(limits.scale))")
        }
        let side = Int(Double(size) * address.scale)
        guard side * side <= pixels(for: request) else {
            throw RequestError(.contentTooLarge, "the tile would have \(side * side) pixels", parameter: "scale")
        }
        let plan = MetatilePlan(
            address.id, style: style.id, tileSize: size, scale: address.scale, count: configuration.metatile)
        let origin = plan.origin(of: address.id)
        let cut = TileCut(
            block: plan.key, x: origin.x, y: origin.y, side: side, grid: plan.grid, scene: plan.scene(of: style.basemap)
        ) { $0 ?? Bitmap(width: side, height: side, pixels: [UInt32](repeating: 0, count: side * side)) }
        return try await tile(cut, ext: address.ext, of: style, request, varies: varies)
    }

    /// A tile, cut out of a block that is drawn once for all clients.
    func tile(
        _ cut: TileCut, ext: String, of style: ServedStyle, _ request: ServerRequest, varies: Bool = false
    ) async throws(RequestError) -> Response {
        guard style.isRendered else { throw .notFound("the style \"\(style.id)\" is not rendered here") }
        let format = try pixelFormat(ext)
        let output = withQuality(RenderRequest.Output(format))
        let (catalog, rendering) = current(for: request)
        let watched = watched(style)
        let version = watched.version()
        let digest = hexDigest("\(version.digest)|\(cut.block)|\(cut.x),\(cut.y)|\(format)/\(output.quality ?? 0)")
        var metadata = ResponseMetadata()
        (metadata.route, metadata.style) = (request.route, style.id)
        let target = CachedResponse(
            tag: "\"\(digest)\"", watched: watched, version: version, generation: catalog.generation,
            mediaType: mediaType(format), metadata: metadata, varies: varies)
        targets.insert(target, for: key(request.target, request.headers), cost: 1024 + 2 * request.target.utf8.count)
        if request.headers.hold(target.tag, modified: target.newest) { return notModified(target) }
        let side = cut.side
        let (encoded, outcome) = try await encoded(target.tag, onDisk: digest, request) {
            [self] cancellation async throws(RequestError) in
            let block = try await block("\(version.digest)/\(cut.block)", cut, request.key?.usage, cancellation)
            let bytes = try await pool.run(request.subject(digest), cancellation: cancellation) {
                Result { () throws(RequestError) in
                    try rendering.encoded(block.cropped(x: cut.x, y: cut.y, width: side, height: side), output)
                }
            }
            return EncodedMap(body: ByteBuffer(bytes: bytes), mediaType: target.mediaType, pixels: side * side)
        }
        return answer(encoded, target, outcome)
    }

    /// A block of tiles. Whole blocks are kept as pixels for a short while: clients ask for the tiles of a block together.
    private func block(
        _ key: String, _ cut: TileCut, _ usage: KeyUsage?, _ client: CancellationFlag
    ) async throws(RequestError) -> Bitmap {
        if let kept = blocks.value(for: key) { return kept }
        var drawing = DrawingSubject(digest: hexDigest(key), text: "tiles \(cut.block)")
        drawing.usage = usage
        let subject = drawing
        let (pool, blocks, rendering) = (pool, blocks, current.rendering)
        return try await metatiles.value(for: key, client: client) { cancellation in
            do throws(RequestError) {
                let block = try await pool.run(subject, cancellation: cancellation) {
                    Result { () throws(RequestError) in
                        cut.finish(
                            try cut.scene.map { scene throws(RequestError) in
                                try rendering.bitmap(of: scene, cutAlong: cut.grid)
                            })
                    }
                }
                blocks.insert(block, for: key, cost: 4 * block.pixels.count)
                return .success(block)
            } catch {
                return .failure(error)
            }
        }.value
    }
}

/// A tile, and the block that it is cut out of.
struct TileCut: Sendable {
    /// Names the block.
    var block: String
    /// Where the tile lies in it, in pixels.
    var x: Int
    var y: Int
    /// Of the tile, in pixels.
    var side: Int
    var grid: BlockGrid
    /// The map of the block; nil where there is nothing to be seen.
    var scene: Scene?
    /// Makes the block of what was drawn.
    var finish: @Sendable (Bitmap?) -> Bitmap
}

/// `{z}/{x}/{y}[@{n}x].{format}` at the end of a path.
struct TileAddress {
    let id: TileID
    let scale: Double
    let ext: String

    /// The points of a rendered tile's side; nil for other numbers.
    static func size(_ text: Substring) -> Int? { whole(text).flatMap { [256, 512].contains($0) ? $0 : nil } }

    init(_ id: TileID, ext: String) {
        (self.id, self.ext) = (id, ext)
        scale = 1
    }

    /// Nil for what is no tile's address at all.
    init?(_ parts: [Substring]) {
        guard parts.count == 3, let z = whole(parts[0]), let x = whole(parts[1]), let dot = parts[2].lastIndex(of: ".")
        else { return nil }
        var row = parts[2][..<dot]
        var scale = 1.0
        if let at = row.firstIndex(of: "@") {
            let factor = row[row.index(after: at)...]
            guard factor.last == "x", let number = whole(factor.dropLast()), number > 1 else { return nil }
            scale = Double(number)
            row = row[..<at]
        }
        guard let y = whole(row) else { return nil }
        id = TileID(z: min(z, 99), x: x, y: y)
        self.scale = scale
        ext = String(parts[2][parts[2].index(after: dot)...])
    }
}
