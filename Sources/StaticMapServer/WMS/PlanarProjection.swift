// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene

/// How an image in a coordinate system is cut from a Mercator map: each column of it is a longitude, each row a latitude.
///
/// In degrees, and in a box that is wider than its image, the map is seen at an angle, from so far away that its rays are parallel:
/// north and south come as near as in the image, while names and icons face the camera and keep their shape. Row by row, the rest of
/// the difference is resampled.
struct PlanarProjection: Sendable {
    let map: PlanarMap
    /// Of the map that the image is cut from.
    private let viewport: Viewport
    /// The box in the unit square of Web Mercator.
    private let west, east, north, south: Double

    /// The least pitch that is worth it, and the greatest, in degrees.
    private static let pitches = 8.0...75.0
    /// Parallel rays, nearly: degrees.
    private static let fieldOfView = 1.0

    /// - Parameters:
    ///   - map: the request.
    ///   - canTilt: false for a style with things that stand on the ground.
    init(_ map: PlanarMap, canTilt: Bool = true) {
        self.map = map
        switch map.plane {
        case .mercator:
            let world = WebMercator.circumference
            (west, east) = (map.box.minX / world + 0.5, map.box.maxX / world + 0.5)
            (north, south) = (0.5 - map.box.maxY / world, 0.5 - map.box.minY / world)
        case .degrees:
            (west, east) = (map.box.minX / 360 + 0.5, map.box.maxX / 360 + 0.5)
            north = Self.mercatorY(latitude: map.box.maxY)
            south = Self.mercatorY(latitude: map.box.minY)
        }
        let pitch = canTilt ? Self.pitch(map) : 0
        // As fine as the finer of both directions, within four times the image's pixels.
        let spanX = max(1e-12, east - west)
        let spanY = max(1e-12, min(1, south) - max(0, north)) * cos(pitch * .pi / 180)
        let wish = max(Double(map.width) / spanX, Double(map.height) / spanY)
        let most = (4 * Double(map.width * map.height) / (spanX * spanY)).squareRoot()
        let pixelsPerWorld = min(wish, most)
        // What is nearer to a tilted camera is larger: by this share at the image's lower edge.
        let nearness = 1 + 2 * tan(Self.fieldOfView / 2 * .pi / 180) * tan(pitch * .pi / 180)
        func side(_ span: Double) -> Double { max(1, (span * pixelsPerWorld * nearness).rounded(.up)) / map.scale }
        var middle = WebMercator.unproject(Point((west + east) / 2, (max(0, north) + min(1, south)) / 2))
        middle.longitude -= 360 * (middle.longitude / 360).rounded()
        viewport = Viewport(
            size: Size(width: side(spanX), height: side(spanY)), scale: map.scale, center: middle,
            zoom: max(-5, min(25, log2(pixelsPerWorld / map.scale / 512))),
            tilt: pitch > 0 ? Tilt(pitch: pitch, verticalFieldOfView: Self.fieldOfView) : Tilt())
    }

    /// The angle at which a Mercator map looks as the image does, in degrees: its cosine is how much lower the image is. In degrees
    /// and with square pixels, that is the latitude itself; of a box, the mean distance from the equator.
    private static func pitch(_ map: PlanarMap) -> Double {
        let box = map.box
        let pixels = (x: Double(map.width) / (box.maxX - box.minX), y: Double(map.height) / (box.maxY - box.minY))
        var share = pixels.y / pixels.x
        if map.plane == .degrees {
            let (low, high) = (max(-80, box.minY), min(80, box.maxY))
            guard low < high else { return 0 }
            let crossesEquator = low < 0 && high > 0
            let latitude = crossesEquator ? (low * low + high * high) / (2 * (high - low)) : abs(low + high) / 2
            share *= cos(latitude * .pi / 180)
        }
        // What is higher than wide is no view of a map.
        guard share < 1 else { return 0 }
        let pitch = acos(share) * 180 / .pi
        // Boxes in metres are often off by a few pixels, which are worth no other view.
        let least = map.plane == .degrees ? pitches.lowerBound : 18
        return pitch < least ? 0 : min(pitch, pitches.upperBound)
    }

    var key: String { "\(map.key)/\(viewport.tilt.pitch)" }

    private static func mercatorY(latitude: Double) -> Double {
        WebMercator.project(Coordinate(latitude: max(-90, min(90, latitude)), longitude: 0)).y
    }

    /// The Mercator map, without some layers of its style.
    func scene(of style: ServedStyle, hiding layers: [String] = []) -> Scene {
        var scene = Scene(
            size: viewport.size, scale: map.scale, basemap: style.basemap,
            camera: .center(viewport.center, zoom: viewport.zoom), attribution: .hidden)
        scene.basemap.projection = .mercator
        scene.basemap.edits.hide = layers
        if !viewport.tilt.isFlat {
            scene.camera.tilt = viewport.tilt
            style.faceCamera(&scene.basemap.edits)
        }
        return scene
    }

    /// Refuses a Mercator map that is larger, or finer, than a map may be.
    func check(scale: Double, pixels: Int) throws(RequestError) {
        let (width, height) = (viewport.pixelWidth, viewport.pixelHeight)
        guard map.scale <= scale else {
            throw RequestError(
                .unprocessableContent, "the scale is limited to \(formatted(scale)), found \(formatted(map.scale))",
                parameter: "scale")
        }
        guard map.width * map.height <= pixels else {
            throw RequestError(.contentTooLarge, "the image would have more than \(pixels) pixels")
        }
        guard width * height <= pixels else {
            throw RequestError(
                .contentTooLarge, "the image would have \(width * height) pixels; the limit is \(pixels)",
                parameter: "size")
        }
    }

    /// True for a row of the image that lies beyond the poles of Web Mercator.
    func isVoid(row: Int) -> Bool {
        let y = map.box.maxY + (Double(row) + 0.5) / Double(map.height) * (map.box.minY - map.box.maxY)
        return abs(y) > (map.plane == .degrees ? WebMercator.maxLatitude : WebMercator.circumference / 2)
    }

    /// The place in the Mercator map, in points, of a place of the image in pixels.
    func source(x: Double, y: Double) -> Point {
        let row = row(y)
        return (row.start + row.step * x) * (1 / map.scale)
    }

    /// Where a row of the image begins in the Mercator map, in pixels, and how far each column goes on.
    private func row(_ y: Double) -> (start: Point, step: Point) {
        let share = y / Double(map.height)
        let row: Double
        switch map.plane {
        case .mercator: row = north + share * (south - north)
        case .degrees:
            let latitude = map.box.maxY + share * (map.box.minY - map.box.maxY)
            row = abs(latitude) > WebMercator.maxLatitude ? (latitude > 0 ? -1 : 2) : Self.mercatorY(latitude: latitude)
        }
        let center = WebMercator.project(viewport.center)
        let middle = (west + east) / 2
        // Parallels are parallel to the image's edges, also in a tilted one.
        let (left, right) = (seen(Point(center.x + west - middle, row)), seen(Point(center.x + east - middle, row)))
        return (left, (right - left) * (1 / Double(map.width)))
    }

    /// A point of the unit square in the Mercator map, in pixels; beyond the poles of a tilted map, outside of it.
    private func seen(_ point: Point) -> Point {
        let ground = viewport.mercatorToGround.apply(point)
        guard let perspective = viewport.perspective else { return ground }
        return (0...1).contains(point.y) ? perspective.apply(ground) : Point(ground.x, -1e6)
    }

    /// The image, between pixels mixed of the four around; transparent beyond the map's poles.
    func resampled(_ drawn: Bitmap) -> Bitmap {
        if drawn.width == map.width, drawn.height == map.height, map.plane == .mercator, viewport.tilt.isFlat {
            return drawn
        }
        var pixels = [UInt32](repeating: 0, count: map.width * map.height)
        for row in 0..<map.height {
            let (start, step) = self.row(Double(row) + 0.5)
            let y = start.y - 0.5
            guard y > -1, y < Double(drawn.height) else { continue }
            for column in 0..<map.width {
                let x = start.x + (Double(column) + 0.5) * step.x - 0.5
                guard x > -1, x < Double(drawn.width) else { continue }
                pixels[row * map.width + column] = drawn.mixed(x: x, y: y)
            }
        }
        return Bitmap(width: map.width, height: map.height, pixels: pixels)
    }
}

extension ServedStyle {
    private var layers: [JSONNode] { json?["layers"]?.array ?? [] }

    /// False for a style in which something stands on the ground on every map, and would lean over on one that is seen at an angle.
    var canTilt: Bool {
        json != nil && json?["terrain"] == nil
            && !layers.contains { $0["type"]?.string == "fill-extrusion" && !$0.isForTiltedMaps }
    }

    /// Changes a style that is seen at an angle, so that it looks as it does from above: all symbols face the camera.
    fileprivate func faceCamera(_ edits: inout StyleEdits) {
        for layer in layers {
            guard let id = layer["id"]?.string, let type = layer["type"]?.string else { continue }
            if layer.isForTiltedMaps { edits.hide.append(id) }
            if type == "symbol" {
                edits.layout[id] = Self.facing(["text-pitch-alignment", "icon-pitch-alignment"])
            } else if type == "circle" {
                edits.paint[id] = Self.facing(["circle-pitch-alignment"])
            }
        }
    }

    private static func facing(_ properties: [String]) -> InlineJSON {
        let node = JSONNode(.object(JSONObject(properties.map { JSONObject.Member($0, .text("viewport")) })))
        return InlineJSON(Field(JSONDocument(file: "style", root: node), diagnostics: DiagnosticSink()))
    }
}

extension JSONNode {
    /// A layer that maps from straight above do not have.
    fileprivate var isForTiltedMaps: Bool { self["metadata"]?["camera"]?.string == "tilted" }
}

extension Bitmap {
    /// The color between pixels, each channel by itself; the edge goes on beyond the image.
    fileprivate func mixed(x: Double, y: Double) -> UInt32 {
        let (x0, y0) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (fx, fy) = (UInt32((x - Double(x0)) * 256), UInt32((y - Double(y0)) * 256))
        func at(_ x: Int, _ y: Int) -> UInt32 {
            pixels[max(0, min(height - 1, y)) * width + max(0, min(width - 1, x))]
        }
        let corners = (at(x0, y0), at(x0 + 1, y0), at(x0, y0 + 1), at(x0 + 1, y0 + 1))
        var result: UInt32 = 0
        for shift in [UInt32(0), 8, 16, 24] {
            let top = (corners.0 >> shift & 255) * (256 - fx) + (corners.1 >> shift & 255) * fx
            let bottom = (corners.2 >> shift & 255) * (256 - fx) + (corners.3 >> shift & 255) * fx
            result |= ((top * (256 - fy) + bottom * fy + 32768) >> 16) << shift
        }
        return result
    }

    /// The image on a ground of one color.
    func over(_ color: String) -> Bitmap {
        guard !isOpaque, let background = Color(css: color) else { return self }
        return Bitmap(width: width, height: height, pixels: flattened(on: background))
    }
}
