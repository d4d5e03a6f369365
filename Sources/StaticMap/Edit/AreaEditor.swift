// SPDX-License-Identifier: MIT
public import MapGeo
public import MapGeometry
public import MapScene

/// Moves the corners of an area in response to touch events, as an app's editor does.
///
/// ```swift
/// var editor = AreaEditor(polygon, viewport: map.viewport)
/// var events = editor.began(at: Point(120, 88))       // [.highlighted(vertex: 3)], or none beside all handles
/// events += editor.changed(to: Point(130, 90))        // [.moved(vertex: 3, …, isFinish: false)]
/// events += editor.ended(at: Point(140, 95))          // [.moved(…, isFinish: true), .finished]
/// ```
public struct AreaEditor: Sendable {
    /// The corners in ring order, in degrees. When the editor is created from a polygon, a last corner that repeats the
    /// first is left out.
    public private(set) var coordinates: [Coordinate]
    /// The index of the corner that is being dragged; nil for none.
    public private(set) var highlighted: Int?
    private let viewport: Viewport
    private let hitSize: Size
    /// Where the held corner was.
    private var origin: Coordinate?

    /// Creates an editor for the outer ring of a polygon.
    ///
    /// - Parameters:
    ///   - polygon: the polygon, in the datum of the viewport.
    ///   - viewport: the visible part of the map.
    ///   - hitSize: the size of each corner's touch area, in points.
    public init(
        _ polygon: Polygon, viewport: Viewport, hitSize: Size = Size(width: 44, height: 44)
    ) {
        let ring = polygon.coordinates
        let isClosed = ring.count > 1 && ring.first == ring.last
        self.init(isClosed ? Array(ring.dropLast()) : ring, viewport: viewport, hitSize: hitSize)
    }

    /// Creates an editor for the corners of a line.
    ///
    /// - Parameters:
    ///   - coordinates: the corners in degrees, in the datum of the viewport.
    ///   - viewport: the visible part of the map.
    ///   - hitSize: the size of each corner's touch area, in points.
    public init(
        _ coordinates: [Coordinate], viewport: Viewport, hitSize: Size = Size(width: 44, height: 44)
    ) {
        self.coordinates = coordinates
        self.viewport = viewport
        self.hitSize = hitSize
    }

    /// Finds the corner whose handle is at a point.
    ///
    /// - Parameter point: points from the top left of the image.
    /// - Returns: the index of the nearest corner whose touch area contains the point, the first of equally near ones;
    ///   nil if there is none.
    public func vertex(at point: Point) -> Int? {
        let near = coordinates.indices.filter { index in
            let away = viewport.point(for: coordinates[index]) - point
            return abs(away.x) <= hitSize.width / 2 && abs(away.y) <= hitSize.height / 2
        }
        return near.min { distance($0, point) < distance($1, point) }
    }

    private func distance(_ vertex: Int, _ point: Point) -> Double {
        viewport.point(for: coordinates[vertex]).distance(to: point)
    }

    /// Begins a touch, and highlights the corner whose handle is touched.
    ///
    /// - Parameter point: points from the top left of the image.
    /// - Returns: `highlighted`, or nothing if no handle is touched.
    public mutating func began(at point: Point) -> [EditEvent] {
        vertex(at: point).map { began(vertex: $0) } ?? []
    }

    /// Begins to drag a corner, and highlights it.
    ///
    /// - Parameter vertex: the index of the corner in `coordinates`.
    /// - Returns: `highlighted`, or nothing if there is no such corner.
    public mutating func began(vertex: Int) -> [EditEvent] {
        guard coordinates.indices.contains(vertex) else { return [] }
        highlighted = vertex
        origin = coordinates[vertex]
        return [.highlighted(vertex: vertex)]
    }

    /// Moves the highlighted corner.
    ///
    /// - Parameter point: points from the top left of the image.
    /// - Returns: `moved`, or nothing if no corner is highlighted.
    public mutating func changed(to point: Point) -> [EditEvent] { move(to: point, isFinish: false) }

    /// Moves the highlighted corner and ends the drag.
    ///
    /// - Parameter point: points from the top left of the image.
    /// - Returns: `moved` and `finished`, or nothing if no corner is highlighted.
    public mutating func ended(at point: Point) -> [EditEvent] {
        let events = move(to: point, isFinish: true)
        highlighted = nil
        origin = nil
        return events.isEmpty ? [] : events + [.finished]
    }

    /// Cancels the drag, and moves the highlighted corner back to where it was.
    ///
    /// - Returns: `highlighted` with no vertex, or nothing if no corner is highlighted.
    public mutating func canceled() -> [EditEvent] {
        guard let vertex = highlighted, let origin else { return [] }
        coordinates[vertex] = origin
        highlighted = nil
        self.origin = nil
        return [.highlighted(vertex: nil)]
    }

    private mutating func move(to point: Point, isFinish: Bool) -> [EditEvent] {
        guard let vertex = highlighted else { return [] }
        coordinates[vertex] = viewport.rounded(viewport.coordinate(at: point), near: coordinates[vertex])
        return [.moved(vertex: vertex, to: point, coordinate: coordinates[vertex], isFinish: isFinish)]
    }
}

extension Viewport {
    /// A coordinate on the turn of the Earth that another one is on, with as many decimals as the image can tell apart.
    func rounded(_ here: Coordinate, near other: Coordinate) -> Coordinate {
        let turns = ((other.longitude - here.longitude) / 360).rounded()
        return Coordinate(
            latitude: here.latitude.rounded(decimals), longitude: (here.longitude + 360 * turns).rounded(decimals))
    }

    /// Decimals of a degree down to a thousandth of a point.
    var decimals: Int {
        var (decimals, thousandth) = (0, 360 / (512 * powerOfTwo(zoom)) / 1000)
        while thousandth < 1, decimals < 10 { (decimals, thousandth) = (decimals + 1, thousandth * 10) }
        return decimals
    }
}
