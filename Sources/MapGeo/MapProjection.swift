// SPDX-License-Identifier: MIT

/// How the map shows the round Earth.
package enum MapProjection: Hashable, Sendable {
    /// Web Mercator, on a plane.
    case mercator
    /// A globe at low zooms, which becomes a plane between zoom 11 and 12.
    case globe
    /// A globe at every zoom.
    case verticalPerspective
    /// What a style says for each zoom.
    case custom(Curve)

    /// How much of a globe there is at each zoom.
    package final class Curve: Hashable, Sendable {
        /// From MapLibre's zoom to 0 for a plane, 1 for a globe, or what lies between them.
        let blend: @Sendable (Double) -> Double

        package init(_ blend: @escaping @Sendable (Double) -> Double) { self.blend = blend }

        package static func == (a: Curve, b: Curve) -> Bool { a === b }
        package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// The zooms between which `globe` changes to a plane.
    private static let transition = 11.0...12.0

    /// 0 for a plane, 1 for a globe.
    package func globeBlend(atZoom zoom: Double) -> Double {
        let blend: Double =
            switch self {
            case .mercator: 0
            case .globe: Self.transition.upperBound - zoom
            case .verticalPerspective: 1
            case .custom(let curve): curve.blend(zoom)
            }
        return blend.isNaN ? 0 : max(0, min(1, blend))
    }
}
