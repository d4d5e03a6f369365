// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCanvas
import MapCore
import MapGeo
import MapImages
import NIOCore
import StaticMap

extension MapService {
    /// Anything below `/styles` that is no static map.
    func styles(_ request: ServerRequest, _ parts: [Substring]) async throws(RequestError) -> Response {
        try allow(request, [.get])
        guard let first = parts.first else { throw notFound(request) }
        if parts.count == 1 {
            guard first.hasSuffix(".json") else { throw notFound(request) }
            return try tileJSON(style: try servedStyle(first.dropLast(5)), tileSize: nil, request)
        }
        let style = try servedStyle(first)
        if parts.count == 2 {
            switch parts[1] {
            case "style.json": return try styleJSON(style, request)
            case "wmts.xml": return wmts(style, request)
            case "256.json": return try tileJSON(style: style, tileSize: 256, request)
            case "512.json": return try tileJSON(style: style, tileSize: 512, request)
            default: break
            }
        }
        if parts[1].hasPrefix("sprite") {
            return try sprite(style, parts.dropFirst().map { percentDecoded($0) }, request)
        }
        let size = parts.count == 5 ? whole(parts[1]) : 256
        guard let size, [256, 512].contains(size), let address = TileAddress(Array(parts.suffix(3))),
            parts.count == 4 || parts.count == 5
        else { throw notFound(request) }
        return try await tile(address, of: style, size: size, request)
    }

    func servedStyle(_ part: Substring) throws(RequestError) -> ServedStyle {
        let id = percentDecoded(part)
        guard let style = catalog.style(id) else {
            throw .notFound(
                "the style \"\(id.prefix(60))\" is not served", hint: didYouMean(id, catalog.styles.map(\.id)))
        }
        return style
    }

    /// A rendered tile, cut out of a block that is drawn once for all clients.
    private func tile(
        _ address: TileAddress, of style: ServedStyle, size: Int, _ request: ServerRequest
    ) async throws(RequestError) -> Response {
        guard style.isRendered else { throw .notFound("the style \"\(style.id)\" is not rendered here") }
        guard let format = outputFormat(extension: address.ext), !["svg", "pdf"].contains(format) else {
            throw .bad("format", "expected png, jpg, jpeg or webp, found \"\(address.ext.prefix(20))\"")
        }
        guard address.id.isValid, address.id.z <= 22 else { throw .notFound("there is no tile \(address.id)") }
        guard address.scale <= limits.scale else {
            throw .bad("scale", "the scale is limited to \(formatted(limits.scale))")
        }
        let output = withQuality(RenderRequest.Output(format))
        let (catalog, rendering) = current
        let plan = MetatilePlan(
            address.id, style: style.id, tileSize: size, scale: address.scale, count: configuration.metatile)
        let watched = watched(style)
        let version = watched.version()
        let digest = hexDigest("\(version.digest)|\(plan.key)|\(address.id)|\(format)/\(output.quality ?? 0)")
        var metadata = ResponseMetadata()
        (metadata.dialect, metadata.route, metadata.style) = ("tiles", "tiles", style.id)
        let target = CachedResponse(
            tag: "\"\(digest)\"", watched: watched, version: version, generation: catalog.generation,
            mediaType: mediaType(format), metadata: metadata)
        targets.insert(target, for: request.target, cost: 1024 + 2 * request.target.utf8.count)
        if let field = request.headers[.ifNoneMatch], matches(field, tag: target.tag) { return notModified(target) }
        if let kept = encodedMaps.value(for: target.tag) { return answer(kept, target, .hit) }
        if let disk, let bytes = disk.value(for: digest) {
            let kept = EncodedMap(
                body: ByteBuffer(bytes: bytes), mediaType: target.mediaType, pixels: size * size, warnings: [],
                phases: [])
            encodedMaps.insert(kept, for: target.tag, cost: bytes.count + 512)
            return answer(kept, target, .disk)
        }
        let key = "\(version.digest)/\(plan.key)"
        let (block, isShared) = try await block(key, plan, style, request)
        let origin = plan.origin(of: address.id)
        let side = Int(Double(size) * address.scale)
        let bytes = try await pool.run(cancellation: request.cancellation) {
            Result { () throws(RequestError) in
                try rendering.encoded(
                    block.bitmap.cropped(x: origin.x, y: origin.y, width: side, height: side), output)
            }
        }
        let encoded = EncodedMap(
            body: ByteBuffer(bytes: bytes), mediaType: target.mediaType, pixels: side * side, warnings: [], phases: [])
        encodedMaps.insert(encoded, for: target.tag, cost: bytes.count + 512)
        disk?.insert(bytes, for: digest)
        return answer(encoded, target, isShared ? .shared : .miss)
    }

    private func block(
        _ key: String, _ plan: MetatilePlan, _ style: ServedStyle, _ request: ServerRequest
    ) async throws(RequestError) -> (value: Metatile, isShared: Bool) {
        if let kept = blocks.value(for: key) { return (kept, true) }
        let (catalog, rendering) = current
        let admitted = try ScenePolicy(catalog: catalog, limits: limits).admit(Array(plan.scene.line.utf8))
        let (pool, blocks) = (pool, blocks)
        return try await metatiles.value(for: key, client: request.cancellation) { cancellation in
            do throws(RequestError) {
                let block = try await pool.run(cancellation: cancellation) {
                    Result { () throws(RequestError) in
                        Metatile(bitmap: try rendering.bitmap(of: admitted.text, cutAlong: plan.grid))
                    }
                }
                blocks.insert(block, for: key, cost: 4 * block.bitmap.pixels.count)
                return .success(block)
            } catch {
                return .failure(error)
            }
        }
    }

    private func answer(
        _ encoded: EncodedMap, _ target: CachedResponse, _ outcome: ResponseMetadata.CacheOutcome
    ) -> Response {
        var answer = answer(encoded, target)
        answer.metadata.cache = outcome
        return answer
    }
}

/// `{z}/{x}/{y}[@{n}x].{format}` at the end of a path.
struct TileAddress {
    let id: TileID
    let scale: Double
    let ext: String

    /// Nil for what is no tile's address at all.
    init?(_ parts: [Substring]) {
        guard parts.count == 3, let z = whole(parts[0]), let x = whole(parts[1]), let dot = parts[2].lastIndex(of: ".")
        else { return nil }
        var row = parts[2][..<dot]
        var scale = 1.0
        if let at = row.firstIndex(of: "@") {
            let factor = row[row.index(after: at)...]
            guard factor.last == "x", let number = whole(factor.dropLast()), number > 0 else { return nil }
            scale = Double(number)
            row = row[..<at]
        }
        guard let y = whole(row) else { return nil }
        id = TileID(z: min(z, 99), x: x, y: y)
        self.scale = scale
        ext = String(parts[2][parts[2].index(after: dot)...])
    }
}

/// A block of tiles as `MetatilePlan` cuts it, drawn.
struct Metatile: Sendable {
    /// Whole blocks are kept as pixels for a short while: clients ask for the tiles of a block together.
    let bitmap: Bitmap
}
