// SPDX-License-Identifier: MIT
import MapPlane

extension BandPainter {
    mutating func paint(_ circles: Circles, _ area: PixelRect) {
        let area = area.touched(by: circles.bounds)
        guard !area.isEmpty else { return }
        let shaders = circles.styles.map(CircleShader.init)
        var layer = PixelLayer(area)
        let stride = layer.stride
        layer.paint { pixels in
            for circle in circles.circles {
                let shader = shaders[circle.style]
                let box = area.touched(
                    by: Rect(minX: circle.center.x, minY: circle.center.y, maxX: circle.center.x, maxY: circle.center.y)
                        .inset(by: -Double(shader.reach)))
                guard !box.isEmpty else { continue }
                for y in box.minY..<box.maxY {
                    let row = pixels + (y - area.minY) * stride
                    let dy = Float(Double(y) + 0.5 - circle.center.y)
                    for x in box.minX..<box.maxX {
                        let dx = Float(Double(x) + 0.5 - circle.center.x)
                        let distance = (dx * dx + dy * dy).squareRoot()
                        guard distance < shader.reach else { continue }
                        PixelLayer.blend(shader.color(at: distance), over: &row[x - area.minX])
                    }
                }
            }
        }
        composite(layer)
    }
}

/// A disc's color by the distance from its center, as MapLibre's circle shader has it.
private struct CircleShader {
    let reach: Float
    private let whole: Float
    private let inner: Float
    private let edge: Float
    private let ramp: Float
    private let isInward: Bool
    private let hasStroke: Bool
    private let fill: SIMD4<Float>
    private let stroke: SIMD4<Float>

    init(_ style: Circles.Style) {
        reach = Float(style.reach)
        whole = max(1e-6, Float(style.radius + style.strokeWidth))
        inner = Float(style.radius) / whole
        edge = 1 / whole
        ramp = max(abs(Float(style.blur)), edge)
        isInward = style.blur < 0
        hasStroke = style.strokeWidth >= 0.01
        fill = style.fill.premultiplied
        stroke = style.stroke.premultiplied
    }

    @inline(__always)
    func color(at distance: Float) -> SIMD4<Float> {
        let place = distance / whole
        var opacity = smoothStep((1 - place) / (isInward ? edge : ramp))
        // Glows from the rim towards the middle.
        if isInward { opacity *= smoothStep((place - 1 + ramp) / ramp) }
        guard hasStroke else { return fill * opacity }
        let share = smoothStep((place - inner + ramp) / ramp)
        return (fill * (1 - share) + stroke * share) * opacity
    }
}

/// Hermite's curve from 0 at 0 to 1 at 1, level outside.
@inline(__always)
func smoothStep(_ x: Float) -> Float {
    let t = max(0, min(1, x))
    return t * t * (3 - 2 * t)
}

extension Color {
    /// Red, green, blue, alpha; 0...1.
    var premultiplied: SIMD4<Float> {
        let alpha = Float(unit(alpha))
        return SIMD4(Float(unit(red)) * alpha, Float(unit(green)) * alpha, Float(unit(blue)) * alpha, alpha)
    }
}
