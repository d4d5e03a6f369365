// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane
import MapTiles

/// Brings a tile's geometry into the picture: cuts off what cannot be seen and maps the rest to pixels.
struct TileProjection: Sendable {
    /// Tile units to pixels.
    let toPixel: Transform
    /// Pixels that one tile unit covers.
    let pixelsPerUnit: Double
    /// The picture in tile units, as an upright box.
    let view: Rect
    /// The tile's own square in tile units.
    let square: Rect

    init(tile: PlacedTile, extent: Double, viewport: Viewport) {
        let unit = tile.toPixel(in: viewport)
        toPixel = Transform.scale(1 / extent, 1 / extent).then(unit)
        pixelsPerUnit = toPixel.applyToVector(Point(1, 0)).length
        view = toPixel.inverse?.apply(viewport.pixelRect) ?? .everything
        square = Rect(x: 0, y: 0, width: extent, height: extent)
    }

    /// What is worth keeping of geometry that paints `reach` pixels around itself, in tile units.
    func cutting(reach: Double) -> Rect {
        view.inset(by: -(reach + 2) / pixelsPerUnit)
    }

    /// All rings as one path in pixels, outer rings clockwise; nil when nothing of them can be seen.
    func polygon(_ geometry: TileGeometry, cutting: Rect) -> Path? {
        var path = Path()
        var clipper = RingClipper()
        var cut: [Point] = []
        let reversed = geometry.parts.first.map { signedArea(geometry.points[$0]) < 0 } ?? false
        for part in geometry.parts where part.count >= 3 {
            let ring = geometry.points[part]
            let box = bounds(of: ring)
            guard box.intersects(cutting) else { continue }
            if cutting.contains(box) {
                add(ring, to: &path, reversed: reversed)
            } else {
                let kept = ring.withUnsafeBufferPointer { clipper.clip($0, to: cutting, points: &cut) }
                if let kept { add(cut[kept], to: &path, reversed: reversed) }
            }
        }
        return path.isEmpty ? nil : path
    }

    /// The lines' visible pieces in pixels; if `measured`, each with the pixels that were cut off before it.
    func lines(_ geometry: TileGeometry, cutting: Rect, closed: Bool, measured: Bool = false) -> [LinePiece] {
        var pieces: [LinePiece] = []
        for part in geometry.parts where part.count >= 2 {
            var line = geometry.points[part]
            if closed, let first = line.first { line.append(first) }
            let box = bounds(of: line)
            guard box.minX <= cutting.maxX, box.maxX >= cutting.minX, box.minY <= cutting.maxY,
                box.maxY >= cutting.minY
            else { continue }
            if cutting.contains(box) {
                pieces.append(LinePiece(points: line.map(toPixel.apply), start: 0, isRing: closed))
            } else {
                var cuts = CutDistances(line)
                for cut in clippedLine(Array(line), to: cutting) where cut.count >= 2 {
                    let start = measured ? cuts.distance(to: cut[0]) * pixelsPerUnit : 0
                    pieces.append(LinePiece(points: cut.map(toPixel.apply), start: start, isRing: false))
                }
            }
        }
        return pieces
    }

    private func add(_ ring: ArraySlice<Point>, to path: inout Path, reversed: Bool) {
        let points = ring.lazy.map(toPixel.apply)
        path.reserve(verbs: ring.count + 1, points: ring.count)
        if reversed {
            path.addLines(points.reversed(), closed: true)
        } else {
            path.addLines(points, closed: true)
        }
    }
}

/// Part of a line in pixels.
struct LinePiece: Sendable {
    var points: [Point]
    /// Length of the original line before this piece, in pixels.
    var start: Double
    /// True when the last point is the first one again.
    var isRing: Bool

    var length: Double {
        zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }

    func add(to path: inout Path) {
        path.addLines(isRing ? points.dropLast() : points[...], closed: isRing)
    }
}

func bounds(of points: ArraySlice<Point>) -> Rect {
    var box = Rect.null
    for p in points { box.extend(to: p) }
    return box
}

/// Finds how far along a line its pieces begin; asked in the order of the pieces.
private struct CutDistances {
    private let line: ArraySlice<Point>
    private var segment: Int
    private var walked = 0.0

    init(_ line: ArraySlice<Point>) {
        self.line = line
        segment = line.startIndex
    }

    /// The distance from the line's start to a point on it that lies at or after the last one asked for.
    mutating func distance(to p: Point) -> Double {
        while segment + 1 < line.endIndex {
            let (a, b) = (line[segment], line[segment + 1])
            let length = a.distance(to: b)
            if a.distance(to: p) + p.distance(to: b) <= length + 1e-6 * (1 + length) {
                return walked + a.distance(to: p)
            }
            walked += length
            segment += 1
        }
        return walked
    }
}
