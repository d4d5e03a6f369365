// SPDX-License-Identifier: MIT
import MapPlane

/// `within`: true when the feature's points or lines lie inside polygons altogether.
///
/// Both are compared on the grid of the feature's tile, so that what touches the boundary there is outside.
final class WithinNode: ExpressionNode {
    let traits: NodeTraits
    var children: [any ExpressionNode] { [] }
    /// In Web Mercator, the world being the unit square.
    private let polygons: [[[Point]]]

    init(_ shape: GeoShape, key: String) {
        polygons = shape.polygons.map { $0.map { $0.map(Self.project) } }
        // Each vertex is looked at for each point.
        let vertices = polygons.joined().reduce(0) { $0 + $1.count }
        traits = NodeTraits(.boolean, key, adding: .feature, steps: vertices / 4)
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
        let world = power(2, Double(min(max(context.tileZoom ?? Self.finestZoom, 0), 30))) * 8192
        func snap(_ p: Point) -> Point { Point((p.x * world).rounded(), (p.y * world).rounded()) }
        let grid = polygons.map { $0.map { $0.map(snap) } }
        let bounds = Bounds(grid.joined().joined())
        var parts = feature.lonLatGeometry.map { $0.map { snap(Self.project($0)) } }.filter { !$0.isEmpty }
        for index in parts.indices where !isLine || Bounds(parts[index]).width <= world / 2 {
            parts[index] = parts[index].map { bounds.wrap($0, world: world) }
        }
        guard !parts.isEmpty, bounds.contains(Bounds(parts.joined())) else { return false }
        if isLine {
            return parts.allSatisfy { line in grid.contains { Self.holds($0, line) } }
        }
        return parts.joined().allSatisfy { p in grid.contains { MapStyle.contains($0, p, boundary: false) } }
    }

    private static func holds(_ polygon: [[Point]], _ line: [Point]) -> Bool {
        guard line.allSatisfy({ MapStyle.contains(polygon, $0, boundary: false) }) else { return false }
        for index in line.indices.dropLast() {
            let piece = Segment(start: line[index], end: line[index + 1])
            for ring in polygon {
                for corner in ring.indices.dropLast()
                where piece.crosses(Segment(start: ring[corner], end: ring[corner + 1])) { return false }
            }
        }
        return true
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
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
