// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages

/// Shows patterns that lie on the ground to a tilted camera: as bitmaps for the parts of the image that they fill.
struct GroundPatterns {
    private let perspective: Perspective
    private let output: Rect

    /// Nil for a map without a tilt, whose patterns are painted as they are.
    init?(_ viewport: Viewport) {
        // In another projection, patterns are those of the image.
        guard let perspective = viewport.perspective, perspective.projected == nil else { return nil }
        self.perspective = perspective
        output = viewport.pixelRect
    }

    /// Shapes of one tile that have the same pattern share an image, which is as large as they are.
    func project(_ shapes: inout [FillShape]) {
        var groups: [Pattern: [Int]] = [:]
        for (index, shape) in shapes.enumerated() {
            if let pattern = Pattern(shape.paint) { groups[pattern, default: []].append(index) }
        }
        for (pattern, indices) in groups {
            let area = indices.reduce(Rect.null) { $0.union(shapes[$1].bounds) }
            let paint = projected(pattern, in: area, showing: indices.map { shapes[$0].path })
            for index in indices {
                shapes[index].paint = paint
                if shapes[index].edgePaint != nil { shapes[index].edgePaint = paint }
            }
        }
    }

    /// A pattern's paint for an area of the image; other paints stay as they are.
    func projected(_ paint: Paint, in bounds: Rect) -> Paint {
        Pattern(paint).map { projected($0, in: bounds, showing: [.rectangle(bounds)]) } ?? paint
    }

    private func projected(_ pattern: Pattern, in area: Rect, showing paths: [Path]) -> Paint {
        let rect = area.integral.intersection(output)
        guard rect.width >= 1, rect.height >= 1 else { return .color(.transparent) }
        let image = pattern.image(perspective, in: rect, showing: paths)
        return .pattern(image, .translation(Point(rect.minX, rect.minY)), opacity: pattern.opacity)
    }
}

/// A pattern and where it lies.
private struct Pattern: Hashable {
    let bitmap: Bitmap
    /// From the bitmap to pixels of the ground.
    let transform: Transform
    let opacity: Double

    init?(_ paint: Paint) {
        guard case .pattern(let bitmap, let transform, let opacity) = paint else { return nil }
        (self.bitmap, self.transform, self.opacity) = (bitmap, transform, opacity)
    }

    static func == (a: Pattern, b: Pattern) -> Bool {
        a.bitmap === b.bitmap && a.transform == b.transform && a.opacity == b.opacity
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(bitmap))
        hasher.combine(transform)
        hasher.combine(opacity)
    }

    /// What a camera sees of it in a part of the image, whose sides are whole pixels; in each row, from the first to the last pixel of
    /// paths alone.
    func image(_ perspective: Perspective, in rect: Rect, showing paths: [Path]) -> Bitmap {
        let (width, height) = (Int(rect.width), Int(rect.height))
        var pixels = [UInt32](repeating: 0, count: width * height)
        guard let inverse = transform.inverse else { return Bitmap(width: width, height: height, pixels: pixels) }
        let texture = RepeatedTexture(bitmap)
        let homography = perspective.groundHomography
        let spans = RowSpans(of: paths, in: rect)
        pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<height {
                let start = Point(rect.minX + 0.5, rect.minY + Double(y) + 0.5)
                let row = UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
                guard let columns = spans[y] else { continue }
                if let homography {
                    texture.fill(row, columns, homography, inverse, from: start)
                } else {
                    for x in columns {
                        let point = Point(start.x + Double(x), start.y)
                        if let ground = perspective.ground(at: point) { row[x] = texture[inverse.apply(ground)] }
                    }
                }
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }
}

/// In each row of a part of the image, the columns from the first to the last that paths may paint.
private struct RowSpans {
    /// Edges are painted as far beyond a path, and rounded.
    private static let margin = 2.5

    private let rect: Rect
    /// From the rectangle's left.
    private var ends: [(first: Double, last: Double)]

    init(of paths: [Path], in rect: Rect) {
        self.rect = rect
        ends = Array(repeating: (.infinity, -.infinity), count: Int(rect.height))
        for path in paths {
            if path.hasCurves {
                let box = path.bounds
                for y in ends.indices { add(box.minX, box.maxX, y) }
            } else {
                add(path)
            }
        }
    }

    subscript(_ row: Int) -> Range<Int>? {
        let (first, last) = (max(0, ends[row].first.rounded(.down)), min(rect.width, ends[row].last.rounded(.up)))
        return first < last ? Int(first)..<Int(last) : nil
    }

    private mutating func add(_ path: Path) {
        // A figure that is not closed is filled as if it were.
        var (start, last): (Point?, Point?)
        var points = path.points.makeIterator()
        for verb in path.verbs {
            var next = start
            switch verb {
            case .move:
                if let last, let start { addEdge(last, start) }
                next = points.next()
                (start, last) = (next, next)
            case .line, .curve: next = points.next()
            case .close: break
            }
            if let last, let next { addEdge(last, next) }
            last = next
        }
        if let last, let start { addEdge(last, start) }
    }

    private mutating func addEdge(_ a: Point, _ b: Point) {
        let (top, bottom) = a.y <= b.y ? (a, b) : (b, a)
        let (height, slope) = (Double(ends.count), (bottom.x - top.x) / (bottom.y - top.y))
        /// Where the edge is at a height, or ends before.
        func x(_ y: Double) -> Double {
            y <= top.y ? top.x : y >= bottom.y ? bottom.x : top.x + slope * (y - top.y)
        }
        // In this order, a number that is none becomes 0.
        let first = min(height, max(0, top.y - rect.minY - Self.margin))
        let last = min(height, max(0, bottom.y - rect.minY + Self.margin))
        for y in Int(first)..<max(Int(first), Int(last.rounded(.up))) {
            let row = rect.minY + Double(y)
            let (from, to) = (x(row - Self.margin), x(row + 1 + Self.margin))
            add(min(from, to), max(from, to), y)
        }
    }

    private mutating func add(_ left: Double, _ right: Double, _ row: Int) {
        ends[row].first = min(ends[row].first, left - rect.minX - Self.margin)
        ends[row].last = max(ends[row].last, right - rect.minX + Self.margin)
    }
}

/// A bitmap that repeats in both directions, sampled bilinearly.
struct RepeatedTexture {
    private let bitmap: Bitmap
    private let (columns, rows): (Axis, Axis)

    init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
        (columns, rows) = (Axis(count: bitmap.width), Axis(count: bitmap.height))
    }

    /// The pixel at a point of the plane, measured in pixels of the bitmap.
    subscript(_ p: Point) -> UInt32 {
        bitmap.pixels.withUnsafeBufferPointer { sample(p.x, p.y, $0) }
    }

    /// Fills a row of the image that a tilted camera sees; pixels without ground stay as they are.
    ///
    /// - Parameters:
    ///   - row: pixels of the image, from left to right.
    ///   - columns: those that are filled.
    ///   - homography: from the image to the ground.
    ///   - transform: from the ground to the bitmap.
    ///   - start: the center of the row's first pixel.
    func fill(
        _ row: UnsafeMutableBufferPointer<UInt32>, _ columns: Range<Int>, _ homography: GroundHomography,
        _ transform: Transform, from start: Point
    ) {
        func texture(_ p: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(
                transform.a * p.x + transform.c * p.y + transform.tx * p.z,
                transform.b * p.x + transform.d * p.y + transform.ty * p.z, p.z)
        }
        var p = texture(homography.origin + homography.right * start.x + homography.down * start.y)
        let step = texture(homography.right)
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            // Steps add up, so that a pixel does not depend on where its shape begins.
            for _ in 0..<columns.lowerBound { p += step }
            for x in columns {
                if p.z >= homography.minW {
                    let scale = 1 / p.z
                    row[x] = sample(p.x * scale, p.y * scale, pixels)
                }
                p += step
            }
        }
    }

    @inline(__always)
    private func sample(_ x: Double, _ y: Double, _ pixels: UnsafeBufferPointer<UInt32>) -> UInt32 {
        let (column, row) = (columns.neighbors(x), rows.neighbors(y))
        let (top, bottom) = (row.first &* columns.count, row.second &* columns.count)
        return TextureSet.mixed(
            pixels[top &+ column.first], pixels[top &+ column.second], pixels[bottom &+ column.first],
            pixels[bottom &+ column.second], column.fraction, row.fraction)
    }

    /// One side of the bitmap.
    private struct Axis {
        let count: Int
        /// A multiple of `count`, so that positions are not negative.
        private let bias: Double
        /// 2⁶⁴ / `count`, rounded up; 0 for 1.
        private let inverse: UInt64

        init(count: Int) {
            self.count = count
            bias = Double((1 << 30) / count * count + count)
            inverse = .max / UInt64(count) &+ 1
        }

        /// The two pixels around a position, and the weight of the second in 1/256.
        ///
        /// - SeeAlso: D. Lemire, O. Kaser, N. Kurz, "Faster remainder by direct computation", 2019: two products take less time than
        ///   a division.
        @inline(__always)
        func neighbors(_ position: Double) -> (first: Int, second: Int, fraction: UInt64) {
            guard abs(position) < 0x1p30 else { return (0, 0, 0) }
            // Adding the bias makes truncation round down.
            let steps = Int((position + bias) * 256) &- 128
            let part = inverse &* UInt64(UInt32(truncatingIfNeeded: steps >> 8))
            let first = Int(truncatingIfNeeded: part.multipliedFullWidth(by: UInt64(truncatingIfNeeded: count)).high)
            return (first, first &+ 1 == count ? 0 : first &+ 1, UInt64(truncatingIfNeeded: steps & 255))
        }
    }
}
