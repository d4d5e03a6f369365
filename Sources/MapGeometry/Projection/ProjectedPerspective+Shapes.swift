// SPDX-License-Identifier: MIT

// Areas and lines of the ground on a map in another projection: they are bent with it, and end where it is cut.

/// A point of the ground, and where it is drawn.
private struct ProjectedVertex {
    var ground: Point
    var image: Point

    var isFinite: Bool { image.x.isFinite && image.y.isFinite }
}

extension ProjectedPerspective {
    /// How far edges may deviate from the true curve, in pixels; the edges of tiles less, so that they meet.
    private static let (tolerance, tileTolerance) = (0.05, 0.005)
    /// How often an edge is halved, and how many vertices a line may get for each of its own, and besides.
    private static let (maxHalvings, maxAdded) = (12, (each: 16, besides: 8192))

    /// The area of a ring of the ground as seen: at most one ring.
    ///
    /// Edges along the end of the ground are taken to the pole, so that the poles are closed.
    package func area(of ring: [Point]) -> [[Point]] { area(of: ring, within: region) }

    /// As `area(of:)`, with edges that may be a pixel from the true curves, which takes a fraction of the time.
    package func roughArea(of ring: [Point]) -> [[Point]] { area(of: ring, within: region, slack: 1) }

    /// As `area(of:)`, for what is part of a tile.
    package func areaOfTile(_ ring: [Point]) -> [[Point]] { area(of: ring, within: reachOfTiles) }

    private func area(of ring: [Point], within region: ConvexRegion, slack: Double = 0) -> [[Point]] {
        guard ring.count >= 3 else { return [] }
        let closed =
            reachesPole ? closedAtPoles(ring, pole: Self.pole, angles(of:), ground(east:isometric:)) : ring
        let clipped = region.contains(Rect(around: closed)) ? closed : region.clipped(ring: closed)
        guard clipped.count >= 3 else { return [] }
        var image: [Point] = []
        image.reserveCapacity(clipped.count)
        bend(clipped, isClosed: true, slack: slack) { image.append($0.image) }
        return image.count < 3 ? [] : [image]
    }

    /// The parts of a line of the ground that are seen, in the image.
    package func lines(of line: [Point]) -> [[Point]] { runs(of: line, within: region, \.image).map(\.points) }

    /// As `lines(of:)`, for what is part of a tile, with the line's length on the ground before each.
    package func imageRuns(of line: [Point]) -> [(points: [Point], start: Double)] {
        runs(of: line, within: reachOfTiles, \.image)
    }

    /// The parts of a line that are seen, on the ground, divided so that they can be bent; with the line's length before each.
    package func runs(of line: [Point]) -> [(points: [Point], start: Double)] {
        runs(of: line, within: region, \.ground)
    }

    private func runs(
        of line: [Point], within region: ConvexRegion, _ place: (ProjectedVertex) -> Point
    ) -> [(points: [Point], start: Double)] {
        parts(of: line, within: region).map { part in
            var points: [Point] = []
            bend(part.points, isClosed: false) { points.append(place($0)) }
            return (points, part.start)
        }.filter { $0.points.count > 1 }
    }

    private func parts(of line: [Point], within region: ConvexRegion) -> [(points: [Point], start: Double)] {
        if region.contains(Rect(around: line)) { return [(line, 0)] }
        return region.clipped(line: line)
    }

    /// Calls `body` with the vertices of a line or ring, and with those between them that are needed to follow the projection.
    private func bend(
        _ line: [Point], isClosed: Bool, slack: Double = 0, _ body: (ProjectedVertex) -> Void
    ) {
        guard let first = line.first else { return }
        func vertex(_ p: Point) -> ProjectedVertex { ProjectedVertex(ground: p, image: image(of: p)) }
        var room = Self.maxAdded.each * line.count + Self.maxAdded.besides
        let start = vertex(first)
        if start.isFinite { body(start) }
        var last = start
        for p in line.dropFirst() {
            let next = vertex(p)
            appendEdge(from: last, to: next, slack, &room, body)
            last = next
        }
        if isClosed, last.ground != first {
            appendEdge(from: last, to: start, slack, &room) { if $0.ground != first { body($0) } }
        }
    }

    private func appendEdge(
        from a: ProjectedVertex, to b: ProjectedVertex, _ slack: Double, _ room: inout Int,
        _ body: (ProjectedVertex) -> Void
    ) {
        let offset = b.ground - a.ground
        let (east, north) = (
            abs(offset.x * cosBearing - offset.y * sinBearing), abs(offset.x * sinBearing + offset.y * cosBearing)
        )
        let isAlongAxis = east < 1e-9 * north || north < 1e-9 * east
        let tolerance = max(slack, isAlongAxis ? Self.tileTolerance : Self.tolerance)
        // An arc of a quarter of the Earth's radius deviates less from a chord of this length.
        let short = (2 * tolerance * view.worldSize / (2 * .pi)).squareRoot()
        halve(a, b, short: short, tolerance: tolerance, depth: 0, &room, body)
        if b.isFinite { body(b) }
    }

    /// Whether an edge stays away from the image however it is bent, which it is by less than its length.
    private func isFar(_ a: ProjectedVertex, _ b: ProjectedVertex) -> Bool {
        let reach = a.image.distance(to: b.image) + view.size.width + view.size.height
        return max(a.image.x, b.image.x) < -reach || min(a.image.x, b.image.x) > view.size.width + reach
            || max(a.image.y, b.image.y) < -reach || min(a.image.y, b.image.y) > view.size.height + reach
    }

    /// Adds what is needed between two vertices.
    private func halve(
        _ a: ProjectedVertex, _ b: ProjectedVertex, short: Double, tolerance: Double, depth: Int,
        _ room: inout Int, _ body: (ProjectedVertex) -> Void
    ) {
        let length = max(a.image.distance(to: b.image), min(a.ground.distance(to: b.ground), 8 * short))
        guard depth < Self.maxHalvings, room > 0, !(a.isFinite && b.isFinite && (length < short || isFar(a, b))) else {
            return
        }
        let ground = a.ground.mix(b.ground, 0.5)
        let middle = ProjectedVertex(ground: ground, image: image(of: ground))
        guard a.isFinite || b.isFinite || middle.isFinite else { return }
        if middle.isFinite, a.isFinite, b.isFinite,
            middle.image.distance(to: a.image.mix(b.image, 0.5)) <= tolerance,
            // What is long may be bent twice.
            depth > 1 || length < 16 * short
        {
            return
        }
        room -= 1
        halve(a, middle, short: short, tolerance: tolerance, depth: depth + 1, &room, body)
        if middle.isFinite { body(middle) }
        halve(middle, b, short: short, tolerance: tolerance, depth: depth + 1, &room, body)
    }
}
