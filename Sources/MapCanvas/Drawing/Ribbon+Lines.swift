// SPDX-License-Identifier: MIT
package import MapPlane

extension Ribbon {
    /// A line as it was added: what outputs need that stroke lines themselves.
    package struct Line: Sendable {
        /// Pixels; a ring repeats its first point.
        package var points: [Point]
        package var isRing: Bool
        package var outline: RibbonOutline
        package var shape: Shape
        /// The pixels along the line at its first point.
        package var start: Double
        /// So many pixels count as one along the line.
        package var stretch: Double
        package var progress: Progress
        /// Convex corners in pixels, of which only the inside is painted; nil for no limit.
        package var clip: [Point]?
    }

    /// The lines in the order they are painted in.
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
