// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry

/// Projects lines and areas of the ground to the image of a map with a terrain, on whose hills they lie.
struct TerrainProjection: BentShapes {
    private let viewport: Viewport
    private let perspective: Perspective
    /// What is seen of a plane, on the ground, without a margin and with one.
    private let (seen, region): (ConvexRegion, ConvexRegion)

    /// Around the image, in pixels.
    private static let margin = 8.0
    /// How long the edges are that lines and areas are divided into, in points of the image: about as long as those of a mesh.
    private static let edge = 4.0
    /// Where things are drawn larger than this, edges do not become shorter any more.
    private static let largestMagnification = 16.0
    /// How far lines may be off, in points.
    private static let tolerance = 0.1

    /// Nil for a map without a terrain.
    init?(_ viewport: Viewport) {
        guard viewport.terrain != nil, let perspective = viewport.perspective else { return nil }
        (self.viewport, self.perspective) = (viewport, perspective)
        seen = ConvexRegion(viewport.groundCorners(margin: 0))
        region = ConvexRegion(viewport.groundCorners(margin: Self.margin))
    }

    var camera: PlanePerspective { perspective.camera }

    /// The parts of a line that are seen: before the camera, and not behind hills.
    func lines(of line: [Point]) -> [[Point]] {
        var lines: [[Point]] = []
        for run in runs(of: line) {
            var isSeen = false
            for (p, isHidden) in withHills(divided(run.points)) {
                guard !isHidden, let q = point(p) else {
                    isSeen = false
                    continue
                }
                if isSeen { lines[lines.count - 1].append(q) } else { lines.append([q]) }
                isSeen = true
            }
        }
        return lines.filter { $0.count > 1 }.map { simplified($0, tolerance: Self.tolerance * viewport.scale) }
    }

    /// The area inside of a ring, with what is behind hills.
    func rings(_ ring: [Point]) -> [[Point]] {
        var ring = ring
        let area = signedArea(seen.clipped(ring: ring))
        if abs(area) > abs(signedArea(seen.corners)) * (1 - 1e-9) {
            let image = viewport.visibleImage
            return [(signedArea(image) < 0) == (area < 0) ? image : image.reversed()]
        }
        if perspective.sphere == nil {
            ring = region.clipped(ring: ring)
        } else if !ring.allSatisfy(perspective.shows) {
            // So much of a globe is seen from so far that hills are low.
            return GroundProjection(perspective, margin: Self.margin).rings(ring)
        }
        let image = divided(ring + ring.prefix(1)).map { viewport.perspective(at: $0)?.nearestImagePoint(of: $0) ?? $0 }
        return [simplified(image, tolerance: Self.tolerance * viewport.scale, closed: true)]
    }

    /// The parts of a line that the image may show, on the ground.
    func runs(of line: [Point]) -> [(points: [Point], start: Double)] {
        guard perspective.sphere != nil else { return region.clipped(line: line) }
        return GroundProjection(perspective, margin: Self.margin).parts(of: line, margin: Self.margin)
    }

    /// The point of the image; nil for a point that is not before the camera.
    func point(_ p: Point) -> Point? {
        guard let perspective = viewport.perspective(at: p), perspective.shows(p) else { return nil }
        return perspective.apply(p)
    }

    /// Points with whether hills hide them. To look for hills takes long: of a few in a row, the first and the last say it for all if
    /// they are alike.
    private func withHills(_ line: [Point]) -> [(Point, Bool)] {
        var points: [(Point, Bool)] = []
        var index = 0
        while index < line.count, !WorkContext.isCancelled {
            let next = min(index + 3, line.count - 1)
            let (first, last) = (viewport.isHidden(at: line[index]), viewport.isHidden(at: line[next]))
            for between in index...next {
                let isHidden =
                    first == last || between == index
                    ? first : between == next ? last : viewport.isHidden(at: line[between])
                points.append((line[between], isHidden))
            }
            index = next + 1
        }
        return points
    }

    /// A line with as many corners as it needs to follow the hills.
    private func divided(_ line: [Point]) -> [Point] {
        let corners = simplified(line, tolerance: Self.tolerance * viewport.scale)
        var result = Array(corners.prefix(1))
        for (a, b) in zip(corners, corners.dropFirst()) {
            let count = result.count
            divide(a, b, &result)
            guard RenderBudget.spend(result.count - count, .vertices, at: "overlays") else { return [] }
        }
        return result
    }

    private func divide(_ a: Point, _ b: Point, _ result: inout [Point]) {
        let focus = perspective.camera.distance
        let depth = max(focus / Self.largestMagnification, min(perspective.depth(a), perspective.depth(b)))
        guard a.distance(to: b) / depth > Self.edge * viewport.scale / focus else { return result.append(b) }
        let middle = a.mix(b, 0.5)
        divide(a, middle, &result)
        divide(middle, b, &result)
    }
}

extension Viewport {
    /// All of the ground that the image may show.
    var wholeGround: Path { Path(groundCorners(margin: 0), closed: true) }

    /// How what lies on the ground is seen in the image, on the hills of a terrain; nil on a flat map.
    var groundProjection: GroundProjection? {
        perspective.map { perspective in
            TerrainProjection(self).map { GroundProjection(perspective, $0) }
                ?? GroundProjection(perspective, margin: 8)
        }
    }
}
