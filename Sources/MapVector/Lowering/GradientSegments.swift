// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Colors along a line, as short pieces of one color each.
struct GradientSegments {
    /// Two steps of 255 are hardly seen.
    private static let step = 2.0 / 255
    /// More would only make files large.
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

    /// Each piece begins a little before the one in front of it ends, so that no gap shows.
    func pieces(of part: LinePart) -> [(points: [Point], color: Color)] {
        let points = part.points
        let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        guard length > 0 else { return [] }
        let step = max(1, length / Self.maxSteps)
        var pieces: [(points: [Point], color: Color)] = []
        var begun = 0.0
        var first = color(at: 0)
        var at = step
        while at < length + step {
            let here = min(at, length)
            let last = color(at: here)
            if last.differs(from: first, by: Self.step) || here == length {
                let from = max(0, begun - (pieces.isEmpty ? 0 : 0.5))
                pieces.append((stretch(points, from: from, to: here), color(at: (begun + here) / 2)))
                begun = here
                first = last
            }
            at += step
        }
        return pieces
    }

    private func color(at distance: Double) -> Color {
        let along = (start + distance) / line.stretch
        let place = Double(line.progress.start) + Double(line.progress.rate) * along
        let last = colors.count - 1
        let index = Int((max(0, min(1, place.isFinite ? place : 0)) * Double(last)).rounded())
        return colors[min(last, index)].opacity(opacity)
    }

    /// The part of a line between two distances from its start.
    private func stretch(_ points: [Point], from: Double, to: Double) -> [Point] {
        var part: [Point] = []
        var walked = 0.0
        for (a, b) in zip(points, points.dropFirst()) {
            let length = a.distance(to: b)
            defer { walked += length }
            guard length > 0, walked + length >= from else { continue }
            if part.isEmpty { part.append(a.mix(b, max(0, (from - walked) / length))) }
            guard walked + length < to else {
                part.append(a.mix(b, max(0, (to - walked) / length)))
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
