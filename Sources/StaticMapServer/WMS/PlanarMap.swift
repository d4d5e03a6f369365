// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapImages
import NIOCore

/// An image of a style in a box of a coordinate system, stretched to a size.
package struct PlanarMap: Sendable {
    package var system: ServedSystem
    /// With the numbers to the right first, whatever the order in the address.
    package var box: PlaneBox
    package var width: Int
    package var height: Int
    package var format: RenderRequest.Output
    /// Whether the background of the style is left out.
    package var omitsBackground = false
    /// Whether there is nothing where nothing is drawn.
    package var transparent = false
    /// In place of what is transparent, a CSS color; nil for the color of paper, unless the image may be transparent.
    package var background: String?
    /// What lies beyond the Earth, and beyond what the system is for: a CSS color, or the same as elsewhere.
    package var void: Void = .background
    /// Pixels per point.
    package var scale = 1.0
    /// What is asked for and changes nothing.
    package var warnings: [String] = []

    package enum Void: Hashable, Sendable {
        case background
        case transparent
        case color(String)
    }

    package init(system: ServedSystem, box: PlaneBox, width: Int, height: Int, format: RenderRequest.Output) {
        (self.system, self.box, self.width, self.height, self.format) = (system, box, width, height, format)
    }

    /// Names all that the image depends on besides its style.
    var key: String {
        "\(width)x\(height)/\(box)/\(system.code)/\(scale)/\(format.format)/\(format.quality ?? 0)/\(background ?? "")/\(transparent)/\(omitsBackground)/\(void)"
    }
}

extension MapService {
    /// Draws an image in a coordinate system, once for all who ask for it.
    ///
    /// - Parameters:
    ///   - map: the image.
    ///   - style: what is drawn.
    ///   - request: of the client.
    ///   - fields: further header fields of the answer.
    ///   - varies: whether the answer depends on `Accept`.
    /// - Returns: the image.
    /// - Throws: what stands against drawing it.
    func draw(
        _ map: PlanarMap, in style: ServedStyle, _ request: ServerRequest, fields: HTTPFields = HTTPFields(),
        varies: Bool = false
    ) async throws(RequestError) -> Response {
        let (catalog, rendering) = current(for: request)
        let view = try PlanarView(map)
        try view.check(scale: limits.scale, pixels: pixels(for: request))
        let backgrounds = (style.json?["layers"]?.array ?? []).filter { $0["type"]?.string == "background" }
        let hidden = map.omitsBackground ? backgrounds.compactMap { $0["id"]?.string } : []
        let scene = view.scene(of: style, hiding: hidden)
        let watched = watched(style)
        let version = watched.version()
        let digest = hexDigest("\(version.digest)|planar|\(style.id)|\(map.key)/\(hidden)")
        var metadata = ResponseMetadata()
        (metadata.route, metadata.style) = (request.route, style.id)
        let target = CachedResponse(
            tag: "\"\(digest)\"", watched: watched, version: version, generation: catalog.generation,
            mediaType: mediaType(map.format.format), warnings: map.warnings, metadata: metadata, varies: varies,
            fields: fields)
        targets.insert(target, for: key(request.target, request.headers), cost: 1024 + 2 * request.target.utf8.count)
        if request.headers.hold(target.tag, modified: target.newest) { return notModified(target) }
        let (encoded, outcome) = try await encoded(target.tag, onDisk: digest, request) {
            [pool] cancellation async throws(RequestError) in
            try await pool.run(request.subject(digest), cancellation: cancellation) {
                Result { () throws(RequestError) in
                    let bitmap = view.finished(
                        try scene.map { scene throws(RequestError) in try rendering.bitmap(of: scene) })
                    return EncodedMap(
                        body: ByteBuffer(bytes: try rendering.encoded(bitmap, map.format)),
                        mediaType: target.mediaType, pixels: bitmap.pixels.count, warnings: [], phases: [])
                }
            }
        }
        return answer(encoded, target, outcome)
    }
}
