// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

/// What is above the horizon of a tilted map, and the haze before it: `sky` of a style.
package struct StyleSky: Sendable {
    /// The color of the sky high above the horizon.
    package let skyColor: StyleProperty
    /// The color at the horizon.
    package let horizonColor: StyleProperty
    /// How far the color of the horizon reaches: 1 for the upper half of the picture.
    package let skyHorizonBlend: StyleProperty
    /// The color of the fog over the ground.
    package let fogColor: StyleProperty
    /// Where the fog begins: 0 at the center of the map, 1 at the horizon.
    package let fogGroundBlend: StyleProperty
    /// Where the fog takes on the color of the horizon, in the same way.
    package let horizonFogBlend: StyleProperty
    /// How much of the atmosphere a globe shows, 0...1.
    package let atmosphereBlend: StyleProperty

    init(_ sky: JSONObject) {
        func property(_ name: String) -> StyleProperty {
            let spec = Self.specs[name] ?? .color(.white, .dataConstant)
            let written = sky[name].flatMap { try? StyleExpression.compile($0, spec: spec) }
            return StyleProperty(written ?? StyleExpression(constant: spec.defaultValue ?? .null))
        }
        skyColor = property("sky-color")
        horizonColor = property("horizon-color")
        skyHorizonBlend = property("sky-horizon-blend")
        fogColor = property("fog-color")
        fogGroundBlend = property("fog-ground-blend")
        horizonFogBlend = property("horizon-fog-blend")
        atmosphereBlend = property("atmosphere-blend")
    }

    /// The style specification's reference of the members.
    static let specs: [String: PropertySpec] = {
        func blend(_ value: Double) -> PropertySpec { .number(value, from: 0, to: 1, .dataConstant) }
        return [
            "sky-color": .color(Color(rgb: 0x88C6FC), .dataConstant),
            "horizon-color": .color(.white, .dataConstant), "fog-color": .color(.white, .dataConstant),
            "fog-ground-blend": blend(0.5), "horizon-fog-blend": blend(0.8), "sky-horizon-blend": blend(0.8),
            "atmosphere-blend": blend(0.8),
        ]
    }()
}
