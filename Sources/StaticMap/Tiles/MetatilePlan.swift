// SPDX-License-Identifier: MIT
import Libc
package import MapCore
public import MapGeo
import MapGeometry
package import MapImages
package import MapLayout
package import MapScene
import MapTiles

/// A square block of rendered tiles that is drawn as one image and cut.
///
/// Inside of the block one layout serves all tiles. What lies on its edges is placed first, and alike in the blocks on both
/// sides (`BlockGrid`), so no label or icon is cut.
package struct MetatilePlan: Hashable, Sendable {
    /// The most pixels of a block's side.
    private static let longestSide = 2048

    package let style: String
    package let zoom: Int
    /// Tiles of the block's side.
    package let count: Int
    /// The block's column and row.
    package let column: Int
    package let row: Int
    /// Points of a tile's side, such as 256 or 512.
    package let tileSize: Int
    package let scale: Double

    /// The block with a tile.
    ///
    /// - Parameters:
    ///   - id: any tile of the block.
    ///   - style: the name or path of a style.
    ///   - tileSize: points of a tile's side.
    ///   - scale: pixels per point.
    ///   - count: the largest number of tiles of the block's side; there are fewer where that would be too many pixels, or
    ///     more than the zoom has.
    package init(_ id: TileID, style: String, tileSize: Int, scale: Double, count: Int) {
        let pixels = Int(Double(tileSize) * scale)
        var side = max(1, count)
        while side > 1, side * pixels > Self.longestSide || side > 1 << min(id.z, 30) { side /= 2 }
        self.style = style
        zoom = id.z
        self.count = side
        column = id.x / side
        row = id.y / side
        self.tileSize = tileSize
        self.scale = scale
    }

    package var key: String { "\(style)/\(tileSize)@\(scale)/\(zoom)/\(count)/\(column)/\(row)" }

    /// The tiles of the block, row by row.
    package var tiles: [TileID] {
        (0..<count * count).map { TileID(z: zoom, x: column * count + $0 % count, y: row * count + $0 / count) }
    }

    /// The zoom of the camera: a world of one tile is 512 points wide.
    private var cameraZoom: Double { log2(Double(tileSize) / 512) + Double(zoom) }

    /// The middle of the block.
    package var center: Coordinate {
        let world = Double(1 << zoom)
        return WebMercator.unproject(
            Point(
                (Double(column * count) + Double(count) / 2) / world, (Double(row * count) + Double(count) / 2) / world)
        )
    }

    /// The scene of the whole block over a base map. Tiles are Web Mercator, whatever the style's projection.
    package func scene(of basemap: BaseMap) -> Scene {
        let side = Double(count * tileSize)
        var scene = Scene(
            size: Size(width: side, height: side), scale: scale, basemap: basemap,
            camera: .center(center, zoom: cameraZoom), attribution: .hidden)
        scene.basemap.projection = .mercator
        return scene
    }

    /// The scene of the whole block, with a base map. Tiles are Web Mercator, whatever the style's projection.
    package func scene(basemap: JSONNode) -> JSONNode {
        let side = Double(count * tileSize)
        var flat = basemap.object ?? JSONObject()
        flat.set("projection", "mercator")
        return [
            "version": 1, "size": [.number(side), .number(side)], "scale": .number(scale),
            "basemap": JSONNode(.object(flat)),
            "camera": ["center": [.number(center.longitude), .number(center.latitude)], "zoom": .number(cameraZoom)],
            "attribution": "none",
        ]
    }

    /// The edges of all blocks of this size.
    package var grid: BlockGrid { BlockGrid(side: Double(count * tileSize) * scale, scale: scale) }

    /// The smallest part of the block that has some of its tiles, in pixels.
    package func area(of tiles: [TileID]) -> PixelRect {
        let (origins, pixels) = (tiles.map(origin), Int(Double(tileSize) * scale))
        let (columns, rows) = (origins.map(\.x), origins.map(\.y))
        return PixelRect(
            minX: columns.min() ?? 0, minY: rows.min() ?? 0, maxX: (columns.max() ?? -pixels) + pixels,
            maxY: (rows.max() ?? -pixels) + pixels)
    }

    /// Where a tile lies in the block, in pixels.
    package func origin(of id: TileID) -> (x: Int, y: Int) {
        let pixels = Int(Double(tileSize) * scale)
        return ((id.x - column * count) * pixels, (id.y - row * count) * pixels)
    }
}

extension Bitmap {
    /// A part of the pixels; what lies outside is transparent.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
        var part: [UInt32] = []
        part.reserveCapacity(width * height)
        let (first, last) = (max(0, -x), min(width, self.width - x))
        for row in 0..<height {
            guard first < last, (0..<self.height).contains(y + row) else {
                part.append(contentsOf: repeatElement(0, count: width))
                continue
            }
            let source = (y + row) * self.width + x
            if first > 0 { part.append(contentsOf: repeatElement(0, count: first)) }
            part.append(contentsOf: pixels[source + first..<source + last])
            if last < width { part.append(contentsOf: repeatElement(0, count: width - last)) }
        }
        return Bitmap(width: width, height: height, pixels: part)
    }

    /// The pixels as a tile, in one of the raster formats.
    ///
    /// - Parameters:
    ///   - format: a format of pixels; PNG in place of others.
    ///   - quality: of JPEG and WebP, from 1 to 100; nil for 80 and 90.
    /// - Returns: the file.
    /// - Throws: what the encoder says.
    package func encodedTile(as format: OutputFormat, quality: Int?) throws -> [UInt8] {
        switch format {
        case .jpeg: try encodeJPEG(self, quality: quality ?? 80)
        case .webp: try encodeWebP(self, .quality(quality ?? 90))
        case .png8: try encodePNG(quantized, threads: 1)
        default: try encodePNG(self, threads: 1)
        }
    }
}

/// Provides tiles from code, in place of an archive's own or for a source without an archive.
///
/// ```swift
/// struct Fresh: TileProvider {
///     let tiles: [TileID: [UInt8]]
///     func tile(_ id: TileID, of source: String) -> [UInt8]? { source == "streets" ? tiles[id] : nil }
/// }
/// let renderer = MapRenderer(home: home, tileProviders: [Fresh(tiles: tiles)])
/// ```
///
/// A source without an archive has the address `provider:`, followed by any name: `"url": "provider:streets"` of a source
/// in a style, or `Overlay.tiles("provider:radar")`.
///
/// Providers are called in their order, from several threads at once; the first result that is not nil is used, and where
/// all are nil the archive is read. Each tile of a map is requested once.
public protocol TileProvider: Sendable {
    /// The bytes of a tile, uncompressed: MVT for vector sources; PNG, JPEG or WebP for raster sources.
    ///
    /// - Parameters:
    ///   - id: the tile, in the XYZ grid.
    ///   - source: the name of the style's source, or the `tiles` of a tile overlay.
    /// - Returns: nil to leave the tile to the next provider, and at last to the archive.
    /// - Throws: any error, which leaves a hole in the map and is reported as a warning.
    func tile(_ id: TileID, of source: String) throws -> [UInt8]?
}

/// An archive without tiles of its own, for a source whose tiles come from the renderer's tile providers alone.
struct ProvidedArchive: TileArchive {
    /// What an address begins with that names no file.
    static let scheme = "provider:"

    let info: ArchiveInfo

    /// Nil for an address of another scheme.
    ///
    /// - Parameters:
    ///   - address: such as "provider:radar".
    ///   - format: of the tiles; `unknown` for images of any format.
    init?(_ address: String, format: ArchiveInfo.Format) {
        guard address.hasPrefix(Self.scheme) else { return nil }
        info = ArchiveInfo(file: address, container: .folder, format: format, minZoom: 0, maxZoom: TileID.maxZoom)
    }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? { nil }
}
