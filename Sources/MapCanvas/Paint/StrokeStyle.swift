// SPDX-License-Identifier: MIT

/// How a line is drawn; lengths in pixels of the output.
package struct StrokeStyle: Hashable, Sendable {
    package enum Cap: String, Sendable, CaseIterable { case butt, round, square }
    package enum Join: String, Sendable, CaseIterable { case miter, round, bevel }

    package var width: Double
    package var cap: Cap
    package var join: Join
    /// The longest miter, in widths, before a join is beveled.
    package var miterLimit: Double
    /// Lengths on and off in turn; empty for a line without gaps.
    package var dash: [Double]
    /// How far into the dash pattern the line begins.
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

    /// How far from the path paint can reach.
    package var outset: Double {
        let half = width / 2
        return max(half, join == .miter ? half * miterLimit : 0, cap == .square ? half * 1.4143 : 0)
    }
}
