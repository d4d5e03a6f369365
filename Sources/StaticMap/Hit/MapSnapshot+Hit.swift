// SPDX-License-Identifier: MIT
public import MapGeo
public import MapPlane

extension MapSnapshot {
    /// Converts a coordinate to a point of the image.
    ///
    /// - Parameter coordinate: a location in degrees, in the scene's datum.
    /// - Returns: its point, from the top left; outside of the image if the location is not visible.
    public func point(for coordinate: Coordinate) -> Point { hitMap.point(for: coordinate) }

    /// Converts a point of the image to a coordinate.
    ///
    /// - Parameter point: points from the top left.
    /// - Returns: the location in degrees, in the scene's datum.
    public func coordinate(at point: Point) -> Coordinate { hitMap.coordinate(at: point) }

    /// Finds the items at a point of the image.
    ///
    /// ```swift
    /// let hit = map.hit(at: Point(120, 88))
    /// print(hit.target ?? "map", hit.coordinate)
    /// ```
    ///
    /// - Parameter point: points from the top left; a point outside of the image hits nothing.
    /// - Returns: the topmost item, all items below it, and the coordinate of the point.
    public func hit(at point: Point) -> Hit { hitMap.hit(at: point) }

    /// Writes the parts of the image that can be hit.
    ///
    /// - Parameters:
    ///   - format: the format of the text.
    ///   - image: the URL of the image, for HTML.
    /// - Returns: the contents of a text file.
    public func regions(as format: RegionFormat, image: String = "map.png") -> String {
        hitMap.regions(as: format, image: image)
    }
}
