// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

/// A line through places.
public struct Polyline: Hashable, Sendable {
    /// Colors along the length, instead of one.
    public struct Gradient: Hashable, Sendable {
        /// At least two.
        public var colors: [Color]
        /// Where each color stands, 0 at the start and 1 at the end, ascending; evenly spread when empty.
        public var locations: [Double]

        /// Makes a gradient.
        public init(_ colors: [Color], locations: [Double] = []) {
            self.colors = colors
            self.locations = locations
        }
    }

    /// Arrows along the line that show its direction.
    public struct Arrows: Hashable, Sendable {
        /// From one to the next, in points.
        public var spacing: Double
        /// Nil for one that stands out from the line.
        public var color: Color?

        /// Makes arrows.
        public init(spacing: Double = 64, color: Color? = nil) {
            self.spacing = spacing
            self.color = color
        }
    }

    /// The corners. Two that follow each other are joined the short way round the Earth, unless a longitude beyond 180
    /// shows that the line goes on across the antimeridian.
    public var coordinates: [Coordinate]
    /// Color, width, ends and corners.
    public var style: LineStyle
    /// Colors along the length; nil for `style.strokeColor` all along.
    public var gradient: Gradient?
    /// Direction arrows; nil for none.
    public var arrows: Arrows?
    /// Follows great circles rather than straight lines of the map.
    public var geodesic: Bool
    /// How far the drawn line may stray from the given one, in points; corners that matter less are left out.
    public var simplify: Double
    /// Painted at once with other lines of the same style that have this set: where they cross, nothing is doubled.
    public var mergeStrokes: Bool

    /// Makes a polyline.
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

    /// Makes a polyline in MapKit's words.
    public init(
        _ coordinates: [Coordinate], strokeColor: Color, lineWidth: LineStyle.Width = .points(3),
        casing: LineStyle.Casing? = nil
    ) {
        self.init(coordinates, style: LineStyle(strokeColor: strokeColor, lineWidth: lineWidth, casing: casing))
    }

    /// A twentieth of a point: less cannot be seen.
    public static let finestDetail = 0.05
}
