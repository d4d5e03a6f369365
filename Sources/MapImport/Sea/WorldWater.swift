// SPDX-License-Identifier: MIT
package import MapGeo
import MapGeometry
package import MapTiles
private import Synchronization

/// Whether a place is in the sea, by an archive of the world in the OpenMapTiles schema, such as the bundled one.
package final class WorldWater: Sendable {
    private let archive: any TileArchive
    /// The rings of the sea in tiles that were asked for, in parts of the tile.
    private let tiles = Mutex<[TileID: [[Point]]]>([:])

    /// About a kilometre at the equator.
    private static let zoom = 7
    /// A few tiles are asked for; more than these are read anew.
    private static let maxTiles = 64

    package init(_ archive: any TileArchive) { self.archive = archive }

    /// Nil where the archive has no tile, or one that cannot be read.
    package func isSea(_ place: Coordinate) -> Bool? {
        let zoom = min(Self.zoom, archive.info.maxZoom)
        let scale = Double(1 << zoom)
        let world = WebMercator.project(place)
        let position = Point(world.x * scale, world.y * scale)
        guard position.x >= 0, position.x < scale, position.y >= 0, position.y < scale else { return nil }
        let id = TileID(z: zoom, x: Int(position.x), y: Int(position.y))
        guard let rings = rings(of: id) else { return nil }
        let point = Point(position.x - Double(id.x), position.y - Double(id.y))
        var isInside = false
        for ring in rings {
            guard var a = ring.last else { continue }
            for b in ring {
                if (a.y > point.y) != (b.y > point.y),
                    point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
                {
                    isInside.toggle()
                }
                a = b
            }
        }
        return isInside
    }

    private func rings(of id: TileID) -> [[Point]]? {
        if let known = tiles.withLock({ $0[id] }) { return known }
        guard let tile = try? archive.vectorTile(id, layers: ["water"]) else { return nil }
        var rings: [[Point]] = []
        if let layer = tile["water"] {
            let scale = 1 / Double(layer.extent)
            for feature in layer.features where feature.type == .polygon {
                // Lakes are water too, but no sea.
                if case .string(let kind)? = feature.property("class"), kind != "ocean" { continue }
                let geometry = feature.geometry()
                for part in geometry.parts { rings.append(geometry.points[part].map { $0 * scale }) }
            }
        }
        tiles.withLock { tiles in
            if tiles.count >= Self.maxTiles { tiles.removeAll() }
            tiles[id] = rings
        }
        return rings
    }
}
