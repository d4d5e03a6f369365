// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// An image repeated along a line: a quadrilateral for each segment, filled with the image rotated into its
/// direction.
struct ImageStroke {
    private let bitmap: Bitmap
    private let period: Double
    private let opacity: Double

    /// Takes a period in pixels along the line.
    init(_ bitmap: Bitmap, period: Double, opacity: Double) {
        self.bitmap = bitmap
        self.period = period
        self.opacity = opacity
    }

    func areas(_ part: LinePart) -> [RibbonStrokes.Stroke] {
        var points: [Point] = []
        for p in part.points where points.last.map({ $0.distance(to: p) > 1e-6 }) ?? true { points.append(p) }
        guard points.count > 1 else { return [] }
        let halfWidth = part.width / 2
        let (right, left) = (
            offsetLine(points, by: halfWidth, closed: part.isRing),
            offsetLine(points, by: -halfWidth, closed: part.isRing)
        )
        guard right.count == points.count, left.count == points.count else { return [] }
        var distance = part.start
        return points.indices.dropLast().map { i in
            let (a, b) = (points[i], points[i + 1])
            let length = a.distance(to: b)
            defer { distance += length }
            let direction = (b - a) * (1 / length)
            let normal = Point(-direction.y, direction.x)
            var area = Path()
            area.addLines([right[i], right[i + 1], left[i + 1], left[i]], closed: true)
            // The image's first row lies along the right edge.
            let (u, v) = (
                direction * (period / Double(bitmap.width)), normal * (-part.width / Double(bitmap.height))
            )
            let origin = a + normal * halfWidth - direction * distance.truncatingRemainder(dividingBy: period)
            let transform = Transform(a: u.x, b: u.y, c: v.x, d: v.y, tx: origin.x, ty: origin.y)
            return .area(area, .pattern(bitmap, transform, opacity: opacity))
        }
    }
}
