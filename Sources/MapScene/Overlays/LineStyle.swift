// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
public import MapImages

/// How a line, or the edge of an area, is drawn.
public struct LineStyle: Hashable, Sendable {
    /// The width of a line.
    public enum Width: Hashable, Sendable {
        /// Points: the same on screen at every zoom.
        case points(Double)
        /// Metres: the same on the ground at every zoom.
        case meters(Double)
    }

    /// The shape of a line's ends.
    public enum Cap: String, CaseIterable, Hashable, Sendable { case butt, round, square }

    /// The shape of a line's corners.
    public enum Join: String, CaseIterable, Hashable, Sendable { case miter, round, bevel }

    /// A casing: an edge of another color along both sides.
    public struct Casing: Hashable, Sendable {
        /// The casing's color; nil for a darker shade of the line, or white along a line of several colors.
        public var color: Color?
        /// The casing's width on each side, in points.
        public var width: Double

        /// Creates a casing.
        ///
        /// - Parameters:
        ///   - color: the casing's color; nil for a darker shade of the line's color, or white along a gradient.
        ///   - width: the casing's width on each side, in points, 0...100.
        public init(color: Color? = nil, width: Double = 1.25) {
            self.color = color
            self.width = width
        }
    }

    /// The color.
    public var strokeColor: Color
    /// The width.
    public var lineWidth: Width
    /// The shape of the line's ends.
    public var lineCap: Cap
    /// The shape of the line's corners.
    public var lineJoin: Join
    /// The maximum miter length, in line widths; a corner with a longer miter is beveled.
    public var miterLimit: Double
    /// Alternating lengths of dashes and gaps, in points; empty for a solid line.
    public var lineDashPattern: [Double]
    /// The distance into the pattern at which the line starts, in points.
    public var lineDashPhase: Double
    /// The casing; nil for none.
    public var casing: Casing?
    /// The fraction of the line's length at which drawing starts, 0...1. Dashes and colors do not move.
    public var strokeStart = 0.0
    /// The fraction of the line's length at which drawing ends, 0...1.
    public var strokeEnd = 1.0

    /// Creates a line style.
    ///
    /// - Parameters:
    ///   - strokeColor: the line's color.
    ///   - lineWidth: the line's width in points, 0...1000, or in metres on the ground, 0...10,000,000.
    ///   - lineCap: the shape of the line's ends.
    ///   - lineJoin: the shape of the line's corners.
    ///   - miterLimit: the maximum miter length in line widths, 1...1000; a corner with a longer miter is beveled.
    ///   - lineDashPattern: alternating lengths of dashes and gaps in points; empty for a solid line.
    ///   - lineDashPhase: the distance into the pattern at which the line starts, in points.
    ///   - casing: the line's casing; nil for none.
    ///   - strokeStart: the fraction of the line's length at which drawing starts, 0...1. Dashes and colors do not
    ///     move.
    ///   - strokeEnd: the fraction of the line's length at which drawing ends, 0...1.
    public init(
        strokeColor: Color = .systemBlue, lineWidth: Width = .points(3), lineCap: Cap = .round, lineJoin: Join = .round,
        miterLimit: Double = 10, lineDashPattern: [Double] = [], lineDashPhase: Double = 0, casing: Casing? = nil,
        strokeStart: Double = 0, strokeEnd: Double = 1
    ) {
        self.strokeColor = strokeColor
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
        self.lineDashPattern = lineDashPattern
        self.lineDashPhase = lineDashPhase
        self.casing = casing
        self.strokeStart = strokeStart
        self.strokeEnd = strokeEnd
    }
}

extension Color {
    /// #007AFF.
    public static let systemBlue = Color(rgb: 0x007AFF)
}
