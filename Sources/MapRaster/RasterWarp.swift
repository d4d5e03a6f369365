// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeo
import MapGeometry
import MapProj

/// A square tile of Web Mercator, sampled from a raster.
struct WarpedTile: Sendable {
    var bands: Int
    /// Bands of a pixel stand together.
    var values: [Float]
    /// 0 where the raster has nothing, else how opaque it is.
    var opacity: [Float]
}

/// Samples a raster for tiles of Web Mercator.
///
/// Up to the raster's own resolution a pixel is interpolated between four; beyond, it is the mean of those around it, weighted by a
/// triangle as wide as two pixels of the tile, as GDAL does it.
struct RasterWarp {
    let raster: GeoTIFF
    let id: TileID
    /// Pixels of the tile.
    let side: Int
    let bands: [Int]
    /// The value of the nearest pixel, for numbers that stand for something.
    let isNearest: Bool
    /// Between the sixteen pixels around a place, where the raster is enlarged: slopes of what is straight between four have edges.
    var isSmooth = false
    /// Rasters that go on where this one ends.
    var neighbors: [RasterNeighbor] = []

    /// Distances between the points that are transformed exactly, the widest first.
    private static let steps = [32, 8, 2, 1]
    /// Beyond it the whole raster is less than a pixel.
    private static let largestRatio = 1e9
    /// In pixels of the raster.
    private static let tolerance = 0.05

    /// Which part of the raster a tile shows, and how.
    struct Plan {
        fileprivate var grid: PixelGrid
        var level: GeoTIFF.Level
        /// Pixels of a smaller form for one of the raster, and the pixels that it is read in steps of.
        var (scaleX, scaleY): (Double, Double)
        var step: Int
        /// Of the triangle by which pixels are weighted.
        var radius: Double
        /// True where pixels of the tile are smaller than those of the level.
        var isEnlarged: Bool
        /// The pixels that are needed, and where they lie in the level.
        var box: Rect
        var columns: Range<Int>
        var rows: Range<Int>

        /// Pixels of the window for one of the raster.
        var factor: Point { Point(scaleX / Double(step), scaleY / Double(step)) }
        /// The upper left corner of the window, in its pixels.
        var corner: Point {
            Point(Double(columns.lowerBound) / Double(step), Double(rows.lowerBound) / Double(step))
        }
    }

    /// Nil where the tile shows nothing of the raster.
    func plan() throws(Diagnostic) -> Plan? {
        guard let (grid, exactRatio) = try pixelGrid() else { return nil }
        let ratio = min(exactRatio, Self.largestRatio)
        let level = level(for: ratio)
        let (scaleX, scaleY) = (
            Double(level.width) / Double(raster.main.width), Double(level.height) / Double(raster.main.height)
        )
        // What has no smaller forms is read in steps.
        var step = 1
        let reach = ratio * min(scaleX, scaleY)
        if reach > 8 { step = Int(reach / 4) }
        let radius = max(1, reach / Double(step))

        var box = Rect.null
        for p in grid.nodes where p.x.isFinite && p.y.isFinite {
            (box.minX, box.maxX) = (min(box.minX, p.x * scaleX), max(box.maxX, p.x * scaleX))
            (box.minY, box.maxY) = (min(box.minY, p.y * scaleY), max(box.maxY, p.y * scaleY))
        }
        guard box.minX <= box.maxX else { return nil }
        let margin = (radius + 1) * Double(step)
        box = box.inset(by: -margin)
        let columns = Self.range(box.minX, box.maxX, 0..<level.width)
        let rows = Self.range(box.minY, box.maxY, 0..<level.height)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        while (columns.count / step + 1) * (rows.count / step + 1) * bands.count > GeoTIFF.maxWindow { step *= 2 }
        return Plan(
            grid: grid, level: level, scaleX: scaleX, scaleY: scaleY, step: step,
            radius: reach / Double(step) > 1 / 0.95 ? radius : 1, isEnlarged: reach < 1, box: box, columns: columns,
            rows: rows)
    }

    /// Nil where the tile shows nothing of the raster.
    func tile(_ plan: Plan) throws(Diagnostic) -> WarpedTile? {
        var plan = plan
        var window = try raster.window(
            plan.level, columns: plan.columns, rows: plan.rows, step: plan.step, bands: bands)
        if !neighbors.isEmpty, plan.step == 1, plan.level.width == raster.main.width {
            try fill(&window, &plan.columns, &plan.rows, plan.box)
        }
        var result = WarpedTile(
            bands: bands.count, values: [Float](repeating: 0, count: side * side * bands.count),
            opacity: [Float](repeating: 0, count: side * side))
        let (width, height) = (Double(raster.main.width), Double(raster.main.height))
        let sampler = WindowSampler(window: window, radius: plan.radius)
        var isEmpty = true
        let (factor, corner) = (plan.factor, plan.corner)
        let isSmooth = isSmooth && bands.count == 1 && plan.step == 1 && plan.isEnlarged
        result.values.withUnsafeMutableBufferPointer { values in
            plan.grid.forEach { index, p in
                guard p.x >= 0, p.y >= 0, p.x < width, p.y < height else { return }
                let (x, y) = (p.x * factor.x - corner.x, p.y * factor.y - corner.y)
                if isSmooth, let value = sampler.smooth(x, y) {
                    (values[index], result.opacity[index], isEmpty) = (value, 1, false)
                    return
                }
                let target = UnsafeMutableBufferPointer(
                    rebasing: values[index * bands.count..<(index + 1) * bands.count])
                let opacity = isNearest ? sampler.nearest(x, y, target) : sampler.mean(x, y, target)
                result.opacity[index] = opacity
                if opacity > 0 { isEmpty = false }
            }
        }
        return isEmpty ? nil : result
    }

    /// Paints the colors of a raster whose three bands are bytes without holes, each between four of its pixels, where nothing is painted
    /// yet: what a photograph is at its own resolution.
    ///
    /// - Parameters:
    ///   - pixels: red, green, blue and opacity; made when it is empty and something is to be painted.
    ///   - plan: that of the tile.
    /// - Returns: false for other rasters and resolutions, for which nothing was done.
    /// - Throws: when blocks of the file are damaged.
    func paintColors(below pixels: inout [UInt8], _ plan: Plan) throws(Diagnostic) -> Bool {
        guard !isNearest, neighbors.isEmpty, plan.step == 1, plan.radius == 1, plan.columns.count > 1,
            plan.rows.count > 1,
            let colors = try raster.colors(plan.level, columns: plan.columns, rows: plan.rows, bands: bands)
        else { return false }
        let isFirst = pixels.isEmpty
        if isFirst { pixels = [UInt8](repeating: 0, count: 4 * side * side) }
        var isEmpty = true
        let (width, height) = (Double(raster.main.width), Double(raster.main.height))
        let (factor, corner) = (plan.factor, plan.corner)
        // Middles of pixels are at halves.
        let (left, top) = (corner.x + 0.5, corner.y + 0.5)
        let (lastColumn, lastRow) = (plan.columns.count - 1, plan.rows.count - 1)
        let line = 3 * plan.columns.count
        colors.withUnsafeBufferPointer { colors in
            pixels.withUnsafeMutableBufferPointer { pixels in
                plan.grid.forEach { index, p in
                    guard p.x >= 0, p.y >= 0, p.x < width, p.y < height, pixels[4 * index + 3] == 0 else { return }
                    let x = max(0, min(Double(lastColumn), p.x * factor.x - left))
                    let y = max(0, min(Double(lastRow), p.y * factor.y - top))
                    let (column, row) = (min(lastColumn - 1, Int(x)), min(lastRow - 1, Int(y)))
                    let (across, down) = (Float(x - Double(column)), Float(y - Double(row)))
                    let at = row * line + 3 * column
                    @inline(__always)
                    func mean(_ at: Int) -> UInt8 {
                        let (a, b) = (Float(colors[at]), Float(colors[at + 3]))
                        let (c, d) = (Float(colors[at + line]), Float(colors[at + line + 3]))
                        let (upper, lower) = (a + (b - a) * across, c + (d - c) * across)
                        return UInt8(max(0, min(255, upper + (lower - upper) * down + 0.5)))
                    }
                    pixels[4 * index] = mean(at)
                    pixels[4 * index + 1] = mean(at + 1)
                    pixels[4 * index + 2] = mean(at + 2)
                    pixels[4 * index + 3] = 255
                    isEmpty = false
                }
            }
        }
        if isFirst, isEmpty { pixels = [] }
        return true
    }

    private static func range(_ low: Double, _ high: Double, _ limits: Range<Int>) -> Range<Int> {
        let (least, most) = (Double(limits.lowerBound), Double(limits.upperBound))
        let first = Int(max(least, min(most, low.rounded(.down))))
        return first..<max(first, Int(max(least, min(most, high.rounded(.up)))))
    }

    /// Makes a window wider by pixels of the neighbors, where a tile needs some that are beyond the raster's edge.
    private func fill(
        _ window: inout GeoTIFF.Window, _ columns: inout Range<Int>, _ rows: inout Range<Int>, _ box: Rect
    ) throws(Diagnostic) {
        // Only pixels in the raster are sampled, which need those beside it.
        let reach = Int(Self.widestRadius)
        let across = Self.range(box.minX, box.maxX, -reach..<raster.main.width + reach)
        let down = Self.range(box.minY, box.maxY, -reach..<raster.main.height + reach)
        guard across != columns || down != rows, across.count * down.count * bands.count <= GeoTIFF.maxWindow else {
            return
        }
        var whole = GeoTIFF.Window(emptyOf: across.count, down.count, bands: bands.count)
        whole.fill(
            window, column: columns.lowerBound - across.lowerBound, row: rows.lowerBound - down.lowerBound)
        for neighbor in neighbors { try neighbor.fill(&whole, columns: across, rows: down, bands: bands) }
        if !whole.opacity.contains(where: { $0 < 1 }) { whole.opacity = [] }
        (window, columns, rows) = (whole, across, down)
    }

    /// Of the triangle, in pixels of the raster, where it is not read in steps.
    private static let widestRadius = 8.0

    /// The smallest form of the raster that is finer than the tile, or as fine.
    private func level(for ratio: Double) -> GeoTIFF.Level {
        let width = Double(raster.main.width)
        return raster.levels.last { width / Double($0.width) <= ratio + 0.1 } ?? raster.levels[0]
    }

    /// Where the middles of the tile's pixels are in the raster, in its pixels, and how many of these a pixel of the tile is
    /// wide. Nil where none of them is in the raster.
    private func pixelGrid() throws(Diagnostic) -> (PixelGrid, ratio: Double)? {
        for step in Self.steps {
            let count = (side + step - 1) / step + 1
            // Nodes, and the middles between them, which tell how wrong it is to interpolate.
            var nodes: [Point] = []
            for row in 0..<count {
                for column in 0..<count { nodes.append(Point(Double(column * step), Double(row * step))) }
            }
            if step > 1 {
                for row in 0..<count - 1 {
                    for column in 0..<count - 1 {
                        nodes.append(Point((Double(column) + 0.5) * Double(step), (Double(row) + 0.5) * Double(step)))
                    }
                }
            }
            if step == 1 { nodes = nodes.map { Point($0.x + 0.5, $0.y + 0.5) } }
            let exact = try transformed(nodes)
            let corners = exact.prefix(count * count)
            guard corners.contains(where: \.x.isFinite) else {
                if step == Self.steps.first { continue }
                return nil
            }
            if step > 1, !isGood(exact, count) { continue }
            let ratio = ratio(Array(corners), count, step)
            return (PixelGrid(side: side, step: step, count: count, nodes: Array(corners)), ratio)
        }
        return nil
    }

    /// True where the middles are where the corners around them let expect.
    private func isGood(_ exact: [Point], _ count: Int) -> Bool {
        guard exact.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return false }
        for row in 0..<count - 1 {
            for column in 0..<count - 1 {
                let at = row * count + column
                let sum = exact[at] + exact[at + 1] + exact[at + count] + exact[at + count + 1]
                let middle = exact[count * count + row * (count - 1) + column]
                if abs(sum.x / 4 - middle.x) > Self.tolerance || abs(sum.y / 4 - middle.y) > Self.tolerance {
                    return false
                }
            }
        }
        return true
    }

    /// Pixels of the raster across a pixel of the tile, in its middle or wherever that is known.
    private func ratio(_ nodes: [Point], _ count: Int, _ step: Int) -> Double {
        let middle = count / 2 * count + count / 2
        let order = [middle] + Array(nodes.indices)
        for at in order where at % count > 0 && at >= count {
            var (east, south) = (nodes[at] - nodes[at - 1], nodes[at] - nodes[at - count])
            // A raster around the Earth ends beside where it begins.
            if let turn = raster.position.turn { east.x = east.x.remainder(dividingBy: turn) }
            let area = abs(east.x * south.y - east.y * south.x).squareRoot() / Double(step)
            if area.isFinite, area > 0 { return area }
        }
        return 1
    }

    /// Positions of a tile, in its pixels, as those of the raster.
    private func transformed(_ pixels: [Point]) throws(Diagnostic) -> [Point] {
        let rect = id.mercatorRect
        let scale = rect.width / Double(side)
        var points = (pixels + [Point(Double(side) / 2, Double(side) / 2)]).map { p in
            let c = WebMercator.unproject(Point(rect.minX + p.x * scale, rect.minY + p.y * scale))
            return Point(c.longitude, c.latitude)
        }
        let width = Double(raster.main.width)
        try raster.position.pixels(&points, columns: raster.main.width)
        let middle = points.removeLast().x
        guard id.z > 0, middle.isFinite, let turn = raster.position.turn, width > turn - 1 else { return points }
        // Where a raster around the Earth ends beside a tile, all of the tile is on one side.
        let joined = points.map { Point($0.x - (($0.x - middle) / turn).rounded() * turn, $0.y) }
        let margin = turn * scale
        let isCut = joined.contains { $0.x < -margin || $0.x > width + margin }
        return isCut ? points : joined
    }
}

/// A raster whose pixels go on with those of another one, as the files of a mosaic do.
struct RasterNeighbor: Sendable {
    let raster: GeoTIFF
    /// Where its first pixel is, in pixels of the other one.
    private let column: Int
    private let row: Int

    /// Of a pixel.
    private static let tolerance = 0.01

    /// Nil for one of another kind or grid.
    init?(_ raster: GeoTIFF, of other: GeoTIFF) {
        let (a, b) = (raster.position, other.position)
        guard a.system == b.system, raster.bandCount == other.bandCount, raster.main.bits == other.main.bits,
            raster.main.sampleFormat == other.main.sampleFormat, !raster.hasPalette, !other.hasPalette
        else { return nil }
        let corner = b.inverse.apply(a.transform.apply(.zero))
        let end = b.inverse.apply(a.transform.apply(Point(Double(raster.main.width), Double(raster.main.height))))
        let (x, y) = (corner.x.rounded(), corner.y.rounded())
        guard corner.x.magnitude < 1e9, corner.y.magnitude < 1e9, (corner.x - x).magnitude < Self.tolerance,
            (corner.y - y).magnitude < Self.tolerance,
            (end.x - x - Double(raster.main.width)).magnitude < Self.tolerance,
            (end.y - y - Double(raster.main.height)).magnitude < Self.tolerance
        else { return nil }
        (self.raster, column, row) = (raster, Int(x), Int(y))
    }

    /// Writes what it has of a window of the other raster, which begins at a column and row and reaches beyond its edge, where nothing is
    /// written yet.
    func fill(
        _ window: inout GeoTIFF.Window, columns: Range<Int>, rows: Range<Int>, bands: [Int]
    ) throws(Diagnostic) {
        let across = columns.clamped(to: column..<column + raster.main.width)
        let down = rows.clamped(to: row..<row + raster.main.height)
        guard !across.isEmpty, !down.isEmpty else { return }
        let own = try raster.window(
            raster.levels[0], columns: across.lowerBound - column..<across.upperBound - column,
            rows: down.lowerBound - row..<down.upperBound - row, bands: bands)
        window.fill(own, column: across.lowerBound - columns.lowerBound, row: down.lowerBound - rows.lowerBound)
    }
}

extension GeoTIFF.Window {
    /// One without data.
    init(emptyOf columns: Int, _ rows: Int, bands: Int) {
        self.init(
            width: columns, height: rows, bands: bands, values: [Float](repeating: 0, count: columns * rows * bands),
            opacity: [Float](repeating: 0, count: columns * rows))
    }

    /// Writes another one into it, where nothing is yet.
    mutating func fill(_ other: GeoTIFF.Window, column: Int, row: Int) {
        for y in 0..<other.height {
            for x in 0..<other.width {
                let (from, to) = (y * other.width + x, (row + y) * width + column + x)
                guard opacity[to] == 0 else { continue }
                opacity[to] = other.opacity.isEmpty ? 1 : other.opacity[from]
                for band in 0..<bands { values[to * bands + band] = other.values[from * bands + band] }
            }
        }
    }
}
