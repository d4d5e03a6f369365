// SPDX-License-Identifier: MIT
public import MapPlane

/// Room around what a camera frames.
public struct Padding: Hashable, Sendable {
    /// How much room at one side.
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

    /// Makes padding in the order of CSS.
    public init(top: Length, right: Length, bottom: Length, left: Length) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// The same room at opposite sides.
    public init(vertical: Length, horizontal: Length) {
        self.init(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
    }

    /// The same room at all sides.
    public init(_ length: Length = .points(0)) {
        self.init(vertical: length, horizontal: length)
    }

    /// The room in points for a picture of this size.
    public func insets(in size: Size) -> EdgeInsets {
        EdgeInsets(
            top: top.points(of: size.height), left: left.points(of: size.width),
            bottom: bottom.points(of: size.height), right: right.points(of: size.width))
    }
}
