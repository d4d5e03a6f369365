// SPDX-License-Identifier: MIT
import MapCore
public import MapGeo
import MapGeometry
import MapTiles

extension MapRenderer {
    /// The named points of the installed base map: all around a coordinate, and the large ones of the world.
    ///
    /// - Parameter coordinate: the center of the area that is searched at the highest zoom.
    /// - Returns: points with the tile's properties; points of one name that are close together are listed once.
    ///   Archives that cannot be read are in its `warnings`.
    public func gazetteer(around coordinate: Coordinate) -> Gazetteer {
        let diagnostics = DiagnosticSink()
        var names = TileNames()
        for path in home.basemapArchives {
            do throws(Diagnostic) {
                let archive = try cache.open(path, scale: 1)
                guard archive.info.format == .mvt else { continue }
                for id in Self.tiles(of: archive.info, around: coordinate) {
                    if let tile = try archive.vectorTile(id) { names.add(tile, id) }
                }
            } catch {
                var problem = error
                problem.severity = .warning
                diagnostics.add(problem)
            }
        }
        return Gazetteer(places: names.places, areas: [], warnings: diagnostics.all)
    }

    /// The finest tiles around a place first, then the whole world down to zoom 3.
    private static func tiles(of info: ArchiveInfo, around c: Coordinate) -> [TileID] {
        let count = 1 << info.maxZoom
        let p = WebMercator.project(c)
        let (x, y) = (Int((p.x * Double(count)).rounded(.down)), Int((p.y * Double(count)).rounded(.down)))
        var tiles: [TileID] = []
        for row in (y - 1)...(y + 1) where (0..<count).contains(row) {
            for column in (x - 1)...(x + 1) {
                tiles.append(TileID(z: info.maxZoom, x: (column + count) % count, y: row))
            }
        }
        let maxZoom = min(3, info.maxZoom - 1)
        guard info.minZoom <= maxZoom else { return tiles }
        for z in (info.minZoom...maxZoom).reversed() {
            for row in 0..<(1 << z) { for column in 0..<(1 << z) { tiles.append(TileID(z: z, x: column, y: row)) } }
        }
        return tiles
    }
}

/// Collects what has a name in tiles.
private struct TileNames {
    private(set) var places: [Gazetteer.Place] = []
    private var seen: Set<Key> = []

    /// A name, and a twentieth of a degree.
    private struct Key: Hashable {
        var name: String
        var x: Int
        var y: Int
    }

    mutating func add(_ tile: VectorTile, _ id: TileID) {
        for layer in tile.layers {
            let square = id.mercatorRect
            for feature in layer.features where feature.type == .point {
                guard case .string(let name)? = feature.property("name"), !name.isEmpty else { continue }
                for point in feature.geometry().points {
                    let share = square.width / Double(max(1, layer.extent))
                    let c = WebMercator.unproject(Point(square.minX + point.x * share, square.minY + point.y * share))
                    let key = Key(name: name, x: Int(c.longitude * 20), y: Int(c.latitude * 20))
                    guard seen.insert(key).inserted else { continue }
                    let properties = PropertyValue.object(feature.properties).json
                    places.append(Gazetteer.Place(name: name, address: "", coordinate: c, properties: properties))
                }
            }
        }
    }
}

extension PropertyValue {
    fileprivate var json: JSONNode {
        switch self {
        case .string(let text): .text(text)
        case .number(let number): .number(number)
        case .bool(let bool): JSONNode(.bool(bool))
        case .null: .null
        case .array(let items): .list(items.map(\.json))
        case .object(let members):
            JSONNode(.object(JSONObject(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) })))
        }
    }
}
