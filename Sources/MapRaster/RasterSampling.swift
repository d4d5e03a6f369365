// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapProj

/// Where the middles of a tile's pixels are in a raster: known at the corners of squares of pixels and straight between them, or for each of
/// them.
struct PixelGrid {
    var side: Int
    /// Pixels along the side of a square; 1 for the pixels themselves.
    var step: Int
    /// Nodes in a row.
    var count: Int
    var nodes: [Point]

    /// Calls `body` with each pixel's number and its position.
    @inline(__always)
    func forEach(_ body: (Int, Point) -> Void) {
        for y in 0..<side {
            guard step > 1 else {
                for x in 0..<side { body(y * side + x, nodes[y * count + x]) }
                continue
            }
            let (row, down) = (y / step, (Double(y % step) + 0.5) / Double(step))
            var right = nodes[row * count] * (1 - down) + nodes[(row + 1) * count] * down
            var x = 0
            for column in 1..<count where x < side {
                let left = right
                right = nodes[row * count + column] * (1 - down) + nodes[(row + 1) * count + column] * down
                let way = right - left
                for part in 0..<min(step, side - x) {
                    body(y * side + x, left + way * ((Double(part) + 0.5) / Double(step)))
                    x += 1
                }
            }
        }
    }
}

extension RasterPosition {
    /// Columns of a turn around the Earth; nil for coordinates that are no longitudes.
    var turn: Double? { system.isGeographic && transform.a != 0 ? abs(360 / transform.a) : nil }

    /// Longitudes and latitudes become columns and rows of a raster with so many columns.
    func pixels(_ points: inout [Point], columns: Int) throws(Diagnostic) {
        try system.fromLongitudeLatitude(&points)
        for index in points.indices { points[index] = inverse.apply(points[index]) }
        guard let turn else { return }
        // A raster may begin at 0° and end at 360°, or begin at -190°.
        for index in points.indices {
            let x = points[index].x
            if x < 0, x + turn < turn * 1.0001 {
                points[index].x = x + turn
            } else if x > Double(columns), x - turn > -1 {
                points[index].x = x - turn
            }
        }
    }
}

/// Samples a window at positions in its pixels, whose corners are whole numbers.
struct WindowSampler {
    let window: GeoTIFF.Window
    /// Half of the width of the triangle by which pixels are weighted.
    let radius: Double

    @inline(__always)
    func nearest(_ x: Double, _ y: Double, _ target: UnsafeMutableBufferPointer<Float>) -> Float {
        let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        guard column >= 0, row >= 0, column < window.width, row < window.height else { return 0 }
        let at = row * window.width + column
        for band in 0..<window.bands { target[band] = window.values[at * window.bands + band] }
        return window.opacity.isEmpty ? 1 : window.opacity[at]
    }

    /// Between sixteen pixels (Catmull and Rom); nil where one of them is beyond the window or has no data.
    func smooth(_ x: Double, _ y: Double) -> Float? {
        let (cx, cy) = (x - 0.5, y - 0.5)
        let (left, top) = (Int(cx.rounded(.down)) - 1, Int(cy.rounded(.down)) - 1)
        guard left >= 0, top >= 0, left + 3 < window.width, top + 3 < window.height else { return nil }
        let (across, down) = (
            splineWeights(Float(cx - Double(left) - 1)), splineWeights(Float(cy - Double(top) - 1))
        )
        var sum: Float = 0
        for row in 0..<4 {
            let at = (top + row) * window.width + left
            if !window.opacity.isEmpty {
                for column in 0..<4 where window.opacity[at + column] < 1 { return nil }
            }
            let line =
                window.values[at] * across[0] + window.values[at + 1] * across[1] + window.values[at + 2] * across[2]
                + window.values[at + 3] * across[3]
            sum += line * down[row]
        }
        return sum
    }

    /// Between four pixels that all have data.
    @inline(__always)
    private func plainMean(
        _ left: Int, _ top: Int, _ cx: Double, _ cy: Double, _ target: UnsafeMutableBufferPointer<Float>
    ) -> Float {
        let (across, down) = (Float(cx - Double(left)), Float(cy - Double(top)))
        let bands = window.bands
        let at = (top * window.width + left) * bands
        let below = at + window.width * bands
        for band in 0..<bands {
            let (a, b) = (window.values[at + band], window.values[at + bands + band])
            let (c, d) = (window.values[below + band], window.values[below + bands + band])
            let (upper, lower) = (a + (b - a) * across, c + (d - c) * across)
            target[band] = upper + (lower - upper) * down
        }
        return 1
    }

    @inline(__always)
    func mean(_ x: Double, _ y: Double, _ target: UnsafeMutableBufferPointer<Float>) -> Float {
        // Where there is no data, there is none between its neighbors either.
        let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        if !window.opacity.isEmpty, column >= 0, row >= 0, column < window.width, row < window.height,
            window.opacity[row * window.width + column] == 0
        {
            return 0
        }
        // Middles of pixels are at halves.
        let (cx, cy) = (x - 0.5, y - 0.5)
        if radius == 1, window.opacity.isEmpty, cx >= 0, cy >= 0 {
            let (left, top) = (Int(cx), Int(cy))
            if left + 1 < window.width, top + 1 < window.height { return plainMean(left, top, cx, cy, target) }
        }
        let left = max(0, Int((cx - radius).rounded(.down)) + 1)
        let right = min(window.width - 1, Int((cx + radius).rounded(.up)) - 1)
        let top = max(0, Int((cy - radius).rounded(.down)) + 1)
        let bottom = min(window.height - 1, Int((cy + radius).rounded(.up)) - 1)
        guard left <= right, top <= bottom else { return nearest(x, y, target) }
        var (weights, opacities) = (0.0, 0.0)
        var sums = (0.0, 0.0, 0.0, 0.0)
        let bands = window.bands
        for row in top...bottom {
            let down = 1 - abs(Double(row) - cy) / radius
            for column in left...right {
                let at = row * window.width + column
                let opacity = window.opacity.isEmpty ? 1 : window.opacity[at]
                guard opacity > 0 else { continue }
                let weight = down * (1 - abs(Double(column) - cx) / radius)
                weights += weight
                opacities += weight * Double(opacity)
                let start = at * bands
                sums.0 += weight * Double(window.values[start])
                if bands > 1 { sums.1 += weight * Double(window.values[start + 1]) }
                if bands > 2 { sums.2 += weight * Double(window.values[start + 2]) }
                if bands > 3 { sums.3 += weight * Double(window.values[start + 3]) }
            }
        }
        guard weights > 1e-6 else { return 0 }
        target[0] = Float(sums.0 / weights)
        if bands > 1 { target[1] = Float(sums.1 / weights) }
        if bands > 2 { target[2] = Float(sums.2 / weights) }
        if bands > 3 { target[3] = Float(sums.3 / weights) }
        return Float(opacities / weights)
    }
}
