// SPDX-License-Identifier: MIT
package import MapPlane

extension GroundProjection {
    /// The area inside of a path on a globe.
    func globeArea(_ path: Path) -> Path {
        var result = Path()
        for figure in path.flatFigures {
            var points = figure.points
            if points.count > 1, points.first == points.last { points.removeLast() }
            for ring in perspective.globeArea(of: points) { result.addLines(ring, closed: true) }
        }
        return result
    }

    /// The lines of a path on a globe.
    func globeLines(_ path: Path) -> Path {
        var result = Path()
        for figure in path.flatFigures {
            var points = figure.points
            if figure.isClosed, let first = points.first, points.last != first { points.append(first) }
            for line in perspective.globeLines(of: points) { result.addLines(line, closed: false) }
        }
        return result
    }

    /// The parts of a line that are kept, on the ground, with the line's length before each.
    ///
    /// - Parameters:
    ///   - line: in pixels of the ground.
    ///   - margin: how far beyond the region paint reaches into the picture, in pixels of the ground.
    /// - Returns: on a globe, divided so that they can be bent.
    package func parts(of line: [Point], margin: Double) -> [(points: [Point], start: Double)] {
        perspective.isGlobe
            ? perspective.globeRuns(of: line) : region.expanded(by: margin).clipped(line: line)
    }
}
