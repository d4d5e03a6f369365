// SPDX-License-Identifier: MIT
import MapPlane

extension TileCutter {
    /// A piece of a line within the tile, and the part of the line that it is, in fractions of the line's length.
    struct MeasuredLine {
        var geometry: TileGeometry
        var clip: ClosedRange<Double>
    }

    /// The pieces of a feature's lines within the tile. Fractions refer to the length of the whole line before simplification.
    func measuredLines(of feature: GeoJSONFeatures.Feature, turn: Int) -> [MeasuredLine] {
        let shift = Point(Double(turn), 0)
        var pieces: [MeasuredLine] = []
        for part in content.parts[feature.parts] where part.size > 0 && part.size * scale >= tolerance {
            var walk = LineWalk(length: part.size)
            for i in part.range.dropFirst() {
                let (a, b) = (content.points[i - 1] + shift, content.points[i] + shift)
                let isKept = tolerance <= 0 || content.weights[i] > weightLimit || i == part.range.upperBound - 1
                walk.step(from: a, to: b, within: reach, isKept: isKept)
            }
            walk.finish()
            for (points, clip) in walk.pieces {
                var geometry = TileGeometry()
                geometry.append(points.map { ($0 - origin) * scale })
                pieces.append(MeasuredLine(geometry: geometry, clip: clip))
            }
        }
        return pieces
    }
}

/// Walks along a line and collects the pieces inside a rectangle.
private struct LineWalk {
    let length: Double
    private(set) var pieces: [([Point], ClosedRange<Double>)] = []
    private var points: [Point] = []
    /// The last point, if simplification has left it out so far.
    private var pending: Point?
    private var start = 0.0
    private var end = 0.0
    private var walked = 0.0

    init(length: Double) { self.length = length }

    mutating func step(from a: Point, to b: Point, within rect: Rect, isKept: Bool) {
        let distance = a.distance(to: b)
        defer { walked += distance }
        guard let (enter, leave) = clippedSegment(a, b, rect) else { return finish() }
        if points.isEmpty {
            points.append(a.mix(b, enter))
            start = walked + enter * distance
        }
        end = walked + leave * distance
        if leave < 1 {
            points.append(a.mix(b, leave))
            pending = nil
            finish()
        } else if isKept {
            points.append(b)
            pending = nil
        } else {
            pending = b
        }
    }

    mutating func finish() {
        if let pending { points.append(pending) }
        if points.count > 1 {
            let from = max(0, min(1, start / length))
            pieces.append((points, from...max(from, min(1, end / length))))
        }
        points.removeAll(keepingCapacity: true)
        pending = nil
    }
}
