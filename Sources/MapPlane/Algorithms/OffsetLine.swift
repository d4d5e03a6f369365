// SPDX-License-Identifier: MIT

/// A line beside a line, with mitered corners; corners sharper than four times the distance are cut.
///
/// - Parameters:
///   - line: at least two points.
///   - distance: to the right as one walks along it (y grows downwards); negative to the left.
///   - closed: the last point equals the first one.
/// - Returns: as many points as the line has, less those that repeat.
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
        // The miter's length is 1 / cos of half the turn: |sum| / 2.
        let half = max(0.25, (sum.x * sum.x + sum.y * sum.y) / 4)
        return points[i] + sum * (distance / (2 * half))
    }
}
