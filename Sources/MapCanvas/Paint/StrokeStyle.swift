// SPDX-License-Identifier: MIT

/// Stroke parameters; lengths are in output pixels.
package struct StrokeStyle: Hashable, Sendable {
    package enum Cap: String, Sendable, CaseIterable { case butt, round, square }
    package enum Join: String, Sendable, CaseIterable { case miter, round, bevel }

    package var width: Double
    package var cap: Cap
    package var join: Join
    /// The maximum miter length, in line widths, before a join is beveled.
    package var miterLimit: Double
    /// Alternating dash and gap lengths; empty for a solid line.
    package var dash: [Double]
    /// The offset into the dash pattern at the start of the line.
    package var dashPhase: Double

    package init(
        width: Double, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dash: [Double] = [],
        dashPhase: Double = 0
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
        self.dash = dash
        self.dashPhase = dashPhase
    }

    /// The maximum distance of painted pixels from the path.
    package var outset: Double {
        let half = width / 2
        return max(half, join == .miter ? half * miterLimit : 0, cap == .square ? half * 1.4143 : 0)
    }
}
