// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry

/// Clips features to one tile and converts them to tile units.
struct TileCutter {
    /// The tile with its margin, in the unit square.
    let reach: Rect
    let content: GeoJSONFeatures
    let origin: Point
    /// Tile units per side of the unit square.
    let scale: Double
    /// The tile with its margin, in tile units.
    private let clip: Rect
    /// In tile units; 0 when lines are not simplified.
    let tolerance: Double
    /// In the unit square, squared.
    let weightLimit: Float

    private var line: [Point] = []
    private var clipper = RingClipper()

    init(_ content: GeoJSONFeatures, tile: TileID, options: GeoJSONOptions) {
        self.content = content
        let extent = Double(options.extent)
        let square = tile.mercatorRect
        origin = Point(square.minX, square.minY)
        scale = extent * Double(1 << tile.z)
        let buffer = options.buffer / 512
        clip = Rect(x: 0, y: 0, width: extent, height: extent).inset(by: -buffer * extent)
        reach = square.inset(by: -buffer * square.width)
        tolerance = tile.z < options.maxZoom ? options.tolerance / 512 * extent : 0
        let limit = tolerance / scale
        weightLimit = Float(limit * limit)
    }

    /// The numbers of turns round the Earth by which a box touches the tile; at most eight in either direction.
    func turns(of box: Rect) -> ClosedRange<Int> {
        guard !box.isNull else { return 0...0 }
        let low = (reach.minX - box.maxX).rounded(.up)
        let high = (reach.maxX - box.minX).rounded(.down)
        guard low <= high else { return 0...0 }
        return Int(max(-8, min(8, low)))...Int(max(-8, min(8, high)))
    }

    /// The part of a feature within the tile; without parts when there is none.
    mutating func geometry(of feature: GeoJSONFeatures.Feature, turn: Int) -> TileGeometry {
        let shift = Point(Double(turn) - origin.x, -origin.y)
        let whole = reach.contains(feature.box.offset(by: Point(Double(turn), 0)))
        var geometry = TileGeometry()
        var isOuterMissing = false
        for part in content.parts[feature.parts] {
            switch feature.type {
            case .polygon:
                if part.isOuter { isOuterMissing = false }
                guard !isOuterMissing else { continue }
                let found = appendRing(part, shift, whole: whole, to: &geometry)
                if part.isOuter { isOuterMissing = !found }
            case .lineString: appendLine(part, shift, whole: whole, to: &geometry)
            case .point, .unknown: appendPoints(part, shift, to: &geometry)
            }
        }
        return geometry
    }

    private func appendPoints(_ part: GeoJSONFeatures.Part, _ shift: Point, to geometry: inout TileGeometry) {
        for p in content.points[part.range] {
            let q = (p + shift) * scale
            guard clip.contains(q) else { continue }
            geometry.points.append(q)
            geometry.parts.append(geometry.points.count - 1..<geometry.points.count)
        }
    }

    private mutating func appendLine(
        _ part: GeoJSONFeatures.Part, _ shift: Point, whole: Bool, to geometry: inout TileGeometry
    ) {
        // Lines shorter than the tolerance are invisible.
        guard part.size * scale >= tolerance else { return }
        if whole {
            let start = geometry.points.count
            transform(part.range, shift, into: &geometry.points)
            geometry.parts.append(start..<geometry.points.count)
            return
        }
        line.removeAll(keepingCapacity: true)
        transform(part.range, shift, into: &line)
        line.withUnsafeBufferPointer {
            clipLine($0, to: clip, points: &geometry.points, parts: &geometry.parts)
        }
    }

    /// False when the tile has no part of the ring.
    private mutating func appendRing(
        _ part: GeoJSONFeatures.Part, _ shift: Point, whole: Bool, to geometry: inout TileGeometry
    ) -> Bool {
        guard part.size * scale * scale >= tolerance * tolerance else { return false }
        if whole {
            let start = geometry.points.count
            transform(part.range, shift, into: &geometry.points)
            geometry.parts.append(start..<geometry.points.count)
            return true
        }
        line.removeAll(keepingCapacity: true)
        transform(part.range, shift, into: &line)
        let range = line.withUnsafeBufferPointer { clipper.clip($0, to: clip, points: &geometry.points) }
        guard let range else { return false }
        geometry.parts.append(range)
        return true
    }

    /// Appends the points that remain after simplification, in tile units.
    private func transform(_ range: Range<Int>, _ shift: Point, into target: inout [Point]) {
        let (limit, scale) = (tolerance > 0 ? weightLimit : -1, scale)
        content.points.withUnsafeBufferPointer { points in
            content.weights.withUnsafeBufferPointer { weights in
                for i in range where weights[i] > limit { target.append((points[i] + shift) * scale) }
            }
        }
    }
}

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
