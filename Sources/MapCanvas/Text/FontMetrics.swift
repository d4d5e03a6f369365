// SPDX-License-Identifier: MIT

/// Vertical measures of a face, in ems; all are distances from the baseline and positive.
package struct FontMetrics: Hashable, Sendable {
    /// Baseline to the top of the line.
    package var ascent: Double
    /// Baseline to the bottom of the line.
    package var descent: Double
    /// Baseline to the top of a flat capital letter.
    package var capHeight: Double

    package init(ascent: Double, descent: Double, capHeight: Double) {
        self.ascent = ascent
        self.descent = descent
        self.capHeight = capHeight
    }

    /// Those of Noto Sans: for a face that does not tell its own, and for text when there is no font at all.
    package static let usual = FontMetrics(ascent: 1.069, descent: 0.293, capHeight: 0.714)
}
