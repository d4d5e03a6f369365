// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapGeo
import MapGeometry
import Synchronization

/// `within`: true when the feature's points or lines lie inside polygons altogether.
///
/// Both are compared on the grid of the feature's tile, so that what touches the boundary there is outside.
final class WithinNode: LeafNode {
    let traits: NodeTraits
    /// In Web Mercator, the world being the unit square.
    private let polygons: [[[Point]]]
    /// The polygons on the grids of the zooms that were evaluated last.
    private let grids = Mutex<[Int: Grid]>([:])
    private static let maxGrids = 4

    init(_ shape: GeoShape, key: ExpressionKey) {
        polygons = shape.polygons.map { $0.map { $0.map(Self.project) } }
        // The edges that are looked at for each point.
        let edges = polygons.reduce(0) { $0 + EdgeIndex($1).longestSearch }
        traits = NodeTraits(.boolean, key, adding: .feature, steps: edges / 4)
    }

    /// The polygons on the grid of a zoom.
    private struct Grid {
        let bounds: Bounds
        let polygons: [EdgeIndex]
    }

    private func grid(zoom: Int, _ snap: (Point) -> Point) -> Grid {
        grids.withLock { grids in
            if let grid = grids[zoom] { return grid }
            let snapped = polygons.map { $0.map { $0.map(snap) } }
            let grid = Grid(bounds: Bounds(snapped.joined().joined()), polygons: snapped.map(EdgeIndex.init))
            if grids.count >= Self.maxGrids { grids.removeAll() }
            grids[zoom] = grid
            return grid
        }
    }

    private static func project(_ p: Point) -> Point {
        let (x, y) = mercator(longitude: p.x, latitude: p.y)
        return Point(x, y)
    }

    /// Where no tile is known: finer than any tile's grid, still exact in doubles.
    private static let finestZoom = 24

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }

    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
        guard let feature = context.feature else { return false }
        let isLine = feature.geometryType == "LineString"
        guard isLine || feature.geometryType == "Point" else { return false }
        // 8192 units per tile: the extent that the reference works in.
        let zoom = min(max(context.tileZoom ?? Self.finestZoom, 0), 30)
        let world = power(2, Double(zoom)) * 8192
        func snap(_ p: Point) -> Point { Point((p.x * world).rounded(), (p.y * world).rounded()) }
        let grid = grid(zoom: zoom, snap)
        var parts = feature.lonLatGeometry.map { $0.map { snap(Self.project($0)) } }.filter { !$0.isEmpty }
        for index in parts.indices where !isLine || Bounds(parts[index]).width <= world / 2 {
            parts[index] = parts[index].map { grid.bounds.wrap($0, world: world) }
        }
        guard !parts.isEmpty, grid.bounds.contains(Bounds(parts.joined())) else { return false }
        var meter = SearchMeter()
        if isLine {
            return parts.allSatisfy { line in grid.polygons.contains { Self.holds($0, line, &meter) } }
        }
        return parts.joined().allSatisfy { p in
            grid.polygons.contains { $0.contains(p, boundary: false, &meter) }
        }
    }

    private static func holds(_ polygon: EdgeIndex, _ line: [Point], _ meter: inout SearchMeter) -> Bool {
        line.allSatisfy { polygon.contains($0, boundary: false, &meter) }
            && !zip(line, line.dropFirst()).contains { polygon.isCrossed(by: Segment(start: $0, end: $1), &meter) }
    }
}

/// The least box around points.
private struct Bounds {
    var minX = Double.infinity
    var minY = Double.infinity
    var maxX = -Double.infinity
    var maxY = -Double.infinity

    init(_ points: some Sequence<Point>) {
        for p in points {
            minX = min(minX, p.x)
            minY = min(minY, p.y)
            maxX = max(maxX, p.x)
            maxY = max(maxY, p.y)
        }
    }

    var width: Double { maxX - minX }

    /// True when the other box lies inside and touches no side.
    func contains(_ other: Bounds) -> Bool {
        other.minX > minX && other.maxX < maxX && other.minY > minY && other.maxY < maxY
    }

    /// The copy of a point, a world further, that is nearer to this box when it lies more than half a world off.
    func wrap(_ p: Point, world: Double) -> Point {
        guard p.x < minX || p.x > maxX else { return p }
        let half = world / 2
        for side in [minX, maxX] {
            if p.x - side > half { return Point(p.x - world, p.y) }
            if side - p.x > half { return Point(p.x + world, p.y) }
        }
        return p
    }
}

/// The geometry of a GeoJSON literal, longitude in x and latitude in y.
struct GeoShape: Sendable {
    var points: [Point] = []
    var lines: [[Point]] = []
    /// Each a list of rings.
    var polygons: [[[Point]]] = []

    init() {}

    /// Reads a geometry, a feature or a feature collection; broken features are left out.
    init(_ node: JSONNode) {
        let anywhere = GeoJSONGeometry.Limits(longitude: .infinity, latitude: .infinity)
        for geometry in GeoJSONFeature.all(in: node, anywhere).flatMap(\.geometries) {
            switch geometry {
            case .points(let points): self.points += points.map(Point.init)
            case .lines(let lines): self.lines += lines.filter { !$0.isEmpty }.map { $0.map(Point.init) }
            case .polygons(let polygons):
                self.polygons += polygons.map { rings in
                    rings.filter { !$0.isEmpty }.map { $0.map(Point.init) }
                }.filter { !$0.isEmpty }
            }
        }
    }
}

extension Point {
    fileprivate init(_ c: Coordinate) { self.init(c.longitude, c.latitude) }
}
