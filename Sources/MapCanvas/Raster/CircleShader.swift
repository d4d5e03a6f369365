// SPDX-License-Identifier: MIT

/// A circle's color as a function of the distance from its center, as in MapLibre's `circle` fragment shader.
struct CircleShader {
    let outerRadius: Float
    private let outerEdge: Float
    private let innerEdge: Float
    private let pixelWidth: Float
    private let ramp: Float
    private let isInward: Bool
    private let hasStroke: Bool
    private let fill: SIMD4<Float>
    private let stroke: SIMD4<Float>

    init(_ style: Circles.Style) {
        outerRadius = Float(style.outerRadius)
        outerEdge = max(1e-6, Float(style.radius + style.strokeWidth))
        innerEdge = Float(style.radius) / outerEdge
        pixelWidth = 1 / outerEdge
        ramp = max(abs(Float(style.blur)), pixelWidth)
        isInward = style.blur < 0
        hasStroke = style.strokeWidth >= 0.01
        fill = style.fill.premultiplied
        stroke = style.stroke.premultiplied
    }

    @inline(__always)
    func color(at distance: Float) -> SIMD4<Float> {
        let position = distance / outerEdge
        var opacity = smoothstep((1 - position) / (isInward ? pixelWidth : ramp))
        // A negative blur fades towards the center.
        if isInward { opacity *= smoothstep((position - 1 + ramp) / ramp) }
        guard hasStroke else { return fill * opacity }
        let strokeWeight = smoothstep((position - innerEdge + ramp) / ramp)
        return (fill * (1 - strokeWeight) + stroke * strokeWeight) * opacity
    }
}
