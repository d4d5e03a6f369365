// SPDX-License-Identifier: MIT
import MapPlane

extension BandPainter {
    /// Draws the edges of a path as OpenGL draws lines two pixels wide: an edge that is rather level covers two pixels of
    /// each column, a rather upright one two of each row, less the further their centers are from the edge.
    mutating func paintEdge(_ path: Path, _ paint: Paint, _ area: PixelRect) throws(CairoError) {
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
            var edge = EdgeRasterizer(
                area: area, values: values, stride: stride, cover: Float(clampedToUnit(opacity)) * 255)
            PathReader.read(path, index) { figure, entry in edge.draw(figure, entry.box) }
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
