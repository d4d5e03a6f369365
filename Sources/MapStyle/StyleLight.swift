// SPDX-License-Identifier: MIT
package import MapCanvas
import MapDiagnostics

/// The light that shades buildings: `light` of a style. Values that depend on the zoom count as their defaults.
package struct StyleLight: Hashable, Sendable {
    /// False for a light that stays where it is in the picture, however the map is turned.
    package var isFixedToMap = false
    package var color = Color.white
    /// 0...1.
    package var intensity = 0.5
    /// From the buildings; together with the angles this is how strongly surfaces that face the light are lit.
    package var radius = 1.15
    /// The direction of the light in degrees, clockwise from the top of the picture, or from north.
    package var azimuth = 210.0
    /// The angle from straight above, in degrees.
    package var polar = 30.0

    package init() {}

    init(_ light: JSONObject?) {
        guard let light else { return }
        isFixedToMap = light["anchor"]?.string == "map"
        if let color = light["color"]?.string.flatMap(Color.init(css:)) { self.color = color }
        if let intensity = light["intensity"]?.number, (0...1).contains(intensity) { self.intensity = intensity }
        let position = light["position"]?.array?.compactMap(\.number) ?? []
        if position.count == 3, position.allSatisfy({ abs($0) < 1e6 }) {
            (radius, azimuth, polar) = (position[0], position[1], position[2])
        }
    }
}
