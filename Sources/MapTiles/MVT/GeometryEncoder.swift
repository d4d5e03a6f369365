// SPDX-License-Identifier: MIT
package import MapGeometry

/// A point in whole tile units (y downwards).
package struct TilePoint: Hashable, Sendable {
    package var x: Int32
    package var y: Int32

    package init(_ x: Int32, _ y: Int32) { (self.x, self.y) = (x, y) }

    /// The nearest whole units, away from zero where two are as near.
    @inline(__always)
    package init(rounding point: Point) { self.init(Self.rounded(point.x), Self.rounded(point.y)) }

    /// As `Double.rounded()`, which is a call without SSE 4.1.
    @inline(__always)
    private static func rounded(_ value: Double) -> Int32 {
        let value = max(-1e9, min(1e9, value))
        let whole = Int32(value)
        let rest = value - Double(whole)
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }
}

/// Writes the drawing commands of one feature: Mapbox Vector Tile 2.1, 4.3.
package struct GeometryEncoder {
    /// The commands so far.
    package private(set) var bytes: [UInt8] = []
    private var pen = TilePoint(0, 0)
    private var kept: [TilePoint] = []
    /// Room for the numbers of a line.
    private var numbers: [UInt8] = []

    package init() {}

    /// Begins another feature.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        pen = TilePoint(0, 0)
    }

    /// Adds points; call it once for a feature.
    package mutating func add(points: [TilePoint]) {
        guard !points.isEmpty else { return }
        appendVarint(1 | UInt64(points.count) << 3, to: &bytes)
        for point in points { move(to: point) }
    }

    /// Adds a line.
    ///
    /// - Returns: false when it has no length, so that nothing was added.
    @discardableResult
    package mutating func add(line: [TilePoint]) -> Bool {
        kept.removeAll(keepingCapacity: true)
        for point in line { keep(point) }
        return drawLine()
    }

    /// Adds a line in parts of units from a tile's corner.
    @discardableResult
    package mutating func add(line: UnsafeBufferPointer<Point>, from corner: Point) -> Bool {
        kept.removeAll(keepingCapacity: true)
        for point in line { keep(TilePoint(rounding: point - corner)) }
        return drawLine()
    }

    private mutating func drawLine() -> Bool {
        guard kept.count > 1 else { return false }
        draw()
        return true
    }

    /// Adds a ring of a polygon; its first point need not be repeated.
    ///
    /// - Parameters:
    ///   - ring: the points.
    ///   - isOuter: the ring is turned round so that its area is positive for outer rings and negative for holes, as the
    ///     specification wants; nil leaves it as it is.
    /// - Returns: false when it has no area, so that nothing was added. The holes of such a ring must be left out.
    @discardableResult
    package mutating func add(ring: ArraySlice<TilePoint>, isOuter: Bool?) -> Bool {
        kept.removeAll(keepingCapacity: true)
        for point in ring { keep(point) }
        return drawRing(isOuter: isOuter)
    }

    /// Adds a ring in parts of units from a tile's corner.
    @discardableResult
    package mutating func add(ring: UnsafeBufferPointer<Point>, from corner: Point, isOuter: Bool?) -> Bool {
        kept.removeAll(keepingCapacity: true)
        for point in ring { keep(TilePoint(rounding: point - corner)) }
        return drawRing(isOuter: isOuter)
    }

    private mutating func drawRing(isOuter: Bool?) -> Bool {
        if kept.count > 1, kept.first == kept.last { kept.removeLast() }
        guard kept.count > 2 else { return false }
        if let isOuter {
            let area = Self.twiceArea(kept)
            guard area != 0 else { return false }
            if (area > 0) != isOuter { kept.reverse() }
        }
        draw()
        bytes.append(15)
        return true
    }

    /// Twice the area of a ring: positive when it runs clockwise on screen.
    package static func twiceArea(_ ring: [TilePoint]) -> Int64 {
        guard var last = ring.last else { return 0 }
        var area: Int64 = 0
        for point in ring {
            area &+= Int64(last.x) &* Int64(point.y) &- Int64(point.x) &* Int64(last.y)
            last = point
        }
        return area
    }

    @inline(__always)
    private mutating func keep(_ point: TilePoint) { if kept.last != point { kept.append(point) } }

    /// One MoveTo, then LineTo for the other points.
    private mutating func draw() {
        bytes.append(1 | 1 << 3)
        move(to: kept[0])
        appendVarint(2 | UInt64(kept.count - 1) << 3, to: &bytes)
        // A number of 32 bits takes five bytes at most.
        let most = 10 * kept.count
        if numbers.count < most { numbers = [UInt8](repeating: 0, count: 2 * most) }
        var pen = pen
        numbers.withUnsafeMutableBufferPointer { numbers in
            var end = 0
            func put(_ delta: Int32) {
                var rest = UInt32(bitPattern: delta << 1 ^ delta >> 31)
                while rest >= 0x80 {
                    numbers[end] = UInt8(truncatingIfNeeded: rest) | 0x80
                    end &+= 1
                    rest >>= 7
                }
                numbers[end] = UInt8(truncatingIfNeeded: rest)
                end &+= 1
            }
            for index in 1..<kept.count {
                let point = kept[index]
                put(point.x &- pen.x)
                put(point.y &- pen.y)
                pen = point
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: numbers[..<end]))
        }
        self.pen = pen
    }

    @inline(__always)
    private mutating func move(to point: TilePoint) {
        let (dx, dy) = (point.x &- pen.x, point.y &- pen.y)
        appendVarint(UInt64(UInt32(bitPattern: dx << 1 ^ dx >> 31)), to: &bytes)
        appendVarint(UInt64(UInt32(bitPattern: dy << 1 ^ dy >> 31)), to: &bytes)
        pen = point
    }
}

extension GeometryEncoder {
    /// Adds geometry of a decoded tile, whose coordinates are rounded to whole units. Rings keep their winding.
    mutating func add(_ geometry: TileGeometry, _ type: GeometryType) {
        let parts = geometry.parts.map { geometry.points[$0].map(TilePoint.init(rounding:)) }
        switch type {
        case .unknown: break
        case .point: add(points: parts.flatMap(\.self))
        case .lineString: for part in parts { add(line: part) }
        case .polygon: for part in parts { add(ring: part[...], isOuter: nil) }
        }
    }
}
