// SPDX-License-Identifier: MIT
package import MapGeo
import MapGeometry
package import MapImages

/// An `image` source: a bitmap stretched between four coordinates.
package struct GroundImage: Sendable {
    package let bitmap: Bitmap
    /// Clockwise from the top left; longitudes may exceed 180.
    package let corners: [Coordinate]

    /// Requires four corners.
    package init(_ bitmap: Bitmap, corners: [Coordinate]) {
        precondition(corners.count == 4, "an image source has four corners")
        self.bitmap = bitmap
        self.corners = corners
    }

    /// The image's quadrilaterals in pixels of the ground, one per visible copy of the world.
    func quads(in viewport: Viewport) -> [ImageQuad] {
        let mercatorCorners = snapped(corners.map(WebMercator.project))
        let box = Rect(around: mercatorCorners)
        let view = viewport.mercatorBounds
        guard box.width.isFinite, box.height.isFinite else { return [] }
        let first = (view.minX - box.maxX).rounded(.up)
        let last = (view.maxX - box.minX).rounded(.down)
        // A bound for degenerate views.
        guard first <= last, last - first < 1000 else { return [] }
        return (0...Int(last - first)).compactMap { copy in
            let shift = Point(first + Double(copy), 0)
            return ImageQuad(mercatorCorners.map { viewport.mercatorToGround.apply($0 + shift) })
        }
    }

    /// The corners rounded to a grid of 8192 units per side of the enclosing tile, MapLibre's precision.
    private func snapped(_ corners: [Point]) -> [Point] {
        let box = Rect(around: corners)
        let size = max(box.width, box.height)
        guard size > 0, size.isFinite else { return corners }
        let zoom = max(0, min(22, -binaryLogarithm(size).rounded(.up)))
        let units = powerOfTwo(zoom) * 8192
        return corners.map { Point(($0.x * units).rounded() / units, ($0.y * units).rounded() / units) }
    }
}

/// A quadrilateral in pixels that an image fills, as two triangles along the diagonal from top right to bottom left.
struct ImageQuad: Sendable {
    private struct Triangle: Sendable {
        var corners: [Point]
        /// Pixels to fractions of the image's sides.
        var toImage: Transform
        /// True for the half of the image at its top left.
        var isUpper: Bool
    }

    private let triangles: [Triangle]
    let bounds: Rect
    /// The longer of the upper and the lower edge, in pixels.
    let width: Double

    /// Nil when it has no area.
    init?(_ corners: [Point]) {
        let (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
        let upper = Transform(
            a: topRight.x - topLeft.x, b: topRight.y - topLeft.y, c: bottomLeft.x - topLeft.x,
            d: bottomLeft.y - topLeft.y, tx: topLeft.x, ty: topLeft.y)
        let lower = Transform(
            a: bottomRight.x - bottomLeft.x, b: bottomRight.y - bottomLeft.y, c: bottomRight.x - topRight.x,
            d: bottomRight.y - topRight.y, tx: topRight.x + bottomLeft.x - bottomRight.x,
            ty: topRight.y + bottomLeft.y - bottomRight.y)
        var triangles: [Triangle] = []
        if let inverse = upper.inverse {
            triangles.append(
                Triangle(corners: [topLeft, topRight, bottomLeft], toImage: inverse, isUpper: true))
        }
        if let inverse = lower.inverse {
            triangles.append(
                Triangle(corners: [topRight, bottomRight, bottomLeft], toImage: inverse, isUpper: false))
        }
        guard !triangles.isEmpty else { return nil }
        self.triangles = triangles
        bounds = Rect(around: corners)
        width = max((topRight - topLeft).length, (bottomRight - bottomLeft).length)
    }

    /// Calls `body` with each pixel of a row whose center is inside, and its position as fractions of the image's
    /// sides.
    @inline(__always)
    func forEachPixel(ofRow row: Int, _ area: PixelArea, _ body: (_ x: Int, _ u: Double, _ v: Double) -> Void) {
        let start = area.start(ofRow: row)
        for triangle in triangles {
            guard let span = Self.span(of: triangle.corners, y: start.y) else { continue }
            let first = max(0, (span.lowerBound - start.x).rounded(.up))
            let last = min(Double(area.width), (span.upperBound - start.x).rounded(.up))
            guard first < last else { continue }
            let t = triangle.toImage
            let p = t.apply(start)
            for x in Int(first)..<Int(last) { body(x, p.x + t.a * Double(x), p.y + t.b * Double(x)) }
        }
    }

    /// As `forEachPixel(ofRow:_:_:)`, for a tilted map.
    func forEachPixel(
        ofRow row: Int, _ area: PixelArea, _ perspective: Perspective,
        _ body: (_ x: Int, _ u: Double, _ v: Double) -> Void
    ) {
        let start = area.start(ofRow: row)
        let row = perspective.projected?.grounds(alongRow: start, count: area.width)
        for x in 0..<area.width {
            let seen = row.map { $0[x] } ?? perspective.ground(at: Point(start.x + Double(x), start.y))
            guard let ground = seen else { continue }
            for triangle in triangles {
                let p = triangle.toImage.apply(ground)
                guard p.x >= 0, p.y >= 0, p.x <= 1, p.y <= 1, (p.x + p.y <= 1) == triangle.isUpper else { continue }
                body(x, p.x, p.y)
                break
            }
        }
    }

    /// The x range of a triangle on a horizontal line; the end is exclusive.
    private static func span(of corners: [Point], y: Double) -> ClosedRange<Double>? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for i in 0..<3 {
            // Always interpolated from the upper end, so that both triangles compute the same x on their shared edge.
            var (a, b) = (corners[i], corners[(i + 1) % 3])
            if a.y > b.y { swap(&a, &b) }
            guard a.y <= y, y < b.y else { continue }
            let x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
            low = min(low, x)
            high = max(high, x)
        }
        return low <= high ? low...high : nil
    }
}
