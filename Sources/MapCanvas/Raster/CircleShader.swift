// SPDX-License-Identifier: MIT

/// A disc's color by the distance from its center, as MapLibre's circle shader has it.
struct CircleShader {
    let outerRadius: Float
    private let whole: Float
    private let inner: Float
    private let edge: Float
    private let ramp: Float
    private let isInward: Bool
    private let hasStroke: Bool
    private let fill: SIMD4<Float>
    private let stroke: SIMD4<Float>

    init(_ style: Circles.Style) {
        outerRadius = Float(style.outerRadius)
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
        var opacity = smoothstep((1 - place) / (isInward ? edge : ramp))
        // Glows from the rim towards the middle.
        if isInward { opacity *= smoothstep((place - 1 + ramp) / ramp) }
        guard hasStroke else { return fill * opacity }
        let share = smoothstep((place - inner + ramp) / ramp)
        return (fill * (1 - share) + stroke * share) * opacity
    }
}
