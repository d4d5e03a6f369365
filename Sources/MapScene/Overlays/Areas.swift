// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

/// An area within a ring of places.
public struct Polygon: Hashable, Sendable {
    /// The outer edge; the first corner need not be repeated.
    public var coordinates: [Coordinate]
    /// Rings that are left out. What lies in an even number of rings is not filled.
    public var holes: [[Coordinate]]
    /// Nil for an area that is not filled.
    public var fillColor: Color?
    /// How the edge is drawn; nil for no edge.
    public var style: LineStyle?
    /// Handles on the corners, above all else on the map; nil for none.
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

/// All places within a distance of a center, on the ground: farther north it grows on the map.
public struct Circle: Hashable, Sendable {
    /// The middle.
    public var center: Coordinate
    /// Metres.
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
