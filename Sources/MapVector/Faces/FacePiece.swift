// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapPlane

/// A face, or what is left of it where others hide it.
package struct FacePiece {
    package let paint: FacePaint
    let nearness: AffineFunction
    /// The outline.
    let rings: [[Point]]
    /// The same area in convex parts.
    let parts: [ConvexPart]
    let bounds: Rect
    let area: Double

    init(_ face: Face) {
        self.init(
            face.paint, face.nearness,
            rings: face.path.flatFigures.map { figure in
                var points = figure.points
                if points.count > 1, points.first == points.last { points.removeLast() }
                return points
            })
    }

    private init(_ paint: FacePaint, _ nearness: AffineFunction, rings: [[Point]], parts: [ConvexPart]? = nil) {
        (self.paint, self.nearness, self.rings) = (paint, nearness, rings)
        let parts = parts ?? Trapezoids(rings).parts
        self.parts = parts
        bounds = parts.reduce(Rect.null) { $0.union($1.bounds) }
        area = parts.reduce(0) { $0 + $1.area }
    }

    /// True when nothing of it is seen.
    var isEmpty: Bool { parts.isEmpty }

    package var path: Path {
        var path = Path()
        for ring in rings { path.addLines(ring, closed: true) }
        return path
    }

    /// The pieces at which a function is positive and negative.
    func cut(by function: AffineFunction) -> [FacePiece] {
        let other = AffineFunction(x: -function.x, y: -function.y, constant: -function.constant)
        return [function, other].compactMap { side in
            let parts = parts.compactMap { $0.cut(by: side) }
            guard !parts.isEmpty else { return nil }
            let rings = rings.map { cutting($0, by: side) }.filter { $0.count >= 3 }
            return FacePiece(paint, nearness, rings: rings, parts: parts)
        }
    }

    /// The pieces that are outside of a convex polygon, and those inside.
    func divided(by polygon: [Point]) -> (outside: [FacePiece], inside: [FacePiece]) {
        let hole = ConvexPart(polygon)
        guard parts.contains(where: { signedArea($0.intersection(hole)) > ConvexPart.minArea }) else {
            return ([self], [])
        }
        let outside = parts.flatMap { $0.subtracting(polygon) }
        let inside = parts.map { $0.intersection(hole) }.filter { signedArea($0) > ConvexPart.minArea }
        func pieces(_ parts: [ConvexPart]) -> [FacePiece] {
            parts.map { FacePiece(paint, nearness, rings: [$0.corners], parts: [$0]) }
        }
        return (pieces(outside), pieces(inside.map { ConvexPart($0) }))
    }
}
