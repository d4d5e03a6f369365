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
        gazetteer(around: coordinate, matching: [])
    }

    /// The named points of the installed base map that a request needs: all around its location, the large ones of the world,
    /// and what its keyword and the address of its record find anywhere.
    ///
    /// - Parameters:
    ///   - request: what is known about the location.
    ///   - defaultCoordinate: the center if the request has no location, in degrees, in the datum of the request;
    ///     nil for `LocationResolver.beijing`.
    /// - Returns: as from `gazetteer(around:)`. An archive of very many tiles is searched at a zoom below its highest, with a
    ///   note in `warnings`.
    public func gazetteer(
        for request: LocationRequest, defaultCoordinate: Coordinate? = nil
    ) -> Gazetteer {
        let center =
            request.origin ?? LocationResolver.fallback(defaultCoordinate, in: request.coordinateSystem, to: .wgs84)
        let texts = [request.keyword ?? "", request.record?.address ?? ""].map(folded).filter { !$0.isEmpty }
        return gazetteer(around: center, matching: texts)
    }

    private func gazetteer(around coordinate: Coordinate, matching texts: [String]) -> Gazetteer {
        let diagnostics = DiagnosticSink()
        var names = TileNames()
        for path in home.basemapArchives {
            do throws(Diagnostic) {
                let archive = cache.presented(try cache.open(path, scale: 1), to: TileNames.layers)
                guard archive.info.format == .mvt else { continue }
                for id in Self.tiles(of: archive.info, around: coordinate) where !WorkContext.isCancelled {
                    if let tile = try archive.vectorTile(id) { names.add(tile, id) }
                }
                guard !texts.isEmpty else { continue }
                // Read past the cache, which is for the tiles of maps.
                let whole = cache.presented(try openArchive(at: path, scale: 1), to: TileNames.layers)
                let ids = Self.tiles(of: whole)
                if let zoom = ids.first?.z, zoom < whole.info.maxZoom {
                    diagnostics.add(
                        .note, code: .locateCoarse, file: path,
                        "names are searched for at zoom \(zoom) of \(whole.info.maxZoom), for the archive is large")
                }
                for id in ids where !WorkContext.isCancelled {
                    if let tile = try whole.vectorTile(id) { names.add(tile, id, matching: texts) }
                }
            } catch {
                diagnostics.add(error.with(.warning))
            }
        }
        return Gazetteer(places: names.places, areas: [], warnings: diagnostics.all)
    }

    /// All tiles of the highest zoom at which the archive has no more than 16,384.
    private static func tiles(of archive: any TileArchive) -> [TileID] {
        let box = archive.extent() ?? CoordinateBox(west: -180, south: -85, east: 180, north: 85)
        let northWest = WebMercator.project(Coordinate(latitude: box.north, longitude: box.west))
        let southEast = WebMercator.project(Coordinate(latitude: box.south, longitude: box.east))
        let width = southEast.x - northWest.x + (southEast.x < northWest.x ? 1 : 0)
        for z in (archive.info.minZoom...max(archive.info.minZoom, archive.info.maxZoom)).reversed() {
            let count = 1 << z
            func index(_ share: Double) -> Int { Int((share * Double(count)).rounded(.down)) }
            let rows = max(0, index(northWest.y))...max(0, min(count - 1, index(southEast.y)))
            let columns = index(northWest.x)...min(index(northWest.x + width), index(northWest.x) + count - 1)
            guard rows.count * columns.count <= 16_384 else { continue }
            return rows.flatMap { y in columns.map { TileID(z: z, x: ($0 % count + count) % count, y: y) } }
        }
        return []
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
    /// Of OpenMapTiles: those that have named points.
    static let layers: Set = ["aerodrome_label", "mountain_peak", "park", "place", "poi", "water_name"]

    private(set) var places: [Gazetteer.Place] = []
    private var seen: Set<Key> = []

    /// A name, and a cell of so many to a degree.
    private struct Key: Hashable {
        var name: String
        var x: Int
        var y: Int
        var cells: Double

        init(_ name: String, _ c: Coordinate, cells: Double) {
            self.name = name
            x = Int((c.longitude * cells).rounded())
            y = Int((c.latitude * cells).rounded())
            self.cells = cells
        }
    }

    /// - Parameters:
    ///   - tile: a tile; those of higher zooms come first, because their locations are more exact.
    ///   - id: its place in the grid.
    ///   - texts: adds only what one of these folded texts finds; empty for all.
    mutating func add(_ tile: VectorTile, _ id: TileID, matching texts: [String] = []) {
        let square = id.mercatorRect
        // A low zoom has rounded the coordinates of a place that a higher one had already.
        let cells = id.z < 10 ? 20.0 : 2000
        for layer in tile.layers {
            for feature in layer.features where feature.type == .point {
                guard case .string(let name)? = feature.property("name"), !name.isEmpty else { continue }
                let properties = PropertyValue.object(feature.properties).json
                for point in feature.geometry().points {
                    let share = square.width / Double(max(1, layer.extent))
                    let c = WebMercator.unproject(Point(square.minX + point.x * share, square.minY + point.y * share))
                    let place = Gazetteer.Place(name: name, address: "", coordinate: c, properties: properties)
                    guard texts.isEmpty || texts.contains(where: { place.rank(of: $0) != nil }),
                        !seen.contains(Key(name, c, cells: cells))
                    else { continue }
                    for cells in [20.0, 2000] { seen.insert(Key(name, c, cells: cells)) }
                    places.append(place)
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
        case .bool(let bool): .bool(bool)
        case .null: .null
        case .array(let items): .list(items.map(\.json))
        case .object(let members):
            JSONNode(.object(JSONObject(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) })))
        }
    }
}
