// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapGeo
import MapGeometry
import MapProj

/// Lines of equal height, found in a raster of heights.
///
/// The heights are those of the middles of pixels, between which they change evenly; each square of four is cut along straight
/// lines (marching squares). Higher ground lies to the left of a line, so that letters along it stand uphill.
package struct Contours: Sendable {
    /// A line of one height.
    package struct Line: Sendable {
        /// Metres, or whatever the unit of the raster is.
        package var height: Double
        /// Closed lines end where they begin.
        package var coordinates: [Coordinate]
    }

    package let lines: [Line]

    /// Heights that are read at once; four bytes each.
    private static let maxSamples = 1 << 26
    /// Crossings of lines with the grid; 16 bytes each.
    private static let maxSegments = 1 << 26

    /// Finds the lines of a file.
    ///
    /// - Parameters:
    ///   - path: of a GeoTIFF, whose first band has heights.
    ///   - interval: between two lines, in the unit of the raster; positive.
    /// - Throws: when the file cannot be read, is too large, or has far too many lines.
    package init(_ path: String, interval: Double) throws(Diagnostic) {
        let raster = try GeoTIFF(path)
        let level = raster.levels[0]
        guard max(level.width, level.height) <= Self.maxSamples, level.width * level.height <= Self.maxSamples else {
            throw Diagnostic(
                code: .rasterUnsupported, file: path, expected: "at most \(Self.maxSamples) heights",
                found: "\(level.width) × \(level.height)",
                hint: "cut out a part with gdal_translate -projwin, or reduce it with -outsize 25% 25%")
        }
        let window = try raster.window(level, columns: 0..<level.width, rows: 0..<level.height, bands: [0])
        var grid = HeightGrid(window)
        let (low, high) = grid.range
        guard low < high else {
            lines = []
            return
        }
        guard high / interval - low / interval < 20_000, max(abs(low), abs(high)) / interval < 1e12 else {
            throw Diagnostic(
                code: .rasterUnsupported, file: path, expected: "heights that are at most 20000 intervals apart",
                found: "those from \(low) to \(high)")
        }
        var found: [Line] = []
        guard grid.findSegments(interval: interval, limit: Self.maxSegments) else {
            throw Diagnostic(
                code: .rasterUnsupported, file: path, expected: "a wider interval", found: "far too many lines")
        }
        for (index, segments) in grid.segments.sorted(by: { $0.key < $1.key }) {
            let height = Double(index) * interval
            for line in grid.joined(segments, height: height) {
                var points = line.map { raster.position.transform.apply(Point($0.x + 0.5, $0.y + 0.5)) }
                try raster.position.system.toLongitudeLatitude(&points)
                // A raster that begins with its southern row, or its eastern column, is a mirror image.
                let t = raster.position.transform
                if t.a * t.d - t.b * t.c > 0 { points.reverse() }
                found.append(
                    Line(
                        height: height,
                        coordinates: points.map { Coordinate(latitude: $0.y, longitude: $0.x) }))
            }
        }
        lines = found
    }
}

/// Heights at the crossings of a grid, and where lines cross its edges.
struct HeightGrid {
    /// From one edge of the grid to another; numbers of edges.
    struct Segment {
        var from: Int
        var to: Int
    }

    private let width: Int
    private let height: Int
    /// Not a number where nothing is known.
    private var heights: [Float]
    /// By the number of intervals that the height of the line has.
    private(set) var segments: [Int: [Segment]] = [:]

    init(width: Int, height: Int, heights: [Float]) {
        (self.width, self.height, self.heights) = (width, height, heights)
    }

    init(_ window: GeoTIFF.Window) {
        (width, height, heights) = (window.width, window.height, window.values)
        for index in window.opacity.indices where window.opacity[index] == 0 { heights[index] = .nan }
    }

    var range: (Double, Double) {
        var (low, high) = (Float.infinity, -Float.infinity)
        for value in heights where value.isFinite { (low, high) = (min(low, value), max(high, value)) }
        return (Double(low), Double(high))
    }

    // Edges: twice the number of the crossing at their left or upper end, plus one for those that lead down.

    /// False beyond the limit.
    mutating func findSegments(interval: Double, limit: Int) -> Bool {
        var count = 0
        guard width > 1, height > 1 else { return true }
        for row in 0..<height - 1 {
            guard !WorkContext.isCancelled else { return true }
            for column in 0..<width - 1 {
                let at = row * width + column
                let (a, b) = (Double(heights[at]), Double(heights[at + 1]))
                let (c, d) = (Double(heights[at + width]), Double(heights[at + width + 1]))
                let (low, high) = (min(a, b, c, d), max(a, b, c, d))
                guard low.isFinite, high.isFinite, a.isFinite, b.isFinite, c.isFinite, d.isFinite else { continue }
                let lowest = Int((low / interval).rounded(.up))
                let highest = Int((high / interval).rounded(.down))
                guard lowest <= highest else { continue }
                for index in lowest...highest {
                    count += add(index, Double(index) * interval, (a, b, c, d), at)
                }
                guard count < limit else { return false }
            }
        }
        return true
    }

    /// Adds the lines of one height in a square, whose corners are upper left, upper right, lower left and lower right.
    private mutating func add(_ index: Int, _ level: Double, _ corners: (Double, Double, Double, Double), _ at: Int)
        -> Int
    {
        let (a, b, c, d) = corners
        let (isA, isB, isC, isD) = (a >= level, b >= level, c >= level, d >= level)
        let (north, west, south, east) = (2 * at, 2 * at + 1, 2 * (at + width), 2 * (at + 1) + 1)
        // The higher ground is on the left.
        let lines: [(Int, Int)]
        switch (isA, isB, isC, isD) {
        case (true, true, true, true), (false, false, false, false): return 0
        case (true, false, false, false): lines = [(west, north)]
        case (false, true, true, true): lines = [(north, west)]
        case (false, true, false, false): lines = [(north, east)]
        case (true, false, true, true): lines = [(east, north)]
        case (false, false, true, false): lines = [(south, west)]
        case (true, true, false, true): lines = [(west, south)]
        case (false, false, false, true): lines = [(east, south)]
        case (true, true, true, false): lines = [(south, east)]
        case (true, true, false, false): lines = [(west, east)]
        case (false, false, true, true): lines = [(east, west)]
        case (true, false, true, false): lines = [(south, north)]
        case (false, true, false, true): lines = [(north, south)]
        case (true, false, false, true):
            lines = a + b + c + d >= 4 * level ? [(east, north), (west, south)] : [(west, north), (east, south)]
        case (false, true, true, false):
            lines = a + b + c + d >= 4 * level ? [(north, west), (south, east)] : [(north, east), (south, west)]
        }
        segments[index, default: []] += lines.map { Segment(from: $0.0, to: $0.1) }
        return lines.count
    }

    /// The lines that segments of one height make, in columns and rows.
    func joined(_ segments: [Segment], height level: Double) -> [[Point]] {
        var next: [Int: Int] = [:]
        var hasBefore: Set<Int> = []
        for segment in segments {
            next[segment.from] = segment.to
            hasBefore.insert(segment.to)
        }
        var lines: [[Point]] = []
        func follow(_ start: Int) {
            var line = [point(start, level)]
            var at = start
            while let after = next.removeValue(forKey: at) {
                let p = point(after, level)
                // A line through a crossing of the grid touches several of its edges there.
                if line[line.count - 1] != p { line.append(p) }
                at = after
            }
            if line.count > 1 { lines.append(line) }
        }
        // Lines that begin at the edge of what is known, then those that are closed.
        for segment in segments where !hasBefore.contains(segment.from) { follow(segment.from) }
        for segment in segments where next[segment.from] != nil { follow(segment.from) }
        return lines
    }

    /// Where a line crosses an edge.
    private func point(_ edge: Int, _ level: Double) -> Point {
        let at = edge / 2
        let (column, row) = (Double(at % width), Double(at / width))
        let isDown = edge % 2 == 1
        let (a, b) = (Double(heights[at]), Double(heights[isDown ? at + width : at + 1]))
        let share = b == a ? 0.5 : max(0, min(1, (level - a) / (b - a)))
        return isDown ? Point(column, row + share) : Point(column + share, row)
    }
}
