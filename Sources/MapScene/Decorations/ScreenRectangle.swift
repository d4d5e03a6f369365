// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
package import MapGeometry
public import MapImages

/// A rectangle at a fixed position of the image, such as the sheet of an app in a mock-up; set `Camera.contentInsets`
/// to keep the map's center clear of it.
public struct ScreenRectangle: Hashable, Sendable {
    /// The radii of a rectangle's corners, in points.
    public struct CornerRadii: Hashable, Sendable {
        /// The radius of the top-left corner.
        public var topLeft: Double
        /// The radius of the top-right corner.
        public var topRight: Double
        /// The radius of the bottom-right corner.
        public var bottomRight: Double
        /// The radius of the bottom-left corner.
        public var bottomLeft: Double

        /// Creates corner radii, in the order of CSS.
        ///
        /// - Parameters:
        ///   - topLeft: the radius of the top-left corner, in points.
        ///   - topRight: the radius of the top-right corner, in points.
        ///   - bottomRight: the radius of the bottom-right corner, in points.
        ///   - bottomLeft: the radius of the bottom-left corner, in points.
        public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
            self.topLeft = topLeft
            self.topRight = topRight
            self.bottomRight = bottomRight
            self.bottomLeft = bottomLeft
        }

        /// Creates equal radii for all corners.
        ///
        /// - Parameter radius: the radius in points.
        public init(_ radius: Double = 0) {
            self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
        }
    }

    /// Its width: points, or percent of the image's width.
    public var width: Padding.Length
    /// Its height: points, or percent of the image's height.
    public var height: Padding.Length
    /// Nil for the background of decorations: white, or nearly black in a dark scene.
    public var fillColor: Color?
    /// The color of the outline; nil for none.
    public var strokeColor: Color?
    /// The width of the outline, in points.
    public var lineWidth: Double
    /// The radii of the corners, in points.
    public var cornerRadius: CornerRadii
    /// Whether the rectangle casts a soft shadow on the map.
    public var hasShadow: Bool

    /// Creates a rectangle.
    ///
    /// - Parameters:
    ///   - width: points, or percent of the image's width.
    ///   - height: points, or percent of the image's height.
    ///   - fillColor: the fill; nil for the background of decorations: white, or nearly black in a dark scene.
    ///   - strokeColor: the color of the outline; nil for none.
    ///   - lineWidth: the width of the outline in points, 0...1000.
    ///   - cornerRadius: the radii of the corners, in points.
    ///   - hasShadow: whether the rectangle casts a soft shadow on the map.
    public init(
        width: Padding.Length, height: Padding.Length, fillColor: Color? = nil, strokeColor: Color? = nil,
        lineWidth: Double = 1, cornerRadius: CornerRadii = CornerRadii(), hasShadow: Bool = false
    ) {
        self.width = width
        self.height = height
        self.fillColor = fillColor
        self.strokeColor = strokeColor
        self.lineWidth = lineWidth
        self.cornerRadius = cornerRadius
        self.hasShadow = hasShadow
    }

    /// Its size on an image, in points.
    package func size(in output: Size) -> Size {
        Size(width: width.points(of: output.width), height: height.points(of: output.height))
    }
}
