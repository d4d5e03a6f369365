// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

/// An area inside a ring of coordinates.
public struct Polygon: Hashable, Sendable {
    /// The corners of the outer ring, in degrees; the last may repeat the first.
    public var coordinates: [Coordinate]
    /// Rings that are left out. What lies in an even number of rings is not filled.
    public var holes: [[Coordinate]]
    /// Nil for an area that is not filled.
    public var fillColor: Color?
    /// How the edge is drawn; nil for no edge.
    public var style: LineStyle?
    /// Handles on the corners, above everything else on the map; nil for none.
    public var handles: Handles?

    /// Creates a polygon.
    ///
    /// - Parameters:
    ///   - coordinates: the outer ring, at least 3 corners.
    ///   - holes: rings that are left out.
    ///   - fillColor: nil for an area that is not filled.
    ///   - style: how the edge is drawn; nil for no edge.
    ///   - handles: handles at the corners.
    public init(
        _ coordinates: [Coordinate], holes: [[Coordinate]] = [],
        fillColor: Color? = Color.systemBlue.opacity(0.2), style: LineStyle? = LineStyle(lineWidth: .points(2)),
        handles: Handles? = nil
    ) {
        self.coordinates = coordinates
        self.holes = holes
        self.fillColor = fillColor
        self.style = style
        self.handles = handles
    }
}

/// The area within a distance of a center, measured on the ground: at higher latitudes it is larger on the map.
public struct Circle: Hashable, Sendable {
    /// The center.
    public var center: Coordinate
    /// The radius, in metres on the ground.
    public var radius: Double
    /// Nil for an area that is not filled.
    public var fillColor: Color?
    /// How the edge is drawn; nil for no edge.
    public var style: LineStyle?

    /// Creates a circle.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - radius: in metres on the ground, 0.001 to 20,037,508.
    ///   - fillColor: nil for an area that is not filled.
    ///   - style: how the edge is drawn; nil for no edge.
    public init(
        center: Coordinate, radius: Double, fillColor: Color? = Color.systemBlue.opacity(0.2),
        style: LineStyle? = LineStyle(lineWidth: .points(2))
    ) {
        self.center = center
        self.radius = radius
        self.fillColor = fillColor
        self.style = style
    }
}
