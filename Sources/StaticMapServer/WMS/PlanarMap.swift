// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapImages
import NIOCore

/// An image of a style in a box of a coordinate system, stretched to a size.
package struct PlanarMap: Sendable {
    package enum Plane: Sendable {
        /// Web Mercator, in metres.
        case mercator
        /// Degrees of longitude to the right, of latitude up.
        case degrees
    }

    package var plane: Plane
    /// In metres or degrees: left, bottom, right, top, whatever the order in the address.
    package var box: (minX: Double, minY: Double, maxX: Double, maxY: Double)
    package var width: Int
    package var height: Int
    package var format: RenderRequest.Output
    /// Whether the background of the style is left out.
    package var omitsBackground = false
    /// Whether there is nothing where nothing is drawn.
    package var transparent = false
    /// In place of what is transparent, a CSS color; nil for the color of paper, unless the image may be transparent.
    package var background: String?
    /// What lies beyond the poles of Web Mercator: a CSS color, or the same as elsewhere.
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

    package init(
        plane: Plane, box: (minX: Double, minY: Double, maxX: Double, maxY: Double), width: Int, height: Int,
        format: RenderRequest.Output
    ) {
        (self.plane, self.box, self.width, self.height, self.format) = (plane, box, width, height, format)
    }

    /// Names all that the image depends on besides its style.
    var key: String {
        "\(width)x\(height)/\(box)/\(plane)/\(scale)/\(format.format)/\(format.quality ?? 0)/\(background ?? "")/\(transparent)/\(omitsBackground)/\(void)"
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
        let projection = PlanarProjection(map, canTilt: style.canTilt)
        try projection.check(scale: limits.scale, pixels: pixels(for: request))
        let backgrounds = (style.json?["layers"]?.array ?? []).filter { $0["type"]?.string == "background" }
        let hidden = map.omitsBackground ? backgrounds.compactMap { $0["id"]?.string } : []
        let scene = projection.scene(of: style, hiding: hidden)
        let watched = watched(style)
        let version = watched.version()
        let digest = hexDigest("\(version.digest)|planar|\(style.id)|\(projection.key)")
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
                    let bitmap = projection.finished(try rendering.bitmap(of: scene))
                    return EncodedMap(
                        body: ByteBuffer(bytes: try rendering.encoded(bitmap, map.format)),
                        mediaType: target.mediaType, pixels: bitmap.pixels.count, warnings: [], phases: [])
                }
            }
        }
        return answer(encoded, target, outcome)
    }
}

extension PlanarProjection {
    /// The image out of the Mercator map that it is cut from, on its background.
    fileprivate func finished(_ drawn: Bitmap) -> Bitmap {
        let bitmap = resampled(drawn)
        let flat = map.transparent ? bitmap : bitmap.over(map.background ?? "#ffffff")
        let color: UInt32
        switch map.void {
        case .background: return flat
        case .transparent: color = 0
        case .color(let name):
            color = Bitmap(width: 1, height: 1, pixels: [0]).over(name).pixels[0]
        }
        var pixels = flat.pixels
        for row in 0..<flat.height where isVoid(row: row) {
            for column in 0..<flat.width { pixels[row * flat.width + column] = color }
        }
        return Bitmap(width: flat.width, height: flat.height, pixels: pixels)
    }
}
