// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages

/// Lowers a ribbon on the ground of a tilted map, whose width changes along it, to the areas that it covers.
struct TiltedRibbonAreas {
    let strokes: [RibbonStrokes.Stroke]

    /// Around the image, in its pixels: what antialiased edges need.
    private static let margin = 8.0

    init(_ ribbon: Ribbon, _ perspective: Perspective) {
        let ground = GroundProjection(perspective, margin: Self.margin)
        let placement = ribbon.placement
        let ribbon = ribbon.unplaced
        let translucent = ribbon.paint.layer
        let paint = translucent.map { .ramp($0.colors, opacity: 1) } ?? ribbon.paint
        var layers = [Layer(opacity: translucent?.opacity ?? 1)]
        for line in ribbon.lines {
            let clip = line.clip.flatMap(ConvexClip.init(corners:))
            var whole = line
            whole.clip = nil
            for unseen in whole.pieces(groundScale: perspective.groundScale) {
                let piece = unseen.blurred(by: perspective)
                for (part, color) in Self.parts(of: piece, whole, paint) {
                    for pen in PenStyle(part, stretch: whole.stretch).pens(color) {
                        let area = ground.groundStroke(part.path, pen.style)
                        layers[layers.count - 1].add(clip?.area(area) ?? area, pen.color)
                    }
                }
            }
            if let translucent { layers.append(Layer(opacity: translucent.opacity)) }
        }
        strokes = layers.flatMap { $0.strokes(at: placement) }
    }

    /// Areas that are composited as one.
    private struct Layer {
        /// In painting order; filled with the rule `nonZero`.
        private var areas: [(path: Path, color: Color)] = []
        private let opacity: Double

        init(opacity: Double) { self.opacity = opacity }

        /// Areas of the same color are joined, also those of several tiles, so that no seam shows between them.
        mutating func add(_ area: Path, _ color: Color) {
            guard !area.isEmpty, !color.isInvisible else { return }
            if let last = areas.indices.last, areas[last].color == color {
                areas[last].path.append(area)
            } else {
                areas.append((area, color))
            }
        }

        func strokes(at placement: Transform) -> [RibbonStrokes.Stroke] {
            // A single area does not lie over itself.
            let isLayer = opacity < 1 && areas.count > 1
            let strokes = areas.map { path, color in
                RibbonStrokes.Stroke.area(
                    path.transformed(by: placement), .color(color.opacity(isLayer ? 1 : opacity)))
            }
            return isLayer ? [.layer(strokes, opacity: opacity)] : strokes
        }
    }

    private static func parts(
        of piece: LinePart, _ line: Ribbon.Line, _ paint: Ribbon.Paint
    ) -> [(part: LinePart, color: Color)] {
        switch paint {
        case .color(let color): [(piece, color)]
        case .ramp(let colors, let opacity):
            colors.isEmpty
                ? []
                : piece.dashParts(stretch: line.stretch).flatMap(LineGradient(colors, opacity: opacity, line).parts)
        // An image that is repeated along a line has no vector form on the ground: its mean color stands for it.
        case .image(let bitmap, _, let opacity): [(piece, bitmap.meanColor.opacity(opacity))]
        }
    }
}

extension LinePart {
    /// The line with the blur that it has on the ground: where the ground is seen at an angle, blurred edges reach as many
    /// more of its pixels inwards. It is the mean along the line.
    ///
    /// - SeeAlso: MapLibre GL JS, `line.vertex.glsl`.
    fileprivate func blurred(by perspective: Perspective) -> LinePart {
        guard blur > 0 else { return self }
        var (sum, length) = (0.0, 0.0)
        for (a, b) in zip(points, points.dropFirst()) where a != b {
            let middle = a.mix(b, 0.5)
            guard perspective.shows(middle), perspective.depth(middle) > 0 else { continue }
            let step = a.distance(to: b)
            let across = Point(a.y - b.y, b.x - a.x) * (1 / step)
            let seen =
                switch perspective {
                case .plane(let plane): Point(across.x, across.y * plane.cosPitch) * perspective.magnification(middle)
                case .sphere, .projected:
                    perspective.linear(at: middle).applyToVector(across * perspective.groundScale(at: middle))
                }
            guard seen.length > 1e-9 else { continue }
            sum += step / seen.length
            length += step
        }
        guard length > 0 else { return self }
        var copy = self
        copy.blur *= sum / length
        return copy
    }
}

extension Bitmap {
    /// The mean of all pixels.
    fileprivate var meanColor: Color {
        var sums = (alpha: 0.0, red: 0.0, green: 0.0, blue: 0.0)
        for pixel in pixels {
            sums.alpha += Double(pixel >> 24)
            sums.red += Double(pixel >> 16 & 255)
            sums.green += Double(pixel >> 8 & 255)
            sums.blue += Double(pixel & 255)
        }
        guard sums.alpha > 0 else { return .transparent }
        return Color(
            red: sums.red / sums.alpha, green: sums.green / sums.alpha, blue: sums.blue / sums.alpha,
            alpha: sums.alpha / Double(255 * pixels.count))
    }
}
