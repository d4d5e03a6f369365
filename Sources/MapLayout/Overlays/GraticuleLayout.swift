// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import MapText

/// Lays out grids of degrees and of meters: their lines, the labels at the edges of the map, and the names of squares.
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
            do throws(Diagnostic) {
                let grid = try grid(graticule)
                if let distance = grid.thinned {
                    diagnostics.add(
                        Diagnostic(
                            .warning, code: .overlaysGraticuleThinned, path: overlay.path(at: index),
                            "the lines would be too close together; they are \(distance) apart",
                            hint: "leave out \"interval\" for one that suits the zoom"))
                }
                marks[index] = paint(graticule, grid)
            } catch {
                var error = error
                error.path = overlay.path(at: index) + ".grid"
                diagnostics.add(error)
            }
        }
    }

    /// What a graticule consists of.
    private struct Grid {
        var lines: [GridLine]
        var names: [GridLines.Name] = []
        /// The distance between lines that would have been too close together; nil for others.
        var thinned: String?
        var color: Color
        /// Whether lines have a label at both ends.
        var isMetric = false
    }

    private func grid(_ graticule: Graticule) throws(Diagnostic) -> Grid {
        let isDark = appearance == .dark
        guard graticule.grid == .degrees else {
            let grid = try GridLines(graticule, viewport: viewport, frame: frame)
            return Grid(
                lines: grid.lines, names: grid.names,
                thinned: grid.isThinned ? "\(formatted(grid.interval)) m" : nil,
                color: isDark ? .white.opacity(0.45) : Color(rgb: 0x14284B).opacity(0.6), isMetric: true)
        }
        let lines = GraticuleLines(graticule, viewport: viewport)
        let (longitude, latitude) = (formatted(lines.interval.longitude), formatted(lines.interval.latitude))
        return Grid(
            lines: lines.all, thinned: lines.isThinned ? "\(longitude)° and \(latitude)°" : nil,
            color: isDark ? .white.opacity(0.35) : Color(rgb: 0x33415C).opacity(0.45))
    }

    private mutating func paint(_ graticule: Graticule, _ grid: Grid) -> OverlayMarks {
        var output = OverlayMarks(bounds: viewport.pixelRect)
        let (scale, color) = (viewport.scale, graticule.strokeColor ?? grid.color)
        for weight in Set(grid.lines.map(\.weight)).sorted() {
            let width = graticule.lineWidth * scale * weight
            let window = frame.inset(by: -(width + 2))
            var path = Path()
            for line in grid.lines where line.weight == weight {
                for segment in line.parts.flatMap({ visibleSegments(of: $0, in: window) }) {
                    path.addLines(segment.points, closed: false)
                }
            }
            guard width > 0, !path.isEmpty else { continue }
            // One stroke, so that translucent lines do not darken where they cross.
            let style = StrokeStyle(
                width: width, cap: .butt, join: .round, dash: graticule.lineDashPattern.map { $0 * scale })
            output.marks.append(.stroke(path, style, color))
        }
        guard graticule.labels else { return output }
        var style = graticule.textStyle
        for line in grid.lines where !line.label.isEmpty {
            output.marks += label(line, style, atBothEnds: grid.isMetric)
        }
        style.size *= 1.8
        style.weight = 700
        style.color = style.color ?? color.opacity(min(1, color.alpha * 1.4))
        for name in grid.names where name.side > min(5 * style.size, 40) * scale {
            output.marks += write(name.text, style) { $0.width < name.side ? [name.center] : [] }
        }
        return output
    }

    /// The label of a line, beside one of its ends or both; empty where there is no room.
    private mutating func label(_ line: GridLine, _ style: AnnotationTextStyle, atBothEnds: Bool) -> [Mark] {
        let (frame, gap) = (frame, 3 * viewport.scale)
        let ends = line.parts.flatMap { visibleSegments(of: $0, in: frame) }
            .flatMap { [$0.points.first, $0.points.last].compactMap(\.self) }
        let edges: [Edge] = line.isVertical ? [.top, .bottom, .left, .right] : [.left, .right, .top, .bottom]
        let places = edges.map { edge in ends.filter { edge.has($0, frame) }.map { (edge, $0) } }
        let choices = atBothEnds ? Array(places.prefix(2)) : [Array(places.joined())]
        return choices.flatMap { choice -> [Mark] in
            guard !choice.isEmpty else { return [] }
            return write(line.label, style) { size in
                choice.flatMap { edge, end in edge.centers(beside: end, size, gap: gap, in: frame) }
            }
        }
    }

    /// A text at the first of some centers where it is whole and covers nothing; empty where it finds no room.
    private mutating func write(
        _ text: String, _ style: AnnotationTextStyle, _ centers: (Size) -> [Point]
    ) -> [Mark] {
        guard !WorkContext.isCancelled else { return [] }
        let label = builder.textLabel(text, style)
        let scale = viewport.scale
        let size = label.frame.size * scale
        for center in centers(size) {
            let box = Rect(center: center, size: size)
            guard frame.contains(box), !occupied.contains(where: { !$0.intersection(box).isNull }) else { continue }
            occupied.append(box)
            labelBoxes.append(box)
            let place = Point(center.x.rounded(), center.y.rounded())
            return label.marks.map { $0.placed(scale: scale, at: place) }
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
