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

extension Padding {
    /// A length, `[vertical, horizontal]` or `[top, right, bottom, left]`.
    init?(_ field: Field) {
        guard field.node.array != nil else {
            guard let length = Length(field) else { return nil }
            self.init(length)
            return
        }
        guard let fields = field.elements(), fields.count == 2 || fields.count == 4 else {
            field.report(expected: "a length, [vertical, horizontal] or [top, right, bottom, left]")
            return nil
        }
        let lengths = fields.compactMap(Length.init)
        guard lengths.count == fields.count else { return nil }
        if lengths.count == 2 {
            self.init(vertical: lengths[0], horizontal: lengths[1])
        } else {
            self.init(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
        }
    }
}

extension Padding.Length {
    /// Points, or a percentage of the image's side.
    init?(_ field: Field) {
        switch field.node.value {
        case .number(let points) where points >= 0: self = .points(points)
        case .string(let text):
            let digits = text.dropLast()
            guard text.hasSuffix("%"), digits.first != ".", digits.last != ".",
                digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
                let percent = Double(digits), (0...100).contains(percent)
            else { fallthrough }
            self = .percent(percent)
        default:
            field.report(expected: "points from 0 or a percentage such as \"10%\"")
            return nil
        }
    }
}

extension EdgeInsets {
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let points = { (field: Field) in field.number(in: 0...Double.greatestFiniteMagnitude) }
        self.init(
            top: object.optional("top", points) ?? 0, left: object.optional("left", points) ?? 0,
            bottom: object.optional("bottom", points) ?? 0, right: object.optional("right", points) ?? 0)
        object.finish()
    }
}
