// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapTiles

/// A named place of the base map's tiles.
struct NamedPlace: Sendable {
    /// By the property: `name`, `name:de` and so on.
    var names: [String: String]
    /// The value of `class` in OpenMapTiles, such as "city"; the name of the layer for what is no settlement.
    var kind: String
    /// Smaller is more important.
    var rank: Double
    var coordinate: Coordinate

    /// The name in a language, else in its script, else what is usual at the place.
    func name(in book: Phrasebook) -> String? {
        let (code, usual) = (book.language, names["name"])
        let own = ["name:\(code)", "name_\(code)"] + (code == "zh" ? ["name:zh-Hans"] : [])
        let latin = book.isLatin ? ["name:latin", "name_int", "name:en", "name_en"] : []
        let isLatin = usual?.isLatin == true
        if let name = own.firstNonNil({ names[$0] }) { return name }
        return book.isLatin && !isLatin ? latin.firstNonNil { names[$0] } ?? usual : usual
    }

    var isSettlement: Bool { Self.settlements.contains(kind) }

    private static let settlements: Set = ["city", "town", "village"]

    /// How much a map is about the place: 0 for most.
    func level(atZoom zoom: Double) -> Int {
        switch kind {
        case "continent": zoom < 2 ? 0 : 4
        case "country": zoom < 4.5 ? 1 : 6
        case "city": 2
        case "town": 3
        case "village", "island", "state", "province", "region": 4
        case "suburb", "borough", "quarter": 5
        case "neighbourhood", "hamlet", "islet", "isolated_dwelling": 6
        default: 7
        }
    }

    /// True for what a map can be named after.
    var isPlace: Bool { !Self.layers.dropFirst().contains(kind) }

    /// Of OpenMapTiles: layers of named points.
    static let layers = ["place", "water_name", "park", "mountain_peak", "aerodrome_label"]
}

/// Reads the names of places from the tiles that a map was drawn from.
struct PlaceReader: Sendable {
    let viewport: Viewport
    /// From bottom to top.
    let archives: [VectorStackEntry]

    private static let mostTiles = 64

    /// The places of the tiles that the map shows; at most those of 64 tiles of an archive.
    func visible() -> [NamedPlace] {
        var places: [NamedPlace] = []
        for archive in archives {
            let zoom = min(archive.maxZoom, max(archive.minZoom, Int(max(0, viewport.zoom))))
            let tiles = TilePlan.covering(viewport, zoom: zoom) ?? []
            for tile in tiles.prefix(Self.mostTiles) { places += read(tile.id, archive) }
        }
        return places
    }

    /// Settlements around the middle of the map, from tiles that hold more than it shows.
    func settlementsAround() -> [NamedPlace] {
        let center = WebMercator.project(viewport.center)
        var places: [NamedPlace] = []
        for archive in archives {
            for zoom in [10, 7] where zoom <= archive.maxZoom && zoom >= archive.minZoom {
                let side = Double(1 << zoom)
                let (x, y) = (Int(center.x * side), Int(center.y * side))
                for row in [y, y - 1, y + 1] where row >= 0 && row < 1 << zoom {
                    for column in [x, x - 1, x + 1] where column >= 0 && column < 1 << zoom {
                        places += read(TileID(z: zoom, x: column, y: row), archive)
                    }
                }
            }
        }
        return places.filter(\.isSettlement)
    }

    /// A tile that cannot be read was reported when it was drawn.
    private func read(_ id: TileID, _ archive: VectorStackEntry) -> [NamedPlace] {
        guard !WorkContext.isCancelled,
            let tile = try? archive.source.vectorTile(id, layers: Set(NamedPlace.layers))
        else { return [] }
        let square = id.mercatorRect
        var places: [NamedPlace] = []
        for layer in tile.layers where NamedPlace.layers.contains(layer.name) {
            for feature in layer.features where feature.type == .point {
                guard case .string(let name)? = feature.property("name"), !name.isEmpty else { continue }
                var names: [String: String] = [:]
                for (key, value) in feature.properties where key.hasPrefix("name") {
                    if case .string(let text) = value, !text.isEmpty { names[key] = text }
                }
                var (kind, rank) = (layer.name, 100.0)
                if layer.name == "place", case .string(let text)? = feature.property("class") { kind = text }
                if case .number(let number)? = feature.property("rank") { rank = number }
                let share = square.width / Double(max(1, layer.extent))
                for point in feature.geometry().points {
                    let place = Point(square.minX + point.x * share, square.minY + point.y * share)
                    // What lies beyond the edge is in the next tile too.
                    guard square.contains(place) else { continue }
                    places.append(
                        NamedPlace(names: names, kind: kind, rank: rank, coordinate: WebMercator.unproject(place)))
                }
            }
        }
        return places
    }
}
