// SPDX-License-Identifier: MIT
import Libc
import MapCanvas
import MapCore
import MapGeometry

/// The walls and roofs of buildings on a globe that the camera sees, lit. What is too large to be flat is cut into pieces.
struct GlobeExtrusionFaces {
    private let globe: Globe
    /// The camera as it sees space: positions relative to the focus are points of the ground with a height.
    private let lens: PlanePerspective
    private let light: ExtrusionLight
    /// The image.
    private let rect: Rect
    /// The size of the largest piece, in pixels.
    private let largest: Double
    private(set) var faces: [Face] = []

    private static let maxPieces = 64.0
    /// How far a piece may deviate from the sphere, in pixels.
    private static let tolerance = 0.25

    init(_ sphere: SphericalPerspective, light: ExtrusionLight, rect: Rect) {
        (globe, lens, self.light, self.rect) = (sphere.globe, sphere.camera, light, rect)
        largest = (8 * globe.radius * Self.tolerance).squareRoot()
    }

    /// Adds a building; those with a pattern are left out.
    mutating func add(_ shape: ExtrusionShape) {
        guard shape.pattern == nil else { return }
        if shape.height > shape.base {
            for ring in shape.rings { addWalls(of: shape, ring) }
        }
        addRoof(of: shape)
    }

    /// Into how many pieces a length on the sphere is cut.
    private func pieces(_ length: Double) -> Double {
        max(1, min(Self.maxPieces, (length / largest).rounded(.up)))
    }

    // MARK: - Walls

    private mutating func addWalls(of shape: ExtrusionShape, _ ring: ExtrusionRing) {
        for (index, edge) in ring.edges.enumerated() where !edge.isCut {
            let (from, to) = (ring.points[index == 0 ? ring.points.count - 1 : index - 1], ring.points[index])
            let parts = pieces(from.distance(to: to) / globe.groundScale(at: from.mix(to, 0.5)))
            guard parts == 1 || RenderBudget.spend(Int(parts), .vertices, at: "buildings") else { return }
            for part in stride(from: 0, to: parts, by: 1) {
                addWall(of: shape, from.mix(to, part / parts), from.mix(to, (part + 1) / parts), edge)
            }
        }
    }

    private mutating func addWall(of shape: ExtrusionShape, _ a: Point, _ b: Point, _ edge: ExtrusionRing.Edge) {
        let corners = [
            globe.position(a, height: shape.base), globe.position(b, height: shape.base),
            globe.position(b, height: shape.height), globe.position(a, height: shape.height),
        ]
        let up = corners[3] - corners[0]
        // The building lies on the right of the way from a to b: outwards is to the left.
        guard let normal = normalized(cross(corners[1] - corners[0], up)) else { return }
        let plane = AffineFunction3D(through: corners[0], normal: normal, focus: lens.focus)
        guard lens.atCamera(plane) > 0, let inverseDepth = lens.inverseDepth(wherever: plane),
            let path = path([corners])
        else {
            return
        }
        let rise = AffineFunction3D(through: corners[0], normal: up / max(1e-12, (up * up).sum()), focus: lens.focus)
        let (low, high) = light.wall(
            shape.color, facing: -light.facing(normal), isMeridional: edge.isMeridional, base: shape.baseMeters,
            height: shape.heightMeters)
        let paint: FacePaint =
            low == high
            ? .color(low)
            : .gradient(FaceGradient(from: low, to: high, position: lens.projected(rise, inverseDepth: inverseDepth)))
        faces.append(Face(path, inverseDepth: inverseDepth, paint: paint))
    }

    // MARK: - Roofs

    private mutating func addRoof(of shape: ExtrusionShape) {
        let box = shape.rings.reduce(into: Rect.null) { box, ring in for p in ring.points { box.extend(to: p) } }
        guard !box.isNull else { return }
        let scale = globe.groundScale(at: box.center)
        let (columns, rows) = (pieces(box.width / scale), pieces(box.height / scale))
        guard columns * rows > 1 else { return addRoof(of: shape, cell: nil, around: box.center) }
        guard RenderBudget.spend(Int(columns * rows), .vertices, at: "buildings") else { return }
        for row in stride(from: 0, to: rows, by: 1) {
            for column in stride(from: 0, to: columns, by: 1) {
                let cell = Rect(
                    x: box.minX + box.width * column / columns, y: box.minY + box.height * row / rows,
                    width: box.width / columns, height: box.height / rows)
                addRoof(of: shape, cell: cell, around: cell.center)
            }
        }
    }

    private mutating func addRoof(of shape: ExtrusionShape, cell: Rect?, around middle: Point) {
        let normal = globe.direction(of: middle)
        let plane = AffineFunction3D(
            through: globe.position(middle, height: shape.height), normal: normal, focus: lens.focus)
        guard lens.atCamera(plane) > 0, let inverseDepth = lens.inverseDepth(wherever: plane) else { return }
        let rings = shape.rings.map { ring in
            (cell.map { clippedRing(ring.points, to: $0) } ?? ring.points).map {
                globe.position($0, height: shape.height)
            }
        }
        guard let path = path(rings) else { return }
        let color = light.surface(shape.color, facing: light.facing(normal))
        faces.append(Face(path, inverseDepth: inverseDepth, paint: .color(color)))
    }

    // MARK: - What is seen

    /// The outlines of a face in the image; nil when nothing of it is seen.
    private func path(_ rings: [[SIMD3<Double>]]) -> Path? {
        var path = Path()
        for ring in rings {
            for part in beforeGlobe(ring) {
                let corners = kept(part) { depth($0) - lens.depths.lowerBound }
                guard corners.count >= 3 else { continue }
                path.addLines(
                    corners.map { lens.apply(Point(lens.focus.x + $0.x, lens.focus.y + $0.y), height: $0.z) },
                    closed: true)
            }
        }
        return path.isEmpty || !path.bounds.intersects(rect) ? nil : path
    }

    private func depth(_ p: SIMD3<Double>) -> Double {
        lens.depth(Point(lens.focus.x + p.x, lens.focus.y + p.y), height: p.z)
    }

    /// The parts of a small ring that the globe does not hide: what is before its horizon, and beside it what is higher.
    private func beforeGlobe(_ ring: [SIMD3<Double>]) -> [[SIMD3<Double>]] {
        guard ring.count >= 3 else { return [] }
        let center = SIMD3(0, 0, -globe.radius)
        let limit = globe.radius * globe.horizonCosine
        func facing(_ p: SIMD3<Double>) -> Double { ((p - center) * globe.towardsCamera).sum() - limit }
        let behind = ring.filter { facing($0) < 0 }
        guard !behind.isEmpty else { return [ring] }
        let middle = behind.reduce(SIMD3(), +) / Double(behind.count) - center
        let across = middle - globe.towardsCamera * (middle * globe.towardsCamera).sum()
        guard let outwards = normalized(across) else { return [] }
        // Small rings see the horizon as a line: where the plane through it and the camera is.
        let horizon = globe.horizonDirection(outwards)
        func above(_ p: SIMD3<Double>) -> Double { ((p - center) * horizon).sum() - globe.radius }
        let before = kept(ring, facing)
        return [before, kept(kept(ring) { -facing($0) }, above)].filter { $0.count >= 3 }
    }

    /// The part of a ring at which a function is not negative.
    private func kept(_ ring: [SIMD3<Double>], _ function: (SIMD3<Double>) -> Double) -> [SIMD3<Double>] {
        cutting(ring, by: function) { $0 + ($1 - $0) * $2 }
    }

    private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    private func normalized(_ v: SIMD3<Double>) -> SIMD3<Double>? {
        let length = (v * v).sum().squareRoot()
        return length > 0 ? v / length : nil
    }
}

extension AffineFunction3D {
    /// How far positions are from a plane, along its normal.
    ///
    /// - Parameters:
    ///   - position: on the plane, relative to the focus.
    ///   - normal: at a right angle to the plane.
    ///   - focus: on the ground.
    fileprivate init(through position: SIMD3<Double>, normal: SIMD3<Double>, focus: Point) {
        let constant = -(position * normal).sum() - normal.x * focus.x - normal.y * focus.y
        self.init(AffineFunction(x: normal.x, y: normal.y, constant: constant), height: normal.z)
    }
}
