// SPDX-License-Identifier: MIT
package import MapPlane

/// A color over a whole area, with holes that have soft edges.
///
/// However many holes overlap, the veil is gone there once: nothing is doubled, and nothing is left between.
package struct MaskedFill: Sendable {
    /// What is taken off.
    package struct Hole: Sendable {
        /// The lines whose surroundings are cleared.
        package var path: Path
        /// How far from the path the veil is gone by half, in pixels.
        package var radius: Double
        /// The inside of the path is cleared too, by the even-odd rule.
        package var isFilled: Bool

        package init(path: Path, radius: Double, isFilled: Bool = false) {
            self.path = path
            self.radius = radius
            self.isFilled = isFilled
        }
    }

    /// What is covered.
    package var area: Rect
    package var color: Color
    package var holes: [Hole]
    /// The width over which the veil fades at a hole's edge, in pixels; half of it on each side.
    package var feather: Double

    package init(area: Rect, color: Color, holes: [Hole], feather: Double) {
        self.area = area
        self.color = color
        self.holes = holes
        self.feather = feather
    }
}

extension MaskedFill {
    /// A line along the holes' edges, and how much of the veil is left within.
    package struct Ring: Hashable, Sendable {
        /// From the reach outwards, in pixels.
        package var distance: Double
        /// 0...1.
        package var left: Double
    }

    /// From the outermost to the innermost, each painted over what is outside of it: a smooth step in so many parts
    /// that none differs from the next by more than the eye can see.
    package var rings: [Ring] {
        let width = min(max(0, feather), 4096)
        guard width > 0.5 else { return [Ring(distance: 0, left: 0)] }
        let steps = Int(max(2, min(64, (width * 1.5).rounded(.up))))
        return (0..<steps).map { step in
            // The middle of the part has the shade that the smooth step has there.
            let along = (Double(step) + 0.5) / Double(steps)
            let left = step == steps - 1 ? 0 : 1 - along * along * (3 - 2 * along)
            return Ring(distance: width * (0.5 - Double(step) / Double(steps)), left: left)
        }
    }
}
