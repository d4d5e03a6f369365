// SPDX-License-Identifier: MIT

/// The vertical metrics of a face in ems, as positive distances from the baseline.
package struct FontMetrics: Hashable, Sendable {
    /// The distance from the baseline to the top of the line.
    package var ascent: Double
    /// The distance from the baseline to the bottom of the line.
    package var descent: Double
    /// The height of a flat capital letter.
    package var capHeight: Double

    package init(ascent: Double, descent: Double, capHeight: Double) {
        self.ascent = ascent
        self.descent = descent
        self.capHeight = capHeight
    }

    /// The metrics of Noto Sans: for faces that lack their own, and when there is no font at all.
    package static let fallback = FontMetrics(ascent: 1.069, descent: 0.293, capHeight: 0.714)
}
