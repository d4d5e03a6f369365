// SPDX-License-Identifier: MIT

// Areas and lines of the ground on a globe: they are bent with it, and end at its horizon.

/// A point of the ground and what it is on the sphere.
private struct GlobeVertex {
    var ground: Point
    var direction: SIMD3<Double>
    /// Positive before the horizon.
    var facing: Double

    func mix(_ other: GlobeVertex, _ fraction: Double) -> GlobeVertex {
        GlobeVertex(
            ground: ground.mix(other.ground, fraction), direction: direction + (other.direction - direction) * fraction,
            facing: facing + (other.facing - facing) * fraction)
    }
}

extension SphericalPerspective {
    /// How far edges may deviate from the true curve, in pixels; the edges of tiles less, so that they meet.
    private static let (tolerance, tileTolerance) = (0.1, 0.01)
    private static let maxParts = 4096.0

    /// The area of a ring of the ground as seen: rings to be filled together.
    ///
    /// Edges along the end of the ground are taken to the pole, so that the poles are closed. Whatever is behind the horizon is
    /// moved to it; the winding of the ring around the point opposite to the camera tells whether the horizon is inside.
    package func area(of ring: [Point]) -> [[Point]] {
        guard ring.count >= 3 else { return [] }
        if lift == 0, let window, let parts = parts(of: closed(ring), in: window) {
            return parts.map { part in
                let edges = bent(part + part.prefix(1), isClosed: false).dropLast()
                return image(ofRing: edges.map { globe.position($0.ground, $0.direction, height: 0) })
            }
        }
        let vertices = bent(ring, isClosed: true)
        if vertices.allSatisfy({ $0.facing >= 0 }) {
            let image = image(ofRing: vertices.map { globe.position($0.ground, $0.direction, height: lift) })
            return image.count < 3 ? [] : [image]
        }
        let winding = winding(of: vertices, around: globe.opposite)
        // A ring behind the horizon may go around all that lies before it.
        guard
            winding != 0 || vertices.contains(where: { $0.facing > 0 })
                || self.winding(of: vertices, around: globe.towardsCamera) != 0
        else { return [] }
        var rings: [[Point]] = []
        let shown = image(ofRing: movedToHorizon(vertices).map(globe.position(at:)))
        if shown.count >= 3 { rings.append(shown) }
        if winding != 0 {
            var circle = outline()
            if (signedArea(circle) > 0) != (winding > 0) { circle.reverse() }
            if circle.count >= 3 { rings += Array(repeating: circle, count: min(abs(winding), 8)) }
        }
        return rings
    }

    private func closed(_ ring: [Point]) -> [Point] {
        closedAtPoles(ring, pole: Globe.poleIsometric, globe.angles(of:), globe.ground(east:isometric:))
    }

    /// The parts of a ring in a window of the ground, in whichever copies of the world it is; nil for a ring in too many of them.
    private func parts(of ring: [Point], in window: ConvexRegion) -> [[Point]]? {
        copies(of: ring, near: window, margin: 0)?.map { window.clipped(ring: $0) }.filter { !$0.isEmpty }
    }

    /// A line or ring in each copy of the world in which it may be in a window or a margin around it; nil for too many.
    private func copies(of line: [Point], near window: ConvexRegion, margin: Double) -> [[Point]]? {
        let turn = globe.turn
        let square = turn.x * turn.x + turn.y * turn.y
        func turns(_ points: [Point]) -> (low: Double, high: Double) {
            points.reduce(into: (.infinity, -.infinity)) { range, p in
                let along = (p.x * turn.x + p.y * turn.y) / square
                range = (min(range.0, along), max(range.1, along))
            }
        }
        let (seen, own) = (turns(window.corners), turns(line))
        let reach = margin / square.squareRoot()
        let (first, last) = (
            (seen.low - reach - own.high).rounded(.up), (seen.high + reach - own.low).rounded(.down)
        )
        guard last - first < 64 else { return nil }
        return stride(from: first, through: last, by: 1).map { copy in
            copy == 0 ? line : line.map { $0 + turn * copy }
        }
    }

    /// The parts of a line of the ground that are seen, in the image.
    package func lines(of line: [Point]) -> [[Point]] {
        seenVertices(of: line).map { run in
            run.map { vertex in
                let position = globe.position(vertex.ground, vertex.direction, height: lift)
                return camera.image(of: position, depth: max(camera.depths.lowerBound / 2, camera.depth(at: position)))
            }
        }
    }

    /// The parts of a line that are seen, on the ground, divided so that they can be bent; with the line's length before each.
    package func runs(of line: [Point]) -> [(points: [Point], start: Double)] {
        guard let first = line.first else { return [] }
        var (last, along) = (first, 0.0)
        return seenVertices(of: line) { vertex in
            along += last.distance(to: vertex.ground)
            last = vertex.ground
            return along
        }
    }

    /// As `runs(of:)`, for what is within a margin around the image, in pixels.
    package func runs(of line: [Point], margin: Double) -> [(points: [Point], start: Double)] {
        guard lift == 0, let window, let copies = copies(of: line, near: window, margin: margin) else {
            return runs(of: line)
        }
        let near = window.expanded(by: margin)
        return copies.flatMap { copy in
            near.clipped(line: copy).flatMap { part in
                runs(of: part.points).map { (points: $0.points, start: part.start + $0.start) }
            }
        }
    }

    private func seenVertices(of line: [Point]) -> [[GlobeVertex]] {
        var runs: [[GlobeVertex]] = []
        forEachSeen(line) { vertex, isFirst in
            if isFirst { runs.append([vertex]) } else { runs[runs.count - 1].append(vertex) }
        } _: { _ in
        }
        return runs.filter { $0.count > 1 }
    }

    private func seenVertices(
        of line: [Point], length: (GlobeVertex) -> Double
    ) -> [(points: [Point], start: Double)] {
        var runs: [(points: [Point], start: Double)] = []
        var along = 0.0
        forEachSeen(line) { vertex, isFirst in
            along = length(vertex)
            if isFirst {
                runs.append(([vertex.ground], along))
            } else {
                runs[runs.count - 1].points.append(vertex.ground)
            }
        } _: { hidden in
            along = length(hidden)
        }
        return runs.filter { $0.points.count > 1 }
    }

    private func forEachSeen(
        _ line: [Point], _ body: (_ vertex: GlobeVertex, _ isFirst: Bool) -> Void,
        _ hidden: (GlobeVertex) -> Void
    ) {
        let near = camera.depths.lowerBound
        // Positive where the point is seen; its zero is where the line is cut.
        func margin(_ vertex: GlobeVertex) -> Double {
            let depth = camera.depth(at: globe.position(vertex.ground, vertex.direction, height: lift))
            return min(vertex.facing, (depth - near) / globe.radius)
        }
        var previous: (vertex: GlobeVertex, margin: Double)?
        for vertex in bent(line, isClosed: false) {
            let here = margin(vertex)
            if let (last, before) = previous {
                if (before >= 0) != (here >= 0) { body(last.mix(vertex, before / (before - here)), !(before >= 0)) }
                if here >= 0 { body(vertex, false) } else { hidden(vertex) }
            } else if here >= 0 {
                body(vertex, true)
            } else {
                hidden(vertex)
            }
            previous = (vertex, here)
        }
    }

    // MARK: - Edges

    private func vertex(_ p: Point) -> GlobeVertex {
        let direction = globe.direction(of: p)
        return GlobeVertex(ground: p, direction: direction, facing: globe.facing(direction))
    }

    /// A line or ring with its edges divided so that they follow the sphere.
    private func bent(_ line: [Point], isClosed: Bool) -> [GlobeVertex] {
        guard let first = line.first else { return [] }
        var result: [GlobeVertex] = []
        result.reserveCapacity(line.count * 2)
        result.append(vertex(first))
        for (a, b) in zip(line, line.dropFirst()) { appendEdge(from: a, to: b, isClosed, &result) }
        if isClosed, let last = line.last, last != first {
            appendEdge(from: last, to: first, isClosed, &result)
            result.removeLast()
        }
        return result
    }

    private func appendEdge(
        from a: Point, to b: Point, _ isClosed: Bool, _ result: inout [GlobeVertex]
    ) {
        let (from, to) = (globe.angles(of: a), globe.angles(of: b))
        if isClosed, goesToPole(from, to), abs(from.isometric) < Globe.poleIsometric {
            let steps = [1.02, 1.07, 1.16, 1.34, 3.0].map { from.isometric > 0 ? $0 * Double.pi : -$0 * .pi }
            for step in steps { result.append(vertex(globe.ground(east: from.east, isometric: step))) }
            for step in steps.reversed() { result.append(vertex(globe.ground(east: to.east, isometric: step))) }
            result.append(vertex(b))
            return
        }
        // The scale where the edge is nearest to the equator.
        let scale: Double
        if (from.isometric > 0) != (to.isometric > 0) {
            scale = globe.groundScale(at: globe.ground(east: from.east, isometric: 0))
        } else {
            scale = min(globe.groundScale(at: a), globe.groundScale(at: b))
        }
        let length = a.distance(to: b) / max(1e-9, scale)
        let (dEast, dNorth) = (abs(to.east - from.east), abs(to.isometric - from.isometric))
        let isAlongAxis = dEast < 1e-9 * dNorth || dNorth < 1e-9 * dEast
        let step = (8 * globe.radius * (isAlongAxis ? Self.tileTolerance : Self.tolerance)).squareRoot()
        let parts = max(1, min(Self.maxParts, (length / step).rounded(.up)))
        for part in stride(from: 1, to: parts, by: 1) { result.append(vertex(a.mix(b, part / parts))) }
        result.append(vertex(b))
    }

    // MARK: - Horizon

    /// The directions of a ring, those behind the horizon moved outwards to it.
    private func movedToHorizon(_ ring: [GlobeVertex]) -> [SIMD3<Double>] {
        // Starts with a point that is seen, so that what is hidden is gone through in one piece.
        let start = ring.firstIndex { $0.facing >= 0 } ?? 0
        let turned = ring[start...] + ring[..<start]
        var result: [SIMD3<Double>] = []
        var azimuth: Double?
        func goTo(_ next: Double) {
            guard let from = azimuth else {
                azimuth = next
                result.append(globe.horizonDirection(azimuth: next))
                return
            }
            let change = (next - from).remainder(dividingBy: 2 * .pi)
            let parts = max(1, (abs(change) / globe.arcStep).rounded(.up))
            guard change != 0 else { return }
            for part in stride(from: 1, through: parts, by: 1) {
                result.append(globe.horizonDirection(azimuth: from + change * part / parts))
            }
            azimuth = next
        }
        var previous: GlobeVertex?
        for vertex in turned + turned.prefix(1) {
            if let previous, (previous.facing >= 0) != (vertex.facing >= 0) {
                let crossing = previous.mix(vertex, previous.facing / (previous.facing - vertex.facing))
                goTo(globe.azimuth(crossing.direction))
            }
            if vertex.facing >= 0 {
                azimuth = nil
                result.append(vertex.direction)
            } else {
                goTo(globe.azimuth(vertex.direction))
            }
            previous = vertex
        }
        return result
    }

    /// How often a ring goes around the point at a direction, as on the ground.
    private func winding(of ring: [GlobeVertex], around direction: SIMD3<Double>) -> Int {
        let point = globe.ground(at: direction)
        let turn = globe.turn
        let square = turn.x * turn.x + turn.y * turn.y
        // Where the ring is along the equator, in turns from the point.
        var (low, high) = (Double.infinity, -Double.infinity)
        for vertex in ring {
            let offset = vertex.ground - point
            let turns = (offset.x * turn.x + offset.y * turn.y) / square
            (low, high) = (min(low, turns), max(high, turns))
        }
        guard low.isFinite, high - low < 64, abs(low) < 1e6 else { return 0 }
        var total = 0
        for copy in stride(from: low.rounded(.up), through: high.rounded(.down), by: 1) {
            total += windingNumber(of: ring.lazy.map(\.ground), around: point + turn * copy)
        }
        return total
    }
}

/// How often a ring goes around a point; positive for rings with a positive area.
private func windingNumber(of ring: some Collection<Point>, around p: Point) -> Int {
    guard let first = ring.first else { return 0 }
    var winding = 0
    var a = first
    func count(_ b: Point) {
        let side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)
        if a.y <= p.y {
            if b.y > p.y, side > 0 { winding += 1 }
        } else if b.y <= p.y, side < 0 {
            winding -= 1
        }
        a = b
    }
    for b in ring.dropFirst() { count(b) }
    count(first)
    return winding
}
