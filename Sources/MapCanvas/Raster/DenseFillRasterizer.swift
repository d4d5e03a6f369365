// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapImages

/// Scan conversion of paths with very many edges that cross each other, such as a line scribbled over the whole image.
///
/// Cairo keeps the edges of a row sorted, which takes time with the square of their number where they cross. Here each edge
/// adds its winding to a column of each row, in any order: the time is that of the rows that the edges cross.
struct DenseFillRasterizer {
    /// Rows and columns of samples in a pixel.
    private static let samples = 4
    /// Samples that are processed at a time: 512 KiB of windings, which stay in a processor's own cache.
    private static let chunk = 1 << 18
    /// Points of figures between two looks at the clock.
    private static let pointsAtOnce = 10_000
    /// Edges that cross a row, on average, from which on sorting them would take longer.
    private static let manyEdges = 400.0
    /// Paths with fewer points cannot have so many edges in a row.
    private static let manyPoints = 2000

    private let area: PixelRect
    private let rule: FillRule

    init(_ area: PixelRect, rule: FillRule) {
        self.area = area
        self.rule = rule
    }

    /// True for a path of which many edges cross each row of an area.
    static func isNeeded(for path: Path, in area: PixelRect) -> Bool {
        guard path.points.count >= manyPoints, area.height > 0 else { return false }
        let (top, bottom) = (Double(area.minY), Double(area.maxY))
        var (rows, last) = (0.0, top)
        for p in path.points {
            let y = max(top, min(bottom, p.y))
            rows += abs(y - last)
            last = y
        }
        return rows > manyEdges * Double(area.height)
    }

    /// Covers the pixels of the area by the share of their samples that lie inside the path.
    ///
    /// - Parameter path: its figures are closed implicitly; figures with a coordinate that is not finite are skipped.
    /// - Returns: the coverage of each pixel.
    func coverage(of path: Path) -> Coverage {
        var coverage = Coverage(area)
        let stride = coverage.stride
        coverage.paint { values in
            let height = max(1, Self.chunk / (Self.samples * Self.samples * max(1, area.width)))
            for first in Swift.stride(from: area.minY, to: area.maxY, by: height) {
                guard !WorkContext.isCancelled else { return }
                let rows = first..<min(first + height, area.maxY)
                fill(rows, of: path) { y, x, samples in
                    values[(y - area.minY) * stride + x] = UInt8(samples * 255 / (Self.samples * Self.samples))
                }
            }
        }
        return coverage
    }

    /// Calls `body` with the row, the column in the area and the number of samples inside of each pixel that has some.
    private func fill(
        _ rows: Range<Int>, of path: Path, _ body: (_ y: Int, _ x: Int, _ samples: Int) -> Void
    ) {
        let width = area.width * Self.samples + 1
        // Sums wrap around: only a winding of 65,536 would pass for none.
        var windings = [Int16](repeating: 0, count: width * rows.count * Self.samples)
        windings.withUnsafeMutableBufferPointer { windings in
            PathReader.read(path) { figures in
                var count = 0
                while let figure = figures.next() {
                    count += figure.points.count
                    if count > Self.pointsAtOnce {
                        guard !WorkContext.isCancelled else { return }
                        count = 0
                    }
                    let box = figure.bounds
                    guard box.width < .infinity, box.maxY >= Double(rows.lowerBound),
                        box.minY <= Double(rows.upperBound)
                    else {
                        continue
                    }
                    figure.forEachShortLine { add($0, $1, rows, windings, width) }
                }
            }
        }
        var samples = [UInt8](repeating: 0, count: area.width)
        for y in rows {
            for i in samples.indices { samples[i] = 0 }
            for row in 0..<Self.samples {
                var winding: Int16 = 0
                let start = ((y - rows.lowerBound) * Self.samples + row) * width
                for column in 0..<width - 1 {
                    winding &+= windings[start + column]
                    if rule == .nonZero ? winding != 0 : winding & 1 != 0 { samples[column / Self.samples] += 1 }
                }
            }
            for x in samples.indices where samples[x] > 0 { body(y, x, Int(samples[x])) }
        }
    }

    /// Adds the winding of an edge to the first sample to the right of it, in each row of samples.
    @inline(__always)
    private func add(
        _ a: Point, _ b: Point, _ rows: Range<Int>, _ windings: UnsafeMutableBufferPointer<Int16>, _ width: Int
    ) {
        let scale = Double(Self.samples)
        let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
        let (low, high) = (Double(rows.lowerBound), Double(rows.upperBound))
        guard bottom.y > low, top.y < high, bottom.y > top.y else { return }
        let first = Int(((max(top.y, low) - low) * scale - 0.5).rounded(.up))
        let last = Int(((min(bottom.y, high) - low) * scale - 0.5).rounded(.up))
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let step: Int16 = a.y < b.y ? 1 : -1
        let start = (top.x + (low + 0.5 / scale - top.y) * slope - Double(area.minX)) * scale - 0.5
        let limit = Double(width - 1)
        for row in max(0, first)..<max(max(0, first), min(last, rows.count * Self.samples)) {
            let x = max(0, min(limit, start + Double(row) * slope))
            // Rounded up.
            var column = Int(x)
            if Double(column) < x { column += 1 }
            windings[row * width + column] &+= step
        }
    }
}
