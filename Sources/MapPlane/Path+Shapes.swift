// SPDX-License-Identifier: MIT

extension Path {
    /// Creates a path with the outline of a rectangle, clockwise when y points down.
    ///
    /// - Parameter r: the rectangle.
    /// - Returns: a closed path.
    public static func rectangle(_ r: Rect) -> Path {
        var path = Path()
        path.addLines(r.corners, closed: true)
        return path
    }

    /// Creates a circle of four cubic Bézier curves. They deviate by less than 0.03 % of the radius.
    ///
    /// - Parameters:
    ///   - center: the circle's center.
    ///   - radius: the circle's radius, in the units of the path.
    /// - Returns: a closed path, clockwise when y points down.
    public static func circle(center: Point, radius: Double) -> Path {
        roundedRectangle(
            Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), radius: radius)
    }

    /// Creates a rectangle with rounded corners.
    ///
    /// - Parameters:
    ///   - r: the rectangle.
    ///   - radius: the radius of the corners, limited to 0...half of the shorter side.
    /// - Returns: a closed path, clockwise when y points down.
    public static func roundedRectangle(_ r: Rect, radius: Double) -> Path {
        let radius = max(0, min(radius, min(r.width, r.height) / 2))
        guard radius > 0 else { return rectangle(r) }
        // The control point distance that approximates a quarter circle: 4/3 tan(π/8).
        let k = radius * (1 - 0.552_284_749_830_793_6)
        var path = Path()
        path.move(to: Point(r.minX + radius, r.minY))
        path.line(to: Point(r.maxX - radius, r.minY))
        path.curve(Point(r.maxX - k, r.minY), Point(r.maxX, r.minY + k), to: Point(r.maxX, r.minY + radius))
        path.line(to: Point(r.maxX, r.maxY - radius))
        path.curve(Point(r.maxX, r.maxY - k), Point(r.maxX - k, r.maxY), to: Point(r.maxX - radius, r.maxY))
        path.line(to: Point(r.minX + radius, r.maxY))
        path.curve(Point(r.minX + k, r.maxY), Point(r.minX, r.maxY - k), to: Point(r.minX, r.maxY - radius))
        path.line(to: Point(r.minX, r.minY + radius))
        path.curve(Point(r.minX, r.minY + k), Point(r.minX + k, r.minY), to: Point(r.minX + radius, r.minY))
        path.close()
        return path
    }
}
