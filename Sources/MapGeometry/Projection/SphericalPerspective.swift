// SPDX-License-Identifier: MIT
import Libc

extension PlanePerspective {
    /// The depth of a position relative to the focus.
    func depth(at position: SIMD3<Double>) -> Double { distance - position.y * sinPitch - position.z * cosPitch }

    func image(of position: SIMD3<Double>, depth: Double) -> Point {
        let y = position.y * cosPitch - position.z * sinPitch
        let k = distance / depth
        return Point(
            focus.x + (position.x * cosRoll + y * sinRoll) * k, focus.y + (y * cosRoll - position.x * sinRoll) * k)
    }

    /// The direction in which the camera sees a point of the image, as long as the part of it that has a depth of 1.
    fileprivate func ray(through q: Point) -> SIMD3<Double> {
        let (u, v) = ((q.x - focus.x) / distance, (q.y - focus.y) / distance)
        let (x, y) = (u * cosRoll - v * sinRoll, u * sinRoll + v * cosRoll)
        return SIMD3(x, cosPitch * y - sinPitch, -sinPitch * y - cosPitch)
    }
}

/// How a camera sees the ground when it is wrapped around a sphere.
package struct SphericalPerspective: Hashable, Sendable {
    /// The camera as it sees space: positions relative to the focus are points of a plane through it, and heights above.
    package let camera: PlanePerspective
    package let globe: Globe
    /// How far what is seen as ground lies above the sphere, in pixels.
    private(set) var lift = 0.0
    /// On a large sphere, the box of longitudes and latitudes around what is seen of it and of a margin, on the ground: of an area,
    /// the rest is left out. Edges around the Earth would have too many parts, or too few. Nil where the horizon may be seen.
    private(set) var window: ConvexRegion?

    /// A sphere is large when its radius is so many times the sides of the image.
    private static let largeSphere = 16.0
    /// Around the image, in pixels.
    private static let windowMargin = 128.0

    init(_ camera: PlanePerspective, _ shape: Globe.Shape) {
        globe = Globe(
            shape, focus: camera.focus, distance: camera.distance, pitch: (camera.sinPitch, camera.cosPitch))
        var camera = camera
        // All of the sphere is drawn that is before the horizon.
        camera.depths = PlanePerspective.depths(camera.size, farthest: camera.distance + 2 * globe.radius)
        self.camera = camera
    }

    /// The same, with the window of what is seen, if it has one.
    func windowed() -> SphericalPerspective {
        guard globe.radius > Self.largeSphere * (camera.size.width + camera.size.height) else { return self }
        let corners = camera.frame(margin: Self.windowMargin).corners
        let poles = [1.0, -1].map { globe.direction(ofPole: $0) }
        // Where a pole is seen, all longitudes are.
        guard corners.allSatisfy({ ground(at: $0) != nil }), poles.allSatisfy({ globe.facing($0) < 0 || !isNear($0) })
        else { return self }
        var copy = self
        copy.window = footprint(margin: Self.windowMargin)
        return copy
    }

    /// Whether a direction is seen within a few widths of the image.
    private func isNear(_ direction: SIMD3<Double>) -> Bool {
        let position = globe.position(at: direction)
        let depth = camera.depth(at: position)
        let reach = 4 * (camera.size.width + camera.size.height)
        return depth > 0 && camera.frame(margin: reach).contains(camera.image(of: position, depth: depth))
    }

    /// The same camera, which sees the ground higher.
    func raised(by height: Double) -> SphericalPerspective {
        var copy = self
        copy.lift += height
        return copy
    }

    /// The distance of a point of the ground, or of one above it, from the camera along its line of sight, in pixels.
    package func depth(_ p: Point, height: Double = 0) -> Double {
        camera.depth(at: globe.position(p, height: lift + height))
    }

    /// The image's point at which a point above the ground is seen, and its depth; nil behind the camera.
    package func image(of p: Point, height: Double) -> (point: Point, depth: Double)? {
        let position = globe.position(p, height: lift + height)
        let depth = camera.depth(at: position)
        return depth > camera.distance / 1024 ? (camera.image(of: position, depth: depth), depth) : nil
    }

    /// The direction in which the camera sees a point of the image, as long as the part of it that has a depth of 1.
    package func ray(through q: Point) -> SIMD3<Double> { camera.ray(through: q) }

    /// The ground below what is seen at a point of the image and a depth, and the height above the sphere there, in pixels.
    package func position(at q: Point, depth: Double) -> (ground: Point, height: Double) {
        let position = globe.cameraFromCenter + camera.ray(through: q) * depth
        let length = (position * position).sum().squareRoot()
        return (globe.ground(at: position / length), length - globe.radius)
    }

    /// A straight way from a point above the ground to the camera: its length, and the ground below each part of it with the height
    /// there, all in pixels.
    package func way(
        from p: Point, height: Double
    ) -> (length: Double, point: (_ fraction: Double) -> (ground: Point, height: Double)) {
        let start = globe.position(p, height: lift + height) + SIMD3(0, 0, globe.radius)
        let step = globe.cameraFromCenter - start
        return (
            (step * step).sum().squareRoot(),
            { [globe] fraction in
                let position = start + step * fraction
                let length = (position * position).sum().squareRoot()
                return (globe.ground(at: position / length), length - globe.radius)
            }
        )
    }

    /// The image's point at which a position relative to the sphere's center would be seen, and its depth; nil behind the camera.
    package func image(ofFromCenter p: SIMD3<Double>) -> (point: Point, depth: Double)? {
        let position = p - SIMD3(0, 0, globe.radius)
        let depth = camera.depth(at: position)
        return depth > camera.depths.lowerBound ? (camera.image(of: position, depth: depth), depth) : nil
    }

    /// The image's point at which a point of the ground, or one above it, is seen, or would be through the sphere.
    package func apply(_ p: Point, height: Double = 0) -> Point {
        let position = globe.position(p, height: lift + height)
        return camera.image(of: position, depth: max(camera.distance / 1024, camera.depth(at: position)))
    }

    /// The point of the ground at a point of the image; nil beside the sphere.
    package func ground(at q: Point) -> Point? {
        guard let met = globe.meeting(camera.ray(through: q)) else { return nil }
        let ground = globe.ground(at: met.direction)
        return globe.shape.blend < 1 ? blendedGround(at: q, from: ground) : ground
    }

    /// The direction from the sphere's center to what is seen at a point of the image; nil beside the sphere.
    package func direction(at q: Point) -> SIMD3<Double>? {
        guard globe.shape.blend < 1 else { return globe.meeting(camera.ray(through: q))?.direction }
        return ground(at: q).map(globe.direction)
    }

    /// A box of the image around the part of the sphere that is within an angle of a point of the ground; null when nothing of
    /// it is seen.
    package func capBounds(around p: Point, angle: Double) -> Rect {
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
            let position = globe.position(at: direction)
            let depth = camera.depth(at: position)
            guard depth > camera.depths.lowerBound else { return .everything }
            box.extend(to: camera.image(of: position, depth: depth))
        }
        // The sides between the points bulge by less than a hundredth.
        return isSeen ? box.inset(by: -0.02 * max(box.width, box.height) - 1) : .null
    }

    /// Between sphere and plane there is no formula: Newton's method, from the sphere's point.
    private func blendedGround(at q: Point, from start: Point) -> Point? { ground(at: q, from: start) { _ in 0 } }

    /// The point of hilly ground at a point of the image, by Newton's method.
    ///
    /// - Parameters:
    ///   - q: a point of the image.
    ///   - start: a point of the ground that is near.
    ///   - height: of the ground at a point, in pixels.
    /// - Returns: nil where there is none, or none is found.
    package func ground(at q: Point, from start: Point, height: (Point) -> Double) -> Point? {
        var p = start
        for _ in 0..<20 {
            let height = height(p)
            guard let back = raised(by: height).linear(at: p).inverse else { return nil }
            let step = back.applyToVector(q - apply(p, height: height))
            p = p + step
            if step.length < 1e-7 { return p }
        }
        return apply(p, height: height(p)).distance(to: q) < 0.01 ? p : nil
    }

    /// The point of the ground at a point of the image; beside the sphere, the nearest one on its horizon.
    func nearestGround(at q: Point) -> Point {
        if let p = ground(at: q) { return p }
        return globe.ground(at: globe.horizonDirection(nearest: camera.ray(through: q)))
    }

    /// True when the camera sees a point of the ground: in front of it, before the horizon.
    package func shows(_ p: Point) -> Bool {
        let direction = globe.direction(of: p)
        return globe.facing(direction) >= 0
            && camera.depth(at: globe.position(p, direction, height: 0)) >= camera.depths.lowerBound
    }

    /// The affine map that is closest to the projection around a point of the ground.
    func linear(at p: Point) -> Transform { Transform(closestTo: { apply($0) }, at: p) }

    /// The sphere's outline: all of what is seen of it, cut at the camera's plane. In the image, not cut at its edges.
    package func outline() -> [Point] {
        let count = Int((2 * .pi / globe.arcStep).rounded(.up))
        let ring = (0..<count).map { index -> SIMD3<Double> in
            let direction = globe.horizonDirection(azimuth: 2 * .pi * Double(index) / Double(count))
            return globe.position(at: direction)
        }
        return image(ofRing: ring)
    }

    /// A ring of positions in the image, without what lies behind the camera.
    func image(ofRing ring: [SIMD3<Double>]) -> [Point] {
        let near = camera.depths.lowerBound
        let depths = ring.map(camera.depth(at:))
        guard depths.contains(where: { $0 < near }) else {
            return zip(ring, depths).map { camera.image(of: $0, depth: $1) }
        }
        let seen = cutting(
            Array(zip(ring, depths)), by: { $0.1 - near },
            mix: { a, b, _ in (a.0 + (b.0 - a.0) * ((near - a.1) / (b.1 - a.1)), near) })
        return seen.map { camera.image(of: $0.0, depth: $0.1) }
    }

    /// The part of the image in which the sphere is seen, with a margin around the image.
    func visibleImage(margin: Double) -> [Point] {
        ConvexRegion(camera.frame(margin: margin).corners).clipped(ring: outline())
    }

    /// Points along the edges of what is seen of the sphere, on the ground.
    package func groundOutline(margin: Double = 0) -> [Point] {
        let ring = visibleImage(margin: margin)
        let spacing = max(1, (camera.size.width + camera.size.height) / 64)
        var points: [Point] = []
        for (p, q) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            let parts = max(1, min(32, (p.distance(to: q) / spacing).rounded(.up)))
            for part in 0..<Int(parts) { points.append(nearestGround(at: p.mix(q, Double(part) / parts))) }
        }
        return points
    }

    /// The box of longitudes and latitudes that encloses what is seen of the sphere, on the ground.
    func footprint(margin: Double) -> ConvexRegion {
        let rect = camera.frame(margin: margin)
        var (low, high) = (
            (east: Double.infinity, north: Double.infinity), (east: -Double.infinity, north: -Double.infinity)
        )
        func extend(_ p: Point) {
            let (east, north) = globe.angles(of: p)
            low = (min(low.east, east), min(low.north, north))
            high = (max(high.east, east), max(high.north, north))
        }
        groundOutline(margin: margin).forEach(extend)
        let steps = 16
        for row in 0...steps {
            for column in 0...steps {
                let q = Point(
                    rect.minX + rect.width * Double(column) / Double(steps),
                    rect.minY + rect.height * Double(row) / Double(steps))
                if let p = ground(at: q) { extend(p) }
            }
        }
        guard low.east <= high.east else { return ConvexRegion([]) }
        let slack = (east: 0.02 * (high.east - low.east), north: 0.02 * (high.north - low.north))
        low = (low.east - slack.east, low.north - slack.north)
        high = (high.east + slack.east, high.north + slack.north)
        for sign in [1.0, -1.0] {
            let pole = globe.direction(ofPole: sign)
            let position = globe.position(at: pole)
            let depth = camera.depth(at: position)
            guard globe.facing(pole) >= -0.01, depth > 0, rect.contains(camera.image(of: position, depth: depth)) else {
                continue
            }
            (low.east, high.east) = (-.pi, .pi)
            if sign > 0 { high.north = 1.5 * .pi } else { low.north = -1.5 * .pi }
        }
        if high.east - low.east > 1.9 * .pi { (low.east, high.east) = (-.pi, .pi) }
        let corners = [(low.east, low.north), (high.east, low.north), (high.east, high.north), (low.east, high.north)]
        return ConvexRegion(corners.map { globe.ground(east: $0.0, isometric: $0.1) })
    }
}
