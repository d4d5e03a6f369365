// SPDX-License-Identifier: MIT
import CCairo
import MapGeometry
import MapImages

/// A coverage mask of 0...255 per pixel. Rows start at multiples of 16 bytes, and 8 bytes follow the last row. There is
/// memory for at least two rows.
struct Coverage {
    let area: PixelRect
    let stride: Int
    private(set) var values: [UInt8]

    /// Takes the memory of a mask of the same or a larger area, if there is one: all of it is zero.
    init(_ area: PixelRect, in memory: consuming [UInt8] = []) {
        self.area = area
        stride = (max(0, area.width) + 15) & ~15
        let count = stride * max(2, area.height) + 8
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

    /// Adds coverages, of which the lowest 8 bits count, to the existing ones of the first `count` of four pixels:
    /// a + b − ab.
    @inline(__always)
    static func add(_ coverages: SIMD4<UInt32>, to pixels: UnsafeMutableRawPointer, _ count: Int) {
        // Less than zero for those before the end: 255 in the highest 8 bits.
        let added = coverages & ((SIMD4(0, 1, 2, 3) &- UInt32(truncatingIfNeeded: count)) &>> 24)
        let existing = pixels.loadUnaligned(as: SIMD4<UInt8>.self)
        // Products of bytes fit in 16 bits, for which there are instructions everywhere.
        let product =
            SIMD4<UInt16>(truncatingIfNeeded: existing ^ 255) &* SIMD4<UInt16>(truncatingIfNeeded: added) &+ 128
        // Division by 255, exact below 2¹⁶.
        let share = SIMD4<UInt8>(truncatingIfNeeded: (product &+ (product &>> 8)) &>> 8)
        pixels.storeBytes(of: existing &+ share, as: SIMD4<UInt8>.self)
    }
}

/// Accumulates the coverage of pixels along edges.
struct EdgeRasterizer {
    private let area: PixelRect
    private let values: UnsafeMutablePointer<UInt8>
    private let stride: Int
    /// The coverage, 0...255, of a pixel whose center lies on an edge.
    private let cover: Float

    /// Adding 1.5·2⁵² rounds to the nearest integer, which the low bits of the sum hold.
    private static let magic = 6_755_399_441_055_744.0

    /// The integer to which `magic` was added: a number of pixels, which fits in 16 bits.
    @inline(__always)
    private static func integer(_ sum: Double) -> Int { Int(sum.bitPattern & 0xFFFF) }

    init(_ area: PixelRect, _ values: UnsafeMutablePointer<UInt8>, stride: Int, opacity: Double) {
        (self.area, self.values, self.stride) = (area, values, stride)
        // Halves are rounded up.
        cover = Float(clampedToUnit(opacity)) * 255.0001
    }

    /// Draws a figure with finite coordinates.
    func draw(_ figure: PathReader.Figure) {
        guard let start = figure.points.first.map(corner) else { return }
        var current = start
        var next = 0
        for verb in figure.verbs {
            switch verb {
            case .move: next &+= 1
            case .line, .curve:
                if case .curve = verb { next &+= 2 }
                guard next < figure.points.count else { return }
                let p = corner(figure.points[next])
                next &+= 1
                edge(current, p)
                current = p
            case .close:
                edge(current, start)
                current = start
            }
        }
    }

    /// A point, and the first column and row whose centers are not before it, in the area or at its end.
    private typealias Corner = (point: SIMD2<Double>, cell: SIMD2<Double>)

    @inline(__always)
    private func corner(_ p: Point) -> Corner {
        let point = SIMD2(p.x, p.y)
        var position = point - 0.5
        let (low, high) = (
            SIMD2(Double(area.minX), Double(area.minY)), SIMD2(Double(area.maxX), Double(area.maxY))
        )
        position.replace(with: low, where: .!(position .> low))
        position.replace(with: high, where: .!(position .< high))
        let nearest = (position + Self.magic) - Self.magic
        return (point, nearest + SIMD2<Double>().replacing(with: 1, where: nearest .< position))
    }

    /// Steps along the edge's major axis, in increasing order.
    @inline(__always)
    private func edge(_ a: Corner, _ b: Corner) {
        let d = b.point - a.point
        if abs(d.x) >= abs(d.y) {
            let range = a.cell.x < b.cell.x ? (a.cell.x, b.cell.x) : (b.cell.x, a.cell.x)
            step(Point(a.point.x, a.point.y), d.y / d.x, range, area.minX, 1, (area.minY, area.maxY), stride)
        } else {
            let range = a.cell.y < b.cell.y ? (a.cell.y, b.cell.y) : (b.cell.y, a.cell.y)
            step(Point(a.point.y, a.point.x), d.x / d.y, range, area.minY, stride, (area.minX, area.maxX), 1)
        }
    }

    /// Covers both pixels beside a line through a point, in a range of pixels along it. x is the major axis and y the
    /// minor one; `origin` is where the area starts along the line and `across` its range across the line, and `next` and
    /// `other` are the distances between two values in both directions.
    @inline(__always)
    private func step(
        _ start: Point, _ slope: Double, _ range: (from: Double, to: Double), _ origin: Int, _ next: Int,
        _ across: (from: Int, to: Int), _ other: Int
    ) {
        var steps = Self.integer(range.to - range.from + Self.magic)
        guard steps > 0 else { return }
        // Where there is one row of pixels, the second one of each pair is not covered.
        let size = across.to &- across.from
        let cover = size > 1 ? SIMD4(repeating: cover) : SIMD4(cover, 0, cover, 0)
        let bottom = Double(max(0, size &- 2))
        let magic = SIMD2(repeating: Self.magic)
        var x = SIMD2(0.5, 1.5) + range.from
        let atZero = SIMD2(repeating: start.y - start.x * slope)
        var pixels = values + Self.integer(range.from - Double(origin) + Self.magic) &* next
        // Two steps at once, each with the two pixels on both sides of the line.
        while steps > 0 {
            let y = atZero + x * slope - Double(across.from &+ 1)
            var pair = (y + magic) - magic
            pair = SIMD2(min(bottom, pair.x), min(bottom, pair.y))
            pair.replace(with: 0, where: .!(pair .> 0))
            let offsets = unsafeBitCast(pair * Double(other) + magic, to: SIMD4<Int32>.self)
            let centers = SIMD2<Float>(y - pair)
            var distance = SIMD4(centers.x, centers.x, centers.y, centers.y) + SIMD4(0.5, -0.5, 0.5, -0.5)
            distance = unsafeBitCast(
                unsafeBitCast(distance, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
            distance.replace(with: 1, where: .!(distance .< 1))
            // The complement of a smoothstep.
            let weights = 1 - distance * distance * (3 - 2 * distance)
            // Adding 2²³ rounds to the nearest integer, which the low bits of the sum hold.
            let covers = unsafeBitCast(weights * cover + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
            let p = pixels + Int(offsets.x)
            let q = pixels + (steps > 1 ? next : 0) + Int(offsets.z)
            let existing = SIMD4(UInt32(p[0]), UInt32(p[other]), UInt32(q[0]), UInt32(q[other]))
            let product = (255 &- existing) &* covers &+ 127
            // Division by 255, exact below 2¹⁶ − 256.
            let sums = existing &+ ((product &+ 1 &+ (product &>> 8)) &>> 8)
            p[0] = UInt8(truncatingIfNeeded: sums.x)
            p[other] = UInt8(truncatingIfNeeded: sums.y)
            guard steps > 1 else { return }
            q[0] = UInt8(truncatingIfNeeded: sums.z)
            q[other] = UInt8(truncatingIfNeeded: sums.w)
            x += 2
            pixels += 2 * next
            steps &-= 2
        }
    }
}
