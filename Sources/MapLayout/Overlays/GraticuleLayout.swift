// SPDX-License-Identifier: MIT
import Libc
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import MapText

/// Lays out lines of latitude and longitude, and their labels at the edges of the map.
struct GraticuleLayout {
    private let viewport: Viewport
    private let builder: ArtworkBuilder
    private let appearance: Appearance
    /// The part of the image that the map has, in pixels.
    private let frame: Rect
    /// What labels keep clear of, in pixels: what lies above the map, then the labels themselves.
    private var occupied: [Rect]
    /// The boxes of the labels, in pixels.
    private(set) var labelBoxes: [Rect] = []
    /// By the index of the overlay.
    private(set) var marks: [Int: OverlayMarks] = [:]

    init(
        _ overlays: [Overlay], viewport: Viewport, fonts: FontLibrary, appearance: Appearance, avoiding boxes: [Rect],
        frame: Rect, diagnostics: DiagnosticSink
    ) {
        self.frame = frame
        self.viewport = viewport
        self.appearance = appearance
        builder = ArtworkBuilder(
            text: AnnotationText(fonts: fonts, diagnostics: diagnostics), images: [:], appearance: appearance,
            scale: viewport.scale)
        occupied = boxes
        for (index, overlay) in overlays.enumerated() where overlay.alpha > 0 {
            guard case .graticule(let graticule) = overlay.content else { continue }
            guard graticule.grid == .degrees else {
                do throws(Diagnostic) {
                    let grid = try GridLines(graticule, viewport: viewport, frame: frame)
                    if grid.isThinned {
                        diagnostics.add(
                            Diagnostic(
                                .warning, code: .overlaysGraticuleThinned, path: overlay.path(at: index),
                                "the lines would be too close together; they are \(formatted(grid.interval)) m apart",
                                hint: "leave out \"interval\" for one that suits the zoom"))
                    }
                    marks[index] = paint(graticule, grid)
                } catch {
                    var error = error
                    error.path = overlay.path(at: index) + ".grid"
                    diagnostics.add(error)
                }
                continue
            }
            let lines = GraticuleLines(graticule, viewport: viewport)
            if lines.isThinned {
                let (longitude, latitude) = (formatted(lines.interval.longitude), formatted(lines.interval.latitude))
                diagnostics.add(
                    Diagnostic(
                        .warning, code: .overlaysGraticuleThinned, path: overlay.path(at: index),
                        "the lines would be too close together; they are \(longitude)° and \(latitude)° apart",
                        hint: "leave out \"interval\" for one that suits the zoom"))
            }
            marks[index] = paint(graticule, lines.all)
        }
    }

    private mutating func paint(_ graticule: Graticule, _ lines: [GraticuleLines.Line]) -> OverlayMarks {
        var output = OverlayMarks(bounds: viewport.pixelRect)
        let width = graticule.lineWidth * viewport.scale
        let window = frame.inset(by: -(width + 2))
        var path = Path()
        for segment in lines.lazy.flatMap(\.parts).flatMap({ visibleSegments(of: $0, in: window) }) {
            path.addLines(segment.points, closed: false)
        }
        if width > 0, !path.isEmpty {
            // One stroke, so that translucent lines do not darken where they cross.
            let style = StrokeStyle(
                width: width, cap: .butt, join: .round, dash: graticule.lineDashPattern.map { $0 * viewport.scale })
            output.marks = [.stroke(path, style, graticule.strokeColor ?? defaultColor)]
        }
        guard graticule.labels else { return output }
        for line in lines {
            output.marks += label(line.label, line.parts, isMeridian: line.isMeridian, graticule.textStyle)
        }
        return output
    }

    /// A grid of meters: lines that are labeled at both ends, and the names of squares.
    private mutating func paint(_ graticule: Graticule, _ grid: GridLines) -> OverlayMarks {
        var output = OverlayMarks(bounds: viewport.pixelRect)
        let color = graticule.strokeColor ?? gridColor
        for weight in Set(grid.lines.map(\.weight)).sorted() {
            let width = graticule.lineWidth * viewport.scale * weight
            let window = frame.inset(by: -(width + 2))
            var path = Path()
            for line in grid.lines where line.weight == weight {
                for segment in visibleSegments(of: line.points, in: window) {
                    path.addLines(segment.points, closed: false)
                }
            }
            guard width > 0, !path.isEmpty else { continue }
            let dash = graticule.lineDashPattern.map { $0 * viewport.scale }
            output.marks.append(.stroke(path, StrokeStyle(width: width, cap: .butt, join: .round, dash: dash), color))
        }
        guard graticule.labels else { return output }
        var style = graticule.textStyle
        for line in grid.lines where !line.label.isEmpty {
            output.marks += label(line.label, [line.points], isMeridian: line.isVertical, style, atBothEnds: true)
        }
        style.size *= 1.8
        style.weight = 700
        style.color = style.color ?? color.opacity(min(1, color.alpha * 1.4))
        for name in grid.names where name.side > 5 * style.size * viewport.scale || name.side > 40 * viewport.scale {
            output.marks += self.name(name, style)
        }
        return output
    }

    /// A name in the middle of a square, unless it is in the way.
    private mutating func name(_ name: GridLines.Name, _ style: AnnotationTextStyle) -> [Mark] {
        guard !WorkContext.isCancelled else { return [] }
        let artwork = builder.textLabel(name.text, style)
        let scale = viewport.scale
        let size = Size(width: artwork.frame.width * scale, height: artwork.frame.height * scale)
        let box = Rect(center: name.center, size: size)
        guard size.width < name.side, frame.contains(box), !occupied.contains(where: { !$0.intersection(box).isNull })
        else { return [] }
        occupied.append(box)
        labelBoxes.append(box)
        return artwork.marks.map { $0.placed(scale: scale, at: name.center) }
    }

    private var gridColor: Color {
        appearance == .dark ? Color.white.opacity(0.45) : Color(rgb: 0x14284B).opacity(0.6)
    }

    private var defaultColor: Color {
        appearance == .dark ? Color.white.opacity(0.35) : Color(rgb: 0x33415C).opacity(0.45)
    }

    /// The label of a line, beside one of its ends or both; empty where there is no room.
    private mutating func label(
        _ text: String, _ parts: [[Point]], isMeridian: Bool, _ style: AnnotationTextStyle, atBothEnds: Bool = false
    ) -> [Mark] {
        guard !WorkContext.isCancelled else { return [] }
        let ends = parts.flatMap { visibleSegments(of: $0, in: frame) }
            .flatMap { [$0.points.first, $0.points.last].compactMap(\.self) }
        let edges: [Edge] = isMeridian ? [.top, .bottom, .left, .right] : [.left, .right, .top, .bottom]
        guard !atBothEnds else {
            return edges.prefix(2).flatMap { edge in
                label(text, ends.filter { edge.has($0, frame) }.map { (edge, $0) }, style)
            }
        }
        let candidates = edges.flatMap { edge in ends.filter { edge.has($0, frame) }.map { (edge, $0) } }
        return label(text, candidates, style)
    }

    private mutating func label(
        _ text: String, _ candidates: [(Edge, Point)], _ style: AnnotationTextStyle
    ) -> [Mark] {
        guard !candidates.isEmpty else { return [] }
        let artwork = builder.textLabel(text, style)
        let scale = viewport.scale
        let size = Size(width: artwork.frame.width * scale, height: artwork.frame.height * scale)
        for (edge, end) in candidates {
            for center in edge.centers(beside: end, size, gap: 3 * scale, in: frame) {
                let box = Rect(center: center, size: size)
                guard frame.contains(box), !occupied.contains(where: { !$0.intersection(box).isNull })
                else { continue }
                occupied.append(box)
                labelBoxes.append(box)
                return artwork.marks.map {
                    $0.placed(scale: scale, at: Point(center.x.rounded(), center.y.rounded()))
                }
            }
        }
        return []
    }

    /// An edge of the map.
    private enum Edge {
        case top, bottom, left, right

        /// True for a point on the edge.
        func has(_ point: Point, _ map: Rect) -> Bool {
            let distance =
                switch self {
                case .top: point.y - map.minY
                case .bottom: map.maxY - point.y
                case .left: point.x - map.minX
                case .right: map.maxX - point.x
                }
            return abs(distance) < 0.01
        }

        /// Where a label of this size has its center, beside a line that ends at the edge, on either side of it.
        func centers(beside end: Point, _ size: Size, gap: Double, in map: Rect) -> [Point] {
            let (across, along) = (size.width / 2 + gap, size.height / 2)
            return switch self {
            case .top: [1, -1].map { Point(end.x + $0 * across, map.minY + along + gap / 2) }
            case .bottom: [1, -1].map { Point(end.x + $0 * across, map.maxY - along - gap / 2) }
            case .left: [-1, 1].map { Point(map.minX + across, end.y + $0 * along) }
            case .right: [-1, 1].map { Point(map.maxX - across, end.y + $0 * along) }
            }
        }
    }
}

/// The lines of latitude and longitude that a view shows.
struct GraticuleLines {
    /// A meridian or a parallel.
    struct Line {
        var isMeridian: Bool
        /// Degrees east or north.
        var degrees: Double
        /// In pixels of the image; more than one where hills hide what is between them.
        var parts: [[Point]]

        /// Such as `24.9°E`, `0°` and `45°S`.
        var label: String {
            let isNeutral = degrees == 0 || isMeridian && abs(degrees) == 180
            let direction = isNeutral ? "" : isMeridian ? degrees > 0 ? "E" : "W" : degrees > 0 ? "N" : "S"
            return formatted(abs(degrees)) + "°" + direction
        }
    }

    let viewport: Viewport
    /// Nil where the lines are in the map's datum.
    let shift: DatumShift?
    /// Degrees of longitude and latitude.
    let interval: Graticule.Interval
    /// True if lines would be closer together than `minSpacing` at the requested interval.
    let isThinned: Bool
    /// What is seen, in degrees.
    private let box: CoordinateBox

    /// How far apart lines are.
    private struct Scale {
        var pointsPerDegree: Double
        /// Of all that is seen.
        var degrees: Double
        /// How many points the lines have for their ends.
        var room: Double

        /// The smallest distance between automatic lines, in points.
        private static let comfortableSpacing = 60.0
        /// The smallest distance between lines, in points.
        private static let minSpacing = 8.0
        private static let steps: [Double] = [
            90, 60, 45, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002,
            0.0001,
        ]

        /// The distance of automatic lines in degrees.
        var comfortable: Double {
            Self.steps.last {
                $0 * pointsPerDegree >= Self.comfortableSpacing && $0 * room >= degrees * Self.comfortableSpacing
            } ?? 90
        }

        /// A distance in degrees, or a multiple of it.
        func thinned(_ asked: Double) -> Double {
            let (byScale, byRoom) = (asked * pointsPerDegree, asked * room)
            return asked
                * max(1, (Self.minSpacing / byScale).rounded(.up), (degrees * Self.minSpacing / byRoom).rounded(.up))
        }
    }

    /// Of longitudes and of latitudes. On a bent Earth, lines are that far apart in the middle of the map, or where its meridians are
    /// farthest from each other; where they meet, all of them may be seen, which end at the edge of the map.
    private static func scales(of viewport: Viewport, seeing box: CoordinateBox) -> (Scale, Scale) {
        let (longitudes, latitudes) = (box.east - box.west, box.north - box.south)
        guard viewport.isCurved else {
            let pointsPerDegree = 512 * powerOfTwo(viewport.zoom) / 360
            return (
                Scale(pointsPerDegree: pointsPerDegree, degrees: longitudes, room: .infinity),
                Scale(pointsPerDegree: pointsPerDegree, degrees: latitudes, room: .infinity)
            )
        }
        let pointsPerDegree = WebMercator.circumference / 360 / viewport.metersPerPoint
        let nearest = box.south <= 0 && box.north >= 0 ? 0 : min(abs(box.south), abs(box.north))
        let room = 2 * (viewport.pixelRect.width + viewport.pixelRect.height) / viewport.scale
        return (
            Scale(pointsPerDegree: pointsPerDegree * cos(nearest * .pi / 180), degrees: longitudes, room: room),
            Scale(pointsPerDegree: pointsPerDegree, degrees: latitudes, room: room)
        )
    }

    init(_ graticule: Graticule, viewport: Viewport) {
        self.viewport = viewport
        shift = graticule.shift
        box = viewport.seenBox
        let (longitudes, latitudes) = Self.scales(of: viewport, seeing: box)
        guard let asked = graticule.interval else {
            interval = Graticule.Interval(longitude: longitudes.comfortable, latitude: latitudes.comfortable)
            isThinned = false
            return
        }
        interval = Graticule.Interval(
            longitude: longitudes.thinned(asked.longitude), latitude: latitudes.thinned(asked.latitude))
        isThinned = interval != asked
    }

    /// Meridians from west to east on all visible copies of the world, then parallels from south to north.
    var all: [Line] {
        let (west, east, south, north) = (box.west, box.east, box.south, box.north)
        guard south < north, west < east else { return [] }
        func parts(_ places: [(longitude: Double, latitude: Double)]) -> [[Point]] {
            guard !WorkContext.isCancelled else { return [] }
            return places.map { viewport.ground($0.longitude, $0.latitude, shift) }.seen(in: viewport)
        }
        let longitudes = multiples(of: interval.longitude, from: west - margin, to: east + margin)
        var meridians = longitudes.map { longitude in
            Line(
                isMeridian: true, degrees: Self.rounded(wrapLongitude(longitude)),
                parts: parts(samples(south - margin, north + margin).map { (longitude, $0) }))
        }
        // Seen from a pole, the meridians at both ends are one.
        if let first = longitudes.first, let last = longitudes.last, last - first > 360 - 1e-9 {
            let (west, east) = (
                Array(meridians[0].parts.joined()), Array(meridians[meridians.count - 1].parts.joined())
            )
            if west.count == east.count, zip(west, east).allSatisfy({ $0.distance(to: $1) < 0.5 }) {
                meridians.removeLast()
            }
        }
        let parallels = multiples(of: interval.latitude, from: south - margin, to: north + margin)
            .filter { abs($0) < viewport.lastLatitude }.map { latitude in
                Line(
                    isMeridian: false, degrees: Self.rounded(latitude),
                    parts: parts(samples(west - margin, east + margin).map { ($0, latitude) }))
            }
        return meridians + parallels
    }

    /// More than the distance between two datums, in degrees.
    private var margin: Double { shift == nil ? 0 : 0.02 }

    /// Lines of the map's own datum are straight in Mercator.
    private func samples(_ start: Double, _ end: Double) -> [Double] {
        let count = shift == nil ? 1 : 64
        return (0...count).map { start + (end - start) * Double($0) / Double(count) }
    }

    /// Without what products of floating-point numbers add to a round number.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e9).rounded() / 1e9 }
}

/// The multiples of a distance between two numbers. An image has no more than 32,767 points, and lines are at least 8 points apart.
func multiples(of step: Double, from start: Double, to end: Double) -> [Double] {
    let (first, last) = ((start / step).rounded(.up), (end / step).rounded(.down))
    guard first <= last, last - first < 10_000 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
}

extension Viewport {
    /// Where the ground ends, in degrees: the lines of a bent Earth meet at its poles.
    fileprivate var lastLatitude: Double { isCurved ? 90 : WebMercator.maxLatitude }

    /// What is seen, in degrees that are not wrapped.
    var seenBox: CoordinateBox {
        let view = mercatorBounds
        let south = view.maxY >= 1 ? -lastLatitude : WebMercator.unproject(Point(0, view.maxY)).latitude
        let north = view.minY <= 0 ? lastLatitude : WebMercator.unproject(Point(0, view.minY)).latitude
        var box = CoordinateBox(west: 0, south: south, east: 0, north: north)
        (box.west, box.east) = ((view.minX - 0.5) * 360, (view.maxX - 0.5) * 360)
        return box
    }

    /// Where a place is on the ground; degrees of longitude go on beyond half a turn.
    func ground(_ longitude: Double, _ latitude: Double, _ shift: DatumShift?) -> Point {
        let wrapped = wrapLongitude(longitude)
        var coordinate = Coordinate(latitude: max(-90, min(90, latitude)), longitude: wrapped)
        if let shift { coordinate = shift.own.convert(coordinate, to: shift.map) }
        var point = mercator(of: coordinate)
        point.x += (longitude - wrapped) / 360
        return mercatorToGround.apply(point)
    }
}

extension [Point] {
    /// A line of the ground in the image; of a tilted map, the part that it shows, and those between hills.
    func seen(in viewport: Viewport) -> [[Point]] {
        guard let perspective = viewport.perspective else { return [self] }
        if let terrain = TerrainProjection(viewport) { return terrain.lines(of: self) }
        let ground = GroundProjection(perspective, margin: 8)
        return ground.parts(of: self, margin: 0).prefix(1).map { $0.points.map { perspective.apply($0) } }
    }
}
