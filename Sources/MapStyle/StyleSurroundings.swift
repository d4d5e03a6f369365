// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
package import MapImages

/// The light that shades buildings, at one zoom.
package struct StyleLight: Hashable, Sendable {
    /// False for a light that stays where it is in the image, however the map is turned.
    package var isFixedToMap = false
    package var color = Color.white
    /// 0...1.
    package var intensity = 0.5
    /// From the buildings; together with the angles this is how strongly surfaces that face the light are lit.
    package var radius = 1.15
    /// The direction of the light in degrees, clockwise from the top of the image, or from north.
    package var azimuth = 210.0
    /// The angle from straight above, in degrees.
    package var polar = 30.0

    package init() {}
}

/// What a style says of the light: `light`.
struct StyleLighting: Sendable {
    private let anchor: StyleProperty
    private var color: StyleProperty
    private let intensity: StyleProperty
    private let position: StyleProperty

    init(_ light: JSONObject?) {
        func property(_ name: String) -> StyleProperty { StyleProperty(light?[name], Self.specs[name]) }
        anchor = property("anchor")
        color = property("color")
        intensity = property("intensity")
        position = property("position")
    }

    /// Changes the color.
    mutating func recolor(_ recoloring: Recoloring) { color.recoloring = recoloring }

    func light(_ context: EvaluationContext) -> StyleLight {
        var light = StyleLight()
        light.isFixedToMap = anchor.string(context) == "map"
        light.color = color.color(context)
        light.intensity = clampedToUnit(intensity.number(context))
        let position = position.numbers(context)
        if position.count == 3, position.allSatisfy({ abs($0) < 1e6 }) {
            (light.radius, light.azimuth, light.polar) = (position[0], position[1], position[2])
        }
        return light
    }

    /// The style specification's reference of the members.
    static let specs: [String: PropertySpec] = [
        "anchor": .frame(of: "viewport"), "position": .numbers([1.15, 210, 30], .dataConstant),
        "color": .color(.white, .dataConstant), "intensity": .number(0.5, from: 0, to: 1, .dataConstant),
    ]
}

/// What is above the horizon of a tilted map, and the haze before it: `sky` of a style.
package struct StyleSky: Sendable {
    /// The color of the sky high above the horizon.
    package private(set) var skyColor: StyleProperty
    /// The color at the horizon.
    package private(set) var horizonColor: StyleProperty
    /// How far the color of the horizon reaches: 1 for the upper half of the image.
    package let skyHorizonBlend: StyleProperty
    /// The color of the fog over the ground.
    package private(set) var fogColor: StyleProperty
    /// Where the fog begins: 0 at the center of the map, 1 at the horizon.
    package let fogGroundBlend: StyleProperty
    /// Where the fog takes on the color of the horizon, in the same way.
    package let horizonFogBlend: StyleProperty
    /// How much of the atmosphere a globe shows, 0...1.
    package let atmosphereBlend: StyleProperty

    init(_ sky: JSONObject) {
        func property(_ name: String) -> StyleProperty { StyleProperty(sky[name], Self.specs[name]) }
        skyColor = property("sky-color")
        horizonColor = property("horizon-color")
        skyHorizonBlend = property("sky-horizon-blend")
        fogColor = property("fog-color")
        fogGroundBlend = property("fog-ground-blend")
        horizonFogBlend = property("horizon-fog-blend")
        atmosphereBlend = property("atmosphere-blend")
    }

    /// Changes all colors.
    mutating func recolor(_ recoloring: Recoloring) {
        skyColor.recoloring = recoloring
        horizonColor.recoloring = recoloring
        fogColor.recoloring = recoloring
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

/// The heights of the ground: `terrain` of a style.
package struct StyleTerrain: Sendable {
    /// The name of a source of elevation tiles.
    package var source: String
    /// What heights are multiplied by; at least 0.
    package var exaggeration: Double
    /// Where the style says so.
    package var location: StyleLocation
}

/// How a style's maps show the round Earth: `projection`.
package enum StyleProjection: Sendable {
    case mercator, globe, verticalPerspective
    /// What an expression says for each zoom.
    case byZoom(StyleProperty)

    /// Nil for a value that was reported.
    init?(_ projection: JSONObject) {
        guard let type = projection["type"] else { return nil }
        switch type.string {
        case "mercator": self = .mercator
        case "globe": self = .globe
        case "vertical-perspective": self = .verticalPerspective
        default:
            let spec = PropertySpec(kind: .projectionDefinition, propertyType: .dataConstant)
            guard let expression = try? StyleExpression.compile(type, spec: spec) else { return nil }
            self = .byZoom(StyleProperty(expression))
        }
    }
}

extension StyleProperty {
    /// The default for what is not written, or was reported.
    fileprivate init(_ written: JSONNode?, _ spec: PropertySpec?) {
        let compiled = written.flatMap { written in spec.flatMap { try? StyleExpression.compile(written, spec: $0) } }
        self.init(compiled ?? StyleExpression(constant: spec?.defaultValue ?? .null))
    }

    /// How much of a globe a projection is: 0 for Web Mercator, 1 for the globe, or what lies between them.
    package func globeBlend(atZoom zoom: Double) -> Double {
        let context = EvaluationContext(zoom: zoom)
        switch value(context) {
        case .projection(let from, let to, let transition):
            return amount(from) + (amount(to) - amount(from)) * transition
        case .string(let name): return amount(name)
        default: return 0
        }
    }

    private func amount(_ name: String) -> Double { name == "mercator" ? 0 : 1 }
}
