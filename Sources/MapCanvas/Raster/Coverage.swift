// SPDX-License-Identifier: MIT
import CCairo
import MapGeometry
import MapImages

/// A coverage mask of 0...255 per pixel. Rows start at multiples of 16 bytes, and 8 bytes follow the last row.
struct Coverage {
    let area: PixelRect
    let stride: Int
    private(set) var values: [UInt8]

    /// Takes the memory of another mask, if it has enough: all of it is zero.
    init(_ area: PixelRect, in memory: consuming [UInt8] = []) {
        self.area = area
        stride = (max(0, area.width) + 15) & ~15
        let count = stride * max(0, area.height) + 8
        values = memory.count >= count ? memory : [UInt8](repeating: 0, count: count)
    }

    /// What was painted on a mask of at least an area.
    init(_ mask: borrowing CairoSurface, _ area: PixelRect) {
        self.init(area)
        cairo_surface_flush(mask.handle)
        guard let source = cairo_image_surface_get_data(mask.handle) else { return }
        let (bytesPerRow, stride) = (Int(cairo_image_surface_get_stride(mask.handle)), stride)
        paint { target in
            for y in 0..<area.height { (target + y * stride).update(from: source + y * bytesPerRow, count: area.width) }
        }
    }

    /// Gives access to the values; the pointer is to the area's first pixel.
    mutating func paint(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        values.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base) }
        }
    }

    /// Adds a coverage to the existing one: a + b − ab.
    @inline(__always)
    static func add(_ coverage: UInt32, to value: inout UInt8) {
        let existing = UInt32(value)
        value = UInt8(truncatingIfNeeded: existing &+ ((255 &- existing) &* coverage &+ 127) / 255)
    }

    /// The same for the first `count` of four pixels.
    @inline(__always)
    static func add(_ coverages: SIMD4<UInt32>, to pixels: UnsafeMutableRawPointer, _ count: Int) {
        // All ones for those before the end.
        let isAdded = (SIMD4<Int32>(0, 1, 2, 3) &- Int32(truncatingIfNeeded: count)) &>> 31
        let added = coverages & unsafeBitCast(isAdded, to: SIMD4<UInt32>.self)
        let existing = SIMD4<UInt32>(truncatingIfNeeded: pixels.loadUnaligned(as: SIMD4<UInt8>.self))
        // Products of bytes fit in 16 bits, for which there are instructions everywhere.
        let product =
            unsafeBitCast(
                unsafeBitCast(existing ^ 255, to: SIMD8<UInt16>.self) &* unsafeBitCast(added, to: SIMD8<UInt16>.self),
                to: SIMD4<UInt32>.self) &+ 127
        // Division by 255, exact below 2¹⁶ − 256.
        let sum = existing &+ ((product &+ 1 &+ (product &>> 8)) &>> 8)
        pixels.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: sum), as: SIMD4<UInt8>.self)
    }
}

/// Accumulates the coverage of pixels along edges.
struct EdgeRasterizer {
    let area: PixelRect
    let values: UnsafeMutablePointer<UInt8>
    let stride: Int
    /// The coverage, 0...255, of a pixel whose center lies on an edge.
    let cover: Float

    mutating func draw(_ figure: PathReader.Figure, _ box: Rect) {
        guard box.width < .infinity, box.minX <= Double(area.maxX) + 1, box.maxX >= Double(area.minX) - 1,
            box.minY <= Double(area.maxY) + 1, box.maxY >= Double(area.minY) - 1
        else { return }
        guard let start = figure.points.first else { return }
        var current = start
        var next = 0
        for verb in figure.verbs {
            switch verb {
            case .move: next += 1
            case .line, .curve:
                if case .curve = verb { next += 2 }
                guard next < figure.points.count else { return }
                let p = figure.points[next]
                next += 1
                edge(current, p)
                current = p
            case .close:
                edge(current, start)
                current = start
            }
        }
    }

    /// Steps along the edge's major axis, in increasing order.
    private func edge(_ a: Point, _ b: Point) {
        if abs(b.x - a.x) >= abs(b.y - a.y) {
            let (start, end) = a.x < b.x ? (a, b) : (b, a)
            step(start, end, (area.minX, area.maxX, 1), (area.minY, area.maxY, stride))
        } else {
            let (start, end) = a.y < b.y ? (a, b) : (b, a)
            step(
                Point(start.y, start.x), Point(end.y, end.x), (area.minY, area.maxY, stride), (area.minX, area.maxX, 1))
        }
    }

    /// x is the major axis and y the minor one, each with its range of pixels and the distance between two of them.
    @inline(__always)
    private func step(
        _ start: Point, _ end: Point, _ along: (from: Int, to: Int, step: Int),
        _ across: (from: Int, to: Int, step: Int)
    ) {
        let first = max(Double(along.from), start.x - 0.5)
        let last = min(Double(along.to), end.x - 0.5)
        guard first < last else { return }
        let slope = (end.y - start.y) / (end.x - start.x)
        let (low, high) = (Double(across.from) - 1, Double(across.to))
        var x = integerCeiling(first)
        let stop = integerCeiling(last)
        while x < stop {
            let y = start.y + (Double(x) + 0.5 - start.x) * slope - 0.5
            if y >= low, y < high {
                // Not negative, so that truncation rounds down.
                let offset = y - low
                let next = Int(offset)
                let weights = Self.weights(Float(offset - Double(next)))
                let pixel = values + ((x &- along.from) &* along.step &+ next &* across.step)
                if next > 0 { accumulate(pixel - across.step, weights.near) }
                if next < across.to &- across.from { accumulate(pixel, weights.far) }
            }
            x &+= 1
        }
    }

    /// The weights of the two pixels on either side of an edge by its distance from the first one's center: a
    /// smoothstep and its complement.
    @inline(__always)
    private static func weights(_ distance: Float) -> (near: Float, far: Float) {
        let far = distance * distance * (3 - 2 * distance)
        return (1 - far, far)
    }

    @inline(__always)
    private func accumulate(_ pixel: UnsafeMutablePointer<UInt8>, _ weight: Float) {
        Coverage.add(UInt32(weight * cover + 0.5), to: &pixel.pointee)
    }
}
