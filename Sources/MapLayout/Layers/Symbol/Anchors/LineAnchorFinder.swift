// SPDX-License-Identifier: MIT
package import MapPlane

/// Finds label anchors along the lines of one tile, as MapLibre does; lengths in tile units.
///
/// - SeeAlso: MapLibre GL JS, `get_anchors.ts` and `check_max_angle.ts`.
package struct LineAnchorFinder {
    /// An anchor on a line.
    package struct LineAnchor {
        /// On a whole unit of MapLibre's tile grid, and therefore up to half a unit beside the line.
        package var position: Point
        /// Of the exact position from the line's start.
        package var distance: Double
        /// The index of the segment that the anchor is on.
        package var segment: Int
    }

    /// The tile's side; infinite for lines that belong to no tile.
    let extent: Double
    /// Between two labels (`symbol-spacing`).
    let spacing: Double
    /// The sharpest bend under a label, in radians (`text-max-angle`).
    let maxAngle: Double
    /// The label's length at its largest size.
    let labelLength: Double
    /// The length over which bends are summed; zero when there is no text to bend.
    let angleWindow: Double
    /// Tile units per pixel of the label's 24-pixel em.
    let boxScale: Double
    /// How many times larger than at its own zoom the tile is drawn, at least 1.
    let overscaling: Double

    package init(
        extent: Double, spacing: Double, maxAngle: Double, labelLength: Double, angleWindow: Double, boxScale: Double,
        overscaling: Double
    ) {
        self.extent = extent
        self.spacing = spacing
        self.maxAngle = maxAngle
        self.labelLength = labelLength
        self.angleWindow = angleWindow
        self.boxScale = boxScale
        self.overscaling = overscaling
    }

    /// A bound for hostile data.
    private static let maxAnchors = 5000
    /// A bound on the steps along one line; a street across a whole tile needs a few hundred.
    private static let maxSteps = 100_000.0

    /// Evenly spaced anchors; a single one in the middle where these do not fit.
    package func anchors(on line: [Point]) -> [LineAnchor] {
        guard let first = line.first, line.count > 1 else { return [] }
        let continued = first.x == 0 || first.x == extent || first.y == 0 || first.y == extent
        let spacing = self.spacing - labelLength < self.spacing / 4 ? labelLength + self.spacing / 4 : self.spacing
        guard spacing > 0, spacing.isFinite else { return [] }
        // Two ems from the end keep labels of crossing streets apart.
        let offset =
            (continued ? spacing / 2 : labelLength / 2 + 48 * boxScale) * overscaling
        let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        let anchors = resample(line, length, offset.truncatingRemainder(dividingBy: spacing), spacing)
        if anchors.isEmpty, !continued { return resample(line, length, length / 2, spacing) }
        return anchors
    }

    /// Anchors in the middle of equal parts of a line, for lines that belong to no tile.
    package func evenlySpacedAnchors(on line: [Point]) -> [LineAnchor] {
        let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        guard length > 0, length.isFinite, spacing > 0 else { return [] }
        let gap = length / max(1, min(Double(Self.maxAnchors), (length / spacing).rounded(.down)))
        return resample(line, length, gap / 2, gap)
    }

    /// The middle of a line, if the label fits there.
    package func centerAnchor(of line: [Point]) -> LineAnchor? {
        let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        var walked = 0.0
        for index in line.indices.dropLast() {
            let (a, b) = (line[index], line[index + 1])
            let segmentLength = a.distance(to: b)
            if walked + segmentLength > length / 2 {
                let position = a.mix(b, (length / 2 - walked) / segmentLength)
                let anchor = LineAnchor(position: rounded(position), distance: length / 2, segment: index)
                return fits(line, anchor) ? anchor : nil
            }
            walked += segmentLength
        }
        return nil
    }

    private func resample(_ line: [Point], _ length: Double, _ offset: Double, _ spacing: Double) -> [LineAnchor] {
        // Bounds the work on broken data, and excludes steps that are lost in rounding.
        guard length / spacing <= Self.maxSteps else { return [] }
        var anchors: [LineAnchor] = []
        var walked = 0.0
        var anchorDistance = offset - spacing
        for index in line.indices.dropLast() {
            let (a, b) = (line[index], line[index + 1])
            let segmentLength = a.distance(to: b)
            while anchorDistance + spacing < walked + segmentLength, anchors.count < Self.maxAnchors {
                anchorDistance += spacing
                let position = a.mix(b, (anchorDistance - walked) / segmentLength)
                guard owns(position),
                    anchorDistance - labelLength / 2 >= 0, anchorDistance + labelLength / 2 <= length
                else { continue }
                let anchor = LineAnchor(position: rounded(position), distance: anchorDistance, segment: index)
                if fits(line, anchor) { anchors.append(anchor) }
            }
            walked += segmentLength
        }
        return anchors
    }

    /// On a whole unit of MapLibre's tile grid; lines that belong to no tile have none.
    private func rounded(_ position: Point) -> Point {
        guard extent.isFinite else { return position }
        let step = extent / TileLineClipper.units
        return Point((position.x / step).rounded() * step, (position.y / step).rounded() * step)
    }

    /// True when the tile, and not its neighbor, contains the position.
    private func owns(_ position: Point) -> Bool {
        extent.isInfinite || (position.x >= 0 && position.x < extent && position.y >= 0 && position.y < extent)
    }

    /// True when the line does not bend too sharply under the label: bends are summed over a sliding window.
    private func fits(_ line: [Point], _ anchor: LineAnchor) -> Bool {
        guard angleWindow > 0 else { return true }
        var index = anchor.segment + 1
        var along = 0.0
        var p = anchor.position
        while along > -labelLength / 2 {
            index -= 1
            guard index >= 0 else { return false }
            along -= line[index].distance(to: p)
            p = line[index]
        }
        guard index + 1 < line.count else { return false }
        along += line[index].distance(to: line[index + 1])
        index += 1
        var corners: [(along: Double, turn: Double)] = []
        var oldest = 0
        var sum = 0.0
        while along < labelLength / 2 {
            guard index + 1 < line.count else { return false }
            let before = angle(of: line[index] - line[index - 1])
            let after = angle(of: line[index + 1] - line[index])
            let turn = abs((before - after + 3 * .pi).truncatingRemainder(dividingBy: 2 * .pi) - .pi)
            corners.append((along, turn))
            sum += turn
            while along - corners[oldest].along > angleWindow {
                sum -= corners[oldest].turn
                oldest += 1
            }
            if sum > maxAngle { return false }
            index += 1
            along += line[index].distance(to: line[index - 1])
        }
        return true
    }
}
