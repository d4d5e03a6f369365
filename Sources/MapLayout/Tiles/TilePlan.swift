// SPDX-License-Identifier: MIT
import Libc
import MapCore
package import MapGeo
import MapGeometry

/// A tile and the copy of the world that it is drawn in.
package struct PlacedTile: Hashable, Sendable {
    package let id: TileID
    /// Whole worlds to the east; 0 is the copy that holds longitudes -180...180.
    package let wrap: Int

    package init(id: TileID, wrap: Int) {
        (self.id, self.wrap) = (id, wrap)
    }

    /// The tile's square in the unit Mercator square, offset by its world copy.
    var mercatorRect: Rect { id.mercatorRect.offset(by: Point(Double(wrap), 0)) }

    /// Maps the tile's unit square (0...1, y downwards) to pixels of the ground.
    func toPixel(in viewport: Viewport) -> Transform {
        let r = mercatorRect
        return Transform(a: r.width, b: 0, c: 0, d: r.height, tx: r.minX, ty: r.minY).then(viewport.mercatorToGround)
    }

}

/// The tiles that cover a view.
package enum TilePlan {
    /// More than an output of 32,767 pixels needs with 256-pixel tiles.
    static let limit = 20_000

    /// The tiles that a map shows.
    ///
    /// - Parameters:
    ///   - viewport: of the map.
    ///   - zoom: of the tiles, or of those at the center of a tilted view, which takes lower ones towards the horizon and higher
    ///     ones near the camera.
    ///   - finest: the highest zoom of tiles that there are; nil for `zoom`.
    ///   - margin: pixels around the map that are covered too.
    ///   - detail: the zoom from which that of the tiles was rounded down.
    /// - Returns: rows from the north, each from the west; nil when there would be more than `limit`.
    package static func covering(
        _ viewport: Viewport, zoom: Int, finest: Int? = nil, margin: Double = 0, detail: Double? = nil
    ) -> [PlacedTile]? {
        if let drape = viewport.drape {
            return covering(drape.camera, zoom: zoom, finest: finest, detail: detail).map(drape.visible)
        }
        let detail = detail ?? viewport.zoom
        switch viewport.perspective {
        case nil: return covering(flat: viewport, zoom: zoom, margin: margin)
        case .plane(let plane)?:
            return TiltedTilePlan(viewport, plane, zoom: zoom, finest: finest, margin: margin, detail: detail)
                .tiles(limit: limit)
        case .sphere(let sphere)?:
            return GlobeTilePlan(viewport, sphere, zoom: zoom, margin: margin, detail: detail).tiles(limit: limit)
        case .projected(let projected)?:
            return ProjectedTilePlan(viewport, projected, zoom: zoom, margin: margin).tiles(limit: limit)
        }
    }

    private static func covering(flat viewport: Viewport, zoom: Int, margin: Double) -> [PlacedTile]? {
        let side = 1 << zoom
        let view =
            margin > 0
            ? viewport.groundToMercator.apply(viewport.pixelRect.inset(by: -margin)) : viewport.mercatorBounds
        guard !view.isNull, view.minY < 1, view.maxY > 0 else { return [] }
        let columns = Double(side) * view.minX...Double(side) * view.maxX
        let rows = max(0, Double(side) * view.minY)...max(0, min(Double(side), Double(side) * view.maxY))
        guard (columns.upperBound - columns.lowerBound + 2) * (rows.upperBound - rows.lowerBound + 2) < Double(limit)
        else { return nil }
        let firstColumn = Int(columns.lowerBound.rounded(.down))
        let lastColumn = Int(columns.upperBound.rounded(.up)) - 1
        let firstRow = min(side - 1, Int(rows.lowerBound.rounded(.down)))
        let lastRow = min(side - 1, max(firstRow, Int(rows.upperBound.rounded(.up)) - 1))
        var tiles: [PlacedTile] = []
        for y in firstRow...lastRow {
            for column in firstColumn...max(firstColumn, lastColumn) {
                let wrap = Int((Double(column) / Double(side)).rounded(.down))
                let tile = PlacedTile(id: TileID(z: zoom, x: column - wrap * side, y: y), wrap: wrap)
                if tile.touches(viewport, margin: margin) { tiles.append(tile) }
            }
        }
        return tiles
    }
}

extension Drape {
    /// Those tiles of the camera's view that touch the tile of the terrain, in the copy of the world that holds longitudes
    /// -180...180.
    fileprivate func visible(_ tiles: [PlacedTile]) -> [PlacedTile] {
        func holds(_ large: TileID, _ small: TileID) -> Bool {
            let zooms = small.z - large.z
            return zooms >= 0 && small.x >> zooms == large.x && small.y >> zooms == large.y
        }
        return tiles.filter { $0.wrap == wrap && (holds($0.id, tile) || holds(tile, $0.id)) }
            .map { PlacedTile(id: $0.id, wrap: 0) }
    }
}

extension PlacedTile {
    /// True when shapes of the tile may reach into a part of a flat image, in pixels; `*-translate` moves them a little.
    func touches(_ viewport: Viewport, area: Rect) -> Bool {
        let square = toPixel(in: viewport).apply(Rect(x: 0, y: 0, width: 1, height: 1))
        return square.intersects(area.inset(by: -32 * viewport.scale))
    }

    /// False when a rotated view does not show the tile.
    func touches(_ viewport: Viewport, margin: Double = 0) -> Bool {
        let unit = Rect(x: 0, y: 0, width: 1, height: 1)
        switch viewport.perspective {
        case nil: return toPixel(in: viewport).apply(unit).intersects(viewport.pixelRect.inset(by: -margin))
        case .plane(let plane)?:
            let quad = unit.corners.map(toPixel(in: viewport).apply)
            return !plane.footprint(margin: margin).clipped(ring: quad).isEmpty
        case .sphere(let sphere)?: return GlobeView(viewport, sphere, margin: margin).shows(id)
        case .projected(let projected)?:
            return ProjectedTilePlan(viewport, projected, zoom: id.z, margin: margin).shows(self)
        }
    }
}

/// What becomes of a tile when those that a view shows are looked for.
private enum TileChoice {
    case none
    /// It is shown as a whole, in a copy of the world.
    case whole(PlacedTile)
    case divided
}

/// Tiles that are chosen, beginning with those of zoom 0.
///
/// - Parameters:
///   - worlds: the copies of the world, from the west.
///   - limit: how many tiles there may be.
///   - choice: what becomes of a tile.
/// - Returns: rows from the north, each from the west; nil for too many tiles, or when the map's time is over.
private func chosenTiles(
    ofWorlds worlds: ClosedRange<Int>, limit: Int, _ choice: (PlacedTile) -> TileChoice
) -> [PlacedTile]? {
    var tiles: [PlacedTile] = []
    func add(_ tile: PlacedTile) -> Bool {
        guard !WorkContext.isCancelled else { return false }
        switch choice(tile) {
        case .none: return true
        case .whole(let shown):
            tiles.append(shown)
            return tiles.count < limit
        case .divided:
            return [(0, 0), (1, 0), (0, 1), (1, 1)].allSatisfy { dx, dy in
                let child = TileID(z: tile.id.z + 1, x: 2 * tile.id.x + dx, y: 2 * tile.id.y + dy)
                return add(PlacedTile(id: child, wrap: tile.wrap))
            }
        }
    }
    guard worlds.allSatisfy({ add(PlacedTile(id: TileID(z: 0, x: 0, y: 0), wrap: $0)) }) else { return nil }
    return tiles.sorted { a, b in
        let (first, second) = (a.mercatorRect, b.mercatorRect)
        return (first.minY, first.minX, a.id.z) < (second.minY, second.minX, b.id.z)
    }
}

/// The tiles that a tilted view shows: the farther away, the lower their zoom, so that their number stays small.
///
/// - SeeAlso: MapLibre GL JS, `covering_tiles.ts`, for the zoom of each tile, and
///   `mercator_covering_tiles_details_provider.ts` for the views that have tiles of one zoom.
struct TiltedTilePlan {
    private let zoom: Int
    /// The highest zoom of tiles that there are.
    private let finest: Int
    /// In the unit square of Web Mercator, as all lengths here; x may leave 0...1.
    private let footprint: ConvexRegion
    /// The point of the ground below the camera.
    private let camera: Point
    /// Nil where tiles of one zoom are not too many.
    private let levels: TileLevelOfDetail?

    init(
        _ viewport: Viewport, _ plane: PlanePerspective, zoom: Int, finest: Int?, margin: Double, detail: Double
    ) {
        self.zoom = zoom
        self.finest = finest ?? zoom
        footprint = ConvexRegion(viewport.groundCorners(margin: margin).map(viewport.groundToMercator.apply))
        camera = viewport.groundToMercator.apply(plane.below)
        let tilt = viewport.tilt
        let aspect = viewport.size.width / viewport.size.height
        let seen = tilt.verticalFieldOfView * (abs(plane.cosRoll) + abs(plane.sinRoll) * aspect)
        // Nothing is farther away than anything else where rays are parallel.
        let isParallel = tilt.verticalFieldOfView <= Tilt.fieldsOfView.lowerBound
        let isDeep = !isParallel && tilt.pitch > max(0, min(60, 78.5 - seen / 2))
        let hasLevels = viewport.terrain != nil || isDeep
        levels = hasLevels ? TileLevelOfDetail(viewport, plane, detail: detail) : nil
    }

    /// Rows from the north, each from the west; nil for too many.
    func tiles(limit: Int) -> [PlacedTile]? {
        guard !footprint.isEmpty else { return [] }
        let worlds = (first: footprint.bounds.minX.rounded(.down), last: footprint.bounds.maxX.rounded(.down))
        guard worlds.last - worlds.first < Double(limit) else { return nil }
        return chosenTiles(ofWorlds: Int(worlds.first)...Int(worlds.last), limit: limit) { tile in
            let square = tile.mercatorRect
            guard footprint.overlaps(square), !footprint.clipped(ring: square.corners).isEmpty else { return .none }
            return tile.id.z < wantedZoom(square) ? .divided : .whole(tile)
        }
    }

    /// The zoom of tiles in a square.
    private func wantedZoom(_ square: Rect) -> Int {
        guard let levels else { return zoom }
        let away = Point(
            max(square.minX - camera.x, 0, camera.x - square.maxX),
            max(square.minY - camera.y, 0, camera.y - square.maxY)
        ).length
        return min(finest, levels.wantedZoom(away: away))
    }
}

/// The tiles that a view of a globe shows: those before its horizon, the farther away from the camera, the lower their zoom.
///
/// - SeeAlso: MapLibre GL JS, `globe_covering_tiles_details_provider.ts`.
struct GlobeTilePlan {
    private let view: GlobeView
    private let zoom: Int
    private let levels: TileLevelOfDetail?
    /// In the unit square of Web Mercator.
    private let camera: Point

    /// Up to this zoom, all tiles have the same.
    private static let lastEvenZoom = 4.0

    init(_ viewport: Viewport, _ sphere: SphericalPerspective, zoom: Int, margin: Double, detail: Double) {
        view = GlobeView(viewport, sphere, margin: margin)
        self.zoom = zoom
        camera = viewport.groundToMercator.apply(sphere.camera.below)
        levels =
            detail.rounded(.down) > Self.lastEvenZoom
            ? TileLevelOfDetail(viewport, sphere.camera, detail: detail) : nil
    }

    /// Rows from the north, each from the west; nil for too many.
    func tiles(limit: Int) -> [PlacedTile]? {
        chosenTiles(ofWorlds: 0...0, limit: limit) { tile in
            guard view.shows(tile.id) else { return .none }
            let wanted = levels?.wantedZoom(away: distance(to: tile.mercatorRect)) ?? zoom
            return tile.id.z < zoom && tile.id.z < wanted ? .divided : .whole(view.nearestCopy(of: tile.id))
        }
    }

    /// From the camera to a square, around the Earth and over the poles, in widths of the world.
    private func distance(to square: Rect) -> Double {
        func away(_ square: Rect) -> Double {
            func x(_ world: Double) -> Double { max(square.minX + world - camera.x, 0, camera.x - square.maxX - world) }
            return max(min(x(-1), x(0), x(1)), square.minY - camera.y, camera.y - square.maxY)
        }
        func mirrored(_ y: Double) -> Rect {
            Rect(minX: square.minX + 0.5, minY: y - square.maxY, maxX: square.maxX + 0.5, maxY: y - square.minY)
        }
        return min(away(square), away(mirrored(0)), away(mirrored(2)))
    }
}

/// What of the globe a view shows, tile by tile.
struct GlobeView {
    private let sphere: SphericalPerspective
    private let viewport: Viewport
    /// The image with a margin.
    private let rect: Rect

    init(_ viewport: Viewport, _ sphere: SphericalPerspective, margin: Double) {
        (self.viewport, self.sphere) = (viewport, sphere)
        rect = viewport.pixelRect.inset(by: -margin)
    }

    /// The copy of the tile that is nearest to the center: on the way from a globe to a plane, they are apart.
    func nearestCopy(of tile: TileID) -> PlacedTile {
        let center = WebMercator.project(viewport.center)
        return PlacedTile(id: tile, wrap: Int((center.x - tile.mercatorRect.center.x).rounded()))
    }

    /// False for a tile behind the horizon or beside the image.
    func shows(_ tile: TileID) -> Bool {
        // Larger tiles go around too much of the globe to be judged by their edges.
        guard tile.z > 1 else { return true }
        let toGround = nearestCopy(of: tile).toPixel(in: viewport)
        let unit = Rect(x: 0, y: 0, width: 1, height: 1).corners
        let seen = sphere.area(of: unit.map(toGround.apply))
        return seen.contains(where: ConvexRegion(rect.corners).meets)
    }
}

/// The zoom of tiles at a distance from the camera: the farther away, the lower.
///
/// - SeeAlso: MapLibre GL JS, `covering_tiles.ts`.
struct TileLevelOfDetail {
    private let detail: Double
    /// Of the camera above the ground, and from the camera to the center, in widths of the world.
    private let (height, distance): (Double, Double)
    private let fieldOfView: Double
    private let pitch: Double
    private let behavior: Double

    /// MapLibre's limits: the zooms in one view, and how many more tiles than from straight above there may be.
    private static let (maxZooms, maxRatio) = (9.314, 3.0)
    /// Nothing is drawn above this pitch, in degrees.
    private static let maxPitch = 89.25

    /// - Parameters:
    ///   - viewport: of the map.
    ///   - camera: that looks at it.
    ///   - detail: the zoom at the center, from which that of the tiles is rounded down.
    init(_ viewport: Viewport, _ camera: PlanePerspective, detail: Double) {
        self.detail = detail
        let unit = viewport.groundToMercator.applyToVector(Point(1, 0)).length
        distance = camera.distance * unit
        height = distance * camera.cosPitch
        let tilt = viewport.tilt
        fieldOfView = tilt.verticalFieldOfView * .pi / 180
        pitch = tilt.pitch * .pi / 180
        func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
        let range = cosine(Self.maxPitch - tilt.verticalFieldOfView) / cosine(Self.maxPitch)
        behavior = 2 * ((Self.maxZooms - 1) / log2(max(1.001, range)) - 1)
    }

    /// The zoom of tiles at a distance from the point below the camera, in widths of the world.
    func wantedZoom(away: Double) -> Int {
        let half = fieldOfView / 2
        let highest = min(Self.maxPitch * .pi / 180, pitch + half)
        let ratio = tileCount(min(highest, pitch - half), highest) / (2 * tileCount(0, half)) / Self.maxRatio
        let direct = (away * away + height * height).squareRoot()
        var wanted = detail + log2(distance / direct / max(0.5, cos(half)))
        wanted += behavior * log2(cos(atan(away / height))) / 2
        wanted -= log2(max(1, ratio)) / 2
        return Int(max(0, min(Double(TileID.maxZoom), wanted.rounded(.down))))
    }

    /// The integral of the cosine's power, by its value at the middle of ten steps, as in MapLibre.
    private func tileCount(_ from: Double, _ to: Double) -> Double {
        let span = to - from
        func value(_ step: Int) -> Double { pow(cos(from + (Double(step) + 0.5) / 10 * span), behavior - 1) }
        return (0..<10).reduce(0) { $0 + span / 10 * value($1) }
    }
}

/// The tiles that a map in another projection than Web Mercator shows. A tile that the map is cut through is there twice.
struct ProjectedTilePlan {
    private let viewport: Viewport
    private let projected: ProjectedPerspective
    private let zoom: Int
    /// The image with a margin.
    private let frame: ConvexRegion
    /// More than it, and less, by what outlines that are known to about a pixel may be wrong.
    private let (outer, inner): (ConvexRegion, Rect)
    /// In points: a tile that is smaller than this, a thirtieth of the usual width, is not divided. There are thousands of such tiles
    /// where a projection shrinks what is far from the area that it is made for.
    private static let smallest = 16.0

    init(_ viewport: Viewport, _ projected: ProjectedPerspective, zoom: Int, margin: Double) {
        (self.viewport, self.projected, self.zoom) = (viewport, projected, zoom)
        let image = viewport.pixelRect.inset(by: -min(margin, ProjectedPerspective.margin))
        frame = ConvexRegion(image.corners)
        (outer, inner) = (ConvexRegion(image.inset(by: -4).corners), image.inset(by: 4))
    }

    /// Rows from the north, each from the west; nil for too many.
    func tiles(limit: Int) -> [PlacedTile]? {
        let window = viewport.mercatorBounds
        guard !window.isNull else { return [] }
        let worlds = Int(window.minX.rounded(.down))...Int(window.maxX.rounded(.down))
        return chosenTiles(ofWorlds: worlds, limit: limit) { tile in
            guard tile.id.z < zoom else { return shows(tile) ? .whole(tile) : .none }
            let outline = roughOutline(of: tile)
            guard isSeen(outline) != .no else { return .none }
            return outline.isWhole && isSmall(outline) ? .whole(tile) : .divided
        }
    }

    private func isSmall(_ outline: Outline) -> Bool {
        let box = outline.rings.reduce(Rect.null) { $0.union(Rect(around: $1)) }
        return max(box.width, box.height) < Self.smallest * viewport.scale
    }

    /// False for a tile beside the image, or beyond where the map is cut.
    func shows(_ tile: PlacedTile) -> Bool {
        switch isSeen(roughOutline(of: tile)) {
        case .yes: true
        case .no: false
        case .perhaps: projected.area(of: corners(of: tile)).contains(where: frame.meets)
        }
    }

    /// What a tile covers of the image, known to about a pixel, which takes a fraction of the time.
    private struct Outline {
        /// Empty for a tile beyond where the map is cut.
        let rings: [[Point]]
        /// False for a tile that is cut.
        let isWhole: Bool
    }

    private func roughOutline(of tile: PlacedTile) -> Outline {
        let corners = corners(of: tile)
        // A tile that only touches the cut is on the other side.
        let inside = projected.region.clipped(ring: corners)
        guard abs(signedArea(inside)) > 1e-9 * abs(signedArea(corners)) else {
            return Outline(rings: [], isWhole: false)
        }
        return Outline(
            rings: projected.roughArea(of: corners), isWhole: projected.region.contains(Rect(around: corners)))
    }

    private enum Answer { case yes, no, perhaps }

    /// Whether the image shows what a tile covers, as far as that is known.
    private func isSeen(_ outline: Outline) -> Answer {
        if outline.rings.contains(where: { inner.contains(Rect(around: $0)) }) { return .yes }
        return outline.rings.contains(where: outer.meets) ? .perhaps : .no
    }

    private func corners(of tile: PlacedTile) -> [Point] {
        Rect(x: 0, y: 0, width: 1, height: 1).corners.map(tile.toPixel(in: viewport).apply)
    }
}
