// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapStyle
import MapTiles

/// How deep the base map's data goes in a view.
///
/// Tiles of a zoom are made for the zooms up to the next one. Vector tiles can be drawn larger: a city's, which end at 14,
/// have everything that maps show at 17. The lower the zoom, the more its data is generalized, and the fewer zooms beyond it
/// make sense: half as many as the data has, but at least three. Raster tiles blur, so that two zooms are the limit.
struct DataZoom {
    /// The highest zoom, as the camera counts, for which there are tiles somewhere in the view.
    var zoom: Int
    /// The highest zoom that the tiles are fit for.
    var limit: Double

    /// The zoom at which a camera stops that is fitted to a single place.
    private var fitLimit: Double

    /// Finds the source with the highest zoom; nil when no source is known to end, or when none has a tile in the view.
    ///
    /// - Parameters:
    ///   - sources: the style's, as they were opened.
    ///   - style: its layers tell which sources are drawn.
    ///   - viewport: the view.
    init?(_ sources: [String: LayoutSource], of style: StyleSheet, in viewport: Viewport) {
        let used = Set(style.layers.filter { $0.isVisible(at: viewport.zoom) }.compactMap(\.source))
        let kinds = used.sorted().compactMap { sources[$0] }.flatMap(Self.tiles)
        guard !kinds.isEmpty else { return nil }
        var best: DataZoom?
        for spot in Self.spots(in: viewport) {
            for kind in kinds {
                guard let found = kind.dataZoom(at: spot) else { continue }
                if found.limit > best?.limit ?? -.infinity { best = found }
            }
            // One read is enough where the data goes deep enough, as it mostly does.
            if let best, best.limit >= viewport.zoom, best.fitLimit >= viewport.zoom { break }
        }
        guard let best else { return nil }
        self = best
    }

    private init(zoom: Int, limit: Double, fitLimit: Double) {
        self.zoom = zoom
        self.limit = limit
        self.fitLimit = fitLimit
    }

    /// The middle of the view, then places spread over it.
    private static func spots(in viewport: Viewport) -> [Point] {
        let shares = [0.5, 0.1, 0.9]
        let size = viewport.size
        return shares.flatMap { y in shares.map { Point($0 * size.width, y * size.height) } }.map {
            WebMercator.project(viewport.coordinate(at: $0))
        }
    }

    /// The archives of a source that end at some zoom: features of GeoJSON and tiles from code do not.
    private static func tiles(of source: LayoutSource) -> [Tiles] {
        switch source {
        case .vector(let stack):
            stack.filter(\.isComplete).compactMap { entry in
                entry.source.archive.map {
                    Tiles(
                        archive: $0, zooms: entry.minZoom...max(entry.minZoom, entry.maxZoom), bounds: entry.bounds,
                        kind: .vector)
                }
            }
        case .raster(let tiles):
            [
                Tiles(
                    archive: tiles.archive, zooms: tiles.minZoom...max(tiles.minZoom, tiles.maxZoom),
                    bounds: tiles.bounds ?? tiles.archive.info.bounds, kind: .raster(tileSize: tiles.tileSize))
            ]
        case .elevation, .image: []
        }
    }
}

/// An archive of a source, which can be asked for tiles.
private struct Tiles {
    enum Kind { case vector, raster(tileSize: Double) }

    /// As many zooms above the highest one are searched for a tile.
    private static let searchedZooms = 3

    var archive: any TileArchive
    var zooms: ClosedRange<Int>
    var bounds: CoordinateBox?
    var kind: Kind

    /// - Parameter spot: in the unit square of Web Mercator.
    /// - Returns: nil when there is no tile.
    func dataZoom(at spot: Point) -> DataZoom? {
        if archive is ProvidedArchive { return DataZoom.unlimited }
        let coordinate = WebMercator.unproject(spot)
        let here = CoordinateBox(
            west: coordinate.longitude, south: coordinate.latitude, east: coordinate.longitude,
            north: coordinate.latitude)
        guard bounds?.touches(here) ?? true else { return nil }
        let lowest = max(zooms.lowerBound, zooms.upperBound - Self.searchedZooms)
        for zoom in (lowest...zooms.upperBound).reversed() where hasTile(zoom, spot) {
            return DataZoom(tiles: zoom, kind)
        }
        return nil
    }

    private func hasTile(_ zoom: Int, _ spot: Point) -> Bool {
        let count = 1 << zoom
        let (x, y) = (Int((spot.x * Double(count)).rounded(.down)), Int((spot.y * Double(count)).rounded(.down)))
        guard (0..<count).contains(y) else { return false }
        do throws(Diagnostic) {
            return try archive.hasTile(TileID(z: zoom, x: ((x % count) + count) % count, y: y))
        } catch {
            // What is damaged is there; it is reported when it is drawn.
            return true
        }
    }
}

extension DataZoom {
    fileprivate static let unlimited = DataZoom(zoom: TileID.maxZoom, limit: .infinity, fitLimit: .infinity)

    fileprivate init(tiles zoom: Int, _ kind: Tiles.Kind) {
        switch kind {
        case .vector: self.init(zoom: zoom, limit: Double(zoom + max(3, zoom / 2)), fitLimit: Double(zoom + 1))
        case .raster(let tileSize):
            // A tile of 256 points is as large as one of 512 points a zoom before.
            let shown = max(0, tileSize > 256 ? zoom : zoom - 1)
            self.init(zoom: shown, limit: Double(shown + 2), fitLimit: Double(shown))
        }
    }
}

extension DataZoom {
    /// The share of the image's shorter side over which the content of a fit is spread, even if the map is coarse there.
    private static let leastSpread = 0.5

    /// What a fit shows nearer together than this, in points, is a single place: no zoom sets it apart.
    static let leastDistance = 16.0

    /// The zoom at which a fitting camera stops: on data that end early, what lies close together would be in one place.
    ///
    /// - Parameters:
    ///   - viewport: the view that the content fills.
    ///   - spread: how far apart its things are there, in points; 0 for a single place.
    /// - Returns: MapLibre's zoom.
    func fitLimit(of viewport: Viewport, spread: Double) -> Double {
        guard spread > 0 else { return fitLimit }
        let wanted = Self.leastSpread * min(viewport.content.width, viewport.content.height)
        return max(fitLimit, min(viewport.zoom, viewport.zoom + log2(wanted / spread)))
    }

    /// Reports a fit that stopped before its content fills the view.
    func reportLimit(of viewport: Viewport, wanted: Double, _ diagnostics: DiagnosticSink) {
        let shown = { (zoom: Double) in formatted((zoom * 10).rounded(.down) / 10) }
        diagnostics.add(
            Diagnostic(
                .warning, code: .cameraLimitedFit, path: "camera",
                "the fit stops at zoom \(shown(viewport.zoom)), since the base map ends at zoom \(zoom) here; what it "
                    + "shows fills the image at zoom \(shown(wanted))",
                hint: "\"maxZoom\": \(shown(wanted)) goes nearer; tiles of the area make it sharp"))
    }

    /// Reports a view that goes deeper than the data; nothing for one that does not.
    func report(_ viewport: Viewport, _ diagnostics: DiagnosticSink) {
        guard viewport.zoom > limit else { return }
        let drawn = formatted((viewport.zoom * 100).rounded() / 100)
        diagnostics.add(
            .warning, code: .basemapOverzoomed, path: "basemap",
            "the base map ends at zoom \(zoom) here, and is drawn at zoom \(drawn)",
            hint: "add tiles of the area with --tiles or \"tiles\", or look from farther away")
    }
}
