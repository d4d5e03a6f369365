// SPDX-License-Identifier: MIT
import MapPlane

/// Marks the pixels along edges.
struct EdgeRasterizer {
    let area: PixelRect
    let values: UnsafeMutablePointer<UInt8>
    let stride: Int
    /// What a pixel right on an edge gets.
    let cover: Float

    mutating func draw(_ figure: PathReader.Figure, _ box: Rect) {
        guard box.width < .infinity, box.minX <= Double(area.maxX) + 1, box.maxX >= Double(area.minX) - 1,
            box.minY <= Double(area.maxY) + 1, box.maxY >= Double(area.minY) - 1
        else { return }
        guard let start = figure.points.first else { return }
        var here = start
        var next = 0
        for verb in figure.verbs {
            switch verb {
            case .move: next += 1
            case .line, .curve:
                if case .curve = verb { next += 2 }
                guard next < figure.points.count else { return }
                let p = figure.points[next]
                next += 1
                edge(here, p)
                here = p
            case .close:
                edge(here, start)
                here = start
            }
        }
    }

    /// Steps along the longer side of an edge, rightwards or down.
    private func edge(_ a: Point, _ b: Point) {
        let isLevel = abs(b.x - a.x) >= abs(b.y - a.y)
        // From here on, x goes along the edge and y across it.
        let (p, q) = isLevel ? (a, b) : (Point(a.y, a.x), Point(b.y, b.x))
        guard p.x != q.x else { return }
        let (start, end) = p.x < q.x ? (p, q) : (q, p)
        let slope = (end.y - start.y) / (end.x - start.x)
        let columns = (from: area.minX, to: area.maxX, step: 1)
        let rows = (from: area.minY, to: area.maxY, step: stride)
        let (along, across) = isLevel ? (columns, rows) : (rows, columns)
        let first = max(Double(along.from), start.x - 0.5)
        let last = min(Double(along.to), end.x - 0.5)
        guard first < last else { return }
        let (low, high) = (Double(across.from) - 1, Double(across.to))
        for x in integerCeiling(first)..<integerCeiling(last) {
            let y = start.y + (Double(x) + 0.5 - start.x) * slope - 0.5
            guard y >= low, y < high else { continue }
            // Not below zero, so that cutting rounds down.
            let place = y - low
            let next = Int(place)
            let weights = Self.weights(Float(place - Double(next)))
            let pixel = values + ((x &- along.from) &* along.step &+ next &* across.step)
            if next > 0 { mark(pixel - across.step, weights.near) }
            if next < across.to - across.from { mark(pixel, weights.far) }
        }
    }

    /// What the two pixels at either side of an edge get, by how far it is from the first one's center: a smooth step
    /// down, which is the other way round for the second.
    @inline(__always)
    private static func weights(_ distance: Float) -> (near: Float, far: Float) {
        let far = distance * distance * (3 - 2 * distance)
        return (1 - far, far)
    }

    @inline(__always)
    private func mark(_ pixel: UnsafeMutablePointer<UInt8>, _ weight: Float) {
        Coverage.add(UInt32(weight * cover + 0.5), to: &pixel.pointee)
    }
}
