// SPDX-License-Identifier: MIT
package import MapGeometry

/// Projects what lies on the ground to the image of a tilted camera, without what is outside of the image and beyond the
/// ground's end.
///
/// Straight lines stay straight, so that areas and lines are exact; a stroke becomes the area that it covers.
package struct GroundProjection: Sendable {
    package let perspective: Perspective
    /// The part of the ground that is kept: the footprint with a margin, in pixels of the ground.
    package let region: ConvexRegion

    /// - Parameters:
    ///   - perspective: of the camera.
    ///   - margin: around the image, in its pixels.
    package init(_ perspective: Perspective, margin: Double) {
        self.perspective = perspective
        // What is seen of a globe has no edges on the ground.
        region = perspective.isGlobe ? ConvexRegion([]) : perspective.footprint(margin: margin)
    }

    /// The point of the image; nil for a point of the ground that is not kept.
    package func point(_ p: Point) -> Point? {
        let isKept = perspective.isGlobe ? perspective.shows(p) : region.contains(p)
        return isKept ? perspective.apply(p) : nil
    }

    package func ring(_ ring: [Point]) -> [Point] {
        if perspective.isGlobe { return perspective.globeArea(of: ring).first ?? [] }
        return region.clipped(ring: ring).map { perspective.apply($0) }
    }

    /// The area inside of a path.
    package func area(_ path: Path) -> Path {
        if perspective.isGlobe { return globeArea(path) }
        if region.contains(path.bounds), !path.hasCurves { return path.mapped { perspective.apply($0) } }
        var result = Path()
        for figure in path.flatFigures where !figure.points.isEmpty {
            var points = figure.points
            if points.count > 1, points.first == points.last { points.removeLast() }
            let clipped = ring(points)
            if !clipped.isEmpty { result.addLines(clipped, closed: true) }
        }
        return result
    }

    /// The lines of a path.
    package func lines(_ path: Path) -> Path {
        if perspective.isGlobe { return globeLines(path) }
        if region.contains(path.bounds), !path.hasCurves { return path.mapped { perspective.apply($0) } }
        var result = Path()
        for figure in path.flatFigures {
            for part in region.clipped(line: figure.points) where part.points.count > 1 {
                result.addLines(part.points.map { perspective.apply($0) }, closed: false)
            }
        }
        return result
    }

    /// The area that a stroke covers; filled with the rule `nonZero`. On a globe it is as wide everywhere.
    package func stroke(_ path: Path, _ style: StrokeStyle) -> Path {
        if perspective.isGlobe {
            var result = Path()
            for piece in globeLines(path).strokePieces(style) { result.addLines(piece, closed: true) }
            return result
        }
        var result = Path()
        for piece in path.strokePieces(style) {
            let clipped = ring(piece)
            if clipped.count >= 3 { result.addLines(clipped, closed: true) }
        }
        return result
    }

    /// A mark of solid colors; nil when nothing of it is kept. Images, texts and meshes are not on the ground's plane, and
    /// stay as they are.
    package func mark(_ mark: Mark) -> Mark? {
        switch mark {
        case .fill(let path, let rule, let paint):
            let area = area(path)
            return area.isEmpty ? nil : .fill(area, rule, paint)
        case .aliasedFill(let path, let paint):
            let area = area(path)
            return area.isEmpty ? nil : .aliasedFill(area, paint)
        case .edge(let path, let paint):
            let lines = lines(path)
            return lines.isEmpty ? nil : .edge(lines, paint)
        case .stroke(let path, let style, let color) where perspective.isGlobe:
            let lines = lines(path)
            return lines.isEmpty ? nil : .stroke(lines, style, color)
        case .stroke(let path, let style, let color):
            let area = stroke(path, style)
            return area.isEmpty ? nil : .fill(area, .nonZero, .color(color))
        case .group(var group):
            if let clip = group.clip {
                let area = area(clip)
                guard !area.isEmpty else { return nil }
                group.clip = area
            }
            group.marks = group.marks.compactMap { self.mark($0) }
            return group.marks.isEmpty ? nil : .group(group)
        case .maskedFill(let fill):
            var visible = Path()
            visible.addLines(perspective.visibleImage(), closed: true)
            return visible.isEmpty ? nil : .group(Group(clip: visible, marks: [.maskedFill(maskedFill(fill))]))
        case .ribbon, .circles, .glyphs, .image, .sdf, .faces: return mark
        }
    }

    /// A fill of the image with holes on the ground.
    private func maskedFill(_ fill: MaskedFill) -> MaskedFill {
        let rings = fill.rings
        var copy = fill
        copy.holes = fill.holes.map { hole in
            let contours = rings.map { ring in
                stroke(
                    hole.path,
                    StrokeStyle(width: 2 * max(0, hole.radius + ring.distance), cap: .round, join: .round))
            }
            return MaskedFill.Hole(
                path: hole.isFilled ? area(hole.path) : Path(), radius: hole.radius, isFilled: hole.isFilled,
                contours: contours)
        }
        return copy
    }

    /// A hit shape on the ground; nil when nothing of it is kept.
    package func hitShape(_ shape: HitShape) -> HitShape? {
        switch shape {
        case .area(let path, let rule):
            let area = area(path)
            return area.isEmpty ? nil : .area(area, rule)
        case .line(let path, let tolerance):
            let lines = lines(path)
            return lines.isEmpty ? nil : .line(lines, tolerance: tolerance)
        case .any(let shapes):
            let kept = shapes.compactMap { hitShape($0) }
            return kept.isEmpty ? nil : .any(kept)
        case .box: return shape
        }
    }
}

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
    ///   - margin: how far beyond the region paint reaches into the image, in pixels of the ground.
    /// - Returns: on a globe, divided so that they can be bent.
    package func parts(of line: [Point], margin: Double) -> [(points: [Point], start: Double)] {
        perspective.isGlobe
            ? perspective.globeRuns(of: line) : region.expanded(by: margin).clipped(line: line)
    }
}
