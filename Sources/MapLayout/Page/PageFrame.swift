// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import MapText

extension PageLayout {
    /// The lines around the map, with squares, ticks and their names.
    var frameMarks: [Mark] {
        func outline(_ rect: Rect, _ width: Double) -> Mark {
            .stroke(.rectangle(rect), StrokeStyle(width: width, join: .miter), ink)
        }
        let names = squareNames
        let halo = GlyphRun.Halo(color: Color.white.opacity(0.85), width: Self.halo)
        let squares =
            squareLines
            + names.flatMap {
                $0.block.marks(at: Point($0.box.minX, $0.box.minY), [Color(rgb: 0x1F5F9E)], halo: halo)
            }
        switch page.frame {
        case .none: return squares
        case .line: return squares + [outline(geometry.map, 1)]
        case .ticks:
            return squares + [outline(geometry.map, 0.6), outline(geometry.outline.inset(by: 0.6), 1.2)]
                + ticks(
                    besides: names.map { $0.box.inset(by: -6) }
                        + neighbors.map { Rect(center: $0.edge, size: Size(width: 40, height: 40)) })
        }
    }

    /// Marks of round degrees and minutes at the four edges, with their names between the lines of the frame.
    private func ticks(besides taken: [Rect]) -> [Mark] {
        let lines = MinuteLines(viewport, frame: Self.frame(geometry, scale: scale), page.shift)
        var (path, names, occupied) = (Path(), [Mark](), taken)
        let map = geometry.map
        for tick in lines.ticks {
            let end = tick.point * (1 / scale)
            let away: Point =
                switch tick.edge {
                case .top: Point(0, -1)
                case .bottom: Point(0, 1)
                case .left: Point(-1, 0)
                case .right: Point(1, 0)
                }
            path.addLines([end, end + away * 4], closed: false)
            let block = self.block(tick.label, weight: 500, size: 7.5, line: 9)
            let (width, height) = (block.width, 9.0)
            // Names at the sides stand on end.
            let isUpright = tick.edge == .top || tick.edge == .bottom
            let middle = end + away * 10.5
            let size = isUpright ? Size(width: width, height: height) : Size(width: height, height: width)
            let box = Rect(center: middle, size: size)
            let fits =
                isUpright
                ? box.minX >= map.minX - 8 && box.maxX <= map.maxX + 8
                : box.minY >= map.minY - 8 && box.maxY <= map.maxY + 8
            guard fits, !occupied.contains(where: { !$0.intersection(box.inset(by: -4)).isNull }) else { continue }
            occupied.append(box)
            let place = Transform.rotation(isUpright ? 0 : -.pi / 2).then(.translation(middle))
            names += block.marks(at: Point(-width / 2, -height / 2), [ink]).map { $0.transformed(by: place) }
        }
        return [.stroke(path, StrokeStyle(width: 0.6), ink)] + names
    }

    /// Such as `24°57′ E`.
    static func degrees(_ value: Double, isLatitude: Bool) -> String {
        let seconds = (abs(value) * 3600).rounded()
        let (d, m, s) = (Int(seconds) / 3600, Int(seconds) / 60 % 60, Int(seconds) % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let side = seconds == 0 ? "" : isLatitude ? value > 0 ? " N" : " S" : value > 0 ? " E" : " W"
        return "\(d)°" + (m > 0 || s > 0 ? "\(two(m))′" : "") + (s > 0 ? "\(two(s))″" : "") + side
    }
}

/// Round degrees, minutes and seconds at the edges of a map.
struct MinuteLines {
    enum Edge: CaseIterable { case top, bottom, left, right }

    struct Tick {
        var edge: Edge
        /// In pixels of the image.
        var point: Point
        var label: String
    }

    private(set) var ticks: [Tick] = []

    /// In seconds.
    private static let steps: [Double] = [
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 54_000, 108_000, 162_000,
    ]
    /// The smallest distance between ticks, in points.
    private static let spacing = 70.0
    private static let samples = 256

    init(_ viewport: Viewport, frame: Rect, _ shift: DatumShift?) {
        let perDegree = 512 * powerOfTwo(viewport.zoom) / 360
        guard !viewport.isGlobe, viewport.tilt.isFlat else { return }
        for edge in Edge.allCases {
            let isUpright = edge == .top || edge == .bottom
            let ends: (Point, Point) =
                switch edge {
                case .top: (Point(frame.minX, frame.minY), Point(frame.maxX, frame.minY))
                case .bottom: (Point(frame.minX, frame.maxY), Point(frame.maxX, frame.maxY))
                case .left: (Point(frame.minX, frame.maxY), Point(frame.minX, frame.minY))
                case .right: (Point(frame.maxX, frame.maxY), Point(frame.maxX, frame.minY))
                }
            // A map that lies on its side has latitudes above.
            let quarter = Int((viewport.bearing / 90).rounded()) % 4
            let isLatitude = isUpright == (quarter == 1 || quarter == 3)
            let stretch = isLatitude ? 1 / max(0.05, cosine(viewport.center.latitude * .pi / 180)) : 1
            let step = (Self.steps.first { $0 / 3600 * perDegree * stretch >= Self.spacing } ?? 162_000) / 3600
            var last: (value: Double, point: Point)?
            for index in 0...Self.samples {
                let point = ends.0.mix(ends.1, Double(index) / Double(Self.samples))
                guard viewport.showsGround(at: point * (1 / viewport.scale)) else {
                    last = nil
                    continue
                }
                let place = WebMercator.unproject(viewport.mercator(atPixel: point)).told(shift)
                var value = isLatitude ? place.latitude : place.longitude
                // Projected maps are asked for longitudes within -180...180.
                if !isLatitude, let last, abs(value - last.value) > 180 { value += value < last.value ? 360 : -360 }
                if let last, last.value != value {
                    let (low, high) = (min(last.value, value), max(last.value, value))
                    var multiple = (low / step).rounded(.up)
                    while multiple * step < high, ticks.count < 2000 {
                        let t = (multiple * step - last.value) / (value - last.value)
                        let degrees = isLatitude ? multiple * step : wrapLongitude(multiple * step)
                        ticks.append(
                            Tick(
                                edge: edge, point: last.point.mix(point, t),
                                label: PageLayout.degrees(degrees, isLatitude: isLatitude)))
                        multiple += 1
                    }
                }
                last = (value, point)
            }
        }
    }
}
