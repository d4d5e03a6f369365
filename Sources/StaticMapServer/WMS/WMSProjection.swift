// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene

/// How a WMS image is cut from a Mercator map: each column of it is a longitude, each row a latitude.
struct WMSProjection: Sendable {
    let map: WMSRequest
    /// The box in the unit square of Web Mercator.
    private let west, east, north, south: Double
    /// Pixels for the width of the world in the Mercator map.
    private let pixelsPerWorld: Double
    private let width: Int
    private let height: Int

    init(_ map: WMSRequest) {
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
        // As fine as the finer of both directions, within four times the image's pixels.
        let (spanX, spanY) = (max(1e-12, east - west), max(1e-12, min(1, south) - max(0, north)))
        let wish = max(Double(map.width) / spanX, Double(map.height) / spanY)
        let most = (4 * Double(map.width * map.height) / (spanX * spanY)).squareRoot()
        pixelsPerWorld = min(wish, most)
        width = max(1, Int((spanX * pixelsPerWorld).rounded(.up)))
        height = max(1, Int((spanY * pixelsPerWorld).rounded(.up)))
    }

    var key: String { "\(map.width)x\(map.height)/\(map.box)/\(map.plane)/\(map.scale)" }

    private static func mercatorY(latitude: Double) -> Double {
        WebMercator.project(Coordinate(latitude: max(-90, min(90, latitude)), longitude: 0)).y
    }

    private var center: Point { Point((west + east) / 2, (max(0, north) + min(1, south)) / 2) }

    /// The Mercator map, without some layers of its style.
    func scene(of style: ServedStyle, hiding layers: [String] = []) -> Scene {
        var middle = WebMercator.unproject(center)
        middle.longitude -= 360 * (middle.longitude / 360).rounded()
        var scene = Scene(
            size: Size(width: Double(width) / map.scale, height: Double(height) / map.scale), scale: map.scale,
            basemap: style.basemap,
            camera: .center(middle, zoom: max(-5, min(25, log2(pixelsPerWorld / map.scale / 512)))),
            attribution: .hidden)
        scene.basemap.projection = .mercator
        scene.basemap.edits.hide = layers
        return scene
    }

    /// Refuses a Mercator map that is larger, or finer, than a map may be.
    func check(scale: Double, pixels: Int) throws(RequestError) {
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

    /// The place in the Mercator map, in points, of a place of the image in pixels.
    func source(x: Double, y: Double) -> Point { pixel(x: x, y: y) * (1 / map.scale) }

    private func pixel(x: Double, y: Double) -> Point {
        let column = west + x / Double(map.width) * (east - west)
        return Point((column - center.x) * pixelsPerWorld + Double(width) / 2, sourceRow(y))
    }

    private func sourceRow(_ y: Double) -> Double {
        let share = y / Double(map.height)
        let row: Double
        switch map.plane {
        case .mercator: row = north + share * (south - north)
        case .degrees:
            let latitude = map.box.maxY + share * (map.box.minY - map.box.maxY)
            row = abs(latitude) > WebMercator.maxLatitude ? (latitude > 0 ? -1 : 2) : Self.mercatorY(latitude: latitude)
        }
        return (row - center.y) * pixelsPerWorld + Double(height) / 2
    }

    /// The image, between pixels mixed of the four around; transparent beyond the map's poles.
    func resampled(_ drawn: Bitmap) -> Bitmap {
        if drawn.width == map.width, drawn.height == map.height, map.plane == .mercator { return drawn }
        let columns = (0..<map.width).map { pixel(x: Double($0) + 0.5, y: 0).x - 0.5 }
        var pixels = [UInt32](repeating: 0, count: map.width * map.height)
        for row in 0..<map.height {
            let y = sourceRow(Double(row) + 0.5) - 0.5
            guard y > -1, y < Double(drawn.height) else { continue }
            for (column, x) in columns.enumerated() where x > -1 && x < Double(drawn.width) {
                pixels[row * map.width + column] = drawn.mixed(x: x, y: y)
            }
        }
        return Bitmap(width: map.width, height: map.height, pixels: pixels)
    }
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
