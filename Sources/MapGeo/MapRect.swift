// SPDX-License-Identifier: MIT
import MapPlane

/// A rectangle of the projected world, in MapKit's map points: `MKMapRect`.
///
/// The world is 2²⁸ map points wide and high, from 180° W at the left and 85.0511° N at the top; y grows southwards. A
/// rectangle that crosses the antimeridian continues beyond the world at one side.
public struct MapRect: Hashable, Sendable {
    /// The left edge, in map points.
    public var x: Double
    /// The upper edge, in map points.
    public var y: Double
    /// In map points.
    public var width: Double
    /// In map points.
    public var height: Double

    /// Creates a rectangle, with parameters in the order of `MKMapRect(x:y:width:height:)`.
    ///
    /// - Parameters:
    ///   - x: the left edge, in map points.
    ///   - y: the upper edge, in map points.
    ///   - width: in map points.
    ///   - height: in map points.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The width and height of the world in map points, as in `MKMapSize.world`.
    public static let worldSize = 268_435_456.0

    /// Creates the rectangle of a box in degrees.
    ///
    /// - Parameter box: latitudes beyond ±85.0511° are clamped.
    public init(_ box: CoordinateBox) {
        let northWest = WebMercator.project(Coordinate(latitude: box.north, longitude: box.west)) * Self.worldSize
        let southEast = WebMercator.project(Coordinate(latitude: box.south, longitude: box.east)) * Self.worldSize
        self.init(
            x: northWest.x, y: northWest.y, width: southEast.x - northWest.x, height: southEast.y - northWest.y)
    }

    /// The rectangle in degrees; `west` is within -180...180.
    public var box: CoordinateBox {
        let northWest = WebMercator.unproject(Point(x, y) * (1 / Self.worldSize))
        let southEast = WebMercator.unproject(Point(x + width, y + height) * (1 / Self.worldSize))
        let west = wrapLongitude(northWest.longitude)
        return CoordinateBox(
            west: west, south: southEast.latitude, east: west + southEast.longitude - northWest.longitude,
            north: northWest.latitude)
    }
}
