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
    /// The tile's own square in tile units, or the part of it that is shown.
    let square: Rect
    /// The square in pixels, on a grid of 1/256 so that neighbours agree.
    let corners: [Point]
    /// Points nearer to the last one are left out, and polygons that are smaller: a quarter of a pixel in tile units. Zero
    /// from zoom 6 on, where tiles hold hardly any.
    private let minDetail: Double

    /// - Parameters:
    ///   - tile: whose units the geometry is in.
    ///   - part: the tile that is shown: the same, or a smaller one in it.
    ///   - extent: tile units a side.
    ///   - viewport: the picture.
    init(tile: PlacedTile, showing part: PlacedTile? = nil, extent: Double, viewport: Viewport) {
        let unit = tile.toPixel(in: viewport)
        let part = part ?? tile
        toPixel = Transform.scale(1 / extent, 1 / extent).then(unit)
        pixelsPerUnit = toPixel.applyToVector(Point(1, 0)).length
        view = toPixel.inverse?.apply(viewport.pixelRect) ?? .everything
        square = part.square(in: tile, extent: extent)
        minDetail = tile.id.z < 6 && pixelsPerUnit > 0 ? 0.25 / pixelsPerUnit : 0
        let partUnit = part.toPixel(in: viewport)
        corners = Rect(x: 0, y: 0, width: 1, height: 1).corners.map {
            let p = partUnit.apply($0)
            return Point((p.x * 256).rounded() / 256, (p.y * 256).rounded() / 256)
        }
    }

    /// What is worth keeping of geometry that paints `margin` pixels around itself, in tile units.
    func clipRect(margin: Double) -> Rect {
        view.inset(by: -(margin + 2) / pixelsPerUnit)
    }

    /// All rings as one path in pixels, outer rings clockwise, and the edges to draw a rim along when those are fewer;
    /// nil when nothing of them can be seen.
    func polygon(_ geometry: TileGeometry, clipRect: Rect) -> (path: Path, edges: Path?)? {
        var path = Path()
        var clipper = RingClipper()
        var cut: [Point] = []
        var thinned: [Point] = []
        var isCut = false
        geometry.points.withUnsafeBufferPointer { points in
            let reversed = geometry.parts.first.map { signedArea(points[$0]) < 0 } ?? false
            for part in geometry.parts where part.count >= 3 {
                let ring = UnsafeBufferPointer(rebasing: points[part])
                let box = bounds(of: ring)
                guard box.intersects(clipRect), max(box.width, box.height) >= minDetail else { continue }
                isCut = isCut || !square.contains(box)
                if clipRect.contains(box) {
                    if minDetail > 0 {
                        thin(ring, into: &thinned)
                        thinned.withUnsafeBufferPointer { path.addRing($0, under: toPixel, reversed: reversed) }
                    } else {
                        path.addRing(ring, under: toPixel, reversed: reversed)
                    }
                } else if let result = clipper.clip(ring, to: clipRect, points: &cut) {
                    cut.withUnsafeBufferPointer {
                        path.addRing(UnsafeBufferPointer(rebasing: $0[result]), under: toPixel, reversed: reversed)
                    }
                    cut.removeAll(keepingCapacity: true)
                }
            }
        }
        guard !path.isEmpty else { return nil }
        return (path, isCut ? edges(geometry, clipRect: clipRect) : nil)
    }

    /// The points that are far enough from the last one that was kept; the first and the last stay.
    private func thin(_ line: some RandomAccessCollection<Point>, into result: inout [Point]) {
        result.removeAll(keepingCapacity: true)
        guard var last = line.first, let end = line.last else { return }
        result.append(last)
        for p in line.dropFirst().dropLast() where max(abs(p.x - last.x), abs(p.y - last.y)) >= minDetail {
            result.append(p)
            last = p
        }
        if line.count > 1 { result.append(end) }
    }

    /// The polygon's edges without those along which it was cut for the tile; nil when there are none of these.
    private func edges(_ geometry: TileGeometry, clipRect: Rect) -> Path? {
        let isWhole = geometry.parts.allSatisfy { part in
            let ring = geometry.points[part]
            guard var last = ring.last else { return true }
            for p in ring {
                if isCutEdge(last, p) { return false }
                last = p
            }
            return true
        }
        guard !isWhole else { return nil }
        var path = Path()
        for piece in lines(geometry, clipRect: clipRect, closed: true) { piece.add(to: &path) }
        return path
    }

    /// True for an edge that runs along the tile's border, outside of the tile: its neighbour has what goes on there.
    private func isCutEdge(_ a: Point, _ b: Point) -> Bool {
        (a.x == b.x && (a.x < square.minX || a.x > square.maxX))
            || (a.y == b.y && (a.y < square.minY || a.y > square.maxY))
    }

    /// The lines' visible pieces in pixels; if `measured`, each with the pixels that were cut off before it.
    /// `span` is the part of the feature's line that this is, where the source says so.
    func lines(
        _ geometry: TileGeometry, clipRect: Rect, closed: Bool, measured: Bool = false, span: ClosedRange<Double>? = nil
    ) -> [LinePiece] {
        var pieces: [LinePiece] = []
        for part in geometry.parts where part.count >= 2 {
            if closed {
                for run in ringRuns(geometry.points[part]) {
                    append(run.points[...], isRing: run.isWhole, span, clipRect, measured, to: &pieces)
                }
            } else if minDetail > 0, !measured {
                var thinned: [Point] = []
                thin(geometry.points[part], into: &thinned)
                append(thinned[...], isRing: false, span, clipRect, measured, to: &pieces)
            } else {
                append(geometry.points[part], isRing: false, span, clipRect, measured, to: &pieces)
            }
        }
        return pieces
    }

    /// A ring as a line that ends where it began, or, where it was cut for the tile, as what is left of it.
    private func ringRuns(_ ring: ArraySlice<Point>) -> [(points: [Point], isWhole: Bool)] {
        guard let first = ring.first, let last = ring.last else { return [] }
        var line = Array(ring)
        if first != last { line.append(first) }
        let cuts = line.indices.dropFirst().filter { isCutEdge(line[$0 - 1], line[$0]) }
        guard let firstCut = cuts.first else { return [(line, true)] }
        // Begins after the first cut and goes once round.
        let turned = Array(line[firstCut...]) + line[1..<firstCut]
        var runs: [(points: [Point], isWhole: Bool)] = []
        var run: [Point] = []
        for p in turned {
            if let last = run.last, isCutEdge(last, p) {
                if run.count >= 2 { runs.append((run, false)) }
                run = []
            }
            run.append(p)
        }
        if run.count >= 2 { runs.append((run, false)) }
        return runs
    }

    private func append(
        _ line: ArraySlice<Point>, isRing: Bool, _ span: ClosedRange<Double>?, _ clipRect: Rect, _ measured: Bool,
        to pieces: inout [LinePiece]
    ) {
        let box = bounds(of: line)
        guard box.minX <= clipRect.maxX, box.maxX >= clipRect.minX, box.minY <= clipRect.maxY, box.maxY >= clipRect.minY
        else { return }
        var piece = LinePiece(points: [], start: 0, isRing: false, span: span ?? 0...1, isMeasured: span != nil)
        if measured { piece.totalLength = length(of: line) * pixelsPerUnit }
        piece.start = piece.offset
        if clipRect.contains(box) {
            piece.points = line.map(toPixel.apply)
            piece.isRing = isRing
            pieces.append(piece)
            return
        }
        var cuts = CutDistances(line)
        for cut in clippedLine(Array(line), to: clipRect) where cut.count >= 2 {
            piece.start = measured ? piece.offset + cuts.distance(to: cut[0]) * pixelsPerUnit : 0
            piece.points = cut.map(toPixel.apply)
            pieces.append(piece)
        }
    }

    private func length(of line: ArraySlice<Point>) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
}

/// Part of a line in pixels.
struct LinePiece: Sendable {
    var points: [Point]
    /// Length of the feature's line before this piece, in pixels, if measured.
    var start: Double
    /// True when the last point is the first one again.
    var isRing: Bool
    /// The part of the feature's line that its tile holds, as fractions of it.
    var span: ClosedRange<Double> = 0...1
    /// Length of the line that the piece was cut out of, in pixels, if measured.
    var totalLength = 0.0
    /// True when the source measures its lines.
    var isMeasured = false

    /// What part of the feature's line each pixel is.
    var fractionPerPixel: Double { totalLength > 0 ? (span.upperBound - span.lowerBound) / totalLength : 0 }

    /// Pixels of the feature's line before the part that the tile holds.
    fileprivate var offset: Double { fractionPerPixel > 0 ? span.lowerBound / fractionPerPixel : 0 }

    var length: Double {
        zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }

    func add(to path: inout Path) {
        path.addLines(isRing ? points.dropLast() : points[...], closed: isRing)
    }
}

func bounds(of points: UnsafeBufferPointer<Point>) -> Rect {
    var box = Rect.null
    for p in points { box.extend(to: p) }
    return box
}

func bounds(of points: ArraySlice<Point>) -> Rect {
    var box = Rect.null
    for p in points { box.extend(to: p) }
    return box
}

extension PlacedTile {
    /// Where the tile lies in a larger one that holds it, in that one's units.
    fileprivate func square(in larger: PlacedTile, extent: Double) -> Rect {
        let side = extent / powerOfTwo(Double(id.z - larger.id.z))
        let zooms = id.z - larger.id.z
        let (column, row) = (id.x - (larger.id.x << zooms), id.y - (larger.id.y << zooms))
        return Rect(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
    }
}
