// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages
import MapStyle

/// How the light of a style shades buildings.
///
/// - SeeAlso: MapLibre GL JS, `fill_extrusion.vertex.glsl`.
struct ExtrusionLight: Sendable {
    /// Towards the light, on the ground of the view and upwards.
    private let (x, y, z): (Double, Double, Double)
    private let color: Color
    private let intensity: Double
    private let hasGradient: Bool

    init(_ light: StyleLight, bearing: Double, hasGradient: Bool) {
        let (azimuth, polar) = (light.azimuth * .pi / 180, light.polar * .pi / 180)
        let side = light.radius * sine(polar)
        var direction = Point(sine(azimuth), -cosine(azimuth)) * side
        if light.isFixedToMap { direction = Transform.rotation(-bearing * .pi / 180).apply(direction) }
        (x, y, z) = (direction.x, direction.y, light.radius * cosine(polar))
        color = light.color
        intensity = light.intensity
        self.hasGradient = hasGradient
    }

    func roof(_ color: Color) -> Color { surface(color, facing: z) }

    /// A surface of one color; `facing` is how much it faces the light.
    func surface(_ color: Color, facing: Double) -> Color { shaded(color, facing: facing, gradient: 1) }

    /// How much a level surface faces the light.
    ///
    /// MapLibre lights walls from the other side than it lights such surfaces, which on a plane all face upwards.
    ///
    /// - Parameter normal: outwards, in the axes of positions on a globe.
    /// - Returns: the cosine of the angle; its negative for a wall.
    func facing(_ normal: SIMD3<Double>) -> Double { normal.z * z - normal.x * x - normal.y * y }

    /// What the colors of a pattern on a roof are multiplied by.
    var roofTint: Color { tint(facing: z, gradient: 1) }

    /// The colors of a wall at its foot and at its top.
    ///
    /// - Parameters:
    ///   - color: of the building.
    ///   - edge: the wall's edge on the ground; it runs with the building on its right.
    ///   - isMeridional: true for an edge from north to south: MapLibre gives such walls no gradient.
    ///   - base: of the foot, in metres.
    ///   - height: of the top, in metres.
    /// - Returns: both colors; equal without a gradient.
    func wall(
        _ color: Color, along edge: Point, isMeridional: Bool, base: Double, height: Double
    ) -> (low: Color, high: Color) {
        wall(color, facing: facing(edge), isMeridional: isMeridional, base: base, height: height)
    }

    /// As `wall(_:along:isMeridional:base:height:)`, by how much the wall faces the light.
    func wall(
        _ color: Color, facing: Double, isMeridional: Bool, base: Double, height: Double
    ) -> (low: Color, high: Color) {
        let gradient = gradient(isMeridional: isMeridional, base: base, height: height)
        return (
            shaded(color, facing: facing, gradient: gradient.low),
            shaded(color, facing: facing, gradient: gradient.high)
        )
    }

    /// What the colors of a pattern are multiplied by at a wall's foot and at its top; parameters as for `wall`.
    func wallTint(along edge: Point, isMeridional: Bool, base: Double, height: Double) -> (low: Color, high: Color) {
        let gradient = gradient(isMeridional: isMeridional, base: base, height: height)
        let facing = facing(edge)
        return (tint(facing: facing, gradient: gradient.low), tint(facing: facing, gradient: gradient.high))
    }

    /// How much a wall faces the light: the cosine of the angle.
    private func facing(_ edge: Point) -> Double {
        let length = edge.length
        // The outward normal, to the left of the edge.
        return length > 0 ? (edge.y * x - edge.x * y) / length : 0
    }

    /// How much of the light a wall has at its foot and at its top.
    private func gradient(isMeridional: Bool, base: Double, height: Double) -> (low: Double, high: Double) {
        guard hasGradient, !isMeridional else { return (1, 1) }
        let least = 0.7 + (0.98 - 0.7) * (1 - intensity)
        let rise = (height / 150).squareRoot()
        func gradient(_ top: Double) -> Double { max(least, min(1, (top + base) * rise)) }
        return (gradient(0), gradient(1))
    }

    private func shaded(_ surface: Color, facing: Double, gradient: Double) -> Color {
        let luminance =
            (surface.red * 0.2126 + surface.green * 0.7152 + surface.blue * 0.0722) * surface.alpha
        let highest = max(1 - luminance + intensity, 1)
        let amount = (1 - intensity) + (highest - (1 - intensity)) * max(0, min(1, facing))
        // Surfaces are opaque: a translucent color is a darker one.
        func lit(_ component: Double, _ light: Double) -> Double {
            // A little ambient light, so that nothing is black.
            max(0.3 * (1 - light), min(1, (component * surface.alpha + 0.03) * amount * gradient * light))
        }
        return Color(
            red: lit(surface.red, color.red), green: lit(surface.green, color.green),
            blue: lit(surface.blue, color.blue))
    }

    private func tint(facing: Double, gradient: Double) -> Color {
        let amount = (1 - intensity) + (max(0.5 + intensity, 1) - (1 - intensity)) * max(0, min(1, facing))
        func lit(_ light: Double) -> Double { max(0.3 * (1 - light), min(1, amount * gradient * light)) }
        return Color(red: lit(color.red), green: lit(color.green), blue: lit(color.blue))
    }
}
