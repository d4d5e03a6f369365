// SPDX-License-Identifier: MIT

/// A width and a height, in the unit of the context.
public struct Size: Hashable, Sendable {
    /// Extent along x.
    public var width: Double
    /// Extent along y.
    public var height: Double

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - width: the extent along x.
    ///   - height: the extent along y.
    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    @inlinable package static func * (size: Size, factor: Double) -> Size {
        Size(width: size.width * factor, height: size.height * factor)
    }
}
