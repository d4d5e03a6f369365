// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapScene
import MapTiles

/// A tile of an archive that the map shows.
struct TileJob: Sendable {
    let sourceName: String
    /// The index of the archive in the source's stack.
    let level: Int
    let entry: VectorStackEntry
    let placed: PlacedTile
    /// False where the archive need not have the tile, such as outside its bounds.
    let isExpected: Bool
    /// The area to draw in, in pixels: what no archive above covers. Nil for all of it.
    let mask: Path?
    /// True for tiles around the map, of which only what reaches into it is drawn: symbols and circles.
    var isAround = false
    /// False for tiles of the map of which nothing will be painted but what reaches out of them.
    var isPainted = true
    /// Areas of archives above, in pixels, whose symbols are shown instead.
    var hiddenAreas: [ConvexRegion] = []

    /// Identifies the tile to read: the same for all copies of the world.
    struct ReadKey: Hashable {
        let sourceName: String
        let level: Int
        let id: TileID
    }

    var readKey: ReadKey { ReadKey(sourceName: sourceName, level: level, id: placed.id) }

    /// A decoded tile.
    struct Contents {
        let tile: VectorTile
        /// The tile itself, or the ancestor that replaces it.
        let id: TileID

        /// The tile, in the copy of the world that a job shows.
        func placed(for job: TileJob) -> PlacedTile { PlacedTile(id: id, wrap: job.placed.wrap) }
    }

    /// Reads the tile, or its nearest ancestor where the policy says so; nil when the archive has none. A broken tile
    /// is reported and left out. Only the layers that are named need be decoded; nil for all.
    func read(_ layers: Set<String>?, _ policy: MissingTilePolicy, _ diagnostics: DiagnosticSink) -> Contents? {
        guard !WorkContext.isCancelled else { return nil }
        var id = placed.id
        do {
            while true {
                if let tile = try entry.source.vectorTile(id, layers: layers) {
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
            diagnostics.add(
                Diagnostic(code: .tilesMissing, file: entry.name, path: "tile \(placed.id)", "the tile is missing"))
        }
        return nil
    }
}

extension Viewport {
    /// For each archive of a stack, whether the map shows any of it: it has tiles for the zoom, touches the view, and
    /// is not hidden by the archives above.
    package func visibility(of stack: [VectorStackEntry]) -> [Bool] {
        let levels = TileJobPlanner(viewport: self, diagnostics: DiagnosticSink()).jobs("", stack).map(\.level)
        return stack.indices.map { levels.contains($0) && stack.extent(of: $0)?.touches(bounds) ?? true }
    }
}

extension [VectorStackEntry] {
    /// Where an archive of the stack shows its tiles; nil for no limit. Alone, it shows all that it has: extracts contain more
    /// than their bounds tell.
    fileprivate func extent(of index: Int) -> CoordinateBox? {
        count == 1 && self[index].isComplete ? nil : self[index].bounds
    }
}

/// Plans the tiles of a source's archives, from the lowest archive to the topmost.
struct TileJobPlanner {
    let viewport: Viewport
    var blockGrid: BlockGrid?
    /// The part of the image that will be painted, in pixels; nil for all.
    var painted: Rect?
    let diagnostics: DiagnosticSink

    /// - Parameters:
    ///   - name: of the source.
    ///   - stack: its archives, the lowest first.
    ///   - touching: true to include tiles that only touch the map's edge, whose circles reach into it.
    /// - Returns: a job for each tile of each archive.
    func jobs(_ name: String, _ stack: [VectorStackEntry], touching: Bool = false) -> [TileJob] {
        stack.indices.flatMap { index -> [TileJob] in
            let entry = stack[index]
            let extent = stack.extent(of: index)
            let holes = stack[(index + 1)...].flatMap { upper in
                Double(upper.minZoom) <= max(0, viewport.zoom) ? upper.bounds.map(outlines) ?? [] : []
            }
            let viewZoom = min(Int(max(0, viewport.zoom.rounded(.down))), entry.maxZoom)
            guard viewZoom >= entry.minZoom - entry.underzoom else { return [] }
            let zoom = max(viewZoom, entry.minZoom)
            let ground = entry.tileBounds.flatMap { outline($0, ofTilesAtZoom: zoom) }
            let margin = max(blockGrid?.margin ?? 0, touching ? Self.touchMargin : 0)
            let mask = Mask(viewport.pixelRect, within: ground, without: holes)
            let showsSymbols =
                margin > 0
                && Mask(viewport.pixelRect.inset(by: -margin), within: ground, without: holes) != nil
            guard mask != nil || showsSymbols else { return [] }
            guard let tiles = TilePlan.covering(viewport, zoom: zoom, finest: entry.maxZoom, margin: margin)
            else {
                diagnostics.add(
                    Diagnostic(
                        .warning, code: .tilesTooMany, file: entry.name,
                        "the view needs too many tiles; none are drawn"))
                return []
            }
            let inside = tiles.filter { tile in
                tile.id.z >= min(zoom, entry.minZoom) && touches(tile, extent)
                    && entry.tileBounds.map { tile.id.lies(in: $0) } ?? true
            }
            let hidden = holes.filter { abs(signedArea($0)) > Mask.smallestHole }.map(ConvexRegion.init)
            return inside.map { tile in
                TileJob(
                    sourceName: name, level: index, entry: entry, placed: tile,
                    isExpected: entry.isComplete && lies(tile, within: entry.bounds), mask: mask?.path,
                    isAround: mask == nil || margin > 0 && !tile.touches(viewport),
                    isPainted: painted.map { tile.touches(viewport, area: $0) } ?? true, hiddenAreas: hidden)
            }
        }
    }

    /// In pixels: less than what is seen, more than errors of rounding.
    private static let touchMargin = 0.01

    /// A box on Earth as a quadrilateral in pixels: in the world copy nearest to the center, and on flat maps in the others that
    /// are seen.
    private func outlines(_ box: CoordinateBox) -> [[Point]] {
        let (rect, seen) = (mercatorRect(box), viewport.mercatorBounds)
        let nearest = (WebMercator.project(viewport.center).x - rect.center.x).rounded()
        var copies = [nearest]
        if viewport.perspective == nil {
            let (first, last) = ((seen.minX - rect.maxX).rounded(.up), (seen.maxX - rect.minX).rounded(.down))
            copies += stride(from: first, through: last, by: 1).filter { $0 != nearest }
        }
        return copies.map { outline(seenOf: rect.offset(by: Point($0, 0))) }
    }

    /// A rectangle of Web Mercator in the image.
    private func outline(seenOf rect: Rect) -> [Point] {
        let ground = rect.corners.map(viewport.mercatorToGround.apply)
        return viewport.perspective.map { GroundProjection($0, margin: 8).rings(ground).first ?? [] } ?? ground
    }

    /// The tiles that a box touches, as a quadrilateral in pixels; features in their buffers belong to their neighbors.
    /// Nil where several copies of the world may show the box.
    private func outline(_ box: CoordinateBox, ofTilesAtZoom zoom: Int) -> [Point]? {
        let (rect, count) = (mercatorRect(box), Double(1 << zoom))
        let tileAligned = Rect(
            minX: (rect.minX * count).rounded(.down) / count, minY: (rect.minY * count).rounded(.down) / count,
            maxX: (rect.maxX * count).rounded(.up) / count, maxY: (rect.maxY * count).rounded(.up) / count)
        guard viewport.mercatorBounds.width + tileAligned.width < 1 else { return nil }
        let worldOffset = (WebMercator.project(viewport.center).x - tileAligned.center.x).rounded()
        return outline(seenOf: tileAligned.offset(by: Point(worldOffset, 0)))
    }

    /// False when the tile lies outside the archive's bounds.
    private func touches(_ tile: PlacedTile, _ bounds: CoordinateBox?) -> Bool {
        guard let bounds, bounds.east - bounds.west < 360 else { return true }
        let rect = mercatorRect(bounds)
        let tileRect = tile.id.mercatorRect
        // Extracts contain ways that extend beyond their bounds: the tiles adjacent to it are included.
        let neighborhood = rect.inset(by: -tileRect.width)
        return neighborhood.intersects(tileRect) || neighborhood.intersects(tileRect.offset(by: Point(1, 0)))
    }

    /// True when the tile intersects the archive's bounds.
    private func lies(_ tile: PlacedTile, within bounds: CoordinateBox?) -> Bool {
        guard let bounds else { return true }
        let tileRect = tile.id.mercatorRect
        // Tolerates bounds that exceed a tile's edge by rounding.
        let rect = mercatorRect(bounds).inset(by: tileRect.width / 4096)
        return rect.intersects(tileRect) || rect.intersects(tileRect.offset(by: Point(1, 0)))
    }

    private func mercatorRect(_ box: CoordinateBox) -> Rect {
        let northWest = WebMercator.project(Coordinate(latitude: box.north, longitude: box.west))
        let southEast = WebMercator.project(Coordinate(latitude: box.south, longitude: box.east))
        return Rect(minX: northWest.x, minY: northWest.y, maxX: southEast.x, maxY: southEast.y)
    }
}

/// The output's area without that of archives above; nil when nothing is left.
private struct Mask {
    /// In square pixels: a smaller archive is a detail of the lower map, not a map of its own.
    static let smallestHole = 100.0

    /// Nil when nothing is cut out.
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
            guard area > Self.smallestHole else { continue }
            path.addLines(signedArea(visible) > 0 ? visible.reversed() : visible, closed: true)
            cut = true
        }
        self.path = cut ? path : nil
    }

}
