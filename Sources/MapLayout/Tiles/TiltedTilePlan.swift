// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The tiles that a tilted view shows: the farther away, the lower their zoom, so that their number stays small.
///
/// - SeeAlso: MapLibre GL JS, `covering_tiles.ts`, for the zoom of each tile.
struct TiltedTilePlan {
    private let perspective: Perspective
    private let zoom: Int
    private let detail: Double
    /// In the unit square of Web Mercator, as all lengths here; x may leave 0...1.
    private let footprint: ConvexRegion
    /// The point of the ground below the camera.
    private let camera: Point
    /// Of the camera above the ground, and from the camera to the center.
    private let (height, distance): (Double, Double)
    private let fieldOfView: Double
    private let pitch: Double
    /// True where tiles of one zoom would be too many.
    private let isGraded: Bool
    private let behavior: Double

    /// MapLibre's limits: the zooms in one view, and how many more tiles than from straight above there may be.
    private static let (maxZooms, maxRatio) = (9.314, 3.0)
    /// Nothing is drawn above this pitch, in degrees.
    private static let maxPitch = 89.25

    init(_ viewport: Viewport, _ perspective: Perspective, zoom: Int, margin: Double, detail: Double) {
        self.perspective = perspective
        self.zoom = zoom
        self.detail = detail
        footprint = ConvexRegion(viewport.groundCorners(margin: margin).map(viewport.groundToMercator.apply))
        let below = perspective.focus + Point(0, perspective.distance * perspective.sinPitch)
        camera = viewport.groundToMercator.apply(below)
        let unit = viewport.groundToMercator.applyToVector(Point(1, 0)).length
        distance = perspective.distance * unit
        height = distance * perspective.cosPitch
        let tilt = viewport.tilt
        fieldOfView = tilt.verticalFieldOfView * .pi / 180
        pitch = tilt.pitch * .pi / 180
        let aspect = viewport.size.width / viewport.size.height
        let seen = tilt.verticalFieldOfView * (abs(perspective.cosRoll) + abs(perspective.sinRoll) * aspect)
        isGraded = tilt.pitch > max(0, min(60, 78.5 - seen / 2))
        func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
        let range = cosine(Self.maxPitch - tilt.verticalFieldOfView) / cosine(Self.maxPitch)
        behavior = 2 * ((Self.maxZooms - 1) / log2(max(1.001, range)) - 1)
    }

    /// Rows from the north, each from the west; nil for too many.
    func tiles(limit: Int) -> [PlacedTile]? {
        guard !footprint.isEmpty else { return [] }
        var tiles: [PlacedTile] = []
        let worlds = (first: footprint.bounds.minX.rounded(.down), last: footprint.bounds.maxX.rounded(.down))
        guard worlds.last - worlds.first < Double(limit) else { return nil }
        for wrap in Int(worlds.first)...Int(worlds.last) {
            guard add(PlacedTile(id: TileID(z: 0, x: 0, y: 0), wrap: wrap), to: &tiles, limit: limit) else {
                return nil
            }
        }
        return tiles.sorted { a, b in
            let (first, second) = (a.mercatorRect, b.mercatorRect)
            return (first.minY, first.minX, a.id.z) < (second.minY, second.minX, b.id.z)
        }
    }

    /// Adds a tile or its descendants; false for too many.
    private func add(_ tile: PlacedTile, to tiles: inout [PlacedTile], limit: Int) -> Bool {
        let square = tile.mercatorRect
        guard footprint.overlaps(square), !footprint.clipped(ring: square.corners).isEmpty else { return true }
        guard tile.id.z < zoom, tile.id.z < wantedZoom(square) else {
            tiles.append(tile)
            return tiles.count < limit
        }
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let child = TileID(z: tile.id.z + 1, x: 2 * tile.id.x + dx, y: 2 * tile.id.y + dy)
            guard add(PlacedTile(id: child, wrap: tile.wrap), to: &tiles, limit: limit) else { return false }
        }
        return true
    }

    /// The zoom of tiles in a square.
    private func wantedZoom(_ square: Rect) -> Int {
        guard isGraded else { return zoom }
        let away = Point(
            max(square.minX - camera.x, 0, camera.x - square.maxX),
            max(square.minY - camera.y, 0, camera.y - square.maxY)
        ).length
        let half = fieldOfView / 2
        let highest = min(Self.maxPitch * .pi / 180, pitch + half)
        let ratio = tileCount(min(highest, pitch - half), highest) / (2 * tileCount(0, half)) / Self.maxRatio
        let direct = (away * away + height * height).squareRoot()
        var wanted = detail + log2(distance / direct / max(0.5, cos(half)))
        wanted += behavior * log2(cos(atan(away / height))) / 2
        wanted -= log2(max(1, ratio)) / 2
        return max(0, Int(wanted.rounded(.down)))
    }

    /// The integral of the cosine's power, by its value at the middle of ten steps, as in MapLibre.
    private func tileCount(_ from: Double, _ to: Double) -> Double {
        (0..<10).reduce(0) {
            $0 + (to - from) / 10 * pow(cos(from + (Double($1) + 0.5) / 10 * (to - from)), behavior - 1)
        }
    }
}
