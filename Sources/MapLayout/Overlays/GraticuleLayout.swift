// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapScene

/// Lays out lines of latitude and longitude, and their labels at the edges of the map.
struct GraticuleLayout {
    private let viewport: Viewport
    private let builder: ArtworkBuilder
    private let appearance: Appearance
    /// What labels keep clear of, in pixels: what lies above the map, then the labels themselves.
    private var occupied: [Rect]
    /// The boxes of the labels, in pixels.
    private(set) var labelBoxes: [Rect] = []
    /// By the index of the overlay.
    private(set) var marks: [Int: OverlayMarks] = [:]

    init(
        _ overlays: [Overlay], viewport: Viewport, fonts: FontLibrary, appearance: Appearance, avoiding boxes: [Rect],
        diagnostics: DiagnosticSink
    ) {
        self.viewport = viewport
        self.appearance = appearance
        builder = ArtworkBuilder(
            text: AnnotationText(fonts: fonts, diagnostics: diagnostics), images: [:], appearance: appearance,
            scale: viewport.scale)
        occupied = boxes
        for (index, overlay) in overlays.enumerated() where overlay.alpha > 0 {
            guard case .graticule(let graticule) = overlay.content else { continue }
            let lines = GraticuleLines(graticule, viewport: viewport)
            if lines.isThinned {
                let (longitude, latitude) = (formatted(lines.interval.longitude), formatted(lines.interval.latitude))
                diagnostics.add(
                    Diagnostic(
                        .warning, code: LayoutCode.graticuleThinned, path: overlay.path(at: index),
                        "the lines would be too close together; they are \(longitude)° and \(latitude)° apart",
                        hint: "leave out \"interval\" for one that suits the zoom"))
            }
            marks[index] = paint(graticule, lines.all)
        }
    }

    private mutating func paint(_ graticule: Graticule, _ lines: [GraticuleLines.Line]) -> OverlayMarks {
        var output = OverlayMarks(bounds: viewport.pixelRect)
        let width = graticule.lineWidth * viewport.scale
        let window = viewport.pixelRect.inset(by: -(width + 2))
        var path = Path()
        for segment in lines.flatMap({ visibleSegments(of: $0.points, in: window) }) {
            path.addLines(segment.points, closed: false)
        }
        if width > 0, !path.isEmpty {
            // One stroke, so that translucent lines do not darken where they cross.
            let style = StrokeStyle(
                width: width, cap: .butt, join: .round, dash: graticule.lineDashPattern.map { $0 * viewport.scale })
            output.marks = [.stroke(path, style, graticule.strokeColor ?? defaultColor)]
        }
        guard graticule.labels else { return output }
        for line in lines { output.marks += label(line, graticule.textStyle) }
        return output
    }

    private var defaultColor: Color {
        appearance == .dark ? Color.white.opacity(0.35) : Color(rgb: 0x33415C).opacity(0.45)
    }

    /// The label of a line, beside one of its ends; empty where there is no room.
    private mutating func label(_ line: GraticuleLines.Line, _ style: AnnotationTextStyle) -> [Mark] {
        let ends = visibleSegments(of: line.points, in: viewport.pixelRect)
            .flatMap { [$0.points.first, $0.points.last].compactMap(\.self) }
        let edges: [Edge] = line.isMeridian ? [.top, .bottom, .left, .right] : [.left, .right, .top, .bottom]
        let candidates = edges.flatMap { edge in ends.filter { edge.has($0, viewport.pixelRect) }.map { (edge, $0) } }
        guard !candidates.isEmpty else { return [] }
        let artwork = builder.textLabel(line.label, style)
        let scale = viewport.scale
        let size = Size(width: artwork.frame.width * scale, height: artwork.frame.height * scale)
        for (edge, end) in candidates {
            for center in edge.centers(beside: end, size, gap: 3 * scale, in: viewport.pixelRect) {
                let box = Rect(
                    x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
                guard viewport.pixelRect.contains(box), !occupied.contains(where: { !$0.intersection(box).isNull })
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
