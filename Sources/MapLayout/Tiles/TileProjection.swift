// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapTiles

/// Projects a tile's geometry to pixels of the ground, as far as it is seen.
struct TileProjection: Sendable {
    /// Tile units to pixels of the ground.
    private(set) var toPixel: Transform
    /// Tile units per side.
    let extent: Double
    /// Output pixels per tile unit.
    let pixelsPerUnit: Double
    /// The view's bounding box in tile units.
    private let view: Rect
    /// The part of it that will be painted.
    private(set) var paintedView: Rect
    /// The tile's square in tile units, or the part of it that is shown.
    let square: Rect
    /// The square in the image.
    let seenSquare: SeenSquare
    /// What a camera sees that is tilted, or sees a ball; nil for a flat map seen from straight above.
    private let seen: SeenGround?
    /// The view of a map with a terrain; nil where the ground is level.
    let terrainView: Viewport?
    /// The least distance between points and the least size of polygons: a quarter of a pixel in tile units. Zero from
    /// zoom 6 on, where tiles contain hardly any such detail.
    private let minDetail: Double
    /// True where all views of one zoom, scale and bearing have the same geometry of the tile but for an offset: it is not cut to the
    /// view. Nothing is to be gained by that where a view shows only a small part of the tile.
    let isMovable: Bool
    /// True for all of the tile, in pixels from its corner.
    private(set) var isOfAnyView = false

    /// The largest side in pixels of a tile with lines in pixels from its corner: they are exact to 1/2048 of a pixel.
    private static let longestSide = 8192.0

    /// - Parameters:
    ///   - tile: in whose units the geometry is.
    ///   - part: the tile that is shown: the same, or a descendant.
    ///   - extent: tile units per side.
    ///   - viewport: of the map.
    ///   - painted: the part of the image that will be painted, in pixels, on a map from straight above; nil for all.
    init(
        tile: PlacedTile, showing part: PlacedTile? = nil, extent: Double, viewport: Viewport, painted: Rect? = nil
    ) {
        let unit = tile.toPixel(in: viewport)
        let part = part ?? tile
        self.extent = extent
        toPixel = Transform.scale(1 / extent, 1 / extent).then(unit)
        pixelsPerUnit = toPixel.applyToVector(Point(1, 0)).length
        seen = SeenGround(viewport)
        terrainView = viewport.terrain == nil ? nil : viewport
        let toUnit = toPixel.inverse
        if let toUnit {
            let world = extent * powerOfTwo(Double(tile.id.z))
            view = seen?.box(under: toUnit, zoom: tile.id.z, world: world) ?? toUnit.apply(viewport.pixelRect)
        } else {
            view = .everything
        }
        paintedView = seen == nil ? painted.flatMap { toUnit?.apply($0) } ?? view : view
        square = part.square(in: tile, extent: extent)
        let enlargement = seen?.enlargement ?? 1
        minDetail = tile.id.z < 6 && pixelsPerUnit > 0 ? 0.25 * enlargement / pixelsPerUnit : 0
        let partUnit = part.toPixel(in: viewport)
        let quad = Rect(x: 0, y: 0, width: 1, height: 1).corners.map(partUnit.apply)
        seenSquare = seen?.square(quad) ?? .polygon(quad.map(SeenSquare.rounded))
        let output = viewport.pixelRect
        isMovable =
            seen == nil && viewport.terrain == nil && viewport.drape == nil
            && pixelsPerUnit * extent <= min(Self.longestSide, 2 * max(output.width, output.height))
    }

    /// The same for geometry that is moved by so many pixels.
    func moved(by offset: Point) -> TileProjection {
        var copy = self
        (copy.toPixel.tx, copy.toPixel.ty) = (toPixel.tx + offset.x, toPixel.ty + offset.y)
        return copy
    }

    /// The same in pixels from the tile's corner.
    var fromCorner: TileProjection {
        var copy = self
        (copy.toPixel.tx, copy.toPixel.ty) = (0, 0)
        return copy
    }

    /// All of the tile, in pixels from its corner.
    var ofAnyView: TileProjection {
        var copy = fromCorner
        (copy.paintedView, copy.isOfAnyView) = (.everything, true)
        return copy
    }

    /// From the ground to the image of a tilted camera, or of a ball; nil where they are the same.
    var ground: GroundProjection? { seen?.ground }

    /// How the camera sees the plane at the ground's height at a point, in pixels of the ground; nil on a flat map, and where a
    /// hill hides the point.
    func perspective(at p: Point) -> Perspective? {
        guard let terrainView else { return ground?.perspective }
        return terrainView.isHidden(at: p) ? nil : terrainView.perspective(at: p)
    }

    /// The rectangle to clip geometry to, in tile units, where paint extends `margin` pixels beyond the geometry.
    func clipRect(margin: Double) -> Rect { expanded(paintedView, margin: margin) }

    /// What is laid out where paint extends `margin` pixels beyond the geometry.
    ///
    /// - Parameters:
    ///   - margin: in pixels.
    ///   - isMovable: false for a layer that needs the geometry cut to the view.
    /// - Returns: what geometry is cut to, and what it must reach into.
    func window(margin: Double, isMovable: Bool) -> TileWindow {
        let view = clipRect(margin: margin)
        guard isMovable, self.isMovable else { return TileWindow(clip: view, view: view) }
        // More than the buffer of most tiles: what is cut takes longer.
        let cut = expanded(square, margin: margin).inset(by: -extent / 4)
        return TileWindow(clip: cut, view: view)
    }

    private func expanded(_ view: Rect, margin: Double) -> Rect { view.inset(by: -(margin + 2) / pixelsPerUnit) }

    /// True where a label can be placed whose anchor is at a point of the ground.
    func showsLabel(at p: Point) -> Bool {
        seen?.showsLabel(at: p) ?? true
    }

    /// The bounds in tile units within which labels have their anchors.
    ///
    /// - Parameter margin: around a flat map's image, in its pixels.
    /// - Returns: tile units.
    func labelRect(margin: Double) -> Rect {
        guard let seen, let toUnit = toPixel.inverse else { return expanded(view, margin: margin) }
        return seen.labelBox(under: toUnit)
    }

    /// All rings as one path in pixels, exterior rings clockwise, and the edges to stroke where they are fewer; nil
    /// when nothing is visible.
    ///
    /// - Parameters:
    ///   - geometry: in tile units.
    ///   - box: around it.
    ///   - window: what is laid out.
    ///   - grows: true for a path to which other polygons may be added, unless this one has edges of its own.
    ///   - boxes: those of the figures of the path and then of the edges are added, for all of the tile.
    /// - Returns: paths of the ground.
    func polygon(
        _ geometry: TileGeometry, around box: Rect, in window: TileWindow, grows: Bool, boxes: inout [Rect]
    ) -> (path: Path, edges: Path?)? {
        var path = Path()
        if window.clip.contains(box) {
            let room = grows && square.contains(box) ? max(64, geometry.points.count) : geometry.points.count
            path.reserve(verbs: room + geometry.parts.count, points: room)
        }
        addPolygon(geometry, around: box, in: window, to: &path, boxes: &boxes)
        guard !path.isEmpty else { return nil }
        return (path, square.contains(box) ? nil : edges(geometry, in: window, boxes: &boxes))
    }

    /// Adds all rings to a path in pixels, exterior rings clockwise.
    ///
    /// - Parameters:
    ///   - geometry: in tile units.
    ///   - whole: the box around it.
    ///   - window: what is laid out.
    ///   - path: of the ground.
    ///   - boxes: those of the rings are added, for all of the tile.
    func addPolygon(
        _ geometry: TileGeometry, around whole: Rect, in window: TileWindow, to path: inout Path, boxes: inout [Rect]
    ) {
        geometry.points.withUnsafeBufferPointer { points in
            let reversed = geometry.parts.first.map { signedArea(points[$0]) < 0 } ?? false
            for part in geometry.parts where part.count >= 3 {
                let ring = UnsafeBufferPointer(rebasing: points[part])
                let box = part.count == points.count ? whole : Rect(around: ring)
                guard box.intersects(window.shown), max(box.width, box.height) >= minDetail else { continue }
                let count = path.points.count
                if window.clip.contains(box) {
                    if minDetail > 0 {
                        thinned(ring).withUnsafeBufferPointer { path.addRing($0, under: toPixel, reversed: reversed) }
                    } else {
                        path.addRing(ring, under: toPixel, reversed: reversed)
                    }
                } else {
                    clippedRing(Array(ring), to: window.clip).withUnsafeBufferPointer {
                        path.addRing($0, under: toPixel, reversed: reversed)
                    }
                }
                if isOfAnyView, path.points.count > count { boxes.append(box) }
            }
        }
    }

    /// The points that are at least `minDetail` from the previous one; the first and the last are kept.
    private func thinned(_ line: some RandomAccessCollection<Point>) -> [Point] {
        guard var last = line.first, let end = line.last else { return [] }
        var result = [last]
        for p in line.dropFirst().dropLast() where max(abs(p.x - last.x), abs(p.y - last.y)) >= minDetail {
            result.append(p)
            last = p
        }
        if line.count > 1 { result.append(end) }
        return result
    }

    /// The polygon's edges without those that tiling introduced; nil when there are none of these.
    private func edges(_ geometry: TileGeometry, in window: TileWindow, boxes: inout [Rect]) -> Path? {
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
        var (path, piece) = (Path(), LinePiece())
        forEachLine(of: geometry, within: window, closed: true, in: &piece) {
            $0.add(to: &path)
            if let box = $0.box { boxes.append(box) }
        }
        return path
    }

    /// True for an edge along the tile's border and outside of it, where the polygon was cut for the tile.
    private func isCutEdge(_ a: Point, _ b: Point) -> Bool {
        (a.x == b.x && (a.x < square.minX || a.x > square.maxX))
            || (a.y == b.y && (a.y < square.minY || a.y > square.maxY))
    }

    /// Calls `body` with the visible pieces of lines in pixels, in order.
    ///
    /// - Parameters:
    ///   - geometry: in tile units.
    ///   - window: what is laid out.
    ///   - closed: true for rings.
    ///   - measured: true to compute the distance along the line before each piece.
    ///   - span: the fraction of the feature's line that the tile has, where the source provides it.
    ///   - piece: its memory serves all pieces.
    ///   - body: takes a piece.
    func forEachLine(
        of geometry: TileGeometry, within window: TileWindow, closed: Bool, measured: Bool = false,
        span: ClosedRange<Double>? = nil, in piece: inout LinePiece, _ body: (LinePiece) -> Void
    ) {
        for part in geometry.parts where part.count >= 2 {
            if closed {
                for run in ringRuns(geometry.points[part]) {
                    forEachPiece(of: run.points, isRing: run.isWhole, span, window, measured, in: &piece, body)
                }
            } else {
                let line = geometry.points[part]
                forEachPiece(
                    of: minDetail > 0 && !measured ? thinned(line)[...] : line, isRing: false, span, window,
                    measured, in: &piece, body)
            }
        }
    }

    /// A ring as a closed line, or as the runs between the edges that tiling introduced.
    private func ringRuns(_ ring: ArraySlice<Point>) -> [(points: ArraySlice<Point>, isWhole: Bool)] {
        guard let first = ring.first, let last = ring.last else { return [] }
        var line: [Point] = []
        line.reserveCapacity(ring.count + 1)
        line += ring
        if first != last { line.append(first) }
        let cut = line.indices.dropFirst().first { isCutEdge(line[$0 - 1], line[$0]) }
        guard let cut else { return [(line[...], true)] }
        // Starts after the first such edge and goes around once.
        let turned = line[cut...] + line[1..<cut]
        var runs: [(points: ArraySlice<Point>, isWhole: Bool)] = []
        var start = turned.startIndex
        for index in turned.indices.dropFirst() where isCutEdge(turned[index - 1], turned[index]) {
            if index - start >= 2 { runs.append((turned[start..<index], false)) }
            start = index
        }
        if turned.endIndex - start >= 2 { runs.append((turned[start...], false)) }
        return runs
    }

    private func forEachPiece(
        of line: ArraySlice<Point>, isRing: Bool, _ span: ClosedRange<Double>?, _ window: TileWindow, _ measured: Bool,
        in piece: inout LinePiece, _ body: (LinePiece) -> Void
    ) {
        let box = Rect(around: line)
        guard box.intersects(window.shown) else { return }
        piece.box = isOfAnyView ? box : nil
        (piece.span, piece.isMeasured) = (span ?? 0...1, span != nil)
        piece.totalLength = measured ? line.lineLength * pixelsPerUnit : 0
        let offset = piece.offset
        if window.clip.contains(box) {
            (piece.start, piece.isRing) = (offset, isRing)
            piece.points.removeAll(keepingCapacity: true)
            for p in line { piece.points.append(toPixel.apply(p)) }
            body(piece)
            return
        }
        var cuts = LineDistanceCursor(line)
        piece.isRing = false
        for cut in clippedLine(Array(line), to: window.clip) where cut.count >= 2 {
            piece.start = measured ? offset + cuts.distance(to: cut[0]) * pixelsPerUnit : 0
            piece.points = cut.map(toPixel.apply)
            body(piece)
        }
    }
}

/// What is laid out of a tile, in its units.
struct TileWindow {
    /// Geometry is cut to it.
    let clip: Rect
    /// Geometry must reach into it: into `clip` and into what is seen. Where these do not meet, it is not null: some geometry reaches
    /// into both.
    let shown: Rect

    /// - Parameters:
    ///   - clip: what geometry is cut to.
    ///   - view: what is seen, with a margin.
    init(clip: Rect, view: Rect) {
        self.clip = clip
        shown = Rect(
            minX: max(clip.minX, view.minX), minY: max(clip.minY, view.minY), maxX: min(clip.maxX, view.maxX),
            maxY: min(clip.maxY, view.maxY))
    }

    /// The same for geometry that is also cut to a rectangle.
    func cut(to rect: Rect) -> TileWindow { TileWindow(clip: clip.intersection(rect), view: shown) }
}

/// A visible piece of a line, in pixels.
struct LinePiece: Sendable {
    var points: [Point] = []
    /// The distance along the feature's line before this piece, in pixels, if measured.
    var start = 0.0
    /// True when the last point equals the first.
    var isRing = false
    /// Around the line that the piece was cut from, in tile units; nil for what one view shows of a tile.
    fileprivate(set) var box: Rect?
    /// The fraction of the feature's line that the tile has.
    var span: ClosedRange<Double> = 0...1
    /// The length of the line that the piece was clipped from, in pixels, if measured.
    var totalLength = 0.0
    /// True when the source provides `span`.
    var isMeasured = false

    /// The fraction of the feature's line per pixel.
    var fractionPerPixel: Double { totalLength > 0 ? (span.upperBound - span.lowerBound) / totalLength : 0 }

    /// The length in pixels of the feature's line before the tile's part.
    fileprivate var offset: Double { fractionPerPixel > 0 ? span.lowerBound / fractionPerPixel : 0 }

    var length: Double { points.lineLength }

    /// True where the piece is seen as a whole, and straight, with a margin in pixels of the ground.
    func isWhole(on ground: GroundProjection, margin: Double) -> Bool {
        ground.plane(keeping: Rect(around: points), margin: margin) != nil
    }

    /// The parts that are seen, with a margin in pixels of the ground; on a map in another projection, in the image.
    func parts(on ground: GroundProjection, margin: Double) -> [LinePiece] {
        if let projected = ground.perspective.projected { return projected.imageRuns(of: points).map(piece) }
        guard ground.mayShow(Rect(around: points).inset(by: -margin)) else { return [] }
        return ground.parts(of: points, margin: margin).filter { $0.points.count > 1 }.map(piece)
    }

    private func piece(_ points: [Point], from start: Double) -> LinePiece {
        var piece = self
        piece.points = points
        piece.start += start
        piece.isRing = false
        return piece
    }

    func add(to path: inout Path) {
        path.addLines(isRing ? points.dropLast() : points[...], closed: isRing)
    }
}

extension PlacedTile {
    /// The tile's square in an ancestor, in the ancestor's units.
    fileprivate func square(in larger: PlacedTile, extent: Double) -> Rect {
        let side = extent / powerOfTwo(Double(id.z - larger.id.z))
        let zooms = id.z - larger.id.z
        let (column, row) = (id.x - (larger.id.x << zooms), id.y - (larger.id.y << zooms))
        return Rect(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
    }
}
