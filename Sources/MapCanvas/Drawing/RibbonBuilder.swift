// SPDX-License-Identifier: MIT
import MapGeometry

/// Builds the triangle strip along a line.
///
/// Corners follow MapLibre's line bucket, so that lines look the same: a miter up to a limit, then a bevel; a round
/// join is a triangle fan for slight turns, and two half discs for sharp ones.
struct RibbonBuilder {
    /// Sharper turns get additional vertices before and after: cos(75° / 2).
    private static let sharpCosine = 0.793_353_340_291_235_2
    /// Degrees per triangle of a round join.
    private static let degreesPerTriangle = 20.0
    /// Longer miters are flipped: MapLibre's vertices can encode 128 steps of 1/63.
    private static let maxMiter = 2.0

    let outline: RibbonOutline
    private let outset: Double
    /// Distance along the line per pixel.
    private let distanceScale: Double
    private var along: Double
    /// What is built is appended to them.
    var vertices: [Ribbon.Vertex] = []
    /// The points of the line that the new vertices belong to, if they are kept.
    private(set) var centers: [Point] = []
    private let keepsCenters: Bool
    /// Is added to positions.
    private let offset: Point

    init(
        outline: RibbonOutline, shape: Ribbon.Shape, start: Double, stretch: Double, offset: Point, keepsCenters: Bool
    ) {
        self.keepsCenters = keepsCenters
        self.offset = offset
        self.outline = outline
        outset = Double(shape.outset)
        distanceScale = 1 / stretch
        along = start * distanceScale
    }

    /// A line between two vertices.
    private struct Segment {
        let length: Double
        /// The unit normal to the right.
        let normal: Point

        init(_ a: Point, _ b: Point) {
            let d = b - a
            length = d.length
            normal = Point(-d.y, d.x) * (1 / length)
        }
    }

    /// A join at a vertex of the line.
    private struct Corner {
        /// Unit normals of the adjacent segments, to the right.
        let before: Point
        let after: Point
        /// The unit bisector of both normals; zero when the line turns back on itself.
        let middle: Point
        /// The miter length in half widths.
        let miter: Double

        init(_ before: Point, _ after: Point) {
            self.before = before
            self.after = after
            middle = Self.middle(before, after)
            let cosine = middle.x * after.x + middle.y * after.y
            miter = cosine > 1e-9 ? 1 / cosine : .infinity
        }

        static func middle(_ before: Point, _ after: Point) -> Point {
            let sum = before + after
            let length = sum.length
            return length > 1e-9 ? sum * (1 / length) : .zero
        }

        var halfCosine: Double { miter == .infinity ? 0 : 1 / miter }
        var turnsRight: Bool { before.x * after.y - before.y * after.x > 0 }
    }

    mutating func add(_ points: [Point], isRing: Bool) {
        guard points.count >= (isRing ? 3 : 2) else { return }
        guard !points.indices.dropFirst().contains(where: { points[$0] == points[$0 - 1] }) else {
            var line: [Point] = []
            for p in points where line.last != p { line.append(p) }
            add(line, isRing: isRing)
            return
        }
        // Two for each point; a few for the ends.
        let wanted = 2 * points.count + 4
        if vertices.isEmpty { vertices.reserveCapacity(wanted) }
        if keepsCenters { centers.reserveCapacity(wanted) }
        let last = points.count - 1
        // The ends of a ring form one corner.
        let end = isRing ? Segment(points[0], points[1]) : nil
        var arriving = isRing ? Segment(points[last - 1], points[last]) : nil
        for i in 0...last {
            let leaving = i < last ? Segment(points[i], points[i + 1]) : end
            defer { arriving = leaving }
            if let arriving { along += arriving.length * distanceScale }
            guard let before = arriving, let after = leaving else {
                guard let known = (leaving ?? arriving)?.normal else { continue }
                cap(points[i], Corner.middle(known, known), isStart: i == 0)
                continue
            }
            let corner = Corner(before.normal, after.normal)
            guard corner.halfCosine < Self.sharpCosine else {
                join(points[i], corner)
                continue
            }
            let (distance, reach) = (along, outline.cornerReach)
            if i > 0, before.length > 2 * reach {
                along = distance - reach * distanceScale
                pair(points[i].mix(points[i - 1], reach / before.length), before.normal)
                along = distance
            }
            join(points[i], corner)
            if i < last, after.length > 2 * reach {
                along += reach * distanceScale
                pair(points[i].mix(points[i + 1], reach / after.length), after.normal)
                along = distance
            }
        }
    }

    private mutating func join(_ p: Point, _ corner: Corner) {
        let miter = corner.miter
        let limit = outline.join == .bevel ? 1.05 : outline.miterLimit
        switch outline.join {
        case .round where miter < outline.roundLimit:
            mitered(p, corner, limit: outline.miterLimit)
        case .round where miter <= 2:
            beveled(p, corner, isRound: true)
        case .round:
            pair(p, corner.before)
            pair(p, corner.before, 1, 1, isRound: true)
            pair(p, corner.after, -1, -1, isRound: true)
            pair(p, corner.after)
        case .miter: mitered(p, corner, limit: limit)
        case .bevel: cut(p, corner, limit: limit)
        }
    }

    private mutating func mitered(_ p: Point, _ corner: Corner, limit: Double) {
        if corner.miter > limit {
            cut(p, corner, limit: limit)
        } else {
            pair(p, corner.middle * corner.miter)
        }
    }

    /// A bevel, except where the miter is below the limit, or long enough to be flipped.
    private mutating func cut(_ p: Point, _ corner: Corner, limit: Double) {
        if corner.miter < limit {
            pair(p, corner.middle * corner.miter)
        } else if corner.miter > Self.maxMiter {
            let flipped: Point
            if corner.miter > 100 {
                flipped = -corner.after
            } else {
                let length =
                    corner.miter * (corner.before + corner.after).length / (corner.before - corner.after).length
                let across = Point(-corner.middle.y, corner.middle.x)
                flipped = across * (corner.turnsRight ? -length : length)
            }
            pair(p, flipped)
            pair(p, -flipped)
        } else {
            beveled(p, corner, isRound: false)
        }
    }

    private mutating func beveled(_ p: Point, _ corner: Corner, isRound: Bool) {
        let offset = -(max(0, corner.miter * corner.miter - 1)).squareRoot()
        let (right, left) = corner.turnsRight ? (offset, 0) : (0, offset)
        pair(p, corner.before, right, left)
        if isRound {
            let turn = 2 * (max(0, 2 - 2 * corner.halfCosine)).squareRoot()
            let count = Int((turn * 180 / .pi / Self.degreesPerTriangle).rounded())
            for step in stride(from: 1, to: count, by: 1) {
                let between = corner.before.mix(corner.after, Double(step) / Double(count))
                // Interpolated along the chord and normalized: accurate enough for turns of up to 120°.
                let ray = between * ((corner.turnsRight ? -1 : 1) / max(1e-9, between.length))
                vertex(p, ray, cap: 0, isLeft: corner.turnsRight, direction: 0)
            }
        }
        pair(p, corner.after, -right, -left)
    }

    private mutating func cap(_ p: Point, _ normal: Point, isStart: Bool) {
        switch outline.cap {
        case .butt: pair(p, normal)
        case .square: pair(p, normal, isStart ? -1 : 1, isStart ? -1 : 1)
        case .round where isStart:
            pair(p, normal, -1, -1, isRound: true)
            pair(p, normal)
        case .round:
            pair(p, normal)
            pair(p, normal, 1, 1, isRound: true)
        }
    }

    /// Adds a vertex on either side, shifted along the line by multiples of the half width.
    private mutating func pair(
        _ p: Point, _ normal: Point, _ right: Double = 0, _ left: Double = 0, isRound: Bool = false
    ) {
        let a = Point(normal.x + normal.y * right, normal.y - normal.x * right)
        let b = Point(-normal.x + normal.y * left, -normal.y - normal.x * left)
        vertex(p, a, cap: isRound ? 1 : 0, isLeft: false, direction: right)
        vertex(p, b, cap: isRound ? 1 : 0, isLeft: true, direction: -left)
    }

    private mutating func vertex(_ p: Point, _ extrude: Point, cap: Float, isLeft: Bool, direction: Double) {
        var q = p + extrude * outset
        if outline.offset != 0 {
            // The component of the extrusion perpendicular to the line.
            let u = direction == 0 ? 0 : direction < 0 ? -0.5 : 0.5
            let t = 1 - abs(u)
            let across = Point(extrude.x * t - extrude.y * u, extrude.x * u + extrude.y * t)
            q = q + across * (isLeft ? -outline.offset : outline.offset)
        }
        if keepsCenters { centers.append(p) }
        let placed = SIMD2(Float(q.x), Float(q.y)).moved(by: offset)
        vertices.append(
            Ribbon.Vertex(x: placed.x, y: placed.y, cap: cap, side: isLeft ? 1 : -1, along: Float(along)))
    }
}
