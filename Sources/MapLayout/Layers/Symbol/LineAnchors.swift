package import MapPlane
// SPDX-License-Identifier: MIT

/// Where labels stand on the lines of one tile, found as MapLibre does; all lengths in tile units.
package struct LineAnchors {
    /// An anchor, and how far along its line it lies.
    package struct Stop {
        package var place: Point
        package var distance: Double
    }

    /// The tile's side; infinite for lines that are in no tile.
    let extent: Double
    /// Between two labels.
    let spacing: Double
    /// The sharpest bend that a label follows, in radians.
    let maxAngle: Double
    /// Of the label, at its largest.
    let labelLength: Double
    /// Zero when there is no text to bend.
    let angleWindow: Double
    /// A label's size in tile units for each pixel of its em of 24.
    let boxScale: Double
    /// Tiles' worth of magnification beyond their zoom, at least 1.
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

    /// More labels than that on one line are an attempt on our memory.
    private static let limit = 5000
    /// Steps on one line; a street along a whole tile takes some hundred.
    private static let longestWalk = 100_000.0

    /// Evenly spread stops; the middle alone where these find no room.
    package func stops(on line: [Point]) -> [Stop] {
        guard let first = line.first, line.count > 1 else { return [] }
        let continued = first.x == 0 || first.x == extent || first.y == 0 || first.y == extent
        let spacing = self.spacing - labelLength < self.spacing / 4 ? labelLength + self.spacing / 4 : self.spacing
        guard spacing > 0, spacing.isFinite else { return [] }
        // Two ems off the end keep labels of crossing streets apart.
        let offset =
            (continued ? spacing / 2 : labelLength / 2 + 48 * boxScale) * overscaling
        let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        let found = resample(line, length, offset.truncatingRemainder(dividingBy: spacing), spacing)
        if found.isEmpty, !continued { return resample(line, length, length / 2, spacing) }
        return found
    }

    /// Stops in the middle of equal parts of a line, for lines that belong to no tile.
    package func spreadStops(on line: [Point]) -> [Stop] {
        let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        guard length > 0, length.isFinite, spacing > 0 else { return [] }
        let gap = length / max(1, min(Double(Self.limit), (length / spacing).rounded(.down)))
        return resample(line, length, gap / 2, gap)
    }

    /// The middle of a line, if the label can follow it there.
    package func center(of line: [Point]) -> Stop? {
        let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        var walked = 0.0
        for (index, (a, b)) in zip(line, line.dropFirst()).enumerated() {
            let own = a.distance(to: b)
            if walked + own > length / 2 {
                let place = a.mix(b, (length / 2 - walked) / own)
                return follows(line, place, segment: index) ? Stop(place: place, distance: length / 2) : nil
            }
            walked += own
        }
        return nil
    }

    private func resample(_ line: [Point], _ length: Double, _ offset: Double, _ spacing: Double) -> [Stop] {
        // Broken data: the walk would take for ever, or stall where a step is lost in rounding.
        guard length / spacing <= Self.longestWalk else { return [] }
        var stops: [Stop] = []
        var walked = 0.0
        var marked = offset - spacing
        for (index, (a, b)) in zip(line, line.dropFirst()).enumerated() {
            let own = a.distance(to: b)
            while marked + spacing < walked + own, stops.count < Self.limit {
                marked += spacing
                let place = a.mix(b, (marked - walked) / own)
                guard owns(place),
                    marked - labelLength / 2 >= 0, marked + labelLength / 2 <= length
                else { continue }
                if follows(line, place, segment: index) { stops.append(Stop(place: place, distance: marked)) }
            }
            walked += own
        }
        return stops
    }

    /// True when the tile has the place, and not its neighbour.
    private func owns(_ place: Point) -> Bool {
        extent.isInfinite || (place.x >= 0 && place.x < extent && place.y >= 0 && place.y < extent)
    }

    /// True when the line bends nowhere too sharply under the label: the sum of its turns within any window counts.
    private func follows(_ line: [Point], _ anchor: Point, segment: Int) -> Bool {
        guard angleWindow > 0 else { return true }
        var index = segment + 1
        var at = 0.0
        var p = anchor
        while at > -labelLength / 2 {
            index -= 1
            guard index >= 0 else { return false }
            at -= line[index].distance(to: p)
            p = line[index]
        }
        guard index + 1 < line.count else { return false }
        at += line[index].distance(to: line[index + 1])
        index += 1
        var corners: [(at: Double, turn: Double)] = []
        var oldest = 0
        var sum = 0.0
        while at < labelLength / 2 {
            guard index + 1 < line.count else { return false }
            let before = angle(of: line[index] - line[index - 1])
            let after = angle(of: line[index + 1] - line[index])
            let turn = abs((before - after + 3 * .pi).truncatingRemainder(dividingBy: 2 * .pi) - .pi)
            corners.append((at, turn))
            sum += turn
            while at - corners[oldest].at > angleWindow {
                sum -= corners[oldest].turn
                oldest += 1
            }
            if sum > maxAngle { return false }
            index += 1
            at += line[index].distance(to: line[index - 1])
        }
        return true
    }
}
