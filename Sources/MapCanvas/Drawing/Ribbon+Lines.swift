// SPDX-License-Identifier: MIT
package import MapPlane

extension Ribbon {
    /// A line as it was added, for outputs that stroke lines themselves.
    package struct Line: Sendable {
        /// In pixels, of the ground if the ribbon has a perspective; a ring repeats its first point.
        package var points: [Point]
        package var isRing: Bool
        package var outline: RibbonOutline
        package var shape: Shape
        /// The distance along the line at its first point, in pixels.
        package var start: Double
        /// The number of pixels that count as one along the line: dashes are longer by this factor.
        package var stretch: Double
        package var progress: Progress
        /// A convex clip polygon in pixels; nil for none.
        package var clip: [Point]?
    }

    /// The lines in painting order.
    package var lines: some Sequence<Line> {
        strips.lazy.map { strip in
            let source = strip.source
            return Line(
                points: sourcePoints[source.points].map { Point(Double($0.x), Double($0.y)) }, isRing: source.isRing,
                outline: outlines[source.outline], shape: shapes[strip.shape], start: Double(source.start),
                stretch: Double(source.stretch), progress: strip.progress, clip: strip.clip.map { clips[$0] })
        }
    }
}
