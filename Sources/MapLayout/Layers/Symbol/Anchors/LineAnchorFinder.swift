// SPDX-License-Identifier: MIT
package import MapGeometry
import MapTiles

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
        let length = line.lineLength
        let anchors = resample(line, length, offset.truncatingRemainder(dividingBy: spacing), spacing)
        if anchors.isEmpty, !continued { return resample(line, length, length / 2, spacing) }
        return anchors
    }

    /// Anchors in the middle of equal parts of a line, for lines that belong to no tile.
    func evenlySpacedAnchors(on line: [Point]) -> [LineAnchor] {
        let length = line.lineLength
        guard length > 0, length.isFinite, spacing > 0 else { return [] }
        let gap = length / max(1, min(Double(Self.maxAnchors), (length / spacing).rounded(.down)))
        return resample(line, length, gap / 2, gap)
    }

    /// The middle of a line, if the label fits there.
    package func centerAnchor(of line: [Point]) -> LineAnchor? {
        let length = line.lineLength
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
        var bend = BendWindow(length: angleWindow)
        while along < labelLength / 2 {
            guard index + 1 < line.count else { return false }
            bend.add(line[index - 1], line[index], line[index + 1], at: along)
            if bend.sum > maxAngle { return false }
            index += 1
            along += line[index].distance(to: line[index - 1])
        }
        return true
    }
}

/// The turns of a line at the corners within a window that moves along it.
struct BendWindow {
    private let length: Double
    private var corners: [(along: Double, turn: Double)] = []
    private var oldest = 0
    /// In radians.
    private(set) var sum = 0.0

    init(length: Double) { self.length = length }

    /// Moves the window on to the corner at `b`, a distance along the line.
    mutating func add(_ a: Point, _ b: Point, _ c: Point, at along: Double) {
        let (before, after) = (angle(of: b - a), angle(of: c - b))
        let turn = abs((before - after + 3 * .pi).truncatingRemainder(dividingBy: 2 * .pi) - .pi)
        corners.append((along, turn))
        sum += turn
        while along - corners[oldest].along > length {
            sum -= corners[oldest].turn
            oldest += 1
        }
    }
}

/// Clips lines to a tile as MapLibre does before it looks for label anchors: where a line leaves the tile, it ends on a
/// whole unit of MapLibre's own tile grid.
///
/// Symbols are spaced from where a line enters the tile, so that an end elsewhere moves all of them.
///
/// - SeeAlso: MapLibre GL JS, `clip_line.ts`.
package struct TileLineClipper {
    /// MapLibre's `EXTENT`: the units along a tile's side.
    static let units = 8192.0

    /// The tile's side in its own units.
    private let extent: Double
    /// MapLibre's unit.
    private let step: Double

    /// - Parameter extent: the tile's side in its own units.
    package init(extent: Double) {
        self.extent = extent
        step = extent / Self.units
    }

    /// The parts of a line inside the tile.
    package func parts(of line: [Point]) -> [[Point]] {
        var parts: [[Point]] = []
        for (start, end) in zip(line, line.dropFirst()) {
            var (a, b) = (start, end)
            guard clip(&a, &b, .x), clip(&a, &b, .y) else { continue }
            if parts.last?.last != a { parts.append([a]) }
            parts[parts.count - 1].append(b)
        }
        return parts
    }

    /// Cuts off what lies before 0 or beyond the extent along one axis; false when nothing is left. A segment along the far
    /// edge belongs to the next tile.
    private func clip(_ a: inout Point, _ b: inout Point, _ axis: Axis) -> Bool {
        if a[axis] < 0, b[axis] < 0 { return false }
        if a[axis] < 0 {
            a = crossing(a, b, axis, 0)
        } else if b[axis] < 0 {
            b = crossing(a, b, axis, 0)
        }
        if a[axis] >= extent, b[axis] >= extent { return false }
        if a[axis] >= extent {
            a = crossing(a, b, axis, extent)
        } else if b[axis] >= extent {
            b = crossing(a, b, axis, extent)
        }
        return true
    }

    /// Where a segment crosses an edge, on a whole unit.
    private func crossing(_ a: Point, _ b: Point, _ axis: Axis, _ edge: Double) -> Point {
        var point = a.mix(b, (edge - a[axis]) / (b[axis] - a[axis]))
        point = Point((point.x / step).rounded() * step, (point.y / step).rounded() * step)
        point[axis] = edge
        return point
    }
}

private enum Axis {
    case x, y
}

extension Point {
    fileprivate subscript(axis: Axis) -> Double {
        get { axis == .x ? x : y }
        set { if axis == .x { x = newValue } else { y = newValue } }
    }
}

/// Keeps labels of the same name in a tile apart (`anchorIsTooClose` in MapLibre).
struct RepeatedLabelFilter {
    private struct Cell: Hashable {
        /// In `names`.
        var name: Int
        var x: Int
        var y: Int
    }

    /// In tile units.
    private let minDistance: Double
    /// Numbers for names, which are compared more quickly.
    private var names: [String: Int] = [:]
    /// By squares whose sides are the distance: what is too close is in the same or a neighboring one.
    private var positions: [Cell: [Point]] = [:]

    init(minDistance: Double) { self.minDistance = minDistance }

    /// False when a label of that name is too close.
    mutating func add(_ name: String, _ position: Point) -> Bool {
        let (x, y) = (column(position.x), column(position.y))
        let number = names[name] ?? names.count
        if number == names.count {
            names[name] = number
        } else {
            for dx in -1...1 {
                for dy in -1...1 {
                    let near = positions[Cell(name: number, x: x + dx, y: y + dy)] ?? []
                    if near.contains(where: { $0.distance(to: position) < minDistance }) { return false }
                }
            }
        }
        positions[Cell(name: number, x: x, y: y), default: []].append(position)
        return true
    }

    private func column(_ value: Double) -> Int { Int(max(-1e9, min(1e9, (value / minDistance).rounded(.down)))) }
}

/// A point well inside each polygon of a feature (the pole of inaccessibility), to within 16 of MapLibre's own units, as there.
///
/// - Parameters:
///   - geometry: of the feature, in units of its tile.
///   - extent: the tile's side in them.
/// - Returns: a point for each polygon.
func interiorPoints(of geometry: TileGeometry, extent: Double) -> [Point] {
    var polygons: [[ArraySlice<Point>]] = []
    var outerSign: Double?
    for part in geometry.parts {
        let ring = geometry.points[part]
        let area = signedArea(ring)
        guard area != 0 else { continue }
        // The first ring is an exterior ring; rings of the opposite winding are holes (MVT 2.1, 4.3.3.3).
        let reference = outerSign ?? area
        outerSign = reference
        if (area < 0) == (reference < 0) {
            polygons.append([ring])
        } else if !polygons.isEmpty {
            polygons[polygons.count - 1].append(ring)
        }
    }
    return polygons.compactMap { interiorPoint(of: $0, precision: 16 / TileLineClipper.units * extent) }
}
