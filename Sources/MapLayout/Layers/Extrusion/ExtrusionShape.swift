// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// A building: a footprint between two heights.
struct ExtrusionShape: Sendable {
    /// In pixels of the ground; outer rings run clockwise, holes the other way.
    var rings: [ExtrusionRing]
    /// In pixels of the ground, above it.
    var base: Double
    var height: Double
    /// In metres.
    var baseMeters: Double
    var heightMeters: Double
    var color: Color
    /// Nil for a building in one color.
    var pattern: ExtrusionPattern?
}

/// A ring of a footprint.
struct ExtrusionRing: Sendable {
    /// The edge that ends at a point.
    struct Edge: Sendable {
        /// True for edges that tiling introduced, which have no wall.
        var isCut: Bool
        /// True for edges that run from north to south.
        var isMeridional: Bool
        /// How far along the walls the edge starts and ends, in tile units.
        var (start, end): (Double, Double)
    }

    var points: [Point]
    /// One for each point.
    var edges: [Edge]

    /// - Parameters:
    ///   - ring: in tile units, without repeating the first point.
    ///   - square: of the tile, beyond which tiling cuts.
    init(_ ring: [Point], square: Rect) {
        points = ring
        edges = []
        edges.reserveCapacity(ring.count)
        var along = 0.0
        func add(_ index: Int) {
            let (a, b) = (ring[index == 0 ? ring.count - 1 : index - 1], ring[index])
            let isCut =
                (a.x == b.x && (a.x < square.minX || a.x > square.maxX))
                || (a.y == b.y && (a.y < square.minY || a.y > square.maxY))
            let length = a.distance(to: b)
            // As in MapLibre, whose attribute holds no larger number.
            if along + length > 32768 { along = 0 }
            edges.append(Edge(isCut: isCut, isMeridional: a.x == b.x, start: along + length, end: along))
            if !isCut { along += length }
        }
        for index in ring.indices.dropFirst() { add(index) }
        // The edge that closes the ring is the last one.
        add(0)
        edges.insert(edges.removeLast(), at: 0)
    }

    /// The ring in the other direction.
    var reversed: ExtrusionRing {
        var copy = self
        copy.points.reverse()
        copy.edges = points.indices.map { index in
            var edge = edges[index == 0 ? 0 : points.count - index]
            (edge.start, edge.end) = (edge.end, edge.start)
            return edge
        }
        return copy
    }
}
