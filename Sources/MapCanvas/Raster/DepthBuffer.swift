// SPDX-License-Identifier: MIT

/// How near the nearest face is at each pixel of an area.
struct DepthBuffer {
    private let area: PixelRect
    private var values: [Float]

    init(_ area: PixelRect) {
        self.area = area
        values = [Float](repeating: 0, count: max(0, area.width) * max(0, area.height))
    }

    /// Calls `body` for each pixel of a span at which nothing is nearer than a plane, which is then the nearest.
    ///
    /// - Parameters:
    ///   - y: the row.
    ///   - columns: of the span, inside the area.
    ///   - nearness: of the plane.
    ///   - body: takes the column and the nearness at it.
    @inline(__always)
    mutating func pass(
        _ y: Int, _ columns: Range<Int>, _ nearness: PlaneRow, _ body: (_ x: Int, _ nearness: Double) -> Void
    ) {
        let start = (y - area.minY) * area.width - area.minX
        values.withUnsafeMutableBufferPointer { values in
            for x in columns {
                let near = nearness.value(x)
                let value = Float(near)
                guard value >= values[start + x] else { continue }
                values[start + x] = value
                body(x, near)
            }
        }
    }

    /// As `pass(_:_:_:_:)`, for a row of which each pixel's nearness is known.
    ///
    /// - Parameters:
    ///   - y: the row.
    ///   - columns: inside the area.
    ///   - nearness: of all rows; 0 where there is nothing.
    ///   - start: where column 0 of the row would be.
    ///   - body: takes the column.
    @inline(__always)
    mutating func pass(
        _ y: Int, _ columns: Range<Int>, _ nearness: [Float], _ start: Int, _ body: (_ x: Int) -> Void
    ) {
        let own = (y - area.minY) * area.width - area.minX
        values.withUnsafeMutableBufferPointer { values in
            for x in columns {
                let value = nearness[start + x]
                guard value > 0, value >= values[own + x] else { continue }
                values[own + x] = value
                body(x)
            }
        }
    }
}
