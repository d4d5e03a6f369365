// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry

/// Points, lines or rings in units of the tiles of a zoom, counted from the corner of the world.
struct Shape {
    struct Part {
        var points: Range<Int>
        /// True for a hole in the outer ring before it.
        var isInner: Bool
    }

    var points: [Point] = []
    var parts: [Part] = []

    mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
    }

    var bounds: Rect { Rect(around: points) }
}

/// The columns and rows of tiles.
struct TileBlock {
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>

    /// Tiles that come within a margin of a box, at most those of an allowed block; nil for none.
    init?(touching box: Rect, margin: Double, within allowed: TileBlock) {
        guard !box.isNull else { return nil }
        func range(_ low: Double, _ high: Double, _ allowed: ClosedRange<Int>) -> ClosedRange<Int>? {
            let first = max(Double(allowed.lowerBound), ((low - margin) / Self.side).rounded(.up) - 1)
            let last = min(Double(allowed.upperBound), ((high + margin) / Self.side).rounded(.down))
            return first <= last ? Int(first)...Int(last) : nil
        }
        guard let columns = range(box.minX, box.maxX, allowed.columns),
            let rows = range(box.minY, box.maxY, allowed.rows)
        else { return nil }
        (self.columns, self.rows) = (columns, rows)
    }

    init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) { (self.columns, self.rows) = (columns, rows) }

    /// The tiles of a zoom that a box in the unit square touches.
    init(box: Rect, zoom: Int) { (columns, rows) = box.tiles(ofZoom: zoom) }

    /// The block around both.
    func union(_ other: TileBlock) -> TileBlock {
        func around(_ a: ClosedRange<Int>, _ b: ClosedRange<Int>) -> ClosedRange<Int> {
            min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
        }
        return TileBlock(columns: around(columns, other.columns), rows: around(rows, other.rows))
    }

    /// Tile units for each side of a tile.
    static let side = 4096.0
}

/// Cuts shapes into tiles, by halving the tiles that they touch again and again.
struct ShapeCutter {
    let isArea: Bool
    /// Tile units around each tile.
    let margin: Double
    /// Pieces that one shape may become, far beyond what a coast or a border is.
    private static let limit = 4_000_000
    private(set) var pieces = 0

    /// The tile in which, with its margin, a whole shape lies, where there is no other one that it touches.
    func onlyTile(of shape: Shape, within allowed: TileBlock) -> (x: Int, y: Int)? {
        let box = shape.bounds
        guard let block = TileBlock(touching: box, margin: margin, within: allowed), block.columns.count == 1,
            block.rows.count == 1
        else { return nil }
        return frame(of: block).contains(box) ? (block.columns.lowerBound, block.rows.lowerBound) : nil
    }

    /// Cuts a shape.
    ///
    /// - Parameters:
    ///   - shape: its lines or rings.
    ///   - allowed: the tiles that are wanted.
    ///   - emit: gets a tile, what of the shape lies in it and its margin, and the tile's corner.
    mutating func cut(_ shape: Shape, within allowed: TileBlock, _ emit: (Int, Int, Shape, Point) -> Void) {
        pieces = 0
        let box = shape.bounds
        guard let block = TileBlock(touching: box, margin: margin, within: allowed) else { return }
        var shape = shape
        // What lies beyond the wanted tiles goes at once.
        let frame = frame(of: block)
        if box.minX < frame.minX { shape = half(shape, isX: true, frame.minX, keepsGreater: true) }
        if box.maxX > frame.maxX { shape = half(shape, isX: true, frame.maxX, keepsGreater: false) }
        if box.minY < frame.minY { shape = half(shape, isX: false, frame.minY, keepsGreater: true) }
        if box.maxY > frame.maxY { shape = half(shape, isX: false, frame.maxY, keepsGreater: false) }
        split(shape, frame.contains(box) ? box : shape.bounds, block, emit)
    }

    /// The tiles of a block with their margin.
    private func frame(of block: TileBlock) -> Rect {
        func edges(_ tiles: ClosedRange<Int>) -> (Double, Double) {
            (Double(tiles.lowerBound) * TileBlock.side - margin, Double(tiles.upperBound + 1) * TileBlock.side + margin)
        }
        let ((west, east), (north, south)) = (edges(block.columns), edges(block.rows))
        return Rect(minX: west, minY: north, maxX: east, maxY: south)
    }

    private mutating func split(
        _ shape: Shape, _ box: Rect, _ allowed: TileBlock, _ emit: (Int, Int, Shape, Point) -> Void
    ) {
        guard let block = TileBlock(touching: box, margin: margin, within: allowed), pieces < Self.limit,
            pieces & 63 != 63 || !WorkContext.isCancelled
        else { return }
        if block.columns.count == 1, block.rows.count == 1 {
            pieces += 1
            let (x, y) = (block.columns.lowerBound, block.rows.lowerBound)
            return emit(x, y, shape, Point(Double(x) * TileBlock.side, Double(y) * TileBlock.side))
        }
        let isWide = block.columns.count >= block.rows.count
        let range = isWide ? block.columns : block.rows
        let middle = (range.lowerBound + range.upperBound) / 2
        var (low, high) = (block, block)
        if isWide {
            (low.columns, high.columns) = (range.lowerBound...middle, middle + 1...range.upperBound)
        } else {
            (low.rows, high.rows) = (range.lowerBound...middle, middle + 1...range.upperBound)
        }
        let edge = Double(middle + 1) * TileBlock.side
        let (least, most) = isWide ? (box.minX, box.maxX) : (box.minY, box.maxY)
        if most <= edge + margin {
            split(shape, box, low, emit)
        } else {
            let part = half(shape, isX: isWide, edge + margin, keepsGreater: false)
            split(part, part.bounds, low, emit)
        }
        if least >= edge - margin {
            split(shape, box, high, emit)
        } else {
            let part = half(shape, isX: isWide, edge - margin, keepsGreater: true)
            split(part, part.bounds, high, emit)
        }
    }

    /// The part of a shape on one side of an edge.
    private func half(_ shape: Shape, isX: Bool, _ edge: Double, keepsGreater: Bool) -> Shape {
        guard isArea else { return halfLines(shape, isX, edge, keepsGreater ? 1 : -1) }
        var cut = AreaCut(isX: isX, edge: edge, sign: keepsGreater ? 1 : -1)
        return cut.kept(of: shape)
    }

    private func halfLines(_ shape: Shape, _ isX: Bool, _ edge: Double, _ sign: Double) -> Shape {
        var result = Shape()
        result.points.reserveCapacity(shape.points.count)
        for part in shape.parts {
            var start = result.points.count
            func finish() {
                if result.points.count - start > 1 {
                    result.parts.append(Shape.Part(points: start..<result.points.count, isInner: false))
                } else {
                    result.points.removeSubrange(start...)
                }
                start = result.points.count
            }
            guard var a = shape.points[part.points].first else { continue }
            var aIn = ((isX ? a.x : a.y) - edge) * sign >= 0
            if aIn { result.points.append(a) }
            for b in shape.points[part.points].dropFirst() {
                let bIn = ((isX ? b.x : b.y) - edge) * sign >= 0
                if aIn != bIn { result.points.append(AreaCut.crossing(a, b, isX, edge)) }
                if bIn { result.points.append(b) } else if aIn { finish() }
                (a, aIn) = (b, bIn)
            }
            finish()
        }
        return result
    }
}
