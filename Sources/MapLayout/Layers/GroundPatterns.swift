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
            let paint = projected(pattern, in: indices.map { shapes[$0].bounds })
            for index in indices {
                shapes[index].paint = paint
                if shapes[index].edgePaint != nil { shapes[index].edgePaint = paint }
            }
        }
    }

    /// A pattern's paint for an area of the image; other paints stay as they are.
    func projected(_ paint: Paint, in bounds: Rect) -> Paint {
        Pattern(paint).map { projected($0, in: [bounds]) } ?? paint
    }

    private func projected(_ pattern: Pattern, in boxes: [Rect]) -> Paint {
        let rect = boxes.reduce(Rect.null) { $0.union($1) }.integral.intersection(output)
        guard rect.width >= 1, rect.height >= 1 else { return .color(.transparent) }
        let image = pattern.image(perspective, in: rect, showing: boxes)
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

    /// What a camera sees of it in a part of the image, whose sides are whole pixels; in each row, from the first to the last of the boxes
    /// alone.
    func image(_ perspective: Perspective, in rect: Rect, showing boxes: [Rect]) -> Bitmap {
        let (width, height) = (Int(rect.width), Int(rect.height))
        var pixels = [UInt32](repeating: 0, count: width * height)
        guard let inverse = transform.inverse else { return Bitmap(width: width, height: height, pixels: pixels) }
        let texture = RepeatedTexture(bitmap)
        let homography = perspective.groundHomography
        pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<height {
                let start = Point(rect.minX + 0.5, rect.minY + Double(y) + 0.5)
                let row = UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
                let seen = boxes.reduce(into: Rect.null) { seen, box in
                    if box.minY <= start.y + 1, box.maxY >= start.y - 1 { seen = seen.union(box) }
                }
                guard !seen.isNull else { continue }
                let first = max(0, Int(max(rect.minX, seen.minX) - rect.minX))
                let columns = first..<max(first, width - Int(rect.maxX - min(rect.maxX, seen.maxX)))
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
        let (top, bottom) = (row.first * columns.count, row.second * columns.count)
        return TextureSet.mixed(
            pixels[top + column.first], pixels[top + column.second], pixels[bottom + column.first],
            pixels[bottom + column.second], column.fraction, row.fraction)
    }

    /// One side of the bitmap.
    private struct Axis {
        let count: Int
        /// A multiple of `count`, so that positions are not negative.
        private let bias: Int

        init(count: Int) {
            self.count = count
            bias = (1 << 30) / count * count + count
        }

        /// The two pixels around a position, and the weight of the second in 1/256.
        @inline(__always)
        func neighbors(_ position: Double) -> (first: Int, second: Int, fraction: UInt64) {
            guard abs(position) < 0x1p30 else { return (0, 0, 0) }
            // Adding the bias makes truncation round down.
            let steps = Int((position + Double(bias)) * 256) - 128
            let first = Int(UInt32(truncatingIfNeeded: steps >> 8) % UInt32(truncatingIfNeeded: count))
            return (first, first + 1 == count ? 0 : first + 1, UInt64(truncatingIfNeeded: steps & 255))
        }
    }
}
