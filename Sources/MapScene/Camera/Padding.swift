// SPDX-License-Identifier: MIT
import MapCore
public import MapGeometry

/// The margin around what a camera frames.
public struct Padding: Hashable, Sendable {
    /// The margin at one side.
    public enum Length: Hashable, Sendable {
        /// Points.
        case points(Double)
        /// Percent of the image: of its height at top and bottom, of its width at left and right.
        case percent(Double)

        func points(of side: Double) -> Double {
            switch self {
            case .points(let points): points
            case .percent(let percent): percent / 100 * side
            }
        }
    }

    /// At the top.
    public var top: Length
    /// At the right.
    public var right: Length
    /// At the bottom.
    public var bottom: Length
    /// At the left.
    public var left: Length

    /// Creates padding, in the order of CSS.
    ///
    /// - Parameters:
    ///   - top: the margin at the top, in points or percent of the image's height.
    ///   - right: the margin at the right, in points or percent of the image's width.
    ///   - bottom: the margin at the bottom, in points or percent of the image's height.
    ///   - left: the margin at the left, in points or percent of the image's width.
    public init(top: Length, right: Length, bottom: Length, left: Length) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// Creates padding with equal margins at opposite sides.
    ///
    /// - Parameters:
    ///   - vertical: the margin at top and bottom, in points or percent of the image's height.
    ///   - horizontal: the margin at left and right, in points or percent of the image's width.
    public init(vertical: Length, horizontal: Length) {
        self.init(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
    }

    /// Creates padding with the same margin at all sides.
    ///
    /// - Parameter length: points, or percent of the image's height at top and bottom and of its width at left and
    ///   right.
    public init(_ length: Length = .points(0)) {
        self.init(vertical: length, horizontal: length)
    }

    /// Converts the padding to points.
    ///
    /// - Parameter size: the size of the image, in points.
    /// - Returns: the margin at each side, in points.
    public func insets(in size: Size) -> EdgeInsets {
        EdgeInsets(
            top: top.points(of: size.height), left: left.points(of: size.width),
            bottom: bottom.points(of: size.height), right: right.points(of: size.width))
    }
}

/// Distances from the edges of the image, in points.
public struct EdgeInsets: Hashable, Sendable {
    /// The inset from the top.
    public var top: Double
    /// The inset from the left.
    public var left: Double
    /// The inset from the bottom.
    public var bottom: Double
    /// The inset from the right.
    public var right: Double

    /// Creates insets, in UIKit's order.
    ///
    /// - Parameters:
    ///   - top: the inset from the top, in points.
    ///   - left: the inset from the left, in points.
    ///   - bottom: the inset from the bottom, in points.
    ///   - right: the inset from the right, in points.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}
