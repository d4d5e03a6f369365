// SPDX-License-Identifier: MIT
import Libc

// How a camera sees the ground when it is wrapped around a sphere.

extension Perspective {
    /// True when the ground is curved.
    package var isGlobe: Bool { globe != nil }

    /// The same camera as it sees space, with positions as points of a plane through the focus and heights above it.
    package var withoutGlobe: Perspective {
        var copy = self
        copy.globe = nil
        return copy
    }

    /// Where the camera is, relative to the focus.
    package var cameraPosition: SIMD3<Double> { SIMD3(0, distance * sinPitch, distance * cosPitch) }

    /// The depth of a position relative to the focus.
    @usableFromInline
    func depth(at position: SIMD3<Double>) -> Double { distance - position.y * sinPitch - position.z * cosPitch }

    @usableFromInline
    func image(of position: SIMD3<Double>, depth: Double) -> Point {
        let y = position.y * cosPitch - position.z * sinPitch
        let k = distance / depth
        return Point(
            focus.x + (position.x * cosRoll + y * sinRoll) * k, focus.y + (y * cosRoll - position.x * sinRoll) * k)
    }

    @usableFromInline
    func globeDepth(_ p: Point, height: Double) -> Double {
        globe.map { depth(at: $0.position(p, height: height)) } ?? 0
    }

    @usableFromInline
    func globeImage(of p: Point, height: Double) -> Point {
        guard let globe else { return p }
        let position = globe.position(p, height: height)
        return image(of: position, depth: max(distance / 1024, depth(at: position)))
    }

    /// The direction in which the camera sees a point of the image, as long as the part of it that has a depth of 1.
    private func ray(through q: Point) -> SIMD3<Double> {
        let (u, v) = ((q.x - focus.x) / distance, (q.y - focus.y) / distance)
        let (x, y) = (u * cosRoll - v * sinRoll, u * sinRoll + v * cosRoll)
        return SIMD3(x, cosPitch * y - sinPitch, -sinPitch * y - cosPitch)
    }

    /// The point of the ground at a point of the image; nil beside the globe.
    func globeGround(at q: Point) -> Point? {
        guard let globe, let met = globe.meeting(ray(through: q)) else { return nil }
        let ground = globe.ground(at: met.direction)
        return globe.shape.blend < 1 ? blendedGround(at: q, from: ground) : ground
    }

    /// The direction from the globe's center to what is seen at a point of the image; nil beside the globe.
    package func globeDirection(at q: Point) -> SIMD3<Double>? {
        guard let globe else { return nil }
        guard globe.shape.blend < 1 else { return globe.meeting(ray(through: q))?.direction }
        return globeGround(at: q).map(globe.direction)
    }

    /// A box of the image around the part of a globe that is within an angle of a point of the ground; nil when nothing of it
    /// is seen.
    package func globeCapBounds(around p: Point, angle: Double) -> Rect? {
        guard let globe else { return nil }
        let center = globe.direction(of: p)
        // Nearly half of the globe may be seen anywhere.
        guard angle < 1.5 else { return .everything }
        let (right, up) = globe.tangents(at: center)
        var (box, isSeen) = (Rect.null, globe.facing(center) >= 0)
        let count = 24
        for step in 0..<count {
            let turn = 2 * Double.pi * Double(step) / Double(count)
            var direction = center * cos(angle) + (right * cos(turn) + up * sin(turn)) * sin(angle)
            if globe.facing(direction) >= 0 {
                isSeen = true
            } else {
                let across = direction - globe.towardsCamera * (direction * globe.towardsCamera).sum()
                let length = (across * across).sum().squareRoot()
                guard length > 0 else { continue }
                direction = globe.horizonDirection(across / length)
            }
            let position = globe.position(globe.ground(at: direction), direction, height: 0)
            let depth = depth(at: position)
            guard depth > depths.lowerBound else { return .everything }
            box.extend(to: image(of: position, depth: depth))
        }
        // The sides between the points bulge by less than a hundredth.
        return isSeen ? box.inset(by: -0.02 * max(box.width, box.height) - 1) : nil
    }

    /// Between sphere and plane there is no formula: Newton's method, from the sphere's point.
    private func blendedGround(at q: Point, from start: Point) -> Point? {
        var p = start
        for _ in 0..<20 {
            let map = linear(at: p)
            guard let back = map.inverse else { return nil }
            let step = back.applyToVector(q - globeImage(of: p, height: 0))
            p = p + step
            if step.length < 1e-7 { return p }
        }
        return globeImage(of: p, height: 0).distance(to: q) < 0.01 ? p : nil
    }

    /// The point of the ground at a point of the image; beside the globe, the nearest one on its horizon.
    func nearestGlobeGround(at q: Point) -> Point {
        if let p = globeGround(at: q) { return p }
        guard let globe else { return q }
        return globe.ground(at: globe.horizonDirection(nearest: ray(through: q)))
    }

    /// True when the camera sees a point of the ground: in front of it, before the horizon.
    package func shows(_ p: Point) -> Bool {
        guard let globe else { return depths.contains(depth(p)) }
        let direction = globe.direction(of: p)
        return globe.facing(direction) >= 0 && depth(at: globe.position(p, direction, height: 0)) >= depths.lowerBound
    }

    /// How many pixels of the ground there are for each pixel of the Earth's surface: 1 on a plane, and at the focus.
    package func groundScale(at p: Point) -> Double { globe?.groundScale(at: p) ?? 1 }

    /// The affine map that is closest to the projection around a point of the ground.
    func globeLinear(at p: Point) -> Transform {
        // Large enough for a difference, small enough for a straight line.
        let step = 0.25
        let dx =
            (globeImage(of: p + Point(step, 0), height: 0) - globeImage(of: p - Point(step, 0), height: 0))
            * (0.5 / step)
        let dy =
            (globeImage(of: p + Point(0, step), height: 0) - globeImage(of: p - Point(0, step), height: 0))
            * (0.5 / step)
        let q = globeImage(of: p, height: 0)
        return Transform(
            a: dx.x, b: dx.y, c: dy.x, d: dy.y, tx: q.x - dx.x * p.x - dy.x * p.y, ty: q.y - dx.y * p.x - dy.y * p.y)
    }

    /// The globe's outline: all of what is seen of it, cut at the camera's plane. In the image, not cut at its edges.
    package func globeOutline() -> [Point] {
        guard let globe else { return [] }
        let count = Int((2 * .pi / globe.arcStep).rounded(.up))
        let ring = (0..<count).map { index -> SIMD3<Double> in
            let direction = globe.horizonDirection(azimuth: 2 * .pi * Double(index) / Double(count))
            return globe.position(globe.ground(at: direction), direction, height: 0)
        }
        return image(ofRing: ring)
    }

    /// A ring of positions in the image, without what lies behind the camera.
    func image(ofRing ring: [SIMD3<Double>]) -> [Point] {
        let near = depths.lowerBound
        let depths = ring.map { depth(at: $0) }
        guard depths.contains(where: { $0 < near }) else { return zip(ring, depths).map { image(of: $0, depth: $1) } }
        guard var a = ring.last, var from = depths.last else { return [] }
        var result: [Point] = []
        for (b, to) in zip(ring, depths) {
            if (from >= near) != (to >= near) {
                result.append(image(of: a + (b - a) * ((near - from) / (to - from)), depth: near))
            }
            if to >= near { result.append(image(of: b, depth: to)) }
            (a, from) = (b, to)
        }
        return result
    }

    /// The part of the image in which the globe is seen, with a margin around the image.
    func visibleGlobe(margin: Double) -> [Point] {
        ConvexRegion(frame(margin: margin)).clipped(ring: globeOutline())
    }

    /// Points along the edges of what is seen of the globe, on the ground.
    package func globeFootprint(margin: Double = 0) -> [Point] {
        let ring = visibleGlobe(margin: margin)
        let spacing = max(1, (size.width + size.height) / 64)
        var points: [Point] = []
        for (p, q) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            let parts = max(1, min(32, (p.distance(to: q) / spacing).rounded(.up)))
            for part in 0..<Int(parts) { points.append(nearestGlobeGround(at: p.mix(q, Double(part) / parts))) }
        }
        return points
    }

    /// The corners of the box of longitudes and latitudes that encloses what is seen of the globe, on the ground.
    func globeCorners(margin: Double) -> [Point] {
        guard let globe else { return [] }
        let rect = Rect(x: 0, y: 0, width: size.width, height: size.height).inset(by: -margin)
        var (low, high) = (
            (east: Double.infinity, north: Double.infinity), (east: -Double.infinity, north: -Double.infinity)
        )
        func extend(_ p: Point) {
            let (east, north) = globe.angles(of: p)
            low = (min(low.east, east), min(low.north, north))
            high = (max(high.east, east), max(high.north, north))
        }
        globeFootprint(margin: margin).forEach(extend)
        let steps = 16
        for row in 0...steps {
            for column in 0...steps {
                let q = Point(
                    rect.minX + rect.width * Double(column) / Double(steps),
                    rect.minY + rect.height * Double(row) / Double(steps))
                if let p = globeGround(at: q) { extend(p) }
            }
        }
        guard low.east <= high.east else { return [] }
        let slack = (east: 0.02 * (high.east - low.east), north: 0.02 * (high.north - low.north))
        low = (low.east - slack.east, low.north - slack.north)
        high = (high.east + slack.east, high.north + slack.north)
        for sign in [1.0, -1.0] {
            let pole = globe.direction(ofPole: sign)
            let position = globe.position(globe.ground(at: pole), pole, height: 0)
            let depth = depth(at: position)
            guard globe.facing(pole) >= -0.01, depth > 0, rect.contains(image(of: position, depth: depth)) else {
                continue
            }
            (low.east, high.east) = (-.pi, .pi)
            if sign > 0 { high.north = 1.5 * .pi } else { low.north = -1.5 * .pi }
        }
        if high.east - low.east > 1.9 * .pi { (low.east, high.east) = (-.pi, .pi) }
        let corners = [(low.east, low.north), (high.east, low.north), (high.east, high.north), (low.east, high.north)]
        return corners.map { globe.ground(east: $0.0, isometric: $0.1) }
    }
}
