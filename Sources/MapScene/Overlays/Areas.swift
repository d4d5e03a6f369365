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
    /// The edge; nil for none.
    public var look: LineStyle?
    /// Handles on the corners, above all else on the map; nil for none.
    public var handles: Handles?

    /// Makes a polygon; without a look it has no edge.
    public init(
        _ coordinates: [Coordinate], holes: [[Coordinate]] = [],
        fillColor: Color? = Color.systemBlue.opacity(0.2), look: LineStyle? = LineStyle(lineWidth: .points(2)),
        handles: Handles? = nil
    ) {
        self.coordinates = coordinates
        self.holes = holes
        self.fillColor = fillColor
        self.look = look
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
    /// The edge; nil for none.
    public var look: LineStyle?

    /// Makes a circle; without a look it has no edge.
    public init(
        center: Coordinate, radius: Double, fillColor: Color? = Color.systemBlue.opacity(0.2),
        look: LineStyle? = LineStyle(lineWidth: .points(2))
    ) {
        self.center = center
        self.radius = radius
        self.fillColor = fillColor
        self.look = look
    }
}
