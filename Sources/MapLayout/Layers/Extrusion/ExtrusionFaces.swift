// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages

/// The walls and roofs of buildings that the camera sees, lit.
struct ExtrusionFaces {
    /// How the camera sees what stands on the plane of the next building's ground.
    var lens: PlanePerspective
    let light: ExtrusionLight
    let pixelsPerMeter: Double
    /// The image.
    let rect: Rect
    private(set) var faces: [Face] = []

    init(lens: PlanePerspective, light: ExtrusionLight, pixelsPerMeter: Double, rect: Rect) {
        (self.lens, self.light, self.pixelsPerMeter, self.rect) = (lens, light, pixelsPerMeter, rect)
    }

    mutating func add(_ shape: ExtrusionShape) {
        if shape.height > shape.base {
            for ring in shape.rings { addWalls(of: shape, ring) }
        }
        addRoof(of: shape)
    }

    private mutating func addRoof(of shape: ExtrusionShape) {
        let level = AffineFunction3D.above(level: shape.height)
        guard lens.atCamera(level) > 0, let inverseDepth = lens.inverseDepth(wherever: level) else { return }
        var path = Path()
        for ring in shape.rings {
            let outline = outline(ring.points.map { Corner(ground: $0, height: shape.height) })
            if !outline.isEmpty { path.addLines(outline, closed: true) }
        }
        guard path.bounds.intersects(rect) else { return }
        guard let pattern = shape.pattern else {
            return faces.append(Face(path, inverseDepth: inverseDepth, paint: .color(light.roof(shape.color))))
        }
        let tint = light.roofTint
        faces.append(
            Face(path, inverseDepth: inverseDepth, paint: texture(pattern, pattern.roof, inverseDepth, tint, nil)))
    }

    private mutating func addWalls(of shape: ExtrusionShape, _ ring: ExtrusionRing) {
        for (index, edge) in ring.edges.enumerated() where !edge.isCut {
            let (a, b) = (ring.points[index == 0 ? ring.points.count - 1 : index - 1], ring.points[index])
            let plane = AffineFunction3D.beside(a, b)
            // The building lies on the right.
            guard lens.atCamera(plane) < 0, let inverseDepth = lens.inverseDepth(wherever: plane) else { continue }
            let outline = outline([
                Corner(ground: a, height: shape.base), Corner(ground: b, height: shape.base),
                Corner(ground: b, height: shape.height), Corner(ground: a, height: shape.height),
            ])
            // Most walls are elsewhere.
            guard Rect(around: outline).intersects(rect) else { continue }
            let path = Path(outline, closed: true)
            let rise = 1 / (shape.height - shape.base)
            let position = lens.projected(
                AffineFunction3D(AffineFunction(x: 0, y: 0, constant: -shape.base * rise), height: rise),
                inverseDepth: inverseDepth)
            let (base, height) = (shape.baseMeters, shape.heightMeters)
            let paint: FacePaint
            if let pattern = shape.pattern {
                let (low, high) = light.wallTint(
                    along: b - a, isMeridional: edge.isMeridional, base: base, height: height)
                let coordinates = pattern.wall(a, b, edge, pixelsPerMeter: pixelsPerMeter)
                let shade = low == high ? nil : FaceGradient(from: low, to: high, position: position)
                paint = texture(pattern, coordinates, inverseDepth, low, shade)
            } else {
                let (low, high) = light.wall(
                    shape.color, along: b - a, isMeridional: edge.isMeridional, base: base, height: height)
                paint = low == high ? .color(low) : .gradient(FaceGradient(from: low, to: high, position: position))
            }
            faces.append(Face(path, inverseDepth: inverseDepth, paint: paint))
        }
    }

    private func texture(
        _ pattern: ExtrusionPattern, _ coordinates: (column: AffineFunction3D, row: AffineFunction3D),
        _ inverseDepth: AffineFunction,
        _ tint: Color, _ shade: FaceGradient?
    ) -> FacePaint {
        .texture(
            FaceTexture(
                pattern.bitmap, column: lens.projected(coordinates.column, inverseDepth: inverseDepth),
                row: lens.projected(coordinates.row, inverseDepth: inverseDepth), tint: tint, shade: shade))
    }

    /// A corner of a face.
    private struct Corner {
        /// Pixels of the ground.
        var ground: Point
        /// Above it.
        var height: Double

        func mix(_ other: Corner, _ fraction: Double) -> Corner {
            Corner(ground: ground.mix(other.ground, fraction), height: height + (other.height - height) * fraction)
        }
    }

    /// The part of a polygon between the depths at which the camera sees, in the image; empty when nothing is.
    private func outline(_ corners: [Corner]) -> [Point] {
        var corners = corners
        let depths = lens.depths
        func depth(_ corner: Corner) -> Double { lens.depth(corner.ground, height: corner.height) }
        if !corners.allSatisfy({ depths.contains(depth($0)) }) {
            corners = cutting(corners, by: { depth($0) - depths.lowerBound }, mix: { $0.mix($1, $2) })
            corners = cutting(corners, by: { depths.upperBound - depth($0) }, mix: { $0.mix($1, $2) })
        }
        return corners.count < 3 ? [] : corners.map { lens.apply($0.ground, height: $0.height) }
    }
}

/// A pattern on the roof and the walls of a building.
///
/// - SeeAlso: MapLibre GL JS, `fill_extrusion_pattern.vertex.glsl`.
struct ExtrusionPattern: Sendable {
    let bitmap: Bitmap
    /// From pixels of the ground to those of the bitmap.
    let fromGround: Transform
    /// The tile's corner, in pixels of the bitmap.
    let origin: Point
    /// Pixels of the bitmap.
    let perTileUnit: Double
    /// Pixels of the bitmap; MapLibre takes 128 instead of 119 pixels for a world's metre at zoom 24.
    let perMeter: Double

    /// Where the bitmap is on a roof.
    var roof: (column: AffineFunction3D, row: AffineFunction3D) {
        let t = fromGround
        return (
            AffineFunction3D(AffineFunction(x: t.a, y: t.c, constant: t.tx), height: 0),
            AffineFunction3D(AffineFunction(x: t.b, y: t.d, constant: t.ty), height: 0)
        )
    }

    /// Where the bitmap is on a wall.
    ///
    /// - Parameters:
    ///   - a: the start of the edge, in pixels of the ground.
    ///   - b: its end.
    ///   - edge: how far along the walls.
    ///   - pixelsPerMeter: of the ground, upwards.
    /// - Returns: the column and the row in the bitmap.
    func wall(
        _ a: Point, _ b: Point, _ edge: ExtrusionRing.Edge, pixelsPerMeter: Double
    ) -> (column: AffineFunction3D, row: AffineFunction3D) {
        let direction = b - a
        let k =
            (edge.end - edge.start) * perTileUnit / max(1e-12, direction.x * direction.x + direction.y * direction.y)
        let (x, y) = (direction.x * k, direction.y * k)
        let column = AffineFunction(
            x: x, y: y, constant: origin.x + edge.start * perTileUnit - x * a.x - y * a.y)
        return (
            AffineFunction3D(column, height: 0),
            AffineFunction3D(AffineFunction(x: 0, y: 0, constant: origin.y), height: -perMeter / pixelsPerMeter)
        )
    }
}
