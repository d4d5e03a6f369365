// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

/// A line through coordinates.
public struct Polyline: Hashable, Sendable {
    /// Colors along the length of a line.
    public struct Gradient: Hashable, Sendable {
        /// At least two colors.
        public var colors: [Color]
        /// The position of each color along the line, ascending in 0...1; empty to space the colors evenly.
        public var locations: [Double]

        /// Creates a gradient.
        ///
        /// - Parameters:
        ///   - colors: at least two colors.
        ///   - locations: the position of each color along the line, ascending in 0...1; empty to space the colors
        ///     evenly.
        public init(_ colors: [Color], locations: [Double] = []) {
            self.colors = colors
            self.locations = locations
        }
    }

    /// Arrows along the line that show its direction.
    public struct Arrows: Hashable, Sendable {
        /// The distance between arrows, in points.
        public var spacing: Double
        /// The arrows' color; nil for one that contrasts with the line.
        public var color: Color?

        /// Creates arrows.
        ///
        /// - Parameters:
        ///   - spacing: the distance between arrows in points, 8...10,000.
        ///   - color: the arrows' color; nil for one that contrasts with the line.
        public init(spacing: Double = 64, color: Color? = nil) {
            self.spacing = spacing
            self.color = color
        }
    }

    /// The line's corners, in degrees. Successive ones are joined the short way around the Earth, unless a longitude
    /// beyond ±180 continues the line across the antimeridian.
    public var coordinates: [Coordinate]
    /// Color, width, ends and corners.
    public var style: LineStyle
    /// Colors along the length; nil for `style.strokeColor` all along.
    public var gradient: Gradient?
    /// Direction arrows; nil for none.
    public var arrows: Arrows?
    /// Whether the line follows great circles instead of straight lines on the map.
    public var geodesic: Bool
    /// How far the drawn line may deviate from the given one, in points; less important corners are left out.
    public var simplify: Double
    /// Whether the line is painted together with other lines of the same style that have this set, so that colors do
    /// not add up where they cross.
    public var mergeStrokes: Bool

    /// Creates a polyline.
    ///
    /// - Parameters:
    ///   - coordinates: the line's corners, in degrees. Successive ones are joined the short way around the Earth,
    ///     unless a longitude beyond ±180 continues the line across the antimeridian.
    ///   - style: color, width, ends and corners.
    ///   - gradient: colors along the line; nil for `style.strokeColor`.
    ///   - arrows: direction arrows; nil for none.
    ///   - geodesic: whether the line follows great circles instead of straight lines on the map.
    ///   - simplify: how far the drawn line may deviate from the given one, in points, 0...100.
    ///   - mergeStrokes: whether the line is painted together with other lines of the same style that have this set, so
    ///     that colors do not add up where they cross.
    public init(
        _ coordinates: [Coordinate], style: LineStyle = LineStyle(), gradient: Gradient? = nil, arrows: Arrows? = nil,
        geodesic: Bool = false, simplify: Double = Polyline.finestDetail, mergeStrokes: Bool = false
    ) {
        self.coordinates = coordinates
        self.style = style
        self.gradient = gradient
        self.arrows = arrows
        self.geodesic = geodesic
        self.simplify = simplify
        self.mergeStrokes = mergeStrokes
    }

    /// Creates a polyline with MapKit's parameter names.
    ///
    /// - Parameters:
    ///   - coordinates: the line's corners, in degrees.
    ///   - strokeColor: the line's color.
    ///   - lineWidth: the line's width, in points or in metres on the ground.
    ///   - casing: the line's casing; nil for none.
    public init(
        _ coordinates: [Coordinate], strokeColor: Color, lineWidth: LineStyle.Width = .points(3),
        casing: LineStyle.Casing? = nil
    ) {
        self.init(coordinates, style: LineStyle(strokeColor: strokeColor, lineWidth: lineWidth, casing: casing))
    }

    /// A twentieth of a point; smaller deviations are not visible.
    public static let finestDetail = 0.05
}
