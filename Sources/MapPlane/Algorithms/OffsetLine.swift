// SPDX-License-Identifier: MIT

/// A parallel line with mitered joins; miters are limited to four times the distance.
///
/// - Parameters:
///   - line: at least two points.
///   - distance: the offset to the right of the line's direction (y grows downwards); negative to the left.
///   - closed: true when the last point equals the first one.
/// - Returns: one point for each point of the line, without repeated ones.
package func offsetLine(_ line: [Point], by distance: Double, closed: Bool) -> [Point] {
    var points: [Point] = []
    for p in line where points.last.map({ $0.distance(to: p) > 1e-9 }) ?? true { points.append(p) }
    guard points.count >= 2 else { return line }
    let normals = zip(points, points.dropFirst()).map { a, b in
        let d = b - a
        return Point(-d.y, d.x) * (1 / d.length)
    }
    return points.indices.map { i in
        let before = i > 0 ? normals[i - 1] : (closed ? normals[normals.count - 1] : normals[0])
        let after = i < normals.count ? normals[i] : (closed ? normals[0] : normals[normals.count - 1])
        let sum = before + after
        // The miter length is 1 / cos of half the turn: |sum| / 2.
        let half = max(0.25, (sum.x * sum.x + sum.y * sum.y) / 4)
        return points[i] + sum * (distance / (2 * half))
    }
}
