// SPDX-License-Identifier: MIT

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
