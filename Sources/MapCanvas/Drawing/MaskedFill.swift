// SPDX-License-Identifier: MIT
package import MapPlane

/// A solid fill of a rectangle with soft-edged holes, such as fog of war.
///
/// Overlapping holes are united: their soft edges do not accumulate.
package struct MaskedFill: Sendable {
    /// A hole in the fill.
    package struct Hole: Sendable {
        /// The path around which the fill is cleared.
        package var path: Path
        /// The distance from the path at which the fill has half its opacity, in pixels.
        package var radius: Double
        /// Also clears the inside of the path, by the even-odd rule.
        package var isFilled: Bool
        /// The area around the path that each of the fill's `rings` clears, where the radius is not the same everywhere;
        /// filled with the rule `nonZero`.
        package var contours: [Path]?

        package init(path: Path, radius: Double, isFilled: Bool = false, contours: [Path]? = nil) {
            self.path = path
            self.radius = radius
            self.isFilled = isFilled
            self.contours = contours
        }

        package func mapped(by map: Transform, scale: Double) -> Hole {
            Hole(
                path: path.transformed(by: map), radius: radius * scale, isFilled: isFilled,
                contours: contours.map { $0.map { $0.transformed(by: map) } })
        }
    }

    /// The rectangle that is filled.
    package var area: Rect
    package var color: Color
    package var holes: [Hole]
    /// The width over which the fill fades at a hole's edge, in pixels; half of it on each side.
    package var feather: Double

    package init(area: Rect, color: Color, holes: [Hole], feather: Double) {
        self.area = area
        self.color = color
        self.holes = holes
        self.feather = feather
    }
}

extension MaskedFill {
    /// A contour around all holes, and the opacity that the fill has inside of it.
    package struct Ring: Hashable, Sendable {
        /// The distance outwards from the holes' radius, in pixels.
        package var distance: Double
        /// 0...1.
        package var opacity: Double
    }

    /// Contours from the outermost to the innermost, each painted over the previous one: a smoothstep in so many
    /// steps that banding is invisible.
    package var rings: [Ring] {
        let width = min(max(0, feather), 4096)
        guard width > 0.5 else { return [Ring(distance: 0, opacity: 0)] }
        let steps = Int(max(2, min(64, (width * 1.5).rounded(.up))))
        return (0..<steps).map { step in
            // Each step has the smoothstep's value at its middle.
            let position = (Double(step) + 0.5) / Double(steps)
            let opacity = step == steps - 1 ? 0 : 1 - position * position * (3 - 2 * position)
            return Ring(distance: width * (0.5 - Double(step) / Double(steps)), opacity: opacity)
        }
    }
}
