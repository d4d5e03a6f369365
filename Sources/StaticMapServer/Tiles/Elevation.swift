// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapTiles

/// Metres above the sea, out of the colors of elevation tiles.
struct Elevation {
    /// How colors mean heights.
    enum Encoding: String {
        case mapbox, terrarium

        fileprivate func metres(_ color: UInt32) -> Double {
            let (red, green, blue) = (Double(color >> 16 & 0xFF), Double(color >> 8 & 0xFF), Double(color & 0xFF))
            return switch self {
            case .mapbox: (red * 65536 + green * 256 + blue) * 0.1 - 10_000
            case .terrarium: red * 256 + green + blue / 256 - 32_768
            }
        }
    }

    let data: ServedData
    let encoding: Encoding

    /// The height at a coordinate from tiles of a zoom; nil where there is no tile.
    func json(at coordinate: Coordinate, zoom: Int) throws(Diagnostic) -> JSONNode? {
        let position = WebMercator.project(coordinate)
        let count = 1 << zoom
        func index(_ unit: Double) -> Int { max(0, min(count - 1, Int((unit * Double(count)).rounded(.down)))) }
        let id = TileID(z: zoom, x: index(position.x), y: index(position.y))
        guard let bytes = try data.archive.tile(id) else { return nil }
        let image: Bitmap
        do {
            image = try decodeImage(bytes, maxPixels: 4096 * 4096)
        } catch {
            throw Diagnostic(code: TileCode.damagedTile, "tile \(id): \(error)")
        }
        func pixel(_ unit: Double, _ index: Int, _ side: Int) -> Int {
            max(0, min(side - 1, Int(((unit * Double(count) - Double(index)) * Double(side)).rounded(.down))))
        }
        let (x, y) = (pixel(position.x, id.x, image.width), pixel(position.y, id.y, image.height))
        return .members([
            "long": .number(coordinate.longitude), "lat": .number(coordinate.latitude),
            "elevation": .number(encoding.metres(image.pixels[y * image.width + x])), "z": .count(zoom),
            "x": .count(id.x), "y": .count(id.y), "pixelX": .count(x), "pixelY": .count(y),
        ])
    }
}
