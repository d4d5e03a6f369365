// SPDX-License-Identifier: MIT
import MapCore
package import MapGeometry

/// The heights of the ground, from tiles of elevation data.
///
/// - SeeAlso: MapLibre GL JS, `terrain.ts`, for where between samples heights are interpolated.
package final class Terrain: Sendable {
    /// The samples of a square tile.
    package struct Tile: Sendable {
        /// Samples along a side.
        let side: Int
        /// In metres; `(side + 2)²` samples, with a border of those of the neighbors.
        let heights: [Float]
        /// The lowest and the highest sample.
        package let range: ClosedRange<Double>

        package init(side: Int, heights: [Float]) {
            precondition(side > 0 && heights.count == (side + 2) * (side + 2), "a tile has a border")
            (self.side, self.heights) = (side, heights)
            let (low, high) = (heights.min() ?? 0, heights.max() ?? 0)
            range = low <= high ? Double(low)...Double(high) : 0...0
        }

        /// The height at a position in fractions of the tile's sides, interpolated.
        fileprivate func height(_ u: Double, _ v: Double) -> Double {
            let (x, y) = (max(0, min(1, u)) * Double(side), max(0, min(1, v)) * Double(side))
            let (column, row) = (min(side - 1, Int(x)), min(side - 1, Int(y)))
            let (across, down) = (x - Double(column), y - Double(row))
            let start = (row + 1) * (side + 2) + column + 1
            func sample(_ offset: Int) -> Double { Double(heights[start + offset]) }
            let upper = sample(0) * (1 - across) + sample(1) * across
            let lower = sample(side + 2) * (1 - across) + sample(side + 3) * across
            return upper * (1 - down) + lower * down
        }
    }

    /// The part of a tile of elevation data that lies below a tile of the map.
    package struct Patch: Sendable {
        fileprivate let tile: Tile
        fileprivate let (left, top, side): (Double, Double, Double)
        fileprivate let exaggeration: Double

        /// Samples along a side.
        package var sampleCount: Int { max(1, Int((side * Double(tile.side)).rounded(.up))) }
        /// True where all heights are the same.
        package var isLevel: Bool { tile.range.lowerBound == tile.range.upperBound || exaggeration == 0 }

        /// The height in metres at a position in fractions of the map tile's sides.
        package func height(_ u: Double, _ v: Double) -> Double {
            tile.height(left + u * side, top + v * side) * exaggeration
        }
    }

    private let tiles: [TileID: Tile]
    /// The zooms that tiles have, the highest first.
    private let zooms: [Int]
    /// What heights are multiplied by.
    package let exaggeration: Double
    /// The side of a tile of elevation data at its own zoom, in points.
    package let tileSize: Double
    /// The lowest and the highest height, in metres.
    package let range: ClosedRange<Double>

    package init(_ tiles: [TileID: Tile], exaggeration: Double, tileSize: Double = 256) {
        self.tiles = tiles
        (self.exaggeration, self.tileSize) = (exaggeration, tileSize)
        zooms = Set(tiles.keys.map(\.z)).sorted(by: >)
        let (low, high) = (tiles.values.map(\.range.lowerBound).min(), tiles.values.map(\.range.upperBound).max())
        let (lowest, highest) = ((low ?? 0) * exaggeration, (high ?? 0) * exaggeration)
        range = lowest <= highest ? lowest...highest : 0...0
    }

    /// The height in metres at a position in the unit square of Web Mercator, where x may leave 0...1; 0 where there is no
    /// data.
    package func height(at position: Point) -> Double {
        finest(at: position).map { $0.patch.height($0.place.x, $0.place.y) } ?? 0
    }

    /// The lowest height of the tile of elevation data at a position, in metres.
    package func lowestHeight(around position: Point) -> Double {
        finest(at: position).map { $0.patch.tile.range.lowerBound * exaggeration } ?? 0
    }

    /// The most detailed data at a position, and where in them it is.
    private func finest(at position: Point) -> (patch: Patch, place: Point)? {
        let x = position.x - position.x.rounded(.down)
        guard position.y >= 0, position.y < 1, x < 1, let zoom = zooms.first else { return nil }
        let count = Double(1 << zoom)
        let id = TileID(z: zoom, x: Int(x * count), y: Int(position.y * count))
        return patch(of: id, zooms: zooms).map {
            ($0, Point(x * count - Double(id.x), position.y * count - Double(id.y)))
        }
    }

    /// The data below a mesh: the most detailed of those that have half of its resolution, or else of its own; nil where
    /// there are none.
    package func patch(below mesh: TileID) -> Patch? {
        patch(of: mesh, zooms: zooms.filter { $0 < max(1, mesh.z) })
            ?? patch(of: mesh, zooms: zooms.filter { $0 == mesh.z })
    }

    /// The most detailed data of a tile, at some zooms.
    private func patch(of id: TileID, zooms: [Int]) -> Patch? {
        for zoom in zooms {
            let depth = id.z - zoom
            let ancestor = TileID(z: zoom, x: id.x >> depth, y: id.y >> depth)
            guard let tile = tiles[ancestor] else { continue }
            let parts = Double(1 << depth)
            return Patch(
                tile: tile, left: Double(id.x - (ancestor.x << depth)) / parts,
                top: Double(id.y - (ancestor.y << depth)) / parts, side: 1 / parts, exaggeration: exaggeration)
        }
        return nil
    }
}

extension Terrain: Hashable {
    package static func == (a: Terrain, b: Terrain) -> Bool { a === b }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Viewport {
    /// Pixels of the ground per metre at the center.
    package var pixelsPerMeter: Double { scale / metersPerPoint }

    /// How far the ground at a point, in its pixels, lies above that at the center, in pixels; 0 on a level map.
    package func groundHeight(at p: Point) -> Double {
        guard let terrain else { return 0 }
        return (terrain.height(at: groundToMercator.apply(p)) - centerHeight) * pixelsPerMeter
    }

    /// How the camera sees the plane at the ground's height at a point, in pixels of the ground; nil on a flat map.
    package func perspective(at p: Point) -> Perspective? {
        terrain == nil ? perspective : perspective?.raised(by: groundHeight(at: p))
    }

    /// The lowest and the highest ground, in pixels above the center; of planes at these heights, none is seen from below.
    private var groundHeights: ClosedRange<Double> {
        guard let terrain else { return 0...0 }
        let low = (terrain.range.lowerBound - centerHeight) * pixelsPerMeter
        return min(0, low)...max(0, min(cameraHeight * 0.95, highestGround))
    }

    /// The highest ground, in pixels above the center; mountains may rise above the camera.
    private var highestGround: Double {
        terrain.map { max(0, ($0.range.upperBound - centerHeight) * pixelsPerMeter) } ?? 0
    }

    /// Around the image, in pixels: what the box around a globe holds besides what is seen.
    private static let globeSlack = 8.0

    /// A convex outline of the ground that the image and a margin around it may show, in its pixels: the footprint, and
    /// those at the heights of the lowest and of the highest ground.
    package func groundCorners(margin: Double) -> [Point] {
        guard let perspective else { return pixelRect.inset(by: -margin).corners }
        if let globeCorners, margin <= Self.globeSlack { return globeCorners }
        guard terrain != nil else { return perspective.footprint(margin: margin).corners }
        let heights = groundHeights
        let corners = [heights.lowerBound, 0, heights.upperBound].flatMap {
            perspective.raised(by: $0).footprint(margin: margin).corners
        }
        return convexHull(corners)
    }

    /// The ground that is seen at a pixel of a map with a terrain, behind which hills may hide other ground; nil where the sky
    /// is seen, and on maps without a terrain.
    func groundSeen(atPixel pixel: Point) -> Point? {
        guard terrain != nil, let perspective else { return nil }
        if let sight { return firstGround(atPixel: pixel, sight) }
        // Where lines of sight are not straight, hills hide nothing.
        guard case .sphere(let sphere) = perspective else { return perspective.ground(at: pixel) }
        return sphere.ground(at: pixel).flatMap { sphere.ground(at: pixel, from: $0, height: groundHeight) }
    }

    /// Between which depths ground is looked for, and where the line of sight of a pixel is at a depth: the ground below, and how
    /// far above that of the center.
    private typealias Sight = (
        depths: ClosedRange<Double>, position: (_ pixel: Point, _ depth: Double) -> (ground: Point, height: Double)
    )

    /// Nil on flat maps, and where lines of sight are not straight: in other projections, and on the way from a ball to a plane.
    private var sight: Sight? {
        switch perspective {
        case .plane(let camera): (camera.depths, camera.position)
        case .sphere(let sphere) where sphere.globe.shape.blend == 1: (sphere.camera.depths, sphere.position)
        case .sphere, .projected, nil: nil
        }
    }

    private func isBelowGround(_ position: (ground: Point, height: Double), top: Double) -> Bool {
        position.height <= top && position.height <= groundHeight(at: position.ground)
    }

    /// The ground at which a line of sight ends.
    private func firstGround(atPixel pixel: Point, _ sight: Sight) -> Point? {
        let top = highestGround
        func isBelow(_ depth: Double) -> Bool { isBelowGround(sight.position(pixel, depth), top: top) }
        var (near, far) = (sight.depths.lowerBound, sight.depths.lowerBound)
        while !isBelow(far) {
            guard far < sight.depths.upperBound else { return nil }
            (near, far) = (far, min(sight.depths.upperBound, far * Self.stride))
        }
        for _ in 0..<40 {
            let middle = (near + far) / 2
            if isBelow(middle) { far = middle } else { near = middle }
        }
        return sight.position(pixel, (near + far) / 2).ground
    }

    /// The part of the image in which ground is seen, in pixels: up to the horizon, with hills that rise above it.
    package var visibleImage: [Point] {
        guard let perspective else { return pixelRect.corners }
        let level = ConvexRegion(perspective.visibleImage())
        guard terrain != nil, let sight, !level.contains(pixelRect) else { return level.corners }
        let (rect, camera) = (pixelRect, perspective.camera)
        let (up, across) = (Point(-camera.sinRoll, -camera.cosRoll), Point(camera.cosRoll, -camera.sinRoll))
        let width = abs(across.x) * rect.width + abs(across.y) * rect.height
        let columns = Int((width / (Self.columnWidth * scale)).rounded(.up))
        var (bottoms, tops): ([Point], [Point]) = ([], [])
        for column in 0...columns where !WorkContext.isCancelled {
            let base = rect.center + across * (width * (Double(column) / Double(columns) - 0.5))
            let reach = up * (rect.width + rect.height)
            guard let (enter, leave) = clippedSegment(base - reach, base + reach, rect) else { continue }
            let ends = [enter, leave].map { (base - reach).mix(base + reach, $0) }
            let ground = level.clippedSegment(ends[0], ends[1]) ?? (0, 0)
            bottoms.append(ends[0].mix(ends[1], ground.enter))
            tops.append(groundEnd(from: ends[0].mix(ends[1], ground.leave), to: ends[1], sight))
        }
        return simplified(bottoms + tops.reversed(), tolerance: Self.outlineTolerance, closed: true)
    }

    /// How far apart the lines are along which the ends of the ground are looked for, in points, and how exactly, in pixels.
    private static let (columnWidth, outlineTolerance) = (4.0, 0.5)

    /// Where the ground ends along a line that goes upwards in the image. What is near is below a line of sight that is raised
    /// above what is far.
    private func groundEnd(from start: Point, to end: Point, _ sight: Sight) -> Point {
        let length = start.distance(to: end)
        guard length > 0 else { return start }
        let (top, step) = (highestGround, (end - start) * (Self.outlineTolerance / length))
        let steps = Int(length / Self.outlineTolerance)
        var (raised, depth) = (0, sight.depths.lowerBound)
        while true {
            while isBelowGround(sight.position(start + step * Double(raised), depth), top: top) {
                raised += 1
                if raised > steps { return end }
            }
            guard depth < sight.depths.upperBound else { return start + step * Double(raised) }
            depth = min(sight.depths.upperBound, depth * Self.stride)
        }
    }

    /// How much farther the next ground is looked for.
    private static let stride = 1.004

    /// True when a hill hides what stands at a point of the ground, in its pixels.
    package func isHidden(at p: Point) -> Bool {
        guard terrain != nil, let perspective else { return false }
        let (height, top) = (groundHeight(at: p), highestGround)
        let (length, point): (Double, (Double) -> (ground: Point, height: Double))
        switch perspective {
        case .plane(let camera):
            let (way, rise) = (camera.below - p, cameraHeight - height)
            guard way.length > 0 else { return rise <= 0 }
            length = way.length
            point = { (p + way * $0, height + rise * $0) }
        case .sphere(let sphere):
            // On the way from a ball to a plane, lines of sight are not straight.
            guard sphere.globe.shape.blend == 1 else { return false }
            (length, point) = sphere.way(from: p, height: height)
        case .projected: return false
        }
        // What is hidden by less than this is not: MapLibre's depth has as little precision.
        let tolerance = max(2, length / 100)
        var distance = tolerance
        while distance < length {
            let ray = point(distance / length)
            guard ray.height < top else { return false }
            if groundHeight(at: ray.ground) > ray.height + tolerance / 4 { return true }
            distance += max(1, min(distance, length - distance) / 64)
        }
        return false
    }
}

/// What a part of a map that is draped over a terrain takes from the camera that looks at it.
package final class Drape: Sendable {
    /// The view of the whole map.
    package let camera: Viewport
    /// The part of the ground.
    package let tile: TileID
    /// The copy of the world that the tile lies in.
    package let wrap: Int

    package init(camera: Viewport, tile: TileID, wrap: Int) {
        (self.camera, self.tile, self.wrap) = (camera, tile, wrap)
    }
}

extension Drape: Hashable {
    package static func == (a: Drape, b: Drape) -> Bool {
        a === b || (a.tile == b.tile && a.wrap == b.wrap && a.camera == b.camera)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(tile)
        hasher.combine(wrap)
    }
}
