// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages

/// Approximates a gradient along a line by segments of one color each.
struct GradientSegments {
    /// A difference of 2/255 is barely visible.
    private static let step = 2.0 / 255
    /// More steps would only enlarge the file.
    private static let maxSteps = 1024.0

    private let colors: [Color]
    private let opacity: Double
    private let line: Ribbon.Line
    private let start: Double

    init(_ colors: [Color], opacity: Double, _ line: Ribbon.Line, _ piece: LinePart) {
        self.colors = colors
        self.opacity = opacity
        self.line = line
        start = piece.start
    }

    /// Segments overlap slightly, so that no gap shows.
    func pieces(of part: LinePart) -> [(points: [Point], color: Color)] {
        let points = part.points
        let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        guard length > 0 else { return [] }
        let step = max(1, length / Self.maxSteps)
        var pieces: [(points: [Point], color: Color)] = []
        var segmentStart = 0.0
        var first = color(at: 0)
        var position = step
        while position < length + step {
            let distance = min(position, length)
            let last = color(at: distance)
            if last.differs(from: first, by: Self.step) || distance == length {
                let from = max(0, segmentStart - (pieces.isEmpty ? 0 : 0.5))
                pieces.append((subline(points, from: from, to: distance), color(at: (segmentStart + distance) / 2)))
                segmentStart = distance
                first = last
            }
            position += step
        }
        return pieces
    }

    private func color(at distance: Double) -> Color {
        let along = (start + distance) / line.stretch
        let progress = Double(line.progress.start) + Double(line.progress.rate) * along
        let last = colors.count - 1
        let index = Int((max(0, min(1, progress.isFinite ? progress : 0)) * Double(last)).rounded())
        return colors[min(last, index)].opacity(opacity)
    }

    /// The part of a line between two distances from its start.
    private func subline(_ points: [Point], from: Double, to: Double) -> [Point] {
        var part: [Point] = []
        var distance = 0.0
        for (a, b) in zip(points, points.dropFirst()) {
            let length = a.distance(to: b)
            defer { distance += length }
            guard length > 0, distance + length >= from else { continue }
            if part.isEmpty { part.append(a.mix(b, max(0, (from - distance) / length))) }
            guard distance + length < to else {
                part.append(a.mix(b, max(0, (to - distance) / length)))
                break
            }
            part.append(b)
        }
        return part
    }
}

extension Color {
    fileprivate func differs(from other: Color, by step: Double) -> Bool {
        max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue), abs(alpha - other.alpha)) > step
    }
}

/// An image repeated along a line: a quadrilateral for each segment, filled with the image rotated into its
/// direction.
struct ImageStroke {
    private let bitmap: Bitmap
    private let period: Double
    private let opacity: Double

    /// Takes a period in pixels along the line.
    init(_ bitmap: Bitmap, period: Double, opacity: Double) {
        self.bitmap = bitmap
        self.period = period
        self.opacity = opacity
    }

    func areas(_ part: LinePart) -> [RibbonStrokes.Stroke] {
        var points: [Point] = []
        for p in part.points where points.last.map({ $0.distance(to: p) > 1e-6 }) ?? true { points.append(p) }
        guard points.count > 1 else { return [] }
        let halfWidth = part.width / 2
        let (right, left) = (
            offsetLine(points, by: halfWidth, closed: part.isRing),
            offsetLine(points, by: -halfWidth, closed: part.isRing)
        )
        guard right.count == points.count, left.count == points.count else { return [] }
        var distance = part.start
        return points.indices.dropLast().map { i in
            let (a, b) = (points[i], points[i + 1])
            let length = a.distance(to: b)
            defer { distance += length }
            let direction = (b - a) * (1 / length)
            let normal = Point(-direction.y, direction.x)
            let area = Path([right[i], right[i + 1], left[i + 1], left[i]], closed: true)
            // The image's first row lies along the right edge.
            let (u, v) = (
                direction * (period / Double(bitmap.width)), normal * (-part.width / Double(bitmap.height))
            )
            let origin = a + normal * halfWidth - direction * distance.truncatingRemainder(dividingBy: period)
            let transform = Transform(a: u.x, b: u.y, c: v.x, d: v.y, tx: origin.x, ty: origin.y)
            return .area(area, .pattern(bitmap, transform, opacity: opacity))
        }
    }
}
