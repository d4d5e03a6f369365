// SPDX-License-Identifier: MIT
public import MapGeo
public import MapPlane

extension MapSnapshot {
    /// Where a coordinate of the scene lies in the picture, in points from the top left.
    public func point(for coordinate: Coordinate) -> Point { hitMap.point(for: coordinate) }

    /// The coordinate at a place of the picture in points, in the scene's datum.
    public func coordinate(at point: Point) -> Coordinate { hitMap.coordinate(at: point) }

    /// The topmost thing at a place in points from the top left; a place off the picture hits nothing.
    ///
    /// ```swift
    /// let hit = map.hit(at: Point(120, 88))
    /// print(hit.target ?? "map", hit.coordinate)
    /// ```
    public func hit(at point: Point) -> Hit { hitMap.hit(at: point) }

    /// The parts of the picture that can be hit, as a text file; `image` is the picture's address, for HTML.
    public func regions(as format: RegionFormat, image: String = "map.png") -> String {
        hitMap.regions(as: format, image: image)
    }
}
