// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane

/// Shows patterns that lie on the ground to a tilted camera: as images of the parts of the picture that they fill.
struct GroundPatterns {
    private let perspective: Perspective
    private let output: Rect

    /// Nil for a map without a tilt, whose patterns are painted as they are.
    init?(_ viewport: Viewport) {
        guard let perspective = viewport.perspective else { return nil }
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
            let bounds = indices.reduce(Rect.null) { $0.union(shapes[$1].bounds) }
            let paint = projected(pattern, in: bounds)
            for index in indices {
                shapes[index].paint = paint
                if shapes[index].edgePaint != nil { shapes[index].edgePaint = paint }
            }
        }
    }

    /// A pattern's paint for an area of the picture; other paints stay as they are.
    func projected(_ paint: Paint, in bounds: Rect) -> Paint {
        Pattern(paint).map { projected($0, in: bounds) } ?? paint
    }

    private func projected(_ pattern: Pattern, in bounds: Rect) -> Paint {
        let rect = bounds.integral.intersection(output)
        guard rect.width >= 1, rect.height >= 1 else { return .color(.transparent) }
        let image = pattern.image(perspective, in: rect)
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

    /// What a camera sees of it in a part of the picture, whose sides are whole pixels.
    func image(_ perspective: Perspective, in rect: Rect) -> Bitmap {
        let (width, height) = (Int(rect.width), Int(rect.height))
        var pixels = [UInt32](repeating: 0, count: width * height)
        guard let inverse = transform.inverse else { return Bitmap(width: width, height: height, pixels: pixels) }
        let texture = RepeatedTexture(bitmap)
        let homography = perspective.groundHomography
        pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<height {
                let start = Point(rect.minX + 0.5, rect.minY + Double(y) + 0.5)
                let row = UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
                if let homography {
                    texture.fill(row, homography, inverse, from: start)
                } else {
                    for x in 0..<width {
                        let point = Point(start.x + Double(x), start.y)
                        if let ground = perspective.drawnGround(at: point) { row[x] = texture[inverse.apply(ground)] }
                    }
                }
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }
}
