// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import NIOCore

/// How an image in a box of a coordinate system is drawn: as a map in the projection of the system. Where pixels are not square in
/// its plane, the plane is stretched before anything is drawn, so that names and icons keep their shape.
struct PlanarView: Sendable {
    let map: PlanarMap
    /// The part of the image in which there may be something; nil where the Earth is elsewhere.
    private let drawing: Drawing?

    /// A part of the image as a map.
    private struct Drawing {
        let part: PixelRect
        /// In points.
        let size: Size
        let center: Coordinate
        let zoom: Double
        /// Which have the center in their middle.
        let insets: EdgeInsets
        /// Nil for Web Mercator as it is.
        let plane: CartographicProjection?
    }

    /// Rows and columns that a box may be off from square pixels, which clients round.
    private static let rounding = 0.1
    /// How many times as high as wide a pixel may be in the plane, or as wide as high. What is longer would be seen through so many
    /// tiles that nobody could wait for it.
    private static let stretches = 1 / 32.0...32

    /// - Throws: when pixels would be smaller than maps have them.
    init(_ map: PlanarMap) throws(RequestError) {
        self.map = map
        let (box, system) = (map.box, map.system)
        let pixel = Point(box.width / Double(map.width), box.height / Double(map.height))
        let stretch = pixel.x / pixel.y
        guard Self.stretches.contains(stretch) else {
            throw .bad(
                "bbox", "the box is stretched more than \(Int(Self.stretches.upperBound)) times on the image",
                hint: "a box that is more like the image")
        }
        let isSquare = abs(box.height / pixel.x - Double(map.height)) < Self.rounding
        let isPlain =
            system == .mercator && isSquare && box.minY >= system.reach.minY - 1 && box.maxY <= system.reach.maxY + 1
        guard !isPlain else {
            let center = WebMercator.degrees(ofMeters: box.center)
            drawing = try Self.drawing(
                map, PixelRect(minX: 0, minY: 0, maxX: map.width, maxY: map.height),
                center: Coordinate(latitude: center.y, longitude: center.x),
                focus: Point(Double(map.width) / 2, Double(map.height) / 2),
                zoom: log2(WebMercator.circumference / pixel.x / map.scale / 512), plane: nil)
            return
        }
        var reach = system.reach
        var meridian: Double?
        if let turn = system.turn, box.minX < -turn / 2 || box.maxX > turn / 2,
            box.minX > -turn / 2 || box.maxX < turn / 2
        {
            (reach.minX, reach.maxX) = (box.center.x - turn / 2, box.center.x + turn / 2)
            meridian = box.center.x / turn * 360
        }
        func pixels(_ units: Double, _ pixel: Double, _ most: Int) -> Int {
            Int(max(0, min(Double(most), (units / pixel).rounded())))
        }
        let part = PixelRect(
            minX: pixels(reach.minX - box.minX, pixel.x, map.width),
            minY: pixels(box.maxY - reach.maxY, pixel.y, map.height),
            maxX: pixels(reach.maxX - box.minX, pixel.x, map.width),
            maxY: pixels(box.maxY - reach.minY, pixel.y, map.height))
        guard !part.isEmpty else {
            drawing = nil
            return
        }
        let plane: CartographicProjection
        if let own = map.plane {
            plane = own
        } else {
            plane = try system.plane.adjusted(centralMeridian: meridian, stretch: isSquare ? 1 : stretch)
        }
        // From pixels of the image to the plane, which may be stretched.
        let middle = Point(Double(part.minX + part.maxX) / 2, Double(part.minY + part.maxY) / 2)
        func place(_ p: Point) -> Point {
            let up = (box.maxY - p.y * pixel.y) * (isSquare ? 1 : stretch)
            return plane.places(at: [Point(box.minX + p.x * pixel.x, up)], tolerance: pixel.x / 4)[0]
        }
        guard let (focus, found) = Self.nearest(to: middle, in: part, place) else {
            drawing = nil
            return
        }
        let center = Coordinate(latitude: found.y, longitude: wrapLongitude(found.x + plane.centralMeridian))
        drawing = try Self.drawing(
            map, part, center: center, focus: focus,
            zoom: plane.zoom(pointsPerUnit: 1 / (pixel.x * map.scale), at: center), plane: plane)
    }

    /// The place that is seen at a point, or at the nearest one of others at which there is one.
    private static func nearest(
        to middle: Point, in part: PixelRect, _ place: (Point) -> Point
    ) -> (Point, Point)? {
        let found = place(middle)
        if found.x.isFinite { return (middle, found) }
        let box = PlaneBox(
            minX: Double(part.minX) + 0.5, minY: Double(part.minY) + 0.5, maxX: Double(part.maxX) - 0.5,
            maxY: Double(part.maxY) - 0.5)
        let others = box.grid(16).sorted { $0.distance(to: middle) < $1.distance(to: middle) }
        for point in others {
            let found = place(point)
            if found.x.isFinite { return (point, found) }
        }
        return nil
    }

    /// A part of the image, whose center is at a pixel, at a zoom of points; nil where the Earth would be a dot.
    private static func drawing(
        _ map: PlanarMap, _ part: PixelRect, center: Coordinate, focus: Point, zoom: Double,
        plane: CartographicProjection?
    ) throws(RequestError) -> Drawing? {
        guard zoom <= Camera.zooms.upperBound else {
            throw .bad("bbox", "the box is so small that nothing would be seen", hint: "a larger box")
        }
        // The Earth is a dot.
        guard zoom >= Camera.zooms.lowerBound else { return nil }
        let size = Size(width: Double(part.width) / map.scale, height: Double(part.height) / map.scale)
        let x = (focus.x - Double(part.minX)) / map.scale
        let y = (focus.y - Double(part.minY)) / map.scale
        let insets = EdgeInsets(
            top: max(0, 2 * y - size.height), left: max(0, 2 * x - size.width), bottom: max(0, size.height - 2 * y),
            right: max(0, size.width - 2 * x))
        return Drawing(part: part, size: size, center: center, zoom: zoom, insets: insets, plane: plane)
    }

    /// The map, without some layers of its style; nil where there is nothing to be seen.
    func scene(of style: ServedStyle, hiding layers: [String] = []) -> Scene? {
        guard let drawing else { return nil }
        var scene = Scene(
            size: drawing.size, scale: map.scale, basemap: style.basemap,
            camera: .center(drawing.center, zoom: drawing.zoom), attribution: .hidden)
        scene.camera.contentInsets = drawing.insets
        scene.basemap.projection = drawing.plane == nil ? .mercator : .system(map.system.code)
        scene.basemap.plane = drawing.plane
        scene.basemap.edits.hide = layers
        return scene
    }

    /// Refuses an image that is larger, or finer, than a map may be.
    func check(scale: Double, pixels: Int) throws(RequestError) {
        guard map.scale <= scale else {
            throw RequestError(
                .unprocessableContent, "the scale is limited to \(formatted(scale)), found \(formatted(map.scale))",
                parameter: "scale")
        }
        guard map.width <= pixels / map.height else {
            throw RequestError(.contentTooLarge, "the image would have more than \(pixels) pixels")
        }
    }

    /// The place in the drawn map, in points, of a place of the image in pixels.
    func source(x: Double, y: Double) -> Point {
        let corner = drawing.map { Point(Double($0.part.minX), Double($0.part.minY)) } ?? .zero
        return (Point(x, y) - corner) * (1 / map.scale)
    }

    /// The image out of the map that was drawn, on its background.
    func finished(_ drawn: Bitmap?) -> Bitmap {
        let paper = map.background ?? "#ffffff"
        let flat = map.transparent ? drawn : drawn?.over(paper)
        let void: UInt32 =
            switch map.void {
            case .transparent: 0
            case .background: map.transparent ? 0 : Self.pixel(paper)
            case .color(let name): Self.pixel(name)
            }
        guard let drawing, let flat else {
            return Bitmap(
                width: map.width, height: map.height,
                pixels: [UInt32](repeating: void, count: map.width * map.height))
        }
        let part = drawing.part
        let ground = map.void == .background ? nil : perspective(drawing)
        if part.width == map.width, part.height == map.height, ground?.isFilled ?? true { return flat }
        var pixels = [UInt32](repeating: void, count: map.width * map.height)
        for row in 0..<min(part.height, flat.height) {
            let start = (part.minY + row) * map.width + part.minX
            let columns = min(part.width, flat.width)
            pixels.replaceSubrange(
                start..<start + columns, with: flat.pixels[row * flat.width..<row * flat.width + columns])
            guard let ground, !ground.isFilled else { continue }
            let seen = ground.grounds(alongRow: Point(0.5, Double(row) + 0.5), count: columns)
            for column in 0..<columns where seen[column] == nil { pixels[start + column] = void }
        }
        return Bitmap(width: map.width, height: map.height, pixels: pixels)
    }

    private static func pixel(_ color: String) -> UInt32 {
        Bitmap(width: 1, height: 1, pixels: [0]).over(color).pixels[0]
    }

    private func perspective(_ drawing: Drawing) -> ProjectedPerspective? {
        guard let plane = drawing.plane else { return nil }
        let insets = drawing.insets
        let focus = Point(
            (insets.left + drawing.size.width - insets.right) / 2,
            (insets.top + drawing.size.height - insets.bottom) / 2)
        return Viewport(
            size: drawing.size, scale: map.scale, center: drawing.center, zoom: drawing.zoom, focus: focus,
            projection: .cartographic(plane)
        ).perspective?.projected
    }
}

extension Bitmap {
    /// The image on a ground of one color.
    func over(_ color: String) -> Bitmap {
        guard !isOpaque, let background = Color(css: color) else { return self }
        return Bitmap(width: width, height: height, pixels: flattened(on: background))
    }
}

/// An image of a style in a box of a coordinate system, stretched to a size.
package struct PlanarMap: Sendable {
    package var system: ServedSystem
    /// With the numbers to the right first, whatever the order in the address.
    package var box: PlaneBox
    package var width: Int
    package var height: Int
    package var format: RenderRequest.Output
    /// Whether the background of the style is left out.
    var omitsBackground = false
    /// Whether there is nothing where nothing is drawn.
    package var transparent = false
    /// In place of what is transparent, a CSS color; nil for the color of paper, unless the image may be transparent.
    package var background: String?
    /// What lies beyond the Earth, and beyond what the system is for: a CSS color, or the same as elsewhere.
    package var void: Void = .background
    /// Pixels per point.
    package var scale = 1.0
    /// The plane of the system, with the place whose scale zooms mean; nil for the middle of the image.
    var plane: CartographicProjection?
    /// What is asked for and changes nothing.
    package var warnings: [String] = []

    package enum Void: Hashable, Sendable {
        case background
        case transparent
        case color(String)
    }

    /// Names all that the image depends on besides its style.
    var key: String {
        "\(width)x\(height)/\(box)/\(system.code)/\(scale)/\(format.format)/\(format.quality ?? 0)/\(background ?? "")/\(transparent)/\(omitsBackground)/\(void)"
    }
}

extension MapService {
    /// Draws an image in a coordinate system, once for all who ask for it. The answer has further header fields, and
    /// `varies` when it depends on `Accept`.
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
                        mediaType: target.mediaType, pixels: bitmap.pixels.count)
                }
            }
        }
        return answer(encoded, target, outcome)
    }
}

/// A box in the plane of a coordinate system, to the right and up. What crosses the antimeridian goes on beyond it.
package struct PlaneBox: Hashable, Sendable {
    var minX, minY, maxX, maxY: Double

    var width: Double { maxX - minX }
    var height: Double { maxY - minY }
    var center: Point { Point((minX + maxX) / 2, (minY + maxY) / 2) }

    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    init(center: Point, width: Double, height: Double) {
        self.init(
            minX: center.x - width / 2, minY: center.y - height / 2, maxX: center.x + width / 2,
            maxY: center.y + height / 2)
    }

    /// In degrees.
    init(_ box: CoordinateBox) {
        self.init(minX: box.west, minY: box.south, maxX: box.east, maxY: box.north)
    }

    /// Around points; nil without any that are numbers.
    init?(around points: [Point]) {
        let known = points.filter { $0.x.isFinite && $0.y.isFinite }
        guard !known.isEmpty else { return nil }
        let rect = Rect(around: known)
        self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
    }

    /// What both have; its sides are negative where they do not touch.
    func intersection(_ other: PlaneBox) -> PlaneBox {
        PlaneBox(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY))
    }

    /// The box with a margin on all sides.
    func extended(by margin: Double) -> PlaneBox {
        PlaneBox(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
    }

    /// Points on an even grid, from side to side.
    func grid(_ parts: Int) -> [Point] {
        (0...parts).flatMap { row in
            (0...parts).map { column in
                Point(
                    minX + width * Double(column) / Double(parts), minY + height * Double(row) / Double(parts))
            }
        }
    }
}
