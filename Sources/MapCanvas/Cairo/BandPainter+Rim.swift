// SPDX-License-Identifier: MIT
import MapPlane

extension BandPainter {
    /// Draws the edges of a path as OpenGL draws lines two pixels wide: an edge that is rather level covers two pixels of
    /// each column, a rather upright one two of each row, less the further their centers are from the edge.
    mutating func paintRim(_ path: Path, _ paint: Paint, _ area: PixelRect) throws(CairoError) {
        let index = figures.figures(of: path)
        let area = area.touched(by: index.bounds.inset(by: -1.5))
        guard !area.isEmpty else { return }
        var coverage = Coverage(area)
        let opacity: Double =
            switch paint {
            case .color(let color): color.alpha
            case .pattern(_, _, let opacity): opacity
            case .linearGradient, .radialGradient: 0
            }
        guard opacity > 0 else { return }
        let stride = coverage.stride
        coverage.paint { values in
            var rim = RimRaster(area: area, values: values, stride: stride, cover: Float(unit(opacity)) * 255)
            PathReader.read(path, index) { figure, entry in rim.draw(figure, entry.box) }
        }
        switch paint {
        case .color(var color):
            // Opacity is in the coverage already, so that lines of one path add up as if drawn one by one.
            color.alpha = 1
            composite(coverage, color)
        case .pattern(let bitmap, let transform, _):
            let image = PlacedImage(bitmap, transform, 1, .linear, .tile)
            try composite(coverage, image)
        case .linearGradient, .radialGradient: break
        }
    }
}

/// Marks the pixels along edges.
private struct RimRaster {
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

    private func edge(_ a: Point, _ b: Point) {
        let d = b - a
        if abs(d.x) >= abs(d.y) {
            guard d.x != 0 else { return }
            let (left, right) = d.x > 0 ? (a, b) : (b, a)
            let slope = d.y / d.x
            let from = max(Double(area.minX), (left.x - 0.5).rounded(.up))
            let to = min(Double(area.maxX), (right.x - 0.5).rounded(.up))
            guard from < to else { return }
            for x in Int(from)..<Int(to) {
                let y = left.y + (Double(x) + 0.5 - left.x) * slope - 0.5
                guard y >= Double(area.minY) - 1, y < Double(area.maxY) else { continue }
                let row = floored(y)
                let distance = Float(y - Double(row))
                let first = row - area.minY
                mark(x - area.minX, first, distance)
                mark(x - area.minX, first + 1, 1 - distance)
            }
        } else {
            let (top, bottom) = d.y > 0 ? (a, b) : (b, a)
            let slope = d.x / d.y
            let from = max(Double(area.minY), (top.y - 0.5).rounded(.up))
            let to = min(Double(area.maxY), (bottom.y - 0.5).rounded(.up))
            guard from < to else { return }
            for y in Int(from)..<Int(to) {
                let x = top.x + (Double(y) + 0.5 - top.y) * slope - 0.5
                guard x >= Double(area.minX) - 1, x < Double(area.maxX) else { continue }
                let column = floored(x)
                let distance = Float(x - Double(column))
                let first = column - area.minX
                mark(first, y - area.minY, distance)
                mark(first + 1, y - area.minY, 1 - distance)
            }
        }
    }

    /// The whole number at or below a number of moderate size; `rounded` calls a function of the C library for that.
    @inline(__always)
    private func floored(_ x: Double) -> Int {
        let cut = Int(x)
        return Double(cut) > x ? cut &- 1 : cut
    }

    @inline(__always)
    private func mark(_ column: Int, _ row: Int, _ distance: Float) {
        guard column >= 0, row >= 0, column < area.width, row < area.height else { return }
        let value = UInt32((1 - smoothStep(distance)) * cover + 0.5)
        Coverage.add(value, to: &values[row * stride + column])
    }
}
