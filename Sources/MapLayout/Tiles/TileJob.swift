// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapPlane
import MapScene
import MapTiles

/// One tile of one archive that a picture shows.
struct TileJob: Sendable {
    let sourceName: String
    /// Which archive of the source's stack it is.
    let level: Int
    let entry: VectorStackEntry
    let placed: PlacedTile
    /// False where the archive may well have nothing, as beyond its bounds.
    let isExpected: Bool
    /// Only what lies inside is shown, in pixels: all that no archive above hides.
    let mask: Path?

    /// What is read: the same for all copies of the world.
    struct ReadKey: Hashable {
        let sourceName: String
        let level: Int
        let id: TileID
    }

    var readKey: ReadKey { ReadKey(sourceName: sourceName, level: level, id: placed.id) }

    /// What was read for a tile.
    struct Contents {
        let tile: VectorTile
        /// The tile itself, or the larger one that stands in for it.
        let id: TileID
    }

    /// The tile's contents, or those of the nearest larger tile where the scene wants that; nil where the archive has
    /// none. A broken tile leaves a hole and a warning.
    func read(_ policy: MissingTilePolicy, _ diagnostics: DiagnosticSink) -> Contents? {
        var id = placed.id
        do {
            while true {
                if let tile = try entry.source.vectorTile(id) {
                    for var warning in tile.warnings {
                        warning.severity = .warning
                        diagnostics.add(warning)
                    }
                    return Contents(tile: tile, id: id)
                }
                guard policy == .overzoom, isExpected, let parent = id.parent, parent.z >= entry.minZoom else { break }
                id = parent
            }
        } catch {
            var problem = error
            problem.severity = .warning
            if problem.file == nil { (problem.file, problem.path) = (entry.name, "tile \(id)") }
            diagnostics.add(problem)
            return nil
        }
        if policy == .error, isExpected {
            diagnostics.add(Diagnostic(file: entry.name, path: "tile \(placed.id)", "the tile is missing"))
        }
        return nil
    }
}

/// The tiles to read for a source's archives, from the lowest archive to the topmost.
struct TileJobPlanner {
    let viewport: Viewport
    let diagnostics: DiagnosticSink

    func jobs(_ name: String, _ stack: [VectorStackEntry]) -> [TileJob] {
        stack.indices.flatMap { index -> [TileJob] in
            let entry = stack[index]
            let holes = stack[(index + 1)...].compactMap { upper in
                Double(upper.minZoom) <= max(0, viewport.zoom) ? upper.bounds.map(outline) : nil
            }
            let zoom = min(Int(max(0, viewport.zoom.rounded(.down))), entry.maxZoom)
            guard zoom >= entry.minZoom else { return [] }
            let ground = entry.tileBounds.flatMap { outline($0, ofTilesAtZoom: zoom) }
            guard let mask = Mask(viewport.pixelRect, within: ground, without: holes) else { return [] }
            guard let tiles = TilePlan.covering(viewport, zoom: zoom) else {
                diagnostics.add(
                    Diagnostic(.warning, file: entry.name, "the view needs too many tiles; none are drawn"))
                return []
            }
            let inside = tiles.filter { tile in
                touches(tile, entry.bounds) && entry.tileBounds.map { tile.id.lies(in: $0) } ?? true
            }
            return inside.map {
                TileJob(
                    sourceName: name, level: index, entry: entry, placed: $0,
                    isExpected: entry.isComplete && lies($0, within: entry.bounds), mask: mask.path)
            }
        }
    }

    /// A box on Earth as a quadrilateral in pixels, on the world copy nearest to the center.
    private func outline(_ box: CoordinateBox) -> [Point] {
        let rect = mercatorRect(box)
        let middle = WebMercator.project(viewport.center).x
        let worldOffset = (middle - rect.center.x).rounded()
        return rect.offset(by: Point(worldOffset, 0)).corners.map(viewport.mercatorToPixel.apply)
    }

    /// The tiles that a box touches, as a quadrilateral in pixels: what they hold beyond their edges is their
    /// neighbours' to show. Nil where the picture may show the box on several copies of the world.
    private func outline(_ box: CoordinateBox, ofTilesAtZoom zoom: Int) -> [Point]? {
        let (rect, count) = (mercatorRect(box), Double(1 << zoom))
        let tileAligned = Rect(
            minX: (rect.minX * count).rounded(.down) / count, minY: (rect.minY * count).rounded(.down) / count,
            maxX: (rect.maxX * count).rounded(.up) / count, maxY: (rect.maxY * count).rounded(.up) / count)
        guard viewport.mercatorBounds.width + tileAligned.width < 1 else { return nil }
        let worldOffset = (WebMercator.project(viewport.center).x - tileAligned.center.x).rounded()
        return tileAligned.offset(by: Point(worldOffset, 0)).corners.map(viewport.mercatorToPixel.apply)
    }

    /// False when the tile lies outside of what the archive says it holds.
    private func touches(_ tile: PlacedTile, _ bounds: CoordinateBox?) -> Bool {
        guard let bounds, bounds.east - bounds.west < 360 else { return true }
        let rect = mercatorRect(bounds)
        let tileRect = tile.id.mercatorRect
        // Ways stick out of the box that an extract was cut with: keep the neighbours of its tiles.
        let neighborhood = rect.inset(by: -tileRect.width)
        return neighborhood.intersects(tileRect) || neighborhood.intersects(tileRect.offset(by: Point(1, 0)))
    }

    /// True when the archive says that it has something of the tile.
    private func lies(_ tile: PlacedTile, within bounds: CoordinateBox?) -> Bool {
        guard let bounds else { return true }
        let tileRect = tile.id.mercatorRect
        // Bounds in decimals may reach a little over a tile's edge.
        let rect = mercatorRect(bounds).inset(by: tileRect.width / 4096)
        return rect.intersects(tileRect) || rect.intersects(tileRect.offset(by: Point(1, 0)))
    }

    private func mercatorRect(_ box: CoordinateBox) -> Rect {
        let northWest = WebMercator.project(Coordinate(latitude: box.north, longitude: box.west))
        let southEast = WebMercator.project(Coordinate(latitude: box.south, longitude: box.east))
        return Rect(minX: northWest.x, minY: northWest.y, maxX: southEast.x, maxY: southEast.y)
    }
}

/// The picture without the places where an archive above takes over; nil when nothing is left.
private struct Mask {
    /// Nil when nothing is taken away.
    let path: Path?

    init?(_ bounds: Rect, within ground: [Point]?, without holes: [[Point]]) {
        var path = Path.rectangle(bounds)
        var cut = false
        if let ground {
            let visible = clippedRing(ground, to: bounds)
            let area = visible.count < 3 ? 0 : abs(signedArea(visible))
            guard area > 0 else { return nil }
            if area < bounds.width * bounds.height * 0.999_999 {
                path = Path()
                path.addLines(signedArea(visible) < 0 ? visible.reversed() : visible, closed: true)
                cut = true
            }
        }
        for hole in holes {
            let visible = clippedRing(hole, to: bounds)
            guard visible.count >= 3 else { continue }
            let area = abs(signedArea(visible))
            if area >= bounds.width * bounds.height * 0.999_999 { return nil }
            // Archives smaller than a label's letter are details of the lower map, not a map of their own.
            guard area > 100 else { continue }
            path.addLines(signedArea(visible) > 0 ? visible.reversed() : visible, closed: true)
            cut = true
        }
        self.path = cut ? path : nil
    }

}
